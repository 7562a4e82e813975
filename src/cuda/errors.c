/* Names and texts of results, from the tables errors.def and nvrtc_errors.def. */
#include "cuda/errors.h"

typedef struct ResultRow {
    int value;
    const char *name, *text;
} ResultRow;

static const ResultRow cuda_rows[] = {
#define CUDA_RESULT(NAME, value, text) {value, #NAME, text},
#include "cuda/errors.def"
};

static const ResultRow nvrtc_rows[] = {
#define NVRTC_RESULT(NAME, value, text) {value, #NAME, text},
#include "cuda/nvrtc_errors.def"
};

static const ResultRow *row_find(const ResultRow *rows, size_t count, int value)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].value == value)
            return &rows[i];
    return NULL;
}

#define FIND(rows, value) row_find(rows, sizeof rows / sizeof rows[0], (int)(value))

const char *cuda_result_name(CUresult result)
{
    const ResultRow *row = FIND(cuda_rows, result);
    return row ? row->name : NULL;
}

const char *cuda_result_text(CUresult result)
{
    const ResultRow *row = FIND(cuda_rows, result);
    return row ? row->text : NULL;
}

const char *nvrtc_result_name(nvrtcResult result)
{
    const ResultRow *row = FIND(nvrtc_rows, result);
    return row ? row->name : NULL;
}

const char *nvrtc_result_text(nvrtcResult result)
{
    const ResultRow *row = FIND(nvrtc_rows, result);
    return row ? row->text : NULL;
}
