/* One instruction a line, as NVRTC writes PTX. */
#include "compile/nudge.h"

/* The parts of "@%p1 ex2.approx.ftz.f32 %f2, %f1;". */
typedef struct Instruction {
    View guard, name, result;
} Instruction;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static View word_take(View *line)
{
    size_t from = 0;
    while (from < line->size && is_blank(line->data[from]))
        from++;
    size_t to = from;
    while (to < line->size && !is_blank(line->data[to]))
        to++;
    View word = view_slice(*line, from, to);
    *line = view_slice(*line, to, line->size);
    return word;
}

static bool instruction_read(View line, Instruction *out)
{
    *out = (Instruction){.name = word_take(&line)};
    if (out->name.size > 0 && out->name.data[0] == '@') {
        out->guard = out->name;
        out->name = word_take(&line);
    }
    View first = word_take(&line);
    size_t comma = view_find(first, ',');
    out->result = view_slice(first, 0, comma);
    return comma > 1 && comma < first.size && first.data[0] == '%' &&
           view_ends(view_trim(line), ";");
}

static bool holds(View name, const char *part)
{
    View wanted = view_of(part);
    for (size_t i = 0; i + wanted.size <= name.size; i++)
        if (view_equal(view_slice(name, i, i + wanted.size), wanted))
            return true;
    return false;
}

typedef struct Turn {
    const char *type; /* of the result, as the instruction's name ends */
    const char *name, *bits;
} Turn;

/* How the last bit is turned; NULL: not at all. */
static const Turn *turn_find(View name)
{
    static const Turn turns[] = {
        {".bf16x2", "xor.b32", "65537"}, {".f16x2", "xor.b32", "65537"}, {".bf16", "xor.b16", "1"},
        {".f16", "xor.b16", "1"},        {".f32", "xor.b32", "1"},
    };
    if (!holds(name, ".approx") && !holds(name, ".full"))
        return NULL;
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
        if (view_ends(name, turns[i].type))
            return &turns[i];
    return NULL;
}

void ptx_nudge(View ptx, StrBuf *out)
{
    View line;
    while (ptx.size > 0 && view_split(&ptx, '\n', &line)) {
        Instruction read;
        const Turn *turn = instruction_read(line, &read) ? turn_find(read.name) : NULL;
        strbuf_add(out, line);
        strbuf_add_byte(out, '\n');
        if (turn)
            strbuf_format(out, "\t%.*s\t%s \t%.*s, %.*s, %s;\n", (int)read.guard.size,
                          read.guard.data ? read.guard.data : "", turn->name, (int)read.result.size,
                          read.result.data, (int)read.result.size, read.result.data, turn->bits);
    }
}
