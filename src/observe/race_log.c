/* Reads, one behind the other, and their forms: how far from the first byte each run of lanes
 * begins. */
#include "observe/race_log.h"

#include <stdlib.h>
#include <string.h>

#include "observe/lane_run.h"
#include "observe/wide.h"

enum {
    LANES = 32,
    FEW_RUNS = 8,
    FARTHEST = UINT16_MAX,
    READS_LEAST = 32,
    SHAPES_LEAST = 32,
    FORMS_LEAST = 8,
    FORMS_FEW = 16,  /* more are kept only if as many reads have them */
    FORMS_ALIKE = 8, /* of a row, or behind each other, that are looked at for one */
    WORD = 4,
    WORDS_MOST = 64, /* from the first to the last one of those that are told apart */
    MEETS_MOST = 64, /* reads that a write is compared with */
    /* From the lowest bit: where it begins, warp, form. */
    AT_BITS = 18,
    WARP_BITS = 5,
    FORM_AT = AT_BITS + WARP_BITS,
    FORMS_MOST = (1 << (32 - FORM_AT)) - 1,
    FORM_RUN = FORMS_MOST, /* below it the number of a run */
    RUNS_LEAST = 4
};
_Static_assert(1 << WARP_BITS == RACE_LOG_WARPS, "a number for each warp");

/* A shape's first words; behind it for each lane that begins a run how far it is from the first
 * byte. */
typedef struct Head {
    uint32_t mask, begins; /* lanes */
    uint16_t span;         /* from the first byte to behind the last */
    uint8_t bytes, starts;
    uint32_t repeats;  /* what does not begin a run does as the lane before, all of them */
    uint32_t words[2]; /* see words_touched(); follows from all else */
} Head;

typedef struct Shape {
    Head head;
    uint16_t away[LANES];
} Shape;

enum { HEAD_WORDS = sizeof(Head) / sizeof(uint32_t) };
_Static_assert(sizeof(Head) == 24, "no padding");

static uint32_t words_of(const Head *head)
{
    return HEAD_WORDS + (head->starts + 1u) / 2;
}

static const Shape *shape_of(const RaceLog *log, const RaceLogForm *form)
{
    return (const Shape *)(const void *)(log->shapes + form->shape);
}

/* -- room */

size_t race_log_held(const RaceLog *log)
{
    return log->read_room * sizeof *log->reads + log->shape_room * sizeof *log->shapes +
           log->form_room * sizeof *log->forms + log->run_room * sizeof *log->runs;
}

/* Room for `count` elements, twice what there was where that may be. False: there is none. */
static bool make_room(const RaceLog *log, size_t most, void **array, uint32_t *room, uint32_t count,
                      size_t element, uint32_t least)
{
    if (count <= *room)
        return true;
    const size_t others = race_log_held(log) - *room * element;
    size_t more = *room ? *room : least;
    while (more < count)
        more *= 2;
    if (others + more * element > most)
        more = others < most ? (most - others) / element : 0;
    void *grown = more < count ? NULL : realloc(*array, more * element);
    if (!grown)
        return false;
    *array = grown;
    *room = (uint32_t)more;
    return true;
}

/* -- forms */

static uint8_t put_few(uint16_t *away, const SimAccess *access, uint32_t begins)
{
    uint8_t starts = 0;
    for (uint32_t left = begins; left; left &= left - 1)
        away[starts++] = (uint16_t)(access->address[__builtin_ctz(left)] - access->low);
    if (starts % 2)
        away[starts] = 0;
    return starts;
}

static uint8_t put_all(uint16_t *away, const SimAccess *access)
{
    const uint64_t *address = access->address, low = access->low;
    for (int l = 0; l < LANES; l++)
        away[l] = (uint16_t)(address[l] - low);
    return LANES;
}

/* Which words it touches, from the first one on; 0: that isn't easily said. */
static OBSERVE_WIDE uint64_t words_touched(const SimAccess *access)
{
    uint64_t words = 0;
    if (access->bytes != WORD || access->low % WORD ||
        access->high - access->low > WORD * WORDS_MOST)
        return 0;
    for (uint32_t l = 0; l < LANES; l++) {
        const uint64_t takes = access->mask >> l & 1;
        words |= takes << ((access->address[l] - access->low) / WORD % WORDS_MOST);
    }
    return words;
}

/* Lanes that begin a run of their own; all of a full warp where most do. */
static uint32_t lanes_that_begin(const SimAccess *access)
{
    /* So do lanes that follow where others repeat. */
    const uint32_t begins = access->mask & ~(access->repeats ? access->repeats : access->follows);
    const bool all = access->mask == UINT32_MAX && __builtin_popcount(begins) > FEW_RUNS;
    return all ? UINT32_MAX : begins;
}

static Shape find_shape(const SimAccess *access, uint32_t begins)
{
    const uint64_t touched = words_touched(access);
    Shape shape;
    shape.head = (Head){.mask = access->mask,
                        .begins = begins,
                        .span = (uint16_t)(access->high - access->low),
                        .bytes = (uint8_t)access->bytes,
                        .repeats = access->repeats != 0,
                        .words = {(uint32_t)touched, (uint32_t)(touched >> 32)}};
    shape.head.starts =
        begins == UINT32_MAX ? put_all(shape.away, access) : put_few(shape.away, access, begins);
    return shape;
}

static bool is_shape(const Shape *shape, const SimAccess *access, uint32_t begins)
{
    const uint64_t *address = access->address, low = access->low;
    const Head *head = &shape->head;
    uint32_t differs =
        (head->mask ^ access->mask) | (head->begins ^ begins) | (head->bytes ^ access->bytes) |
        (head->span ^ (uint32_t)(access->high - low)) | (head->repeats ^ (access->repeats != 0));
    if (differs)
        return false;
    if (begins == UINT32_MAX)
        for (uint32_t l = 0; l < LANES; l++)
            differs |= shape->away[l] ^ (uint32_t)(address[l] - low);
    else
        for (const uint16_t *away = shape->away; begins; begins &= begins - 1)
            differs |= *away++ ^ (uint32_t)(address[__builtin_ctz(begins)] - low);
    return !differs;
}

/* Where the access's shape lies; UINT32_MAX: there is no room. */
static uint32_t put_shape(RaceLog *log, size_t most, const SimAccess *access, uint32_t begins)
{
    for (uint32_t i = log->form_count; i > 0 && i + FORMS_ALIKE > log->form_count; i--)
        if (is_shape(shape_of(log, &log->forms[i - 1]), access, begins))
            return log->forms[i - 1].shape;
    const Shape shape = find_shape(access, begins);
    const uint32_t count = log->shape_count, words = words_of(&shape.head);
    if (!make_room(log, most, (void **)&log->shapes, &log->shape_room, count + words,
                   sizeof *log->shapes, SHAPES_LEAST))
        return UINT32_MAX;
    memcpy(log->shapes + count, &shape, words * sizeof *log->shapes);
    log->shape_count += words;
    return count;
}

/* The number + 1 of a form of the site; 0: there is no room. */
static uint32_t form_for(RaceLog *log, size_t most, uint32_t site, const SimAccess *access)
{
    const uint32_t begins = lanes_that_begin(access);
    uint16_t *row = &log->rows[site % RACE_LOG_ROWS];
    uint32_t number = *row;
    for (int i = 0; i < FORMS_ALIKE && number; i++, number = log->forms[number - 1].next)
        if (log->forms[number - 1].site == site &&
            is_shape(shape_of(log, &log->forms[number - 1]), access, begins))
            return number;
    if (log->form_count == FORMS_MOST ||
        !make_room(log, most, (void **)&log->forms, &log->form_room, log->form_count + 1,
                   sizeof *log->forms, FORMS_LEAST))
        return 0;
    const uint32_t at = put_shape(log, most, access, begins);
    if (at == UINT32_MAX)
        return 0;
    log->forms[log->form_count++] = (RaceLogForm){at, (uint16_t)site, *row, 0};
    return *row = (uint16_t)log->form_count;
}

/* -- reads */

/* `again`: it was added to another one. */
static void note_warp(RaceLog *log, const SimAccess *access, uint32_t warp, uint16_t clock,
                      bool again)
{
    struct RaceLogWarp *of = &log->of_warp[warp];
    const uint32_t low = (uint32_t)access->low, high = (uint32_t)access->high;
    if (!(log->warps >> warp & 1))
        *of = (struct RaceLogWarp){low, high, log->read_count, log->read_count, clock};
    log->warps |= UINT32_C(1) << warp;
    of->low = low < of->low ? low : of->low;
    of->high = high > of->high ? high : of->high;
    of->last = again ? of->last : log->read_count;
}

static uint32_t low_of(uint32_t read)
{
    return read & ((UINT32_C(1) << AT_BITS) - 1);
}

static uint32_t warp_of(uint32_t read)
{
    return read >> AT_BITS & (RACE_LOG_WARPS - 1);
}

static bool is_run(uint32_t read)
{
    return read >> FORM_AT == FORM_RUN;
}

static RaceLogRun *run_of(const RaceLog *log, uint32_t read)
{
    return &log->runs[read & ((UINT32_C(1) << FORM_AT) - 1)];
}

/* The first one of number `i`. */
static uint32_t first_of(const RaceLog *log, uint32_t i)
{
    const uint32_t read = log->reads[i];
    return is_run(read) ? run_of(log, read)->read : read;
}

static const RaceLogForm *form_of(const RaceLog *log, uint32_t read)
{
    return &log->forms[read >> FORM_AT];
}

/* Makes the last read of a form a run, with this one. False: there is no room. */
static bool make_run(RaceLog *log, size_t most, uint32_t i, int32_t step)
{
    if (!make_room(log, most, (void **)&log->runs, &log->run_room, log->run_count + 1,
                   sizeof *log->runs, RUNS_LEAST))
        return false;
    log->runs[log->run_count] = (RaceLogRun){log->reads[i], 2, (int16_t)step};
    log->reads[i] = (uint32_t)FORM_RUN << FORM_AT | log->run_count++;
    return true;
}

/* Whether the read was added to the last one of its form, since it goes on where that ended. */
static bool goes_on(RaceLog *log, size_t most, const RaceLogForm *form, uint32_t read)
{
    const uint32_t i = form->last - 1, last = form->last ? log->reads[i] : 0;
    const uint32_t first = form->last ? first_of(log, i) : 0;
    const int32_t away = (int32_t)low_of(read) - (int32_t)low_of(first);
    if (!form->last || warp_of(first) != warp_of(read))
        return false;
    if (!is_run(last))
        return away == (int16_t)away && make_run(log, most, i, away);
    RaceLogRun *run = run_of(log, last);
    if (run->count == UINT16_MAX || away != run->step * run->count)
        return false;
    run->count++;
    return true;
}

bool race_log_add(RaceLog *log, size_t most, const SimAccess *access, uint32_t warp, uint16_t clock,
                  uint32_t site)
{
    if (log->full || access->high - access->low > FARTHEST || access->high >> AT_BITS ||
        (log->warps >> warp & 1 && log->of_warp[warp].clock != clock))
        return false;
    const uint32_t number = form_for(log, most, site, access);
    const uint32_t read = (number - 1) << FORM_AT | warp << AT_BITS | (uint32_t)access->low;
    const bool again = number && goes_on(log, most, &log->forms[number - 1], read);
    if (!number || (!again && !make_room(log, most, (void **)&log->reads, &log->read_room,
                                         log->read_count + 1, sizeof *log->reads, READS_LEAST))) {
        log->full = true;
        return false;
    }
    note_warp(log, access, warp, clock, again);
    if (!again) {
        log->reads[log->read_count++] = read;
        log->forms[number - 1].last = log->read_count;
    }
    log->told++;
    return true;
}

/* Where each lane reads. */
static void unfold(const Shape *shape, uint32_t low, uint32_t at[LANES])
{
    const uint32_t begins = shape->head.begins;
    const uint32_t step = shape->head.repeats ? 0 : shape->head.bytes;
    const uint16_t *away = shape->away;
    uint32_t last = 0;
    for (uint32_t l = 0; begins == UINT32_MAX && l < LANES; l++)
        at[l] = low + away[l];
    for (uint32_t left = begins == UINT32_MAX ? 0 : shape->head.mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        last = begins >> lane & 1 ? low + *away++ : last + step;
        at[lane] = last;
    }
}

void logged_read_keep(LoggedRead *read, uint32_t mask)
{
    read->mask &= mask;
    read->low = UINT64_MAX;
    read->high = read->follows = read->repeats = 0;
    for (uint32_t left = read->mask; left; left &= left - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(left);
        const uint64_t at = read->address[lane];
        const bool pair = lane && read->mask >> (lane - 1) & 1;
        const uint64_t step = pair ? at - read->address[lane - 1] : UINT64_MAX;
        read->follows |= (uint32_t)(step == read->bytes) << lane;
        read->repeats |= (uint32_t)(step == 0) << lane;
        read->low = at < read->low ? at : read->low;
        read->high = at + read->bytes > read->high ? at + read->bytes : read->high;
    }
}

uint32_t race_log_times(const RaceLog *log, uint32_t i)
{
    return is_run(log->reads[i]) ? run_of(log, log->reads[i])->count : 1;
}

static int32_t step_of(const RaceLog *log, uint32_t i)
{
    return is_run(log->reads[i]) ? run_of(log, log->reads[i])->step : 0;
}

void race_log_read(const RaceLog *log, uint32_t i, uint32_t time, LoggedRead *out)
{
    const uint32_t read = first_of(log, i);
    const RaceLogForm *form = form_of(log, read);
    const Shape *shape = shape_of(log, form);
    uint32_t at[LANES] = {0};
    *out = (LoggedRead){.warp = warp_of(read),
                        .site = form->site,
                        .clock = log->of_warp[warp_of(read)].clock,
                        .bytes = shape->head.bytes,
                        .mask = shape->head.mask};
    unfold(shape, low_of(read) + time * (uint32_t)step_of(log, i), at);
    for (uint32_t l = 0; l < LANES; l++)
        out->address[l] = at[l];
    logged_read_keep(out, UINT32_MAX);
}

/* -- writes */

/* Whether each lane that writes reads just there, and lanes lie side by side. */
static bool is_same_run(const Head *head, uint32_t low, const SimAccess *write)
{
    const bool side_by_side = (head->begins & (head->begins - 1)) == 0 && !head->repeats;
    const uint32_t first = (uint32_t)__builtin_ctz(write->mask);
    return side_by_side && head->mask == write->mask && head->bytes == write->bytes &&
           write->follows == (write->mask & (write->mask - 1)) && write->address[first] == low;
}

/* Whether each lane that writes reads just there, and no two read the same. */
static bool is_same(const Shape *shape, uint64_t words, uint32_t low, const SimAccess *write)
{
    uint32_t at[LANES] = {0}, other = 0;
    if (write->mask & ~shape->head.mask ||
        __builtin_popcountll(words) != __builtin_popcount(shape->head.mask))
        return false;
    unfold(shape, low, at);
    for (uint32_t l = 0; l < LANES; l++)
        other |= (uint32_t)(at[l] != (uint32_t)write->address[l]) << l;
    return !(other & write->mask);
}

/* Whether another lane's word may be written; `written`: words from the first one on. */
static bool meets_words(const Shape *shape, uint32_t low, const SimAccess *write, uint64_t written,
                        bool own)
{
    const uint64_t read = shape->head.words[0] | (uint64_t)shape->head.words[1] << 32;
    const uint64_t from = low > write->low ? low - write->low : write->low - low;
    if (!read || !written)
        return true;
    /* Words farther from each other aren't in both. */
    const uint64_t both = from / WORD >= WORDS_MOST ? 0
                          : low > write->low        ? read << from / WORD & written
                                                    : written << from / WORD & read;
    return both && !(own && is_same(shape, read, low, write));
}

/* Whether number `i` may meet what is written. `own`: both are of one warp. */
static bool meets_read(const RaceLog *log, uint32_t i, const SimAccess *write, uint64_t written,
                       bool own)
{
    const uint32_t read = first_of(log, i), times = race_log_times(log, i);
    const uint32_t step = (uint32_t)step_of(log, i);
    const Shape *shape = shape_of(log, form_of(log, read));
    uint32_t low = low_of(read);
    for (uint32_t t = 0; t < times; t++, low += step)
        if (low < write->high && low + shape->head.span > write->low &&
            !(own && is_same_run(&shape->head, low, write)) &&
            meets_words(shape, low, write, written, own))
            return true;
    return false;
}

/* Whether reads of warp `v` may. */
static bool meets_warp(const RaceLog *log, uint32_t v, const SimAccess *write, uint64_t written,
                       uint32_t warp)
{
    for (uint32_t i = log->of_warp[v].first; i <= log->of_warp[v].last; i++)
        if (warp_of(first_of(log, i)) == v && meets_read(log, i, write, written, v == warp))
            return true;
    return false;
}

bool race_log_meets(const RaceLog *log, const SimAccess *write, uint32_t warp)
{
    if (log->told > MEETS_MOST || !write->high || write->high >> AT_BITS)
        return true;
    const uint64_t written = words_touched(write);
    for (uint32_t left = log->warps; left; left &= left - 1) {
        const uint32_t v = (uint32_t)__builtin_ctz(left);
        const struct RaceLogWarp *of = &log->of_warp[v];
        if (of->low < write->high && of->high > write->low &&
            meets_warp(log, v, write, written, warp))
            return true;
    }
    return false;
}

/* -- the end */

void race_log_clear(RaceLog *log)
{
    if (log->full || log->form_count > FORMS_FEW + 2 * log->read_count)
        race_log_forget(log);
    for (uint32_t i = 0; i < log->form_count && log->read_count; i++)
        log->forms[i].last = 0;
    log->read_count = log->run_count = log->told = log->warps = 0;
}

void race_log_forget(RaceLog *log)
{
    log->read_count = log->run_count = log->told = log->warps = 0;
    log->shape_count = log->form_count = 0;
    log->full = false;
    memset(log->rows, 0, sizeof log->rows);
}

void race_log_free(RaceLog *log)
{
    free(log->reads);
    free(log->shapes);
    free(log->forms);
    free(log->runs);
    *log = (RaceLog){0};
}
