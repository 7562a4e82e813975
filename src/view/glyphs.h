/* The glyphs of drawings and marks, and what stands for them where only ASCII can be shown. */
#ifndef CULAB_VIEW_GLYPHS_H
#define CULAB_VIEW_GLYPHS_H

#include <stdint.h>

/* One ASCII character for a line, block, arrow, bullet or mark of one column; '\0': none. */
char glyph_ascii(uint32_t codepoint);

#endif
