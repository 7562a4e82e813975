/* Single accesses of a warp as Nsight Compute counted them on a GPU (lanes-*.txt, recorded by
 * tests/gpu/record-lanes), against the rules here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "observe/figures.h"

#define RECORDING CULAB_SOURCE_DIR "/tests/unit/observe/lanes-h200.txt"

typedef struct Operation {
    const char *name;
    uint32_t bytes;
    SimAccessKind kind;
    PtxSpace space;
    AtomicForm form;
} Operation;

#define OPERATION(name, bytes, kind, space, form)                        \
    {                                                                    \
        name, bytes, SIM_ACCESS_##kind, PTX_SPACE_##space, ATOMIC_##form \
    }
static const Operation operations[] = {
    OPERATION("lds1", 1, LOAD, SHARED, PLAIN),
    OPERATION("lds2", 2, LOAD, SHARED, PLAIN),
    OPERATION("lds4", 4, LOAD, SHARED, PLAIN),
    OPERATION("lds8", 8, LOAD, SHARED, PLAIN),
    OPERATION("lds16", 16, LOAD, SHARED, PLAIN),
    OPERATION("sts1", 1, STORE, SHARED, PLAIN),
    OPERATION("sts2", 2, STORE, SHARED, PLAIN),
    OPERATION("sts4", 4, STORE, SHARED, PLAIN),
    OPERATION("sts8", 8, STORE, SHARED, PLAIN),
    OPERATION("sts16", 16, STORE, SHARED, PLAIN),
    OPERATION("atoms_add", 4, REDUCTION, SHARED, PLAIN),
    OPERATION("atoms_add_used", 4, ATOMIC, SHARED, PLAIN),
    OPERATION("atoms_inc", 4, REDUCTION, SHARED, COUNTED),
    OPERATION("atoms_min", 4, REDUCTION, SHARED, PLAIN),
    OPERATION("atoms_and", 4, REDUCTION, SHARED, PLAIN),
    OPERATION("atoms_exch", 4, ATOMIC, SHARED, PLAIN),
    OPERATION("atoms_cas", 4, ATOMIC, SHARED, COMPARED),
    OPERATION("atoms_exch8", 8, ATOMIC, SHARED, PLAIN),
    OPERATION("atoms_cas8", 8, ATOMIC, SHARED, COMPARED),
    OPERATION("atoms_add_f32", 4, REDUCTION, SHARED, RETRIED),
    OPERATION("atoms_add_f64", 8, REDUCTION, SHARED, RETRIED),
    OPERATION("atoms_add8", 8, REDUCTION, SHARED, RETRIED),
    OPERATION("atoms_add_f16x2", 4, REDUCTION, SHARED, RETRIED),
    OPERATION("ldg1", 1, LOAD, GLOBAL, PLAIN),
    OPERATION("ldg4", 4, LOAD, GLOBAL, PLAIN),
    OPERATION("ldg8", 8, LOAD, GLOBAL, PLAIN),
    OPERATION("ldg16", 16, LOAD, GLOBAL, PLAIN),
    OPERATION("stg1", 1, STORE, GLOBAL, PLAIN),
    OPERATION("stg4", 4, STORE, GLOBAL, PLAIN),
    OPERATION("stg8", 8, STORE, GLOBAL, PLAIN),
    OPERATION("stg16", 16, STORE, GLOBAL, PLAIN),
    OPERATION("red_add", 4, REDUCTION, GLOBAL, PLAIN),
    OPERATION("red_min", 4, REDUCTION, GLOBAL, PLAIN),
    OPERATION("red_add8", 8, REDUCTION, GLOBAL, PLAIN),
    OPERATION("red_add_f32", 4, REDUCTION, GLOBAL, PLAIN),
    OPERATION("red_add_f64", 8, REDUCTION, GLOBAL, PLAIN),
    OPERATION("red_add_f16x2", 4, REDUCTION, GLOBAL, PLAIN),
    OPERATION("red_add_bf16x2", 4, REDUCTION, GLOBAL, PLAIN),
    OPERATION("red_add_v2_f32", 8, REDUCTION, GLOBAL, PLAIN),
    OPERATION("red_add_v4_f32", 16, REDUCTION, GLOBAL, PLAIN),
    OPERATION("atom_add", 4, ATOMIC, GLOBAL, PLAIN),
    OPERATION("atom_add_f32", 4, ATOMIC, GLOBAL, PLAIN),
    OPERATION("atom_exch", 4, ATOMIC, GLOBAL, PLAIN),
    OPERATION("atom_cas", 4, ATOMIC, GLOBAL, PLAIN),
    OPERATION("atom_add8", 8, ATOMIC, GLOBAL, PLAIN),
    OPERATION("atom_cas8", 8, ATOMIC, GLOBAL, PLAIN),
};

static const Operation *operation_of(const char *name)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, name) == 0)
            return &operations[i];
    return NULL;
}

/* "0 4 - 8 ...": offsets of the lanes. Returns the mask. */
static uint32_t read_lanes(char *text, uint64_t address[32])
{
    uint32_t mask = 0, lane = 0;
    for (char *word = strtok(text, " \n"); word && lane < 32; word = strtok(NULL, " \n"), lane++) {
        address[lane] = 0;
        if (*word == '-')
            continue;
        address[lane] = strtoull(word, NULL, 10);
        mask |= UINT32_C(1) << lane;
    }
    assert_int_equal(lane, 32);
    return mask;
}

/* Instructions or requests, sectors or wavefronts, conflicts; of the loads in a loop the same. */
static void count(const Operation *operation, const SimAccess *access, uint64_t told[6])
{
    Counts counts = {0};
    Counter first = counts_first(access);
    if (operation->form == ATOMIC_RETRIED)
        counts_add_retried(&counts, access);
    else
        counts_add_access(&counts, first, access, counts_traffic(access, operation->form));
    Counter counters[] = {first, COUNT_SHARED_LD};
    for (int i = 0; i < 2; i++) {
        const uint64_t *of = &counts.value[counters[i]];
        told[3 * i] = of[IN_REQUEST];
        told[3 * i + 1] = of[IN_UNIT];
        told[3 * i + 2] = of[IN_UNIT] - of[IN_IDEAL];
    }
}

/* False: it differs, which is told. */
static bool row_is_equal(char *row)
{
    char *lanes = strchr(row, ':'), name[32], pattern[32];
    unsigned long recorded[6] = {0};
    uint64_t address[32], told[6];
    assert_non_null(lanes);
    *lanes++ = '\0';
    int fields = sscanf(row, "%31s %31s %lu %lu %lu %lu %lu %lu", name, pattern, &recorded[0],
                        &recorded[1], &recorded[2], &recorded[3], &recorded[4], &recorded[5]);
    const Operation *operation = operation_of(name);
    if (!operation)
        return true;
    SimAccess access = {.kind = operation->kind,
                        .space = operation->space,
                        .bytes = operation->bytes,
                        .address = address};
    access.mask = read_lanes(lanes, address);
    count(operation, &access, told);
    /* Of lanes in many lines of 128 bytes the hardware counts one sector twice now and then. */
    bool global = operation->space == PTX_SPACE_GLOBAL && operation->kind >= SIM_ACCESS_ATOMIC;
    for (int i = 0; i < fields - 2; i++)
        if (told[i] != recorded[i] && !(global && i == 1 && told[i] + 1 == recorded[i])) {
            print_message("%s: %lu %lu %lu %lu %lu %lu here\n", row, told[0], told[1], told[2],
                          told[3], told[4], told[5]);
            return false;
        }
    return true;
}

static void all_as_recorded(void **state)
{
    static char row[4096];
    int rows = 0, wrong = 0;
    FILE *file = fopen(RECORDING, "r");
    (void)state;
    assert_non_null(file);
    while (fgets(row, sizeof row, file))
        if (*row != '#') {
            rows++;
            wrong += !row_is_equal(row);
        }
    fclose(file);
    assert_int_equal(wrong, 0);
    assert_true(rows > 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_as_recorded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
