/* What is told of a circle: two of its threads, what each holds and waits for, and where. */
#include "observe/lock_order_report.h"

#include <stdio.h>

#include "observe/say.h"

typedef struct Report {
    const LockWords *words;
    const SimLaunchInfo *launch;
    SimFindingSink findings;
    SayOnce said;
} Report;

static void say_word(char *out, size_t size, const Report *report, uint32_t number)
{
    const LockWord *word = &report->words->words[number];
    if (word->space == PTX_SPACE_SHARED)
        say_shared(out, size, report->launch, word->address, word->bytes);
    else
        say_global(out, size, report->launch, word->address, word->bytes);
}

/* "thread (0,0,0) of block (1,0,0) holds lock[1] (line 9) and waits for lock[0] (line 10)" */
static int say_step(char *out, size_t size, const Report *report, const LockStep *step)
{
    char who[96], held[160], wanted[160], held_line[48], wanted_line[48];
    SimDim block, thread;
    who_place(step->who, report->launch->grid, report->launch->block, &block, &thread);
    say_thread(who, sizeof who, block, thread, false);
    say_word(held, sizeof held, report, step->held);
    say_word(wanted, sizeof wanted, report, step->wanted);
    say_line(held_line, sizeof held_line, &step->held_site);
    say_line(wanted_line, sizeof wanted_line, &step->wanted_site);
    return snprintf(out, size, "%s holds %s (%s) and waits for %s (%s)", who, held, held_line,
                    wanted, wanted_line);
}

static void say_circle(char *out, size_t size, const Report *report, const LockStep *const *circle,
                       uint32_t length)
{
    char one[600], other[600], more[64] = "";
    say_step(one, sizeof one, report, circle[0]);
    say_step(other, sizeof other, report, circle[1]);
    if (length > 2)
        snprintf(more, sizeof more, ", and so on around a circle of %u threads", length);
    snprintf(out, size,
             "Locks are taken in different orders: t%s, while %s%s. If that happens at the same "
             "time, they wait for ever. Take locks in one order everywhere, say the one with the "
             "lower address first.",
             one + 1, other, more);
}

static void report_circle(void *state, const LockStep *const *circle, uint32_t length)
{
    Report *report = state;
    const LockStep *one = circle[0], *other = circle[1];
    const LockWord *wanted = &report->words->words[one->wanted];
    SimFinding finding = {
        .checker = "synchronisation",
        .rule = "lock-order",
        .site = one->wanted_site,
        .has_other = true,
        .other_site = other->wanted_site,
        .address = wanted->address,
        .bytes = wanted->bytes,
        .space = wanted->space,
        .about = "locks",
    };
    const SimLaunchInfo *launch = report->launch;
    who_place(one->who, launch->grid, launch->block, &finding.block, &finding.thread);
    who_place(other->who, launch->grid, launch->block, &finding.other_block, &finding.other_thread);
    char text[2 * SAY_TEXT];
    if (say_first(&report->said, finding.rule, one->wanted_site.inst, other->wanted_site.inst)) {
        say_circle(text, sizeof text, report, circle, length);
        finding.text = text;
    }
    report->findings.found(report->findings.state, &finding);
}

/* What turned out to be no lock takes part in no circle. */
static void drop_broken(LockSteps *steps, const LockWords *words)
{
    for (uint32_t i = 0; i < steps->count; i++)
        steps->steps[i].dead = words->words[steps->steps[i].held].broken ||
                               words->words[steps->steps[i].wanted].broken;
}

void lock_order_report(LockSteps *steps, const LockWords *words, const SimLaunchInfo *launch,
                       SimFindingSink findings)
{
    Report report = {.words = words, .launch = launch, .findings = findings};
    drop_broken(steps, words);
    lock_circles(steps, &report, report_circle);
    say_forget(&report.said);
}
