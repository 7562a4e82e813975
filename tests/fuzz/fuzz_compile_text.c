/* libFuzzer: the compiler's log, a source's includes and unset variables, the kernels in PTX. */
#include "compile/diagnostics.h"
#include "compile/entries.h"
#include "compile/includes.h"
#include "compile/unset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    View text = {(const char *)data, size};
    DiagnosticList diagnostics = {0};
    IncludeList includes = {0};
    EntryList entries = {0};
    diagnostics_parse(text, 20, &diagnostics);
    for (size_t i = 0; i < diagnostics.size; i++)
        diagnostic_free(&diagnostics.data[i]);
    vec_free(&diagnostics);
    includes_find(text, &includes);
    includes_free(&includes);
    source_has_unset(text);
    entries_find(text, &entries);
    entries_free(&entries);
    return 0;
}
