/* How styles look: 256 colours, 8, or none. */
#ifndef CULAB_TERM_PALETTE_H
#define CULAB_TERM_PALETTE_H

#include "view/surface.h"

typedef enum PaletteKind { PALETTE_PLAIN, PALETTE_8, PALETTE_256 } PaletteKind;

/* Of the terminal that is open; NO_COLOR (when set and not empty) asks for none. */
PaletteKind palette_begin(void);
/* The curses attributes of a style, its colour pair among them. */
unsigned palette_attributes(PaletteKind kind, Style style);

#endif
