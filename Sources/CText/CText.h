#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_GLYPH_H
#include FT_OUTLINE_H
#include FT_STROKER_H
#include <hb-ft.h>
#include <hb-ot.h>
#include <hb.h>

// Macros that Swift cannot import, as constants.
static const int ct_load_no_hinting = FT_LOAD_NO_HINTING;
static const int ct_load_no_bitmap = FT_LOAD_NO_BITMAP;
static const char *const ct_family = FC_FAMILY;
static const char *const ct_file = FC_FILE;
static const char *const ct_index = FC_INDEX;
static const char *const ct_weight = FC_WEIGHT;
static const char *const ct_slant = FC_SLANT;
static const char *const ct_scalable = FC_SCALABLE;
static const char *const ct_charset = FC_CHARSET;
