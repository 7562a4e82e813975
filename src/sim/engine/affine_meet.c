/* Whether two blocks, or two threads, can reach one byte: a search for indices of both that make it
 * so.
 *
 * The difference of the two addresses is a sum of multiples of differences of indices. They are
 * tried in the order of their multiples, the largest first: what is left can then make up for few
 * values of each, mostly for one. */
#include "sim/engine/affine.h"

enum { TERMS = 2 * FORM_VARS, LIMITS = 16 };

typedef struct Term {
    int64_t coef;
    Range range;
    uint32_t var; /* whose difference it is; FORM_VARS: only one side's part of it */
} Term;

/* That a sum of differences lies in a range: both sides are bounded. */
typedef struct Limit {
    const Form *form;
    Range range;
} Limit;

typedef struct Search {
    Term terms[TERMS];
    uint32_t count;
    Range rest[TERMS + 1]; /* what the terms from there on add up to */
    Limit limits[LIMITS];
    uint32_t limit_count;
    Range differences[FORM_VARS]; /* of those that are set: their one value */
    Range goal;
    uint32_t vars; /* that make two of those that differ in them */
    uint32_t free; /* bits: such ones that the addresses don't depend on */
    uint32_t *steps;
} Search;

static uint64_t size_of(int64_t coef)
{
    return coef < 0 ? -(uint64_t)coef : (uint64_t)coef;
}

static void add_term(Search *search, int64_t coef, Range range, uint32_t var)
{
    uint32_t at = search->count;
    if (!coef || range.low == range.high)
        return; /* 0, as all differences can be */
    while (at && size_of(search->terms[at - 1].coef) < size_of(coef)) {
        search->terms[at] = search->terms[at - 1];
        at--;
    }
    search->terms[at] = (Term){coef, range, var};
    search->count++;
}

static Range part_of(int64_t coef, Range range)
{
    const Wide a = coef * range.low, b = coef * range.high;
    return a < b ? (Range){a, b} : (Range){b, a};
}

/* False: what makes two does not count alike on both sides. */
static bool add_terms(Search *search, const FormSpace *space, const Form *a, const Form *b)
{
    for (uint32_t i = 0; i < space->count; i++) {
        const Range range = space->range[i];
        const Wide extent = range.high - range.low;
        search->differences[i] = (Range){-extent, extent};
        if (a->coef[i] == b->coef[i]) {
            if (i < search->vars && !a->coef[i] && extent)
                search->free |= UINT32_C(1) << i;
            add_term(search, a->coef[i], search->differences[i], i);
            continue;
        }
        if (i < search->vars && extent)
            return false;
        /* Each side's part by itself, as what it is more than at the range's begin. */
        add_term(search, a->coef[i], (Range){0, extent}, FORM_VARS);
        add_term(search, -b->coef[i], (Range){0, extent}, FORM_VARS);
    }
    return true;
}

/* The terms count from where the ranges begin; what that comes to. */
static Wide begin_of(const FormSpace *space, const Form *a, const Form *b)
{
    Wide begin = (Wide)a->constant - b->constant;
    for (uint32_t i = 0; i < space->count; i++)
        begin += ((Wide)a->coef[i] - b->coef[i]) * space->range[i].low;
    return begin;
}

/* What bounds one side has, and the other side's range of the same. */
static void add_limits(Search *search, const FormSpace *space, const Reached *a, const Reached *b,
                       bool turned)
{
    for (const Bound *bound = a->bounds; bound && search->limit_count < LIMITS;
         bound = bound->before) {
        const Range there = form_range(space, b->bounds, &bound->form);
        const Range range = {bound->range.low - there.high, bound->range.high - there.low};
        search->limits[search->limit_count++] =
            (Limit){&bound->form, turned ? (Range){-range.high, -range.low} : range};
    }
}

static bool limits_hold(const Search *search)
{
    for (uint32_t i = 0; i < search->limit_count; i++) {
        const Limit *limit = &search->limits[i];
        Range all = {0, 0};
        for (uint32_t v = 0; v < FORM_VARS; v++) {
            const Range part = part_of(limit->form->coef[v], search->differences[v]);
            all.low += part.low;
            all.high += part.high;
        }
        if (all.low > limit->range.high || all.high < limit->range.low)
            return false;
    }
    return true;
}

/* Whether an index on which no address depends can differ. */
static bool may_differ(Search *search, uint32_t var)
{
    const Range all = search->differences[var];
    bool may = false;
    for (int side = 0; side < 2 && !may; side++) {
        search->differences[var] = side ? (Range){1, all.high} : (Range){all.low, -1};
        may = limits_hold(search);
    }
    search->differences[var] = all;
    return may;
}

/* Whether what is set, and what can be set yet, makes them two. */
static bool may_be_two(Search *search, uint32_t at)
{
    bool two = false;
    for (uint32_t i = 0; i < at; i++) {
        const Term *term = &search->terms[i];
        two |= term->var < search->vars && search->differences[term->var].low != 0;
    }
    for (uint32_t i = at; i < search->count; i++)
        two |= search->terms[i].var < search->vars;
    for (uint32_t i = 0; i < search->vars && !two; i++)
        two = search->free >> i & 1 && may_differ(search, i);
    return two;
}

static Wide divide_down(Wide a, Wide b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The values of a term with which all others may still reach the goal. */
static Range values_of(const Search *search, uint32_t at, Wide set)
{
    const Term *term = &search->terms[at];
    const Range rest = search->rest[at + 1];
    const Wide low = search->goal.low - set - rest.high, high = search->goal.high - set - rest.low;
    Range values = term->coef > 0
                       ? (Range){-divide_down(-low, term->coef), divide_down(high, term->coef)}
                       : (Range){-divide_down(-high, term->coef), divide_down(low, term->coef)};
    if (values.low < term->range.low)
        values.low = term->range.low;
    if (values.high > term->range.high)
        values.high = term->range.high;
    return values;
}

/* The terms before `at` come to `set`. */
static bool may_reach(Search *search, uint32_t at, Wide set)
{
    if (*search->steps == 0)
        return true;
    --*search->steps;
    if (!may_be_two(search, at) || !limits_hold(search))
        return false;
    if (at == search->count)
        return set >= search->goal.low && set <= search->goal.high;
    const Term *term = &search->terms[at];
    const Range values = values_of(search, at, set);
    for (Wide value = values.low; value <= values.high; value++) {
        if (term->var < FORM_VARS)
            search->differences[term->var] = (Range){value, value};
        if (may_reach(search, at + 1, set + term->coef * value))
            return true;
    }
    if (term->var < FORM_VARS)
        search->differences[term->var] = term->range;
    return false;
}

bool reached_may_meet(const FormSpace *space, const Reached *a, const Reached *b, uint32_t vars,
                      uint32_t *steps)
{
    if (a->range.high + a->bytes <= b->range.low || b->range.high + b->bytes <= a->range.low)
        return false;
    Search search = {.vars = vars, .steps = steps};
    if (!add_terms(&search, space, &a->form, &b->form))
        return true;
    add_limits(&search, space, a, b, false);
    add_limits(&search, space, b, a, true);
    const Wide begin = begin_of(space, &a->form, &b->form);
    search.goal = (Range){1 - (Wide)a->bytes - begin, (Wide)b->bytes - 1 - begin};
    for (uint32_t i = search.count; i-- > 0;) {
        const Range part = part_of(search.terms[i].coef, search.terms[i].range);
        search.rest[i] =
            (Range){search.rest[i + 1].low + part.low, search.rest[i + 1].high + part.high};
    }
    return may_reach(&search, 0, 0);
}
