/* Which elements the diff pane shows, and in which order. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/diff_pane.h"
#include "view/results.h"

enum { ROWS_KEPT = 1 << 20 };

bool diff_source(const DiffPane *diff, const Verdict *verdict, DiffSource *out)
{
    if (!verdict || diff->case_index >= verdict->cases.size)
        return false;
    const CaseResult *result = &verdict->cases.data[diff->case_index];
    if (diff->comparison >= result->comparisons.size)
        return false;
    const Comparison *comparison = &result->comparisons.data[diff->comparison];
    const BufferResult *buffer = case_buffer(result, comparison->argument);
    if (!buffer || !buffer->bytes || comparison->argument >= result->reference.count)
        return false;
    *out = (DiffSource){result, comparison, buffer,
                        result->reference.expected[comparison->argument], buffer->bytes};
    return out->expected != NULL;
}

bool diff_is_wrong(const Comparison *comparison, uint64_t element)
{
    return element < comparison->count &&
           (comparison->wrong_bits[element / 8] >> (element % 8) & 1);
}

const Mismatch *diff_mismatch(const Comparison *comparison, uint64_t element)
{
    size_t low = 0, high = comparison->mismatches.size;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (comparison->mismatches.data[middle].index < element)
            low = middle + 1;
        else
            high = middle;
    }
    bool found =
        low < comparison->mismatches.size && comparison->mismatches.data[low].index == element;
    return found ? &comparison->mismatches.data[low] : NULL;
}

static void collect_wrong(DiffPane *diff, const Comparison *comparison)
{
    vec_clear(&diff->rows);
    for (uint64_t i = 0; i < comparison->count && diff->rows.size < ROWS_KEPT; i++) {
        if (comparison->wrong_bits[i / 8] == 0)
            i |= 7;
        else if (diff_is_wrong(comparison, i))
            vec_push(&diff->rows, i);
    }
}

typedef struct ErrorRow {
    double error;
    uint64_t element;
} ErrorRow;

static int by_error(const void *a, const void *b)
{
    const ErrorRow *x = a, *y = b;
    if (x->error != y->error)
        return x->error > y->error ? -1 : 1;
    return x->element < y->element ? -1 : 1;
}

/* NaN is the greatest error of all. */
static double error_of(const DiffSource *source, uint64_t element)
{
    size_t at = element * element_bytes(source->buffer->type);
    double error = fabs(element_value(source->buffer->type, source->got + at) -
                        element_value(source->buffer->type, source->expected + at));
    return isnan(error) ? INFINITY : error;
}

static void sort_by_error(DiffPane *diff, const DiffSource *source)
{
    size_t count = diff->rows.size;
    ErrorRow *rows = memory_alloc_array(count + 1, sizeof *rows);
    for (size_t i = 0; i < count; i++)
        rows[i] = (ErrorRow){error_of(source, diff->rows.data[i]), diff->rows.data[i]};
    qsort(rows, count, sizeof *rows, by_error);
    for (size_t i = 0; i < count; i++)
        diff->rows.data[i] = rows[i].element;
    free(rows);
}

/* Unless the learner chose one that is still there: the first with something wrong. */
static void choose_comparison(DiffPane *diff, const Verdict *verdict)
{
    DiffSource source;
    if (diff->chosen && diff_source(diff, verdict, &source))
        return;
    diff->chosen = false;
    diff->case_index = diff->comparison = 0;
    first_wrong(verdict, &diff->case_index, &diff->comparison);
}

void diff_pane_update(DiffPane *diff, const Verdict *verdict)
{
    DiffSource source;
    choose_comparison(diff, verdict);
    vec_clear(&diff->rows);
    if (!diff_source(diff, verdict, &source))
        return;
    collect_wrong(diff, source.comparison);
    if (diff->by_error)
        sort_by_error(diff, &source);
}

void diff_pane_free(DiffPane *diff)
{
    vec_free(&diff->rows);
}

uint64_t diff_pane_count(const DiffPane *diff, const DiffSource *source)
{
    return diff->all ? source->comparison->count : diff->rows.size;
}

uint64_t diff_pane_element(const DiffPane *diff, size_t row)
{
    return diff->all ? row : diff->rows.data[row];
}
