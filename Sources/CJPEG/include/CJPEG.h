// libjpeg, which leaves a function of its own for one of its caller's where something is wrong, as Swift cannot.

/// What came of decoding a JPEG.
enum cjpeg_outcome { cjpeg_whole, cjpeg_damaged, cjpeg_too_large, cjpeg_no_memory };

/// The most bytes of libjpeg's messages, the NUL at the end included.
enum { cjpeg_longest_message = 200 };

/// Decodes a JPEG to its end, and keeps nothing of its pixels.
/// Sets `width` and `height` once they are known, and writes into `message` what libjpeg says of damage first.
enum cjpeg_outcome cjpeg_decode(
    const unsigned char *bytes, unsigned long count, long most_pixels, unsigned *width, unsigned *height, char *message);
