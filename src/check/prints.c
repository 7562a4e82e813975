/* Judges printf: each thread's records, in its own order, against the lines it was asked for. The
 * order between threads means nothing and is not looked at. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "check/judge.h"

enum { SHOWN = 80, REPEAT_LIMIT = 1000000 };

typedef struct Printed {
    uint64_t thread; /* in the whole grid, linear */
    size_t order;
    const PrintRecord *record;
} Printed;

typedef struct Judge {
    const PrintSpec *spec;
    const PreparedCase *prepared;
    VEC(Printed) printed;
    CaseVariable variables[PRINT_VARIABLES + PRINT_CASE_VARIABLES];
    size_t variable_count;
    StrBuf expected, got;
    uint64_t wrong_threads;
    StrBuf *sentence; /* about the first wrong one */
    Error error;      /* of the lesson's expressions */
} Judge;

static uint64_t volume(Dim3 extent)
{
    return (uint64_t)extent.x * extent.y * extent.z;
}

static bool inside(Dim3 at, Dim3 extent)
{
    return at.x < extent.x && at.y < extent.y && at.z < extent.z;
}

static uint64_t linear(Dim3 at, Dim3 extent)
{
    return at.x + (uint64_t)extent.x * (at.y + (uint64_t)extent.y * at.z);
}

static Dim3 place_of(uint64_t index, Dim3 extent)
{
    return (Dim3){(uint32_t)(index % extent.x), (uint32_t)(index / extent.x % extent.y),
                  (uint32_t)(index / extent.x / extent.y)};
}

static int by_thread(const void *a, const void *b)
{
    const Printed *left = a, *right = b;
    if (left->thread != right->thread)
        return left->thread < right->thread ? -1 : 1;
    return (left->order > right->order) - (left->order < right->order);
}

/* False: a record cannot be given to a thread. */
static bool gather(Judge *judge, size_t index, const PrintRecord *prints, size_t count)
{
    const PreparedCase *prepared = judge->prepared;
    for (size_t i = 0; i < count; i++) {
        const PrintRecord *record = &prints[i];
        if (record->run != index)
            continue;
        if (!record->attributed || !inside(record->block, prepared->grid) ||
            !inside(record->thread, prepared->block))
            return false;
        uint64_t thread = linear(record->block, prepared->grid) * volume(prepared->block) +
                          linear(record->thread, prepared->block);
        vec_push(&judge->printed, (Printed){thread, i, record});
    }
    if (judge->printed.size)
        qsort(judge->printed.data, judge->printed.size, sizeof *judge->printed.data, by_thread);
    return true;
}

static bool expect_lines(Judge *judge)
{
    const PrintSpec *spec = judge->spec;
    int64_t times = 1;
    if (spec->repeat && !expression_value(spec->repeat, judge->variables, judge->variable_count,
                                          &times, &judge->error))
        return false;
    if (times > REPEAT_LIMIT)
        return error_set(&judge->error, ERROR_CONTENT, "repeat is %lld, more than %d",
                         (long long)times, REPEAT_LIMIT);
    for (int64_t k = 0; k < times; k++) {
        judge->variables[PRINT_VARIABLES - 1].value = k;
        for (size_t i = 0; i < spec->line_count; i++) {
            if (!print_line_expand(spec->lines[i], judge->variables, judge->variable_count,
                                   &judge->expected, &judge->error))
                return false;
            strbuf_add_byte(&judge->expected, '\n');
        }
    }
    return true;
}

/* What the thread must print, into `expected`; empty: nothing. */
static bool expect(Judge *judge, Dim3 block, Dim3 thread)
{
    const CaseSpec *spec = judge->prepared->spec;
    int64_t prints = 1;
    print_variables(judge->prepared->grid, judge->prepared->block, block, thread, 0,
                    judge->variables);
    size_t own = spec->variable_count;
    assert(own <= PRINT_CASE_VARIABLES); /* exercise_check() sees to it */
    if (own)
        memcpy(judge->variables + PRINT_VARIABLES, spec->variables, own * sizeof *spec->variables);
    judge->variable_count = PRINT_VARIABLES + own;
    strbuf_clear(&judge->expected);
    if (judge->spec->when && !expression_value(judge->spec->when, judge->variables,
                                               judge->variable_count, &prints, &judge->error))
        return false;
    return !prints || expect_lines(judge);
}

static View without_line_end(const StrBuf *text)
{
    View view = strbuf_view(text);
    while (view.size && strchr("\n\r ", view.data[view.size - 1]))
        view.size--;
    return view;
}

static void add_quoted_line(StrBuf *out, View line)
{
    strbuf_add_byte(out, '"');
    utf8_add_inert(out, view_slice(line, 0, line.size < SHOWN ? line.size : SHOWN), false, false);
    strbuf_add_text(out, line.size > SHOWN ? "...\"" : "\"");
}

static size_t count_lines(View text)
{
    View line;
    size_t count = 0;
    while (view_split(&text, '\n', &line))
        count++;
    return count;
}

/* "one line"; of several each by itself, as many as there is room for: the lines "3", "2" and 2
 * more. */
static void add_quoted(StrBuf *out, View text)
{
    size_t count = text.size ? count_lines(text) : 1, shown = 0;
    View line = {0};
    strbuf_add_text(out, count > 1 ? "the lines " : "");
    for (size_t i = 0; i < count; i++) {
        if (text.size)
            view_split(&text, '\n', &line);
        shown += line.size + 1;
        if (i > 0 && shown > SHOWN) {
            strbuf_format(out, " and %zu more", count - i);
            return;
        }
        strbuf_add_text(out, i ? ", " : "");
        add_quoted_line(out, line);
    }
}

static void tell(Judge *judge, Dim3 block, Dim3 thread)
{
    View expected = without_line_end(&judge->expected), got = without_line_end(&judge->got);
    StrBuf *out = judge->sentence;
    who_add(out, block, thread);
    if (got.size == 0) {
        strbuf_add_text(out, " printed nothing, expected ");
        add_quoted(out, expected);
    } else if (expected.size == 0) {
        strbuf_add_text(out, " printed ");
        add_quoted(out, got);
        strbuf_add_text(out, " and should print nothing");
    } else {
        strbuf_add_text(out, " printed ");
        add_quoted(out, got);
        strbuf_add_text(out, ", expected ");
        add_quoted(out, expected);
    }
}

static bool judge_thread(Judge *judge, uint64_t index, size_t *next)
{
    uint64_t threads = volume(judge->prepared->block);
    Dim3 block = place_of(index / threads, judge->prepared->grid);
    Dim3 thread = place_of(index % threads, judge->prepared->block);
    strbuf_clear(&judge->got);
    for (; *next < judge->printed.size && judge->printed.data[*next].thread == index; ++*next) {
        const PrintRecord *record = judge->printed.data[*next].record;
        strbuf_add(&judge->got, (View){record->text, record->size});
    }
    if (!expect(judge, block, thread))
        return false;
    if (!view_equal(without_line_end(&judge->expected), without_line_end(&judge->got)) &&
        judge->wrong_threads++ == 0)
        tell(judge, block, thread);
    return true;
}

static void judge_all(Judge *judge)
{
    uint64_t threads = volume(judge->prepared->grid) * volume(judge->prepared->block);
    size_t next = 0;
    for (uint64_t i = 0; i < threads; i++)
        if (!judge_thread(judge, i, &next)) {
            judge->wrong_threads = 1;
            strbuf_clear(judge->sentence);
            strbuf_format(judge->sentence, "the lesson's print lines are wrong: %s",
                          judge->error.text);
            return;
        }
    if (judge->wrong_threads > 1)
        strbuf_format(judge->sentence, "; %llu other thread%s did not print what was asked either",
                      (unsigned long long)judge->wrong_threads - 1,
                      judge->wrong_threads == 2 ? "" : "s");
}

bool prints_right(const Exercise *exercise, const PreparedCase *prepared, const RunResult *run,
                  size_t index, const PrintRecord *prints, size_t print_count, StrBuf *sentence)
{
    Judge judge = {.spec = exercise->print, .prepared = prepared, .sentence = sentence};
    if (!judge.spec)
        return true;
    if (!gather(&judge, index, prints, print_count))
        strbuf_add_text(sentence,
                        "something was printed that cannot be told by thread; use printf");
    else
        judge_all(&judge);
    if (sentence->size == 0 && run->prints_lost)
        strbuf_format(sentence, "%llu lines were lost, so that they cannot be judged",
                      (unsigned long long)run->prints_lost);
    vec_free(&judge.printed);
    strbuf_free(&judge.expected);
    strbuf_free(&judge.got);
    return sentence->size == 0;
}
