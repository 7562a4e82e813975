/* ptxas in front of the real one: checks PTX, and hands it out where machine code was asked for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "ptx/parse.h"
#include "simulate/assembly.h"
#include "simulate/toolkit.h"

enum { FAILED = 255, NOT_FOUND = 127, PTX_BYTES_MOST = 1 << 30 };

static bool read_input(const Assembly *asked, StrBuf *text, Error *error)
{
    if (!asked->is_text)
        return file_read(asked->input, PTX_BYTES_MOST, text, error);
    strbuf_add_text(text, asked->input);
    return true;
}

/* The words of ptxas, whose callers look for them. */
static int tell(const Assembly *asked, const Error *error)
{
    const char *name = asked->is_text ? "<string>" : asked->input;
    if (error->line)
        fprintf(stderr, "ptxas %s, line %d; error   : %s\n", name, error->line, error->text);
    else
        fprintf(stderr, "ptxas %s; error   : %s\n", name, error->text);
    fprintf(stderr, "ptxas fatal   : Ptx assembly aborted due to errors\n");
    return FAILED;
}

/* Into the file that is there, which may be /dev/null. Who reads machine code knows its size from
 * its header; of text a NUL tells it. */
static bool write_output(const Assembly *asked, View text, Error *error)
{
    FILE *file = fopen(asked->output, "wbe");
    bool done = file && fwrite(text.data, 1, text.size, file) == text.size && !fputc('\0', file);
    if (file && fclose(file) != 0)
        done = false;
    return done || error_errno(error, "cannot write %s", asked->output);
}

static int assemble(const Assembly *asked)
{
    StrBuf text = {0};
    Error error = {0};
    PtxModule *module = NULL;
    if (read_input(asked, &text, &error))
        module = ptx_parse(strbuf_view(&text), &error);
    if (module)
        write_output(asked, strbuf_view(&text), &error);
    ptx_free(module);
    strbuf_free(&text);
    return error.kind == ERROR_NONE ? 0 : tell(asked, &error);
}

/* Callers keep what ptxas made under its version: what this one made is something else. Without a
 * real one the version is that of the PTX that is taken. */
static void tell_version(bool real)
{
    printf("ptxas of culab simulate: hands out PTX\n");
    if (!real)
        printf("Cuda compilation tools, release 13.0, V13.0.0\n");
    fflush(stdout);
}

int main(int count, char **words)
{
    Assembly asked;
    if (count > 1 && assembly_read((const char *const *)words + 1, (size_t)count - 1, &asked))
        return assemble(&asked);
    char *real = toolkit_tool("ptxas", words[0], "/proc/self/exe");
    bool version = count > 1 && (!strcmp(words[1], "--version") || !strcmp(words[1], "-V"));
    if (version)
        tell_version(real != NULL);
    if (real)
        toolkit_run(real, words);
    else if (version)
        return 0;
    fprintf(stderr, "culab: the real ptxas was not found: put it on PATH or set $CUDA_HOME\n");
    return NOT_FOUND;
}
