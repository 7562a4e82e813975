/* Lines of a script that describe lessons and results, put into a fake session. */
#ifndef CULAB_TESTS_VIEW_FIXTURE_H
#define CULAB_TESTS_VIEW_FIXTURE_H

#include "fake_session.h"

/* Everything is kept in `arena` but the fields of results that are grown. */
typedef struct Fixture {
    Arena arena;
    Session session;
    uint32_t print_run;
} Fixture;

void fixture_init(Fixture *fixture);
/* False: no such directive, or its words are wrong. `block`: the lines behind it that begin with
 * '|', without it. */
bool fixture_line(Fixture *fixture, View directive, View rest, View block);
void fixture_free(Fixture *fixture);

#endif
