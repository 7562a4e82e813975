/* How much shadow memory is fair for what is touched: when it is more, pages are packed. */
#ifndef CULAB_OBSERVE_STRIP_BUDGET_H
#define CULAB_OBSERVE_STRIP_BUDGET_H

#include "observe/strip.h"

enum { BUDGET_MEMBERS = 2 };

/* How many pages strips had once, and how many bytes of each were touched then. */
typedef struct BudgetMean {
    size_t pages;
    uint32_t touched;
} BudgetMean;

/* Of all strips together that tell of the same memory. Start with budget_init(). */
struct StripBudget {
    Strips *members[BUDGET_MEMBERS];
    uint32_t count;
    uint64_t allocated; /* bytes that could be touched; 0: not known */
    size_t review_at;   /* bytes held from which on it is looked whether they are too many */
    uint8_t age;        /* reviews so far, around and around, never STRIP_STIFF */
    bool packs;         /* they were: pages of small units are packed */
    bool forgets;       /* that wasn't enough: nor are kinds kept that strips don't need */
    uint8_t filled;     /* how much of a page is touched, in eighths, when it was last looked */
    BudgetMean means[BUDGET_MEMBERS];
    size_t trim_at;    /* bytes held from which on packed pages are looked through again */
    uint64_t views;    /* of packed pages, since `packs` */
    uint64_t views_at; /* so many of them, and it is looked whether that still pays */
};
enum { BUDGET_FILLED_PARTLY = 1, BUDGET_FILLED_MOSTLY = 6 };

void budget_init(StripBudget *budget);
void budget_join(StripBudget *budget, Strips *strips);
/* A launch begins: it may touch its memory better. */
void budget_begin(StripBudget *budget);
/* It ends: what was left as it is for the time of the launch is packed. */
void budget_end(StripBudget *budget);
void budget_allocated(StripBudget *budget, uint64_t size);
void budget_freed(StripBudget *budget, uint64_t size);
/* The strips' page has grown; others may be packed now. */
void budget_review(StripBudget *budget, const StripPage *page);
size_t budget_held(const StripBudget *budget);
/* A packed page is looked at. */
void budget_viewed(StripBudget *budget);

static inline bool budget_packs(const Strips *strips)
{
    return strips->budget && strips->budget->packs;
}

/* Whether as many eighths of a page are touched, on an average. */
static inline bool budget_fills(const Strips *strips, uint32_t eighths)
{
    return strips->budget && strips->budget->filled >= eighths;
}

/* Whether the kind is kept. */
static inline bool budget_keeps(const Strips *strips, uint32_t kind)
{
    return !strips->budget || !strips->budget->forgets || !strips->needed || kind < strips->needed;
}

static inline void budget_grew(const Strips *strips, const StripPage *page)
{
    if (strips->budget && budget_held(strips->budget) >= strips->budget->review_at)
        budget_review(strips->budget, page);
}

#endif
