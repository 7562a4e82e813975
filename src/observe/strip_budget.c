/* Reviews of shadow memory: each time it has grown by a part, a few pages tell how much is touched,
 * and whether they are still being filled. */
#include "observe/strip_budget.h"

#include <string.h>

enum {
    REVIEW_LEAST = 16 << 10,
    GUESS_LEAST = 256 << 10, /* before, what is touched can't be guessed */
    /* While a launch runs, and packing takes time: of a kernel that goes through its memory page by
     * page; of one that goes anywhere, and may still touch the rest of it. */
    SWEEP_LEAST = 1 << 20,
    SWEEP_MOST = 3 << 20,
    SWEEP_PART = 4, /* of the memory that there is */
    SLACK_LEAST = 8 << 20,
    SLACK_MOST = 64 << 20,
    SLACK_BYTES = 2, /* for a byte of memory that there is */
    SAMPLES = 64,
    SAMPLE_UNITS = 256,
    GROWS_QUARTERS = 5, /* of what it was, and more: pages are being filled */
    LITTLE = 16,        /* of a page one part or less: it may grow much before it counts */
    OPEN_EIGHTHS = 2,   /* of a page are touched, and ever more: packing it won't pay */
    OPEN_TENTHS = 30,   /* open pages that take less may stay open */
    FAIR_TENTHS = 38,   /* of a byte that are fair for a byte touched */
    VIEWS = 1 << 12
};

void budget_init(StripBudget *budget)
{
    *budget = (StripBudget){.review_at = REVIEW_LEAST};
}

void budget_join(StripBudget *budget, Strips *strips)
{
    strips->budget = budget;
    budget->members[budget->count++] = strips;
}

size_t budget_held(const StripBudget *budget)
{
    size_t held = 0;
    for (uint32_t i = 0; i < budget->count; i++)
        held += strips_held(budget->members[i]);
    return held;
}

void budget_begin(StripBudget *budget)
{
    size_t held = 0;
    for (uint32_t i = 0; i < budget->count; i++)
        held += budget->members[i]->lasts ? strips_held(budget->members[i]) : 0;
    budget->packs = budget->forgets = false;
    memset(budget->means, 0, sizeof budget->means);
    budget->review_at = held + held / 4 > REVIEW_LEAST ? held + held / 4 : REVIEW_LEAST;
}

void budget_allocated(StripBudget *budget, uint64_t size)
{
    budget->allocated += size;
}

void budget_freed(StripBudget *budget, uint64_t size)
{
    budget->allocated -= size < budget->allocated ? size : budget->allocated;
}

/* -- what is touched */

static uint64_t packed_touched(const StripPage *page)
{
    uint32_t most = 0;
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++) {
        uint32_t count = packed_count(page->packed, kind);
        most = count > most ? count : most;
    }
    return (uint64_t)most << page->unit_bits;
}

/* Judged by some units of it, `chance` says which. */
static uint64_t touched_of(const Strips *strips, const StripPage *page, uint32_t chance)
{
    const size_t units = (size_t)1 << (strips->page_bits - page->unit_bits);
    const size_t count = units < SAMPLE_UNITS ? units : SAMPLE_UNITS;
    const size_t first = chance % (units / count) * count;
    uint64_t taken = 0;
    if (page->is_packed)
        return packed_touched(page);
    for (size_t i = first; i < first + count; i++) {
        Slot any = 0;
        for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
            any |= page->kinds[kind] ? page->kinds[kind][i] : 0;
        taken += any != 0;
    }
    return (taken << page->unit_bits) * (units / count);
}

/* What the page's slots would take if it were open. */
static uint64_t open_bytes(const Strips *strips, const StripPage *page)
{
    uint64_t kinds = 0;
    for (uint32_t kind = 0; kind < STRIP_KINDS; kind++)
        kinds +=
            page->is_packed ? packed_count(page->packed, kind) != 0 : page->kinds[kind] != NULL;
    return kinds * sizeof(Slot) << (strips->page_bits - page->unit_bits);
}

/* Bytes of all pages together, guessed from some of them. */
typedef struct Guess {
    uint64_t touched; /* 0: there is no page */
    uint64_t open;    /* what their slots would take if none were packed */
} Guess;

/* `settled`: only from those that are not so new that the kernel is still at them. */
static Guess guess(const StripBudget *budget, const Strips *strips, bool settled)
{
    const size_t mask = strips->capacity - 1;
    uint64_t samples = 0;
    Guess sum = {0};
    uint32_t chance = 12345;
    for (size_t looked = 0; looked < strips->capacity && samples < SAMPLES; looked++) {
        chance = chance * 1664525 + 1013904223;
        const StripPage *page = strips->table[(looked * 0x9E3779B1) & mask];
        if (!page || (settled && page->age == budget->age))
            continue;
        sum.touched += touched_of(strips, page, chance >> 8);
        sum.open += open_bytes(strips, page);
        samples++;
    }
    if (samples)
        sum = (Guess){sum.touched * strips->count / samples, sum.open * strips->count / samples};
    return sum;
}

static bool is_too_much(const StripBudget *budget, uint64_t held)
{
    uint64_t touched = 0;
    if (budget->allocated && held * 10 > budget->allocated * FAIR_TENTHS)
        return true;
    for (uint32_t i = 0; i < budget->count && held >= GUESS_LEAST; i++) {
        uint64_t one = guess(budget, budget->members[i], true).touched;
        touched = one > touched ? one : touched;
    }
    return touched && held * 10 > touched * FAIR_TENTHS;
}

/* How much of a page is touched, in eighths. */
static uint8_t guess_filled(const StripBudget *budget)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < budget->count; i++) {
        const Strips *strips = budget->members[i];
        Guess one = guess(budget, strips, true);
        if (!one.touched)
            one = guess(budget, strips, false);
        const uint64_t pages = (uint64_t)strips->count << strips->page_bits;
        const uint64_t filled = pages ? one.touched * 8 / pages : 0;
        most = filled > most ? filled : most;
    }
    return (uint8_t)most;
}

static void pack_all(Strips *strips, const StripPage *but, bool trims)
{
    for (size_t i = 0; i < strips->capacity; i++) {
        StripPage *page = strips->table[i];
        if (!page || page == but)
            continue;
        strips_pack(strips, page);
        if (page->is_packed && trims)
            packed_trim(page->packed);
    }
}

static void forget_all(Strips *strips)
{
    for (size_t i = 0; i < strips->capacity && strips->needed; i++)
        for (uint32_t kind = strips->needed; kind < STRIP_KINDS && strips->table[i]; kind++)
            if (strips->table[i]->is_packed)
                packed_forget(strips->table[i]->packed, kind);
}

static void make_fair(StripBudget *budget, const StripPage *page)
{
    const bool first = !budget->packs,
               trims = first || !page || budget_held(budget) >= budget->trim_at;
    budget->packs = true;
    budget->views = first ? 0 : budget->views;
    budget->views_at = first ? VIEWS : budget->views_at;
    budget->filled = guess_filled(budget);
    for (uint32_t i = 0; i < budget->count; i++)
        pack_all(budget->members[i], page, trims);
    const size_t packed = budget_held(budget);
    budget->trim_at = trims ? 2 * packed : budget->trim_at;
    budget->forgets = packed >= GUESS_LEAST && is_too_much(budget, packed);
    for (uint32_t i = 0; i < budget->count && budget->forgets; i++)
        forget_all(budget->members[i]);
}

void budget_end(StripBudget *budget)
{
    budget->age = (uint8_t)((budget->age + 1) % STRIP_STIFF); /* the kernel is at no page now */
    if (is_too_much(budget, budget_held(budget)))
        make_fair(budget, NULL);
}

/* -- whether pages are being filled */

/* What is remembered of a member: as long as its pages are mostly the same. */
static void remember(StripBudget *budget, uint32_t member, bool anew)
{
    const Strips *strips = budget->members[member];
    BudgetMean *mean = &budget->means[member];
    if (strips->count == 0 || (!anew && strips->count * 4 < mean->pages * GROWS_QUARTERS))
        return;
    mean->touched = (uint32_t)(guess(budget, strips, false).touched / strips->count);
    mean->pages = strips->count;
}

/* Whether the pages that there are have hardly been touched more since they were remembered, in the
 * member that tells of most. `filled`: how many bytes of each of them are. */
static bool is_settled(StripBudget *budget, uint64_t *filled)
{
    uint64_t most = 0;
    bool settled = true;
    *filled = 0;
    for (uint32_t i = 0; i < budget->count; i++) {
        const Strips *strips = budget->members[i];
        const BudgetMean *mean = &budget->means[i];
        const Guess one = guess(budget, strips, true);
        if (one.touched > most) {
            most = one.touched;
            *filled = one.touched / strips->count;
            settled = *filled < (UINT64_C(1) << strips->page_bits) / LITTLE ||
                      *filled * 4 < (uint64_t)mean->touched * GROWS_QUARTERS;
        }
    }
    for (uint32_t i = 0; i < budget->count; i++)
        remember(budget, i, !settled);
    return settled;
}

/* Whether the kernel goes through its memory page by page. */
static bool sweeps(const StripBudget *budget)
{
    bool all = true;
    for (uint32_t i = 0; i < budget->count; i++)
        all &= strips_sweep(budget->members[i]);
    return all;
}

/* Pages become open again when they are touched, if that is fair, or, where the kernel fills them
 * here and there, will be once they are full. */
static void open_filled(StripBudget *budget, bool settled, uint64_t filled)
{
    uint64_t open = 0, touched = 0, full = 0;
    for (uint32_t i = 0; i < budget->count; i++) {
        const Strips *strips = budget->members[i];
        const Guess one = guess(budget, strips, false);
        const uint64_t bytes = (uint64_t)strips->count << strips->page_bits;
        open += strips->packs_fine ? strips_held(strips) : one.open;
        touched = one.touched > touched ? one.touched : touched;
        full = bytes > full ? bytes : full;
    }
    const bool fills = !settled && !sweeps(budget) &&
                       filled * 8 >= (uint64_t)OPEN_EIGHTHS << budget->members[0]->page_bits;
    if (open * 10 <= touched * OPEN_TENTHS || (fills && open * 10 <= full * FAIR_TENTHS))
        budget->packs = budget->forgets = false;
}

static void judge(StripBudget *budget, const StripPage *page)
{
    uint64_t filled;
    const bool settled = is_settled(budget, &filled);
    if (settled && is_too_much(budget, budget_held(budget)))
        make_fair(budget, page);
    else if (!settled && budget->packs)
        open_filled(budget, settled, filled);
    budget->age = (uint8_t)((budget->age + 1) % STRIP_STIFF);
}

static uint64_t between(uint64_t least, uint64_t value, uint64_t most)
{
    return value < least ? least : value > most ? most : value;
}

static uint64_t slack(const StripBudget *budget)
{
    return sweeps(budget) ? between(SWEEP_LEAST, budget->allocated / SWEEP_PART, SWEEP_MOST)
                          : between(SLACK_LEAST, budget->allocated * SLACK_BYTES, SLACK_MOST);
}

void budget_review(StripBudget *budget, const StripPage *page)
{
    for (uint32_t i = 0; i < budget->count && budget_held(budget) >= SWEEP_LEAST; i++)
        strips_drop_empty(budget->members[i], page);
    if (budget_held(budget) >= SWEEP_LEAST && budget_held(budget) >= slack(budget))
        judge(budget, page);
    const size_t held = budget_held(budget);
    budget->review_at = held < SWEEP_LEAST / 2 ? 2 * held : held + held / 4;
}

void budget_viewed(StripBudget *budget)
{
    uint64_t filled;
    if (!budget->packs || ++budget->views < budget->views_at)
        return;
    budget->views_at += budget->views_at / 4;
    const bool settled = is_settled(budget, &filled);
    open_filled(budget, settled, filled);
}
