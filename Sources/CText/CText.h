#include <fontconfig/fontconfig.h>
#include <fribidi/fribidi.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_GLYPH_H
#include FT_OUTLINE_H
#include FT_STROKER_H
#include <hb-ft.h>
#include <hb-ot.h>
#include <hb.h>
#include <linebreak.h>

// Macros that Swift cannot import, as constants.
static const int ct_load_no_hinting = FT_LOAD_NO_HINTING;
static const int ct_load_no_bitmap = FT_LOAD_NO_BITMAP;
static const int ct_load_color = FT_LOAD_COLOR;
static const int ct_load_render = FT_LOAD_RENDER;
static const long ct_face_scalable = FT_FACE_FLAG_SCALABLE;
static const long ct_face_color = FT_FACE_FLAG_COLOR;
static const int ct_pixel_mode_bgra = FT_PIXEL_MODE_BGRA;
static const int ct_direction_by_text = FRIBIDI_PAR_ON;
static const int ct_direction_right_to_left = FRIBIDI_PAR_RTL;
static const int ct_direction_weakly_right_to_left = FRIBIDI_PAR_WRTL;
static const char ct_allow_break = LINEBREAK_ALLOWBREAK;
static const char *const ct_family = FC_FAMILY;
static const char *const ct_file = FC_FILE;
static const char *const ct_index = FC_INDEX;
static const char *const ct_weight = FC_WEIGHT;
static const char *const ct_slant = FC_SLANT;
static const char *const ct_scalable = FC_SCALABLE;
static const char *const ct_charset = FC_CHARSET;
