/* Lanes in rows of 32, 16 or 8, each with the sector, bank or offset it touched below it. */
#include "view/access_picture.h"

#include <inttypes.h>
#include <string.h>

enum { LANES = 32, SECTOR = 32, WORD = 4, BANKS = 32, LABEL = 9 };

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

/* What stands below a lane. Sectors are counted from the lowest one touched. */
static uint64_t unit_of(const WarpAccess *access, int lane)
{
    uint64_t address = access->address[lane];
    switch (kind_of(access)) {
    case BY_SECTOR:
        return address / SECTOR - lowest(access) / SECTOR;
    case BY_BANK:
        return address / WORD % BANKS;
    case BY_OFFSET:
        return address;
    }
    return 0;
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
        if (access->mask >> lane & 1 && digits(unit_of(access, lane)) > most)
            most = digits(unit_of(access, lane));
    return most + 1;
}

static int lanes_in_a_row(const WarpAccess *access, int width)
{
    int lanes = LANES;
    while (lanes > 4 && LABEL + lanes * cell_width(access) > width)
        lanes /= 2;
    return lanes;
}

int access_picture_rows(const WarpAccess *access, int width)
{
    return LANES / lanes_in_a_row(access, width) * 2 + 1;
}

void access_title(const WarpAccess *access, StrBuf *out)
{
    bool store = strcmp(access->kind, "store") == 0;
    if (strcmp(access->space, "global") != 0)
        strbuf_format(out, "%s ", access->space);
    strbuf_format(out, "%s%s%s", access->kind,
                  !*access->name ? ""
                  : store        ? " to "
                                 : " of ",
                  access->name);
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
    const char *words = kind_of(access) == BY_BANK            ? "passes over the banks"
                        : strcmp(access->space, "const") == 0 ? "addresses"
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

static void draw_row(const WarpAccess *access, Surface *surface, Rect at, int first, int count)
{
    static const char *const labels[] = {
        [BY_SECTOR] = "sector", [BY_BANK] = "bank", [BY_OFFSET] = "byte"};
    int cell = cell_width(access);
    surface_put(surface, at.x, at.y, VIEW("lane"), STYLE_DIM, LABEL);
    if (at.height > 1)
        surface_put(surface, at.x, at.y + 1, view_of(labels[kind_of(access)]), STYLE_DIM, LABEL);
    for (int i = 0; i < count; i++) {
        int lane = first + i, x = at.x + LABEL + i * cell;
        surface_format(surface, x, at.y, STYLE_DIM, cell, "%*d", cell - 1, lane);
        if (at.height < 2)
            continue;
        if (!(access->mask >> lane & 1))
            surface_format(surface, x, at.y + 1, STYLE_DIM, cell, "%*s", cell - 1, "-");
        else
            surface_format(surface, x, at.y + 1,
                           stands_out(access, lane) ? STYLE_WRONG : STYLE_PLAIN, cell, "%*" PRIu64,
                           cell - 1, unit_of(access, lane));
    }
}

void access_picture_draw(const WarpAccess *access, Surface *surface, Rect rect)
{
    StrBuf line = {0};
    int lanes = lanes_in_a_row(access, rect.width), y = 1;
    if (rect.height < 1)
        return;
    strbuf_format(
        &line, "line %" PRIu32 ", block (%" PRIu32 ",%" PRIu32 ",%" PRIu32 ") warp %" PRIu32 ": ",
        access->line, access->block.x, access->block.y, access->block.z, access->warp);
    access_title(access, &line);
    strbuf_add_text(&line, ": ");
    access_cost(access, &line);
    surface_put(surface, rect.x, rect.y, strbuf_view(&line), STYLE_HEADING, rect.width);
    strbuf_free(&line);
    for (int first = 0; first < LANES && y < rect.height; first += lanes, y += 2)
        draw_row(access, surface, (Rect){rect.x, rect.y + y, rect.width, rect.height - y}, first,
                 lanes);
}
