/* libFuzzer: two PTX texts, parted by the first NUL, linked. What parses apart must not crash. */
#include <string.h>

#include "ptx/link.h"
#include "ptx/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *cut = size ? memchr(data, 0, size) : NULL;
    size_t first = cut ? (size_t)(cut - data) : size, second = cut ? first + 1 : size;
    const char *text = (const char *)data;
    PtxLinkInput inputs[] = {{{text, first}, "first"}, {{text + second, size - second}, "second"}};
    StrBuf out = {0};
    if (ptx_link(inputs, 2, &out, NULL))
        ptx_free(ptx_parse(strbuf_view(&out), NULL));
    strbuf_free(&out);
    return 0;
}
