/* libFuzzer: what a linker is handed: fat binaries (plain, LZ4, zstd), host objects, archives. The
 * PTX of each piece is found, and all of them are linked. */
#include <stdlib.h>
#include <string.h>

#include "ptx/link.h"
#include "ptx/parse.h"
#include "sim/api/image.h"
#include "sim/api/link_input.h"

enum { PIECES_MAX = 8, WRAPPER = 0xb1, CAPABILITY = 86 };

typedef struct Pieces {
    PtxLinkInput inputs[PIECES_MAX];
    bool optional[PIECES_MAX];
    char *owned[2 * PIECES_MAX];
    size_t count;
} Pieces;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* As cuLinkAddData does: a copy, ended by a NUL. */
static CUresult piece_take(void *state, const void *image, size_t size, const char *name,
                           bool optional, Error *error)
{
    Pieces *pieces = state;
    View ptx = {0};
    (void)name;
    if (pieces->count == PIECES_MAX)
        return CUDA_ERROR_OUT_OF_MEMORY;
    char *copy = malloc(size + 1);
    memcpy(copy, image, size);
    copy[size] = '\0';
    pieces->owned[2 * pieces->count] = copy;
    if (image_find_ptx(copy, CAPABILITY, &ptx, &pieces->owned[2 * pieces->count + 1], error) !=
        CUDA_SUCCESS)
        ptx = VIEW("");
    pieces->inputs[pieces->count] = (PtxLinkInput){ptx, "piece"};
    pieces->optional[pieces->count++] = optional;
    return CUDA_SUCCESS;
}

static void pieces_link(const Pieces *pieces)
{
    bool chosen[PIECES_MAX];
    PtxLinkInput inputs[PIECES_MAX];
    size_t count = 0;
    StrBuf out = {0};
    ptx_link_select(pieces->inputs, pieces->optional, pieces->count, chosen);
    for (size_t i = 0; i < pieces->count; i++)
        if (chosen[i])
            inputs[count++] = pieces->inputs[i];
    if (count && ptx_link_check(inputs, count, NULL) && ptx_link(inputs, count, &out, NULL))
        ptx_free(ptx_parse(strbuf_view(&out), NULL));
    strbuf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Pieces pieces = {.count = 0};
    Error error = {0};
    /* A wrapper holds a pointer of its program's, which nobody can check. */
    if (size == 0 || data[0] == WRAPPER)
        return 0;
    link_input_split(data, size, "input", &pieces, piece_take, &error);
    pieces_link(&pieces);
    for (size_t i = 0; i < 2 * PIECES_MAX; i++)
        free(pieces.owned[i]);
    return 0;
}
