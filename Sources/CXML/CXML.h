// ICU's headers would declare again, and otherwise, what Foundation's own ICU declares; nothing here is made of them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <zlib.h>

// A macro and a variable that Swift cannot use.
static inline int cxml_begin_inflating(z_stream *stream) { return inflateInit2(stream, 32 + MAX_WBITS); }
static inline void cxml_free(void *memory) { xmlFree(memory); }
