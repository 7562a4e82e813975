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

/* Ways to change the last bits of a result whose instruction's name ends in `type`. */
typedef struct Change {
    const char *type;
    const char *set, *ones, *clear, *zeros;
} Change;

/* NULL: it stays as it is. */
static const Change *change_find(View name)
{
    static const Change changes[] = {
        {".bf16x2", "or.b32", "196611", "and.b32", "-196612"},
        {".f16x2", "or.b32", "196611", "and.b32", "-196612"},
        {".bf16", "or.b16", "3", "and.b16", "-4"},
        {".f16", "or.b16", "3", "and.b16", "-4"},
        {".f32", "or.b32", "3", "and.b32", "-4"},
    };
    if (!holds(name, ".approx") && !holds(name, ".full"))
        return NULL;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        if (view_ends(name, changes[i].type))
            return &changes[i];
    return NULL;
}

void ptx_nudge(View ptx, bool raise, StrBuf *out)
{
    View line;
    while (ptx.size > 0 && view_split(&ptx, '\n', &line)) {
        Instruction read;
        const Change *change = instruction_read(line, &read) ? change_find(read.name) : NULL;
        strbuf_add(out, line);
        strbuf_add_byte(out, '\n');
        if (!change)
            continue;
        strbuf_add_byte(out, '\t');
        strbuf_add(out, read.guard);
        strbuf_format(out, "\t%s \t", raise ? change->set : change->clear);
        strbuf_add(out, read.result);
        strbuf_add_text(out, ", ");
        strbuf_add(out, read.result);
        strbuf_format(out, ", %s;\n", raise ? change->ones : change->zeros);
    }
}
