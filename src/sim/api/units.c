/* Times at which copy engines and multiprocessors are busy. */
#include "sim/api/units.h"

#include <string.h>

typedef struct UnitTimes UnitTimes;
typedef struct UnitTime UnitTime;

/* Where `length` fits first: the index behind which it goes. */
static unsigned gap_find(const UnitTimes *of, double *begin, double length)
{
    unsigned at = 0;
    if (*begin < of->before)
        *begin = of->before;
    for (; at < of->count && of->times[at].begin < *begin + length; at++)
        if (of->times[at].end > *begin)
            *begin = of->times[at].end;
    return at;
}

static void oldest_forget(UnitTimes *of)
{
    of->before = of->times[0].end;
    memmove(of->times, of->times + 1, (of->count - 1) * sizeof *of->times);
    of->count--;
}

double units_take(Units *units, UnitKind kind, double earliest, double length)
{
    UnitTimes *of = &units->of[kind];
    double begin = earliest;
    if (of->count == UNIT_TIMES)
        oldest_forget(of);
    unsigned at = gap_find(of, &begin, length);
    memmove(of->times + at + 1, of->times + at, (of->count - at) * sizeof *of->times);
    of->times[at] = (UnitTime){begin, begin + length};
    of->count++;
    return begin;
}
