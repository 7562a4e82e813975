/* What tests of findings about calls share: all checkers on, and what was found since. */
#ifndef CULAB_TESTS_API_TOLD_H
#define CULAB_TESTS_API_TOLD_H

#include <stdio.h>

#include "api.h"

static const CulabSimApi *sim;
static CUstream stream, other;

__attribute__((unused)) static int told_open(void **state)
{
    CulabSimOptions options = {.size = sizeof options,
                               .checks = CULAB_SIM_CHECK_MEMORY | CULAB_SIM_CHECK_RACE |
                                         CULAB_SIM_CHECK_INIT};
    context_open(state);
    sim = culabSimApi(CULAB_SIM_VERSION);
    assert_non_null(sim);
    assert_int_equal(sim->set_options(&options), 0);
    sim->clear();
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    return 0;
}

__attribute__((unused)) static int told_close(void **state)
{
    CulabSimOptions plain = {.size = sizeof plain, .strict = 1};
    assert_int_equal(sim->set_options(&plain), 0);
    sim->clear();
    return context_close(state);
}

typedef struct Told {
    int count;
    char rule[40], text[1200]; /* of the last one */
} Told;

static void told_note(void *state, const CulabSimFinding *finding)
{
    Told *told = state;
    told->count++;
    snprintf(told->rule, sizeof told->rule, "%s", finding->rule);
    snprintf(told->text, sizeof told->text, "%s", finding->text);
}

static void assert_silent(void)
{
    Told told = {0};
    sim->findings(&told, told_note);
    if (told.count)
        fail_msg("%d findings: %s: %s", told.count, told.rule, told.text);
}

/* One finding of the rule, whose text holds this. */
static void assert_told(const char *rule, const char *what)
{
    Told told = {0};
    sim->findings(&told, told_note);
    if (told.count != 1 || strcmp(told.rule, rule) || !strstr(told.text, what))
        fail_msg("%d findings: %s: %s; expected %s: %s", told.count, told.rule, told.text, rule,
                 what);
    sim->clear();
}

#define TOLD(name) cmocka_unit_test_setup_teardown(name, told_open, told_close)

#endif
