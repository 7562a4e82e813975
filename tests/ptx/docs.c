/* Writes docs/ptx.md from the tables, or checks that the page is what they say.
 *   ptx_docs > docs/ptx.md
 *   ptx_docs --check docs/ptx.md */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "ptx/form.h"

/* Sections of the page: each starts with this opcode. */
static const struct {
    PtxOp first;
    const char *title;
} sections[] = {
    {PTX_OP_ADD, "Integers (and the floats of the same name)"},
    {PTX_OP_TESTP, "Floating point"},
    {PTX_OP_SET, "Comparison and selection"},
    {PTX_OP_AND, "Logic and shift"},
    {PTX_OP_MOV, "Data movement"},
    {PTX_OP_CP, "Asynchronous copies"},
    {PTX_OP_BRA, "Control flow"},
    {PTX_OP_BAR, "Synchronisation"},
    {PTX_OP_WMMA, "Matrices"},
    {PTX_OP_TEX, "Textures and surfaces"},
    {PTX_OP_VADD, "Video"},
    {PTX_OP_TRAP, "Miscellaneous"},
};

static const char intro[] =
    "# PTX instructions\n"
    "\n"
    "This page is made from `src/ptx/opcodes.def` by `ptx_docs`; a test checks that it is "
    "current.\n"
    "It lists every spelling that the simulator's parser accepts. What is not here is refused when "
    "a\n"
    "module is loaded, with the instruction and its line.\n"
    "\n"
    "## How to read a form\n"
    "\n"
    "| written | means |\n"
    "|---|---|\n"
    "| `.w` | this word |\n"
    "| `.[a\\|b]` | one of these words |\n"
    "| `.RND` | one word of a class (below); classes also stand among other words |\n"
    "| `{.w}`, `{, a:1}` | may be missing |\n"
    "| `d:1`, `a:2` | an operand of the first, second type among the words |\n"
    "| `d:w1` | twice as wide as the first type |\n"
    "| `a:u32`, `p:pred` | an operand of that type |\n"
    "| `a:1+` | the register may be wider |\n"
    "| `a:1v` | a vector in braces where the words have `.v2`, `.v4`, `.v8` |\n"
    "| `a:1p` | one value, or several narrower ones in braces |\n"
    "| `n:imm` | an integer constant |\n"
    "| `d:frag` | a vector of registers that hold a matrix |\n"
    "| `[a:coords]` | a texture or surface object with coordinates: `[a, {x, y}]` |\n"
    "| `[a]` | an address |\n"
    "| `p:pred{\\|q:pred}` | one result, or two with a bar between them |\n"
    "\n"
    "Operands whose names start with d, p or q are written, the others are read. Words that are "
    "not\n"
    "types may come in any order.\n"
    "\n"
    "## Classes of words\n"
    "\n"
    "| class | words |\n"
    "|---|---|\n";

static void add_words(StrBuf *out, const char *words)
{
    View rest = view_of(words);
    const char *between = "";
    for (View word; view_split(&rest, '|', &word); between = " ")
        strbuf_format(out, "%s`%.*s`", between, VIEW_ARG(word));
}

static void add_classes(StrBuf *out)
{
    const char *name, *words;
    for (uint32_t i = 0; form_class(i, &name, &words); i++) {
        strbuf_format(out, "| `%s` | ", name);
        add_words(out, words);
        strbuf_add_text(out, " |\n");
    }
}

static void add_op(StrBuf *out, PtxOp op)
{
    strbuf_format(out, "\n### %s\n\n%s\n\n```\n%s\n```\n", ptx_op_text(op), ptx_op_summary(op),
                  ptx_op_forms(op));
}

static void add_page(StrBuf *out)
{
    size_t section = 0;
    strbuf_add_text(out, intro);
    add_classes(out);
    for (int op = 0; op < PTX_OP_COUNT; op++) {
        if (section < sizeof sections / sizeof *sections && sections[section].first == (PtxOp)op)
            strbuf_format(out, "\n## %s\n", sections[section++].title);
        add_op(out, (PtxOp)op);
    }
}

static int check_page(const char *path, const StrBuf *page)
{
    StrBuf text = {0};
    Error error = {0};
    bool ok = file_read(path, (size_t)1 << 24, &text, &error) &&
              view_equal(strbuf_view(&text), strbuf_view(page));
    if (!ok)
        printf("%s is not what src/ptx/opcodes.def says; write it again: ptx_docs > docs/ptx.md\n",
               path);
    strbuf_free(&text);
    return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    StrBuf page = {0};
    int status = 0;
    add_page(&page);
    if (argc == 3 && strcmp(argv[1], "--check") == 0)
        status = check_page(argv[2], &page);
    else
        fputs(strbuf_text(&page), stdout);
    strbuf_free(&page);
    return status;
}
