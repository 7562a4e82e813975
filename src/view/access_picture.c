/* Lanes in rows of 32, 16 or 8, each with the sector, bank or offset it touched below it, and of
 * banks the row of memory: lanes in one bank wait for each other unless they have the row in
 * common.
 */
#include "view/access_picture.h"

#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"

enum { LANES = 32, SECTOR = 32, WORD = 4, BANKS = 32, LABEL = 9, LINES_MOST = 3 };

typedef enum Kind { BY_SECTOR, BY_BANK, BY_OFFSET } Kind;

static Kind kind_of(const WarpAccess *access)
{
    if (strcmp(access->space, "shared") == 0)
        return BY_BANK;
    return strcmp(access->space, "global") == 0 ? BY_SECTOR : BY_OFFSET;
}

static uint64_t lowest(const WarpAccess *access)
{
    uint64_t low = UINT64_MAX;
    for (int lane = 0; lane < LANES; lane++)
        if (access->mask >> lane & 1 && access->address[lane] < low)
            low = access->address[lane];
    return low;
}

static bool is_constant(const WarpAccess *access)
{
    return strcmp(access->space, "const") == 0;
}

/* What stands below a lane. Sectors, and bytes of constant memory, are counted from the lowest one
 * touched. */
static uint64_t unit_of(const WarpAccess *access, int lane)
{
    uint64_t address = access->address[lane];
    switch (kind_of(access)) {
    case BY_SECTOR:
        return address / SECTOR - lowest(access) / SECTOR;
    case BY_BANK:
        return address / WORD % BANKS;
    case BY_OFFSET:
        return is_constant(access) ? address - lowest(access) : address;
    }
    return 0;
}

/* All the banks' words that lie side by side, counted from the first that is touched. */
static uint64_t row_of(const WarpAccess *access, int lane)
{
    const uint64_t row = WORD * BANKS;
    return access->address[lane] / row - lowest(access) / row;
}

static uint64_t number_of(const WarpAccess *access, int lane, int line)
{
    return line == 0 ? (uint64_t)lane : line == 1 ? unit_of(access, lane) : row_of(access, lane);
}

/* Lines of a lane: its number, what it touched, and of banks the row. */
static int lines_of(const WarpAccess *access)
{
    return kind_of(access) == BY_BANK ? LINES_MOST : LINES_MOST - 1;
}

static int digits(uint64_t number)
{
    int count = 1;
    for (; number >= 10; number /= 10)
        count++;
    return count;
}

/* Columns of a lane: the widest number and a blank. */
static int cell_width(const WarpAccess *access)
{
    int most = 2;
    for (int lane = 0; lane < LANES; lane++)
        for (int line = 1; line < lines_of(access) && access->mask >> lane & 1; line++)
            if (digits(number_of(access, lane, line)) > most)
                most = digits(number_of(access, lane, line));
    return most + 1;
}

static int lanes_in_a_row(const WarpAccess *access, int width)
{
    int lanes = LANES;
    while (lanes > 4 && LABEL + lanes * cell_width(access) > width)
        lanes /= 2;
    return lanes;
}

int access_picture_rows(const WarpAccess *access, int width, bool whole)
{
    return LANES / lanes_in_a_row(access, width) * (whole ? lines_of(access) : LINES_MOST - 1) + 1;
}

void access_title(const WarpAccess *access, StrBuf *out)
{
    bool store = strcmp(access->kind, "store") == 0;
    if (strcmp(access->space, "global") != 0)
        strbuf_format(out, "%s ", is_constant(access) ? "constant" : access->space);
    strbuf_format(out, "%s%s%s", access->kind,
                  !*access->name ? ""
                  : store        ? " to "
                                 : " of ",
                  access->name);
    if (access->bytes > WORD) /* the first of its banks is shown */
        strbuf_format(out, ", %" PRIu32 " bytes each", access->bytes);
}

void access_cost(const WarpAccess *access, StrBuf *out)
{
    static const char *const units[] = {
        [BY_SECTOR] = "sector", [BY_BANK] = "pass", [BY_OFFSET] = "address"};
    const char *unit = units[kind_of(access)];
    if (strcmp(access->space, "local") == 0)
        unit = units[BY_SECTOR];
    const char *many = access->units == 1 ? "" : strcmp(unit, "sector") == 0 ? "s" : "es";
    strbuf_format(out, "%" PRIu32 " %s%s, at least %" PRIu32, access->units, unit, many,
                  access->ideal);
}

void access_unit(const WarpAccess *access, int columns, StrBuf *out)
{
    const char *words = kind_of(access) == BY_BANK ? "passes over the banks"
                        : is_constant(access)      ? "addresses"
                                                   : "sectors of 32 bytes";
    size_t first = strcspn(words, " "), whole = strlen(words);
    strbuf_add(out, (View){words, columns < (int)whole ? first : whole});
}

/* Lanes that wait because another lane's word lies in the same bank, or that touch a sector of
 * their own where they could share. */
static bool stands_out(const WarpAccess *access, int lane)
{
    uint64_t unit = unit_of(access, lane);
    if (kind_of(access) != BY_BANK || access->units <= access->ideal)
        return false;
    for (int other = 0; other < LANES; other++)
        if (access->mask >> other & 1 && unit_of(access, other) == unit &&
            access->address[other] / WORD != access->address[lane] / WORD)
            return true;
    return false;
}

static void draw_number(const WarpAccess *access, Surface *surface, int lane, int line, int x,
                        int y)
{
    int cell = cell_width(access);
    bool there = line == 0 || access->mask >> lane & 1;
    Style style = line == 0 || !there        ? STYLE_DIM
                  : stands_out(access, lane) ? STYLE_WRONG
                                             : STYLE_PLAIN;
    if (there)
        surface_format(surface, x, y, style, cell, "%*" PRIu64, cell - 1,
                       number_of(access, lane, line));
    else
        surface_format(surface, x, y, style, cell, "%*s", cell - 1, "-");
}

/* As many lines as there is room for. */
static void draw_row(const WarpAccess *access, Surface *surface, Rect at, int first, int count)
{
    static const char *const labels[] = {
        [BY_SECTOR] = "sector", [BY_BANK] = "bank", [BY_OFFSET] = "byte"};
    const char *const names[LINES_MOST] = {"lane", labels[kind_of(access)], "row"};
    for (int line = 0; line < at.height; line++) {
        surface_put(surface, at.x, at.y + line, view_of(names[line]), STYLE_DIM, LABEL);
        for (int i = 0; i < count; i++)
            draw_number(access, surface, first + i, line, at.x + LABEL + i * cell_width(access),
                        at.y + line);
    }
}

/* Whose access it is, what it does and costs; in few columns without the block, or the cost first.
 */
static void add_heading(const WarpAccess *access, int columns, StrBuf *out)
{
    StrBuf what = {0}, cost = {0};
    access_title(access, &what);
    access_cost(access, &cost);
    strbuf_format(out,
                  "line %" PRIu32 ", block (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") warp %" PRIu32
                  ": %s: %s",
                  access->line, access->block.x, access->block.y, access->block.z, access->warp,
                  strbuf_text(&what), strbuf_text(&cost));
    for (int shorter = 0; shorter < 2 && utf8_columns(strbuf_view(out)) > columns; shorter++) {
        strbuf_clear(out);
        if (shorter == 0)
            strbuf_format(out, "line %" PRIu32 ": %s: %s", access->line, strbuf_text(&what),
                          strbuf_text(&cost));
        else
            strbuf_format(out, "line %" PRIu32 ": %s: %s", access->line, strbuf_text(&cost),
                          strbuf_text(&what));
    }
    strbuf_free(&what);
    strbuf_free(&cost);
}

/* Where there is little room, what tells least goes first: the rows of banks. */
void access_picture_draw(const WarpAccess *access, Surface *surface, Rect rect)
{
    StrBuf line = {0};
    int lanes = lanes_in_a_row(access, rect.width), lines = lines_of(access), y = 1;
    if (rect.height < 1)
        return;
    if (rect.height < access_picture_rows(access, rect.width, true))
        lines = LINES_MOST - 1;
    add_heading(access, rect.width, &line);
    surface_put(surface, rect.x, rect.y, strbuf_view(&line), STYLE_HEADING, rect.width);
    strbuf_free(&line);
    for (int first = 0; first < LANES && y < rect.height; first += lanes, y += lines) {
        int left = rect.height - y;
        draw_row(access, surface,
                 (Rect){rect.x, rect.y + y, rect.width, left < lines ? left : lines}, first, lanes);
    }
}
