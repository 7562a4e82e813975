/* How long PTX takes to parse: bench_ptx FILE.ptx [REPEATS]. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/file.h"
#include "ptx/parse.h"

static bool parse_once(View text, int64_t *best)
{
    Error error = {0};
    int64_t start = clock_now_ns();
    PtxModule *module = ptx_parse(text, &error);
    int64_t taken = clock_now_ns() - start;
    if (!module) {
        fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.text);
        return false;
    }
    ptx_free(module);
    if (*best == 0 || taken < *best)
        *best = taken;
    return true;
}

int main(int argc, char **argv)
{
    StrBuf text = {0};
    Error error = {0};
    int64_t best = 0, first = 0;
    if (argc < 2 || !file_read(argv[1], (size_t)1 << 30, &text, &error)) {
        fprintf(stderr, "usage: bench_ptx FILE.ptx [REPEATS]\n%s\n", error.text);
        return 2;
    }
    long repeats = argc > 2 ? strtol(argv[2], NULL, 10) : 20;
    bool ok = parse_once(strbuf_view(&text), &first);
    for (long i = 1; ok && i < repeats; i++)
        ok = parse_once(strbuf_view(&text), &best);
    if (ok)
        printf("%zu bytes: first %.2f ms, best %.2f ms, %.0f MB/s\n", text.size,
               (double)first / 1e6, (double)best / 1e6,
               best ? (double)text.size / 1e6 / ((double)best / 1e9) : 0.0);
    strbuf_free(&text);
    return ok ? 0 : 1;
}
