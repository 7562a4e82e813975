/* Rows for errors of NVRTC that send a learner the wrong way. */
#include "compile/plain_words.h"

#include <stdlib.h>
#include <string.h>

static const struct Row {
    const char *has, *has_too; /* parts of the compiler's text */
    const char *words;         /* stand in front of it */
} rows[] = {
    {"function without execution space annotations", "",
     "this function needs __global__ (a kernel) or __device__ (called by kernels) in front of it; "
     "functions of the host, such as main(), are not part of a kernel's file: the lab launches "
     "the kernel itself"},
    {"namespace scope variable without memory space annotations", "",
     "a variable outside of all functions needs __device__ or __constant__ in front of it"},
    {"identifier \"cuda", "\" is undefined",
     "a call of the host's: a kernel's file has no host code, the lab allocates, copies and "
     "launches itself"},
};

static void put_in_front(Diagnostic *diagnostic, const char *words)
{
    StrBuf text = {0};
    strbuf_format(&text, "%s\n%s", words, diagnostic->text);
    free(diagnostic->text);
    diagnostic->text = strbuf_take(&text);
}

/* Header names that NVRTC cannot find get the reason that holds here. */
static void explain_missing_header(Diagnostic *diagnostic, bool toolkit)
{
    StrBuf text = {0};
    strbuf_add_text(&text, diagnostic->text);
    strbuf_add_text(&text, toolkit ? ": kernels include the CUDA toolkit's headers and the lab's "
                                     "own, nothing else of this machine"
                                   : ": no CUDA toolkit with its headers is installed here, only "
                                     "the lab's own can be included");
    free(diagnostic->text);
    diagnostic->text = strbuf_take(&text);
}

void diagnostic_explain(Diagnostic *diagnostic, bool toolkit)
{
    if (strstr(diagnostic->text, "open source file"))
        explain_missing_header(diagnostic, toolkit);
    if (diagnostic->severity != SEVERITY_ERROR)
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strstr(diagnostic->text, rows[i].has) && strstr(diagnostic->text, rows[i].has_too)) {
            put_in_front(diagnostic, rows[i].words);
            return;
        }
}
