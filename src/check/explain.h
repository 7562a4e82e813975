/* The values of GPU, simulator and CPU side by side, and where their differences come from: said
 * only of what a further run on the simulator has proven. */
#ifndef CULAB_CHECK_EXPLAIN_H
#define CULAB_CHECK_EXPLAIN_H

#include "result/result.h"

enum { EXPLAIN_ORDERS = 3, EXPLAIN_ROWS = 100 };

/* One buffer as each gave it; NULL: it was not run so, or there is none. */
typedef struct ValueSources {
    ElementType type;
    uint64_t count;
    const unsigned char *cpu; /* the reference */
    const unsigned char *gpu, *sim;
    const unsigned char *unfused; /* the simulator, compiled with -fmad=false */
    const unsigned char *precise; /* the same with exact functions for __expf() and the like */
    /* The same with the last two bits of what approximate instructions give set, and cleared. */
    const unsigned char *nudged[2];
    const unsigned char *orders[EXPLAIN_ORDERS]; /* the same with the threads in other orders */
} ValueSources;

typedef enum ValueCause {
    CAUSE_UNKNOWN,
    CAUSE_ORDER,       /* the value changes with the order of the threads */
    CAUSE_FUSED,       /* without fused multiply-add it is the CPU's, bit by bit */
    CAUSE_PRECISE,     /* with the exact functions it is the CPU's, bit by bit */
    CAUSE_APPROXIMATE, /* GPU and simulator differ, and it depends on bits that PTX leaves open */
    CAUSE_COUNT
} ValueCause;
const char *value_cause_text(ValueCause cause); /* "fused multiply-add" */

typedef struct ValueRow {
    uint64_t index;
    unsigned char cpu[8], gpu[8], sim[8];
    double gpu_cpu, sim_cpu, gpu_sim; /* in ULP; NaN: not both are there, or no such number */
    ValueCause cause;
} ValueRow;

typedef struct Explanation {
    size_t argument; /* the buffer's, in the case */
    ElementType type;
    uint64_t count;
    bool has_cpu, has_gpu;
    uint64_t differ;              /* elements that are not equal bit by bit wherever they are */
    uint64_t causes[CAUSE_COUNT]; /* how many of these */
    double most_gpu_cpu, most_sim_cpu, most_gpu_sim; /* ULP; NaN: none */
    VEC(ValueRow) rows;                              /* the first EXPLAIN_ROWS that differ */
} Explanation;

void explain_values(const ValueSources *sources, Explanation *out);
/* In sentences, one a line. */
void explain_add_words(const Explanation *explanation, StrBuf *out);
void explanation_free(Explanation *explanation);

#endif
