/* UTF-8: decoding that cannot fail, widths, and making foreign text inert. */
#ifndef CULAB_BASE_UTF8_H
#define CULAB_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/view.h"

/* Decodes the character at the front. Returns the bytes it takes (at least 1 unless the text is
 * empty); an invalid byte gives U+FFFD and takes 1. */
size_t utf8_decode(View text, uint32_t *codepoint);
size_t utf8_encode(uint32_t codepoint, char out[4]); /* bytes written */
bool utf8_valid(View text);
/* Bytes of the grapheme cluster at the front: what the cursor steps over. */
size_t utf8_cluster(View text);
/* Columns on a terminal: 0, 1 or 2 (control and invalid characters are shown as one glyph: 1). */
int utf8_width(uint32_t codepoint);
int utf8_columns(View text);
/* Adds `text` so that no byte of it can act on a terminal: control characters (C0 but TAB and LF
 * when `keep_lines`, DEL, C1), bidi marks and invalid bytes become visible glyphs: U+2400 pictures
 * for C0 and DEL, <U+009B> for C1 and bidi marks, <FF> for invalid bytes; in ASCII mode ^X forms.
 */
void utf8_add_inert(StrBuf *out, View text, bool keep_lines, bool ascii);

#endif
