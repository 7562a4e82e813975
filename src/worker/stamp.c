/* Only as much of PTX is read as tells where statements begin: comments, texts, braces, guards. */
#include "worker/stamp.h"

#include <inttypes.h>
#include <string.h>

typedef struct Reader {
    View text;
    size_t at;
    size_t copied; /* up to here it stands in the output */
    uint32_t labels;
    const char *clock;
    StrBuf *out;
} Reader;

static const char begin_text[] =
    "\n\t.reg .pred %culab_p;\n\t.reg .b32 %culab_r<8>;\n\t.reg .b64 %culab_b<4>;\n"
    "\tmov.u32 %culab_r0, %ctaid.x;\n\tmov.u32 %culab_r1, %ctaid.y;\n"
    "\tmov.u32 %culab_r2, %ctaid.z;\n\tmov.u32 %culab_r3, %nctaid.x;\n"
    "\tmov.u32 %culab_r4, %nctaid.y;\n"
    "\tmad.lo.u32 %culab_r1, %culab_r2, %culab_r4, %culab_r1;\n"
    "\tmad.lo.u32 %culab_r0, %culab_r1, %culab_r3, %culab_r0;\n"
    "\tld.global.u64 %culab_b0, [" STAMP_VARIABLE "];\n"
    "\tmad.wide.u32 %culab_b0, %culab_r0, 24, %culab_b0;\n"
    "\tmov.u32 %culab_r1, %tid.x;\n\tmov.u32 %culab_r2, %tid.y;\n\tmov.u32 %culab_r3, %tid.z;\n"
    "\tor.b32 %culab_r1, %culab_r1, %culab_r2;\n\tor.b32 %culab_r1, %culab_r1, %culab_r3;\n"
    "\tsetp.eq.u32 %culab_p, %culab_r1, 0;\n\tmov.u32 %culab_r5, %smid;\n";

static char peek(const Reader *reader)
{
    return reader->at < reader->text.size ? reader->text.data[reader->at] : '\0';
}

static bool at_text(const Reader *reader, const char *text)
{
    return view_starts(view_slice(reader->text, reader->at, reader->text.size), text);
}

static void skip_line(Reader *reader)
{
    while (reader->at < reader->text.size && peek(reader) != '\n')
        reader->at++;
}

static void skip_comment(Reader *reader)
{
    while (reader->at < reader->text.size && !at_text(reader, "*/"))
        reader->at++;
    reader->at += 2;
}

static void skip_string(Reader *reader)
{
    for (reader->at++; reader->at < reader->text.size && peek(reader) != '"'; reader->at++)
        reader->at += peek(reader) == '\\';
    reader->at++;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static void skip_blank(Reader *reader)
{
    for (;;) {
        if (at_text(reader, "//"))
            skip_line(reader);
        else if (at_text(reader, "/*"))
            skip_comment(reader);
        else if (reader->at < reader->text.size && is_blank(peek(reader)))
            reader->at++;
        else
            return;
    }
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("_$%.", c));
}

static View take_word(Reader *reader)
{
    size_t from = reader->at;
    while (reader->at < reader->text.size && is_word(peek(reader)))
        reader->at++;
    return view_slice(reader->text, from, reader->at);
}

/* One step of anything: a word, a text, a comment, a sign. */
static void step(Reader *reader)
{
    if (peek(reader) == '"')
        skip_string(reader);
    else if (is_word(peek(reader)))
        take_word(reader);
    else
        reader->at++;
}

/* Behind the next `sign` outside texts and comments. */
static bool skip_to(Reader *reader, char sign)
{
    for (;;) {
        skip_blank(reader);
        if (reader->at >= reader->text.size)
            return false;
        if (peek(reader) == sign) {
            reader->at++;
            return true;
        }
        step(reader);
    }
}

static void copy_to_here(Reader *reader, size_t here)
{
    strbuf_add(reader->out, view_slice(reader->text, reader->copied, here));
    reader->copied = here;
}

static void add_begin(Reader *reader)
{
    copy_to_here(reader, reader->at);
    strbuf_format(reader->out,
                  "%s\tmov.u64 %%culab_b1, %s;\n"
                  "\t@%%culab_p st.global.u64 [%%culab_b0], %%culab_b1;\n"
                  "\t@%%culab_p st.global.u32 [%%culab_b0+16], %%culab_r5;\n",
                  begin_text, reader->clock);
}

/* The lowest of the lanes that are here raises the block's end. */
static void add_end(Reader *reader, size_t here)
{
    copy_to_here(reader, here);
    strbuf_format(reader->out,
                  "mov.u64 %%culab_b2, %s;\n\tactivemask.b32 %%culab_r6;\n"
                  "\tmov.u32 %%culab_r7, %%lanemask_lt;\n"
                  "\tand.b32 %%culab_r6, %%culab_r6, %%culab_r7;\n"
                  "\tsetp.eq.u32 %%culab_p, %%culab_r6, 0;\n"
                  "\t@%%culab_p red.global.max.u64 [%%culab_b0+8], %%culab_b2;\n\t",
                  reader->clock);
}

/* "@%p1 ret;" becomes a branch around the end. `from` to `word`: the guard. */
static bool add_guarded_end(Reader *reader, size_t from, View guard, size_t word)
{
    bool negated = memchr(guard.data, '!', guard.size) != NULL;
    uint32_t label = reader->labels++;
    size_t name = 1;
    while (name < guard.size && !is_word(guard.data[name]))
        name++;
    View predicate = view_slice(guard, name, guard.size);
    copy_to_here(reader, from);
    strbuf_format(reader->out, "@%s%.*s bra $culab_%" PRIu32 ";\n\t", negated ? "" : "!",
                  (int)predicate.size, predicate.data, label);
    reader->copied = word;
    add_end(reader, word);
    if (!skip_to(reader, ';'))
        return false;
    copy_to_here(reader, reader->at);
    strbuf_format(reader->out, "\n$culab_%" PRIu32 ":\n", label);
    return true;
}

static bool ends_thread(View word)
{
    return view_equal_text(word, "ret") || view_equal_text(word, "ret.uni") ||
           view_equal_text(word, "exit");
}

static View take_guard(Reader *reader)
{
    size_t from = reader->at;
    if (peek(reader) != '@')
        return (View){0};
    reader->at++;
    skip_blank(reader);
    if (peek(reader) == '!')
        reader->at++;
    skip_blank(reader);
    take_word(reader);
    return view_slice(reader->text, from, reader->at);
}

/* The body from behind its brace to behind the one that closes it. */
static bool stamp_body(Reader *reader)
{
    size_t depth = 1;
    add_begin(reader);
    for (;;) {
        skip_blank(reader);
        size_t from = reader->at;
        if (from >= reader->text.size)
            return false;
        if (peek(reader) == '{' || peek(reader) == '}') {
            depth += peek(reader) == '{' ? 1 : (size_t)-1;
            if (depth == 0)
                add_end(reader, from); /* where nothing returns before */
            reader->at++;
            if (depth == 0)
                return true;
            continue;
        }
        View guard = take_guard(reader);
        skip_blank(reader);
        size_t begin = reader->at;
        View word = take_word(reader);
        skip_blank(reader);
        if (guard.size > 0 && ends_thread(word)) {
            if (!add_guarded_end(reader, from, guard, begin))
                return false;
        } else if (view_equal_text(word, ".loc"))
            skip_line(reader); /* ends with the line */
        else if (guard.size == 0 && peek(reader) == ':' && word.size > 0)
            reader->at++; /* a label */
        else {
            if (ends_thread(word))
                add_end(reader, from);
            if (!skip_to(reader, ';'))
                return false;
        }
    }
}

/* Behind the line of the last of .version, .target, .address_size. */
static size_t end_of_head(Reader reader)
{
    static const char *const directives[] = {".version", ".target", ".address_size"};
    size_t end = 0;
    for (;;) {
        skip_blank(&reader);
        View word = take_word(&reader);
        bool is_head = false;
        for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
            is_head |= view_equal_text(word, directives[i]);
        if (!is_head)
            return end;
        skip_line(&reader);
        end = reader.at;
    }
}

/* The first line's version, when it is above `most`. */
static void lower_version(Reader *reader, int most)
{
    Reader look = *reader;
    uint64_t major = 0, minor = 0;
    skip_blank(&look);
    if (!view_equal_text(take_word(&look), ".version"))
        return;
    skip_blank(&look);
    size_t from = look.at;
    View number = take_word(&look), part;
    size_t to = look.at;
    if (!view_split(&number, '.', &part) || !view_to_u64(part, &major) ||
        !view_to_u64(number, &minor) || most <= 0 || 10 * major + minor <= (uint64_t)most)
        return;
    copy_to_here(reader, from);
    strbuf_format(reader->out, "%d.%d", most / 10, most % 10);
    reader->copied = to;
}

bool stamp_ptx(View ptx, const char *kernel, const char *clock, int version, StrBuf *out)
{
    Reader reader = {.text = ptx, .clock = clock, .out = out};
    size_t head = end_of_head(reader);
    lower_version(&reader, version);
    copy_to_here(&reader, head);
    strbuf_add_text(out, "\n.visible .global .align 8 .u64 " STAMP_VARIABLE ";\n");
    reader.at = head;
    for (;;) {
        skip_blank(&reader);
        if (reader.at >= ptx.size)
            return false;
        if (!at_text(&reader, ".entry")) {
            step(&reader);
            continue;
        }
        take_word(&reader);
        skip_blank(&reader);
        if (!view_equal_text(take_word(&reader), kernel))
            continue;
        if (!skip_to(&reader, '{') || !stamp_body(&reader))
            return false;
        copy_to_here(&reader, ptx.size);
        return true;
    }
}
