#include <stdbool.h>
#include <link.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavcodec/vorbis_parser.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

// Macros that Swift cannot import, as constants.
static const int cff_error_eof = AVERROR_EOF;
static const int cff_error_again = AVERROR(EAGAIN);
static const int cff_error_exit = AVERROR_EXIT;
static const int cff_error_invalid_data = AVERROR_INVALIDDATA;
static const int cff_error_invalid_argument = AVERROR(EINVAL);
static const int cff_error_no_memory = AVERROR(ENOMEM);
static const int cff_error_bug = AVERROR_BUG;
static const int cff_error_not_found = AVERROR(ENOENT);
static const int cff_error_permission = AVERROR(EACCES);
static const int cff_error_no_folder = AVERROR(ENOTDIR);
static const int cff_error_outside = AVERROR(EXDEV);
static const int cff_error_http_answers[] = {
    AVERROR_HTTP_BAD_REQUEST, AVERROR_HTTP_UNAUTHORIZED, AVERROR_HTTP_FORBIDDEN, AVERROR_HTTP_NOT_FOUND,
    AVERROR_HTTP_OTHER_4XX};
static inline bool cff_is_answer(int code) {
  for (size_t i = 0; i < sizeof cff_error_http_answers / sizeof *cff_error_http_answers; i++)
    if (cff_error_http_answers[i] == code) return true;
  return false;
}
static const int cff_error_option_not_found = AVERROR_OPTION_NOT_FOUND;
static const int cff_error_encoder_not_found = AVERROR_ENCODER_NOT_FOUND;
static const int cff_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int cff_error_filter_not_found = AVERROR_FILTER_NOT_FOUND;
static const int cff_error_stream_not_found = AVERROR_STREAM_NOT_FOUND;
static const int64_t cff_no_timestamp = AV_NOPTS_VALUE;

// A function whose arguments vary, which Swift cannot import.
static inline int cff_disable_huge_pages(void) { return prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }
/// The libraries that the process has loaded, as the dynamic loader keeps them; the list's end is null.
static inline struct link_map *_Nullable cff_loaded_libraries(void) { return _r_debug.r_map; }

