#include "CJPEG.h"
#include <stdio.h>
#include <jpeglib.h>
#include <jerror.h>
#include <setjmp.h>

_Static_assert(JMSG_LENGTH_MAX <= cjpeg_longest_message, "a message has to fit");

struct errors {
  struct jpeg_error_mgr manager;
  jmp_buf end;
  char *message;
};

static void end(j_common_ptr codec) {
  struct errors *errors = (struct errors *)codec->err;
  errors->manager.format_message(codec, errors->message);
  longjmp(errors->end, 1);
}

static void take(j_common_ptr codec, int level) {
  struct errors *errors = (struct errors *)codec->err;
  if (level >= 0) return;
  if (!errors->manager.num_warnings++) errors->manager.format_message(codec, errors->message);
}

enum cjpeg_outcome cjpeg_decode(
    const unsigned char *bytes, unsigned long count, long most_pixels, unsigned *width, unsigned *height, char *message) {
  struct jpeg_decompress_struct codec;
  struct errors errors = {.message = message};
  codec.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = end;
  errors.manager.emit_message = take;
  if (setjmp(errors.end)) {
    jpeg_destroy_decompress(&codec);
    return errors.manager.msg_code == JERR_OUT_OF_MEMORY ? cjpeg_no_memory : cjpeg_damaged;
  }
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, bytes, count);
  jpeg_read_header(&codec, TRUE);
  *width = codec.image_width;
  *height = codec.image_height;
  if ((long)*width * *height > most_pixels) {
    jpeg_destroy_decompress(&codec);
    return cjpeg_too_large;
  }
  jpeg_start_decompress(&codec);
  JSAMPARRAY row = codec.mem->alloc_sarray(
      (j_common_ptr)&codec, JPOOL_IMAGE, codec.output_width * (JDIMENSION)codec.output_components, 1);
  while (codec.output_scanline < codec.output_height) jpeg_read_scanlines(&codec, row, 1);
  jpeg_finish_decompress(&codec);
  jpeg_destroy_decompress(&codec);
  return errors.manager.num_warnings ? cjpeg_damaged : cjpeg_whole;
}
