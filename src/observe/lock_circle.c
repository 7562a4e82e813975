/* A circle is made of steps of different threads, none of which is ordered before another, and
 * which hold no lock in common. */
#include "observe/lock_circle.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 13, SLOTS = 2 * MOST, LEAST_ROOM = 64, LOOKS_MOST = 400000 };

static uint32_t slot_of(uint32_t held, uint32_t wanted)
{
    uint64_t key = (uint64_t)held << 32 | wanted;
    return (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 40) % SLOTS;
}

/* The slot of two words, or the free one where they belong. */
static uint32_t slot_find(const LockSteps *steps, uint32_t held, uint32_t wanted)
{
    uint32_t at = slot_of(held, wanted);
    for (; steps->slots[at]; at = (at + 1) % SLOTS) {
        const LockStep *step = &steps->steps[steps->slots[at] - 1];
        if (step->held == held && step->wanted == wanted)
            break;
    }
    return at;
}

LockStep *lock_steps_of(const LockSteps *steps, uint32_t held, uint32_t wanted)
{
    uint32_t number = steps->slots ? steps->slots[slot_find(steps, held, wanted)] : 0;
    return number ? &steps->steps[number - 1] : NULL;
}

static bool make_room(LockSteps *steps)
{
    if (!steps->slots && !(steps->slots = calloc(SLOTS, sizeof *steps->slots)))
        return false;
    if (steps->count < steps->room)
        return true;
    uint32_t room = steps->room ? steps->room * 2 : LEAST_ROOM;
    LockStep *more = room <= MOST ? realloc(steps->steps, room * sizeof *more) : NULL;
    if (!more)
        return false;
    steps->steps = more;
    steps->room = room;
    return true;
}

bool lock_steps_are_full(const LockSteps *steps)
{
    return steps->count == MOST;
}

bool lock_steps_add(LockSteps *steps, const LockStep *fresh)
{
    if (!make_room(steps))
        return false;
    uint32_t at = slot_find(steps, fresh->held, fresh->wanted);
    steps->steps[steps->count] = *fresh;
    steps->steps[steps->count].next = steps->slots[at];
    steps->slots[at] = ++steps->count;
    return true;
}

void lock_steps_forget(LockSteps *steps)
{
    for (uint32_t i = 0; i < steps->count; i++)
        order_known_free(steps->steps[i].known);
    free(steps->steps);
    free(steps->slots);
    *steps = (LockSteps){0};
}

static bool may_meet(const LockStep *a, const LockStep *b)
{
    if (a->who == b->who)
        return false;
    for (uint32_t i = 0; i < a->all_count; i++)
        for (uint32_t j = 0; j < b->all_count; j++)
            if (a->all[i] == b->all[j])
                return false;
    return !order_known_has(a->known, b->when) && !order_known_has(b->known, a->when);
}

typedef struct Search {
    LockSteps *steps;
    uint32_t *first, *from; /* those that hold word w: from[first[w]] to from[first[w + 1]] */
    uint32_t words;
    const LockStep *circle[LOCK_CIRCLE_MOST];
    uint32_t longest; /* that is looked for now */
    uint32_t looks;
    void *state;
    void (*found)(void *state, const LockStep *const *circle, uint32_t length);
} Search;

/* Steps that no circle can have: nobody holds what they want for one more, or wants what they hold.
 */
static bool drop_ends(Search *search)
{
    LockSteps *steps = search->steps;
    uint32_t *held = calloc((size_t)search->words * 2, sizeof *held);
    if (!held)
        return false;
    uint32_t *wanted = held + search->words;
    for (uint32_t i = 0; i < steps->count; i++) {
        held[steps->steps[i].held] += !steps->steps[i].dead;
        wanted[steps->steps[i].wanted] += !steps->steps[i].dead;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < steps->count; i++) {
            LockStep *step = &steps->steps[i];
            if (step->dead || (held[step->wanted] && wanted[step->held]))
                continue;
            step->dead = changed = true;
            held[step->held]--;
            wanted[step->wanted]--;
        }
    }
    free(held);
    return true;
}

static bool index_steps(Search *search)
{
    const LockSteps *steps = search->steps;
    search->first = calloc((size_t)search->words + 2, sizeof *search->first);
    search->from = calloc((size_t)steps->count + 1, sizeof *search->from);
    if (!search->first || !search->from)
        return false;
    for (uint32_t i = 0; i < steps->count; i++)
        if (!steps->steps[i].dead)
            search->first[steps->steps[i].held + 2]++;
    for (uint32_t w = 0; w < search->words; w++)
        search->first[w + 2] += search->first[w + 1];
    for (uint32_t i = 0; i < steps->count; i++)
        if (!steps->steps[i].dead)
            search->from[search->first[steps->steps[i].held + 1]++] = i;
    return true;
}

static bool fits(const Search *search, const LockStep *step, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        if (!may_meet(search->circle[i], step))
            return false;
    return true;
}

/* Goes on from the last of `length` steps, until one wants what the first one holds. */
static bool close_circle(Search *search, uint32_t length)
{
    uint32_t word = search->circle[length - 1]->wanted;
    if (word == search->circle[0]->held) {
        search->found(search->state, search->circle, length);
        return true;
    }
    for (uint32_t i = search->first[word]; length < search->longest && i < search->first[word + 1];
         i++) {
        const LockStep *step = &search->steps->steps[search->from[i]];
        if (search->looks++ > LOOKS_MOST)
            return false;
        if (step->told || !fits(search, step, length))
            continue;
        search->circle[length] = step;
        if (close_circle(search, length + 1))
            return true;
    }
    return false;
}

static void look_for(Search *search, uint32_t longest)
{
    LockSteps *steps = search->steps;
    search->longest = longest;
    for (uint32_t i = 0; i < steps->count && search->looks <= LOOKS_MOST; i++) {
        LockStep *step = &steps->steps[i];
        search->circle[0] = step;
        if (step->dead || step->told || !close_circle(search, 1))
            continue;
        for (uint32_t c = 0; c < longest && (c == 0 || search->circle[c - 1]->wanted != step->held);
             c++)
            steps->steps[search->circle[c] - steps->steps].told = true;
    }
}

void lock_circles(LockSteps *steps, void *state,
                  void (*found)(void *state, const LockStep *const *circle, uint32_t length))
{
    Search search = {.steps = steps, .state = state, .found = found};
    for (uint32_t i = 0; i < steps->count; i++) {
        const LockStep *step = &steps->steps[i];
        if (step->held >= search.words)
            search.words = step->held + 1;
        if (step->wanted >= search.words)
            search.words = step->wanted + 1;
    }
    if (steps->count && drop_ends(&search) && index_steps(&search))
        for (uint32_t longest = 2; longest <= LOCK_CIRCLE_MOST; longest *= 2)
            look_for(&search, longest);
    free(search.first);
    free(search.from);
}
