// libjpeg reports errors by a jump out of its functions, which Swift code cannot take part in.

/// The outcome of decoding a JPEG.
enum cjpeg_outcome { cjpeg_whole, cjpeg_damaged, cjpeg_too_large, cjpeg_no_memory };

/// The most bytes of libjpeg's messages, the NUL at the end included.
enum { cjpeg_longest_message = 200 };

/// Decodes a JPEG to its end and throws the pixels away.
/// Sets `width` and `height` once they are known, and `message` to libjpeg's first message about damage.
enum cjpeg_outcome cjpeg_decode(
    const unsigned char *bytes, unsigned long count, long most_pixels, unsigned *width, unsigned *height, char *message);
