/* The table of styles, and the colour pairs made of it. */
#include "term/palette.h"

#include <curses.h>
#include <stdlib.h>

typedef struct Look {
    short colour_256, colour_8;  /* -1: the terminal's own */
    attr_t with_colour, without; /* attributes beside a colour, and where there is none */
} Look;

static const Look looks[STYLE_COUNT] = {
    [STYLE_PLAIN] = {-1, -1, A_NORMAL, A_NORMAL},
    [STYLE_DIM] = {245, -1, A_NORMAL, A_NORMAL},
    [STYLE_STRONG] = {-1, -1, A_BOLD, A_BOLD},
    [STYLE_TITLE] = {-1, -1, A_BOLD | A_REVERSE, A_BOLD | A_REVERSE},
    [STYLE_BORDER] = {240, -1, A_NORMAL, A_NORMAL},
    [STYLE_BORDER_FOCUS] = {-1, -1, A_BOLD, A_BOLD},
    [STYLE_STATUS] = {-1, -1, A_REVERSE, A_REVERSE},
    [STYLE_SELECTED] = {-1, -1, A_REVERSE, A_REVERSE},
    [STYLE_CURSOR_LINE] = {-1, -1, A_BOLD, A_BOLD},
    [STYLE_LINE_NUMBER] = {242, -1, A_NORMAL, A_NORMAL},
    [STYLE_KEY] = {39, COLOR_CYAN, A_BOLD, A_BOLD},
    [STYLE_OK] = {34, COLOR_GREEN, A_BOLD, A_BOLD},
    [STYLE_WRONG] = {203, COLOR_RED, A_BOLD, A_BOLD},
    [STYLE_WARNING] = {214, COLOR_YELLOW, A_BOLD, A_BOLD},
    [STYLE_NOTE] = {39, COLOR_CYAN, A_NORMAL, A_NORMAL},
    [STYLE_KEYWORD] = {170, COLOR_MAGENTA, A_NORMAL, A_BOLD},
    [STYLE_TYPE] = {37, COLOR_CYAN, A_NORMAL, A_NORMAL},
    [STYLE_BUILTIN] = {208, COLOR_YELLOW, A_NORMAL, A_BOLD},
    [STYLE_NUMBER] = {141, COLOR_MAGENTA, A_NORMAL, A_NORMAL},
    [STYLE_STRING] = {71, COLOR_GREEN, A_NORMAL, A_NORMAL},
    [STYLE_COMMENT] = {244, -1, A_NORMAL, A_NORMAL},
    [STYLE_PREPROCESSOR] = {173, COLOR_YELLOW, A_NORMAL, A_NORMAL},
    [STYLE_FUNCTION] = {75, COLOR_BLUE, A_NORMAL, A_NORMAL},
    [STYLE_HEADING] = {39, COLOR_CYAN, A_BOLD, A_BOLD | A_UNDERLINE},
    [STYLE_CODE] = {179, COLOR_YELLOW, A_NORMAL, A_NORMAL},
    [STYLE_EMPHASIS] = {-1, -1, A_UNDERLINE, A_UNDERLINE},
    [STYLE_LINK] = {75, COLOR_BLUE, A_UNDERLINE, A_UNDERLINE},
    [STYLE_MATCH] = {-1, -1, A_REVERSE | A_BOLD, A_REVERSE | A_BOLD},
};

static bool no_colour_wanted(void)
{
    const char *wish = getenv("NO_COLOR");
    return wish && wish[0];
}

static short colour_of(PaletteKind kind, Style style)
{
    return kind == PALETTE_256 ? looks[style].colour_256 : looks[style].colour_8;
}

PaletteKind palette_begin(void)
{
    if (no_colour_wanted() || !has_colors() || start_color() != OK)
        return PALETTE_PLAIN;
    bool own = use_default_colors() == OK;
    PaletteKind kind = COLORS >= 256 && COLOR_PAIRS > STYLE_COUNT ? PALETTE_256 : PALETTE_8;
    for (int style = 0; style < STYLE_COUNT && style + 1 < COLOR_PAIRS; style++) {
        short colour = colour_of(kind, (Style)style);
        if (colour >= 0)
            init_pair((short)(style + 1), colour, own ? -1 : COLOR_BLACK);
    }
    return kind;
}

unsigned palette_attributes(PaletteKind kind, Style style)
{
    if (kind == PALETTE_PLAIN)
        return (unsigned)looks[style].without;
    if (colour_of(kind, style) < 0)
        return (unsigned)looks[style].with_colour;
    return (unsigned)(looks[style].with_colour | (attr_t)COLOR_PAIR((int)style + 1));
}
