/* libFuzzer: PTX text. What parses must print to text that parses again. */
#include <stdlib.h>

#include "ptx/parse.h"
#include "ptx/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void print_again(const PtxModule *module)
{
    StrBuf printed = {0};
    Error error = {0};
    ptx_print_module(module, &printed);
    PtxModule *again = ptx_parse(strbuf_view(&printed), &error);
    if (!again)
        abort();
    ptx_free(again);
    strbuf_free(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    PtxModule *module = ptx_parse((View){(const char *)data, size}, NULL);
    if (module)
        print_again(module);
    ptx_free(module);
    return 0;
}
