/* The line number program of .debug_line. */
#include "host/lines.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum {
    OP_EXTENDED = 0,
    OP_COPY,
    OP_ADVANCE_PC,
    OP_ADVANCE_LINE,
    OP_SET_FILE,
    OP_SET_COLUMN,
    OP_NEGATE,
    OP_BLOCK,
    OP_CONST_ADD_PC,
    OP_FIXED_ADVANCE_PC,
    EXTENDED_END = 1,
    EXTENDED_ADDRESS = 2,
    STANDARD_MAX = 64,
};

/* Reading with a flag instead of a check at each place. */
typedef struct Bytes {
    View in;
    bool bad;
} Bytes;

static uint64_t number(Bytes *bytes, size_t size)
{
    uint64_t value = 0;
    if (bytes->in.size < size || bytes->bad) {
        bytes->bad = true;
        return 0;
    }
    memcpy(&value, bytes->in.data, size);
    bytes->in = view_slice(bytes->in, size, bytes->in.size);
    return value;
}

static uint64_t leb(Bytes *bytes, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0, byte;
    do {
        byte = (unsigned)number(bytes, 1);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while (byte & 0x80 && !bytes->bad);
    if (is_signed && byte & 0x40 && shift < 64)
        value |= ~UINT64_C(0) << shift;
    return value;
}

static View text(Bytes *bytes)
{
    size_t size = view_find(bytes->in, '\0');
    View out = view_slice(bytes->in, 0, size);
    if (size == bytes->in.size)
        bytes->bad = true;
    bytes->in = view_slice(bytes->in, size + (size < bytes->in.size), bytes->in.size);
    return out;
}

/* Header of one unit's table, and the machine's registers. */
typedef struct Unit {
    Bytes code;
    unsigned version, least, line_range, opcode_base, lengths[STANDARD_MAX];
    int line_base;
    uint64_t wanted; /* the file's index; 0: it is not in this unit */
    uint64_t address, file;
    uint64_t line; /* a program of nonsense may let it wrap around */
} Unit;

static bool ends_in(View path, const char *file)
{
    size_t size = strlen(file);
    return path.size >= size && memcmp(path.data + path.size - size, file, size) == 0 &&
           (path.size == size || path.data[path.size - size - 1] == '/');
}

static void files_read(Bytes *bytes, const char *file, Unit *unit)
{
    while (!bytes->bad && text(bytes).size > 0)
        continue; /* folders */
    for (uint64_t index = 1; !bytes->bad; index++) {
        View name = text(bytes);
        if (name.size == 0)
            return;
        leb(bytes, false);
        leb(bytes, false);
        leb(bytes, false);
        if (!unit->wanted && ends_in(name, file))
            unit->wanted = index;
    }
}

/* False: not of a version that is known. `rest` then stands behind it all the same. */
static bool unit_open(Bytes *rest, const char *file, Unit *unit)
{
    uint64_t size = number(rest, 4);
    if (size > rest->in.size || size >= 0xfffffff0)
        rest->bad = true;
    Bytes all = {view_slice(rest->in, 0, rest->bad ? 0 : (size_t)size), rest->bad};
    rest->in = view_slice(rest->in, rest->bad ? rest->in.size : (size_t)size, rest->in.size);
    *unit = (Unit){.version = (unsigned)number(&all, 2), .file = 1, .line = 1};
    uint64_t header = number(&all, 4);
    if (all.bad || unit->version < 2 || unit->version > 4 || header > all.in.size)
        return false;
    Bytes head = {view_slice(all.in, 0, (size_t)header), false};
    unit->code = (Bytes){view_slice(all.in, (size_t)header, all.in.size), false};
    unit->least = (unsigned)number(&head, 1);
    if (unit->version == 4)
        number(&head, 1); /* operations of an instruction: for other machines */
    number(&head, 1);
    unit->line_base = (int8_t)number(&head, 1);
    unit->line_range = (unsigned)number(&head, 1);
    unit->opcode_base = (unsigned)number(&head, 1);
    for (unsigned i = 1; i < unit->opcode_base; i++)
        unit->lengths[i % STANDARD_MAX] = (unsigned)number(&head, 1);
    files_read(&head, file, unit);
    return !head.bad && unit->line_range > 0 && unit->opcode_base <= STANDARD_MAX;
}

static void row_add(const Unit *unit, bool end, LineTable *out)
{
    bool ours = !end && unit->file == unit->wanted && unit->line > 0 && unit->line < UINT32_MAX;
    LineRow row = {unit->address, ours ? (uint32_t)unit->line : 0, (uint32_t)out->rows.size};
    vec_push(&out->rows, row);
}

static void extended_run(Unit *unit, LineTable *out)
{
    uint64_t size = leb(&unit->code, false);
    if (size == 0 || size > unit->code.in.size) {
        unit->code.bad = true;
        return;
    }
    Bytes operation = {view_slice(unit->code.in, 0, (size_t)size), false};
    unit->code.in = view_slice(unit->code.in, (size_t)size, unit->code.in.size);
    switch (number(&operation, 1)) {
    case EXTENDED_END:
        row_add(unit, true, out);
        unit->address = 0;
        unit->file = 1;
        unit->line = 1;
        return;
    case EXTENDED_ADDRESS:
        unit->address = number(&operation, size - 1 < 8 ? (size_t)size - 1 : 8);
        return;
    }
}

static void special_run(Unit *unit, unsigned code, LineTable *out)
{
    unsigned adjusted = code - unit->opcode_base;
    unit->address += adjusted / unit->line_range * unit->least;
    unit->line += (uint64_t)(unit->line_base + (int)(adjusted % unit->line_range));
    row_add(unit, false, out);
}

static void standard_run(Unit *unit, unsigned code, LineTable *out)
{
    switch (code) {
    case OP_COPY:
        row_add(unit, false, out);
        return;
    case OP_ADVANCE_PC:
        unit->address += leb(&unit->code, false) * unit->least;
        return;
    case OP_ADVANCE_LINE:
        unit->line += leb(&unit->code, true);
        return;
    case OP_SET_FILE:
        unit->file = leb(&unit->code, false);
        return;
    case OP_CONST_ADD_PC:
        unit->address += (255 - unit->opcode_base) / unit->line_range * unit->least;
        return;
    case OP_FIXED_ADVANCE_PC:
        unit->address += number(&unit->code, 2);
        return;
    }
    for (unsigned i = 0; i < unit->lengths[code] && !unit->code.bad; i++)
        leb(&unit->code, false);
}

static void unit_run(Unit *unit, LineTable *out)
{
    while (unit->code.in.size > 0 && !unit->code.bad) {
        unsigned code = (unsigned)number(&unit->code, 1);
        if (code == OP_EXTENDED)
            extended_run(unit, out);
        else if (code >= unit->opcode_base)
            special_run(unit, code, out);
        else
            standard_run(unit, code, out);
    }
}

static bool part(View image, uint64_t offset, uint64_t size, View *out)
{
    if (offset > image.size || size > image.size - offset)
        return false;
    *out = view_slice(image, (size_t)offset, (size_t)(offset + size));
    return true;
}

static View section_find(View image, const char *wanted)
{
    Elf64_Ehdr head;
    View names = {0}, sections = {0}, found = {0};
    if (image.size < sizeof head)
        return found;
    memcpy(&head, image.data, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_shentsize != sizeof(Elf64_Shdr) || head.e_shstrndx >= head.e_shnum ||
        !part(image, head.e_shoff, (uint64_t)head.e_shnum * sizeof(Elf64_Shdr), &sections))
        return found;
    const char *at = sections.data;
    Elf64_Shdr section;
    memcpy(&section, at + head.e_shstrndx * sizeof section, sizeof section);
    if (!part(image, section.sh_offset, section.sh_size, &names))
        return found;
    for (unsigned i = 0; i < head.e_shnum; i++) {
        memcpy(&section, at + i * sizeof section, sizeof section);
        View name = view_slice(names, section.sh_name, names.size);
        if (view_equal_text(view_slice(name, 0, view_find(name, '\0')), wanted) &&
            !(section.sh_flags & SHF_COMPRESSED) && section.sh_type == SHT_PROGBITS)
            part(image, section.sh_offset, section.sh_size, &found);
    }
    return found;
}

static int by_address(const void *a, const void *b)
{
    const LineRow *left = a, *right = b;
    if (left->address != right->address)
        return left->address < right->address ? -1 : 1;
    if ((left->line != 0) != (right->line != 0)) /* the end of one before the next begins */
        return (left->line != 0) - (right->line != 0);
    return left->order < right->order ? -1 : 1;
}

void lines_read(View image, const char *file, LineTable *out)
{
    Bytes rest = {section_find(image, ".debug_line"), false};
    *out = (LineTable){0};
    while (rest.in.size > 0 && !rest.bad) {
        Unit unit;
        if (unit_open(&rest, file, &unit) && unit.wanted)
            unit_run(&unit, out);
    }
    if (out->rows.size > 0)
        qsort(out->rows.data, out->rows.size, sizeof *out->rows.data, by_address);
}

uint32_t lines_find(const LineTable *table, uint64_t address)
{
    size_t low = 0, high = table->rows.size;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (table->rows.data[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? table->rows.data[low - 1].line : 0;
}

void lines_free(LineTable *table)
{
    vec_free(&table->rows);
}
