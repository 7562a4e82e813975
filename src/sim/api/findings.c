/* Findings of the engine and the observers, kept until the caller clears them. */
#include "sim/api/findings.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/place.h"
#include "sim/api/place.h"
#include "sim/api/report.h"
#include "sim/api/state.h"

enum {
    FINDINGS_MAX = 1000, /* of a launch; the rest is counted with the last of its rule */
    KEPT_MAX = 20000,    /* of all launches */
    RECENT = 1024
};

typedef struct Stored {
    CulabSimFinding finding;
    SimSite site, other; /* to know repeats by; only compared */
    Place place, other_place;
    char *texts; /* checker, rule, variable, about, text */
    const char *about;
    struct Stored *next;
} Stored;

/* What was counted with which finding lately. */
typedef struct Counted {
    SimSite site, other; /* only compared */
    Stored *stored;
} Counted;

struct FindingStore {
    pthread_mutex_t lock;
    uint64_t launch;
    char origin[640];
    size_t count, of_launch;
    Stored *first, **end;
    Counted recent[RECENT]; /* by their places */
};

/* Made at the first use, under the library's lock or within its only launch. */
static FindingStore *store(void)
{
    static FindingStore the_store = {.lock = PTHREAD_MUTEX_INITIALIZER};
    if (!library()->findings) {
        the_store.end = &the_store.first;
        library()->findings = &the_store;
    }
    return &the_store;
}

static bool same_site(const SimSite *a, const SimSite *b)
{
    return a->inst == b->inst && a->module == b->module;
}

static bool same_line(const SimSite *a, const SimSite *b)
{
    PtxPlace first = ptx_place(a->module, a->inst), second = ptx_place(b->module, b->inst);
    return same_site(a, b) || (a->module == b->module && a->function == b->function && first.line &&
                               first.line == second.line && view_equal(first.file, second.file));
}

static bool same_pair(const Stored *stored, const SimSite *one, const SimSite *other)
{
    return same_line(&stored->site, one) && same_line(&stored->other, other);
}

/* Unrolled loops have many instructions for a line of the source, and two lines that race do so in
 * either order. */
static bool same_lines(const Stored *stored, const SimFinding *found)
{
    bool alike =
        stored->about && (!found->text || (found->about && !strcmp(found->about, stored->about)));
    return alike && (same_pair(stored, &found->site, &found->other_site) ||
                     same_pair(stored, &found->other_site, &found->site));
}

static bool is_full(const FindingStore *all)
{
    return all->of_launch >= FINDINGS_MAX || all->count >= KEPT_MAX;
}

/* One that this finding is counted with: the same rule at the same places; or the same rule, at the
 * same first place if there is such a one, when the store is full or nothing was told of these two.
 */
static Stored *counted_with(const FindingStore *all, const SimFinding *found)
{
    Stored *alike = NULL;
    bool near = false;
    for (Stored *stored = all->first; stored; stored = stored->next) {
        if (stored->finding.launch != all->launch || strcmp(stored->finding.rule, found->rule))
            continue;
        bool here = same_site(&stored->site, &found->site);
        if (!found->text && here && same_site(&stored->other, &found->other_site))
            return stored;
        if (same_lines(stored, found)) {
            if (found->text)
                return stored;
            here = true;
        }
        if (here || !near)
            alike = stored;
        near |= here;
    }
    return is_full(all) || !found->text ? alike : NULL;
}

static void stored_fill(Stored *stored, const FindingStore *all, const SimFinding *found,
                        const char *addition)
{
    place_fill(&stored->place, &found->site, true);
    place_fill(&stored->other_place, &found->other_site, true);
    stored->site = found->site;
    stored->other = found->other_site;
    const char *name = found->variable ? found->variable : "";
    size_t checker = strlen(found->checker) + 1, rule = strlen(found->rule) + 1;
    const char *whose = found->about ? found->about : "";
    char *variable = stored->texts + checker + rule, *about = variable + strlen(name) + 1;
    char *text = about + strlen(whose) + 1;
    memcpy(stored->texts, found->checker, checker);
    memcpy(stored->texts + checker, found->rule, rule);
    strcpy(variable, name);
    strcpy(about, whose);
    stored->about = found->about ? about : NULL;
    strcpy(text, found->text);
    strcat(text, addition);
    strcat(text, all->origin);
    stored->finding = (CulabSimFinding){
        .launch = all->launch,
        .checker = stored->texts,
        .rule = stored->texts + checker,
        .text = text,
        .variable = found->variable ? variable : NULL,
        .fatal = found->fatal,
        .who = thread_of(found->block, found->thread),
        .where = stored->place.place,
        .has_other = found->has_other,
        .other_who = thread_of(found->other_block, found->other_thread),
        .other_where = stored->other_place.place,
        .address = found->address,
        .bytes = found->bytes,
    };
}

static Counted *recent_of(FindingStore *all, const SimFinding *found)
{
    uint64_t mixed = (uintptr_t)found->site.inst * UINT64_C(0x9e3779b97f4a7c15) +
                     (uintptr_t)found->other_site.inst * UINT64_C(0xc2b2ae3d27d4eb4f);
    return &all->recent[mixed >> 48 & (RECENT - 1)];
}

/* Findings come by the million at few places, and the store may be long. */
static Stored *counted_lately(FindingStore *all, const SimFinding *found)
{
    const Counted *recent = recent_of(all, found);
    Stored *stored = recent->stored;
    bool same =
        stored && stored->finding.launch == all->launch && same_site(&recent->site, &found->site) &&
        same_site(&recent->other, &found->other_site) && !strcmp(stored->finding.rule, found->rule);
    return same ? stored : NULL;
}

/* What the text leaves out: the header's line that was executed, where the place is that of the
 * call which brought it in; and who last wrote what is waited for. */
typedef struct Addition {
    char text[400];
    size_t size;
} Addition;

static void addition_add(Addition *addition, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void addition_add(Addition *addition, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t room = sizeof addition->text - addition->size;
    int wrote = vsnprintf(addition->text + addition->size, room, format, args);
    va_end(args);
    if (wrote > 0)
        addition->size += (size_t)wrote < room ? (size_t)wrote : room - 1;
}

static void add_header(Addition *addition, const SimSite *site)
{
    PtxPlace place = ptx_place(site->module, site->inst);
    PtxPlace inner = ptx_inner_place(site->module, site->inner ? site->inner : site->inst);
    if (!place.line || !inner.line || view_equal(inner.file, place.file))
        return;
    View name = inner.file, piece;
    while (view_split(&inner.file, '/', &piece))
        name = piece;
    addition_add(addition, " [%.*s, line %u]", (int)(name.size < 80 ? name.size : 80), name.data,
                 inner.line);
}

static void add_writer(Addition *addition, const SimFinding *found)
{
    ObserveWriter writers[OBSERVE_WRITERS];
    if (strcmp(found->rule, "deadlock") != 0 || found->space != PTX_SPACE_GLOBAL ||
        !found->address || !library()->observers)
        return;
    if (observe_writers(library()->observers, found->address, writers) == 0) {
        if (library()->observed_checks & OBSERVE_PROVENANCE)
            addition_add(addition, ". No kernel has written what is waited for");
        return;
    }
    const ObserveWriter *last = &writers[0];
    uint32_t line = ptx_place(last->site.module, last->site.inst).line;
    addition_add(addition,
                 ". What is waited for was last written by thread (%u,%u,%u) of block (%u,%u,%u)",
                 last->thread.x, last->thread.y, last->thread.z, last->block.x, last->block.y,
                 last->block.z);
    if (line)
        addition_add(addition, " in line %u", line);
}

static void store_add(FindingStore *all, const SimFinding *found)
{
    Stored *counted = found->text ? NULL : counted_lately(all, found);
    if (!counted)
        counted = counted_with(all, found);
    if (counted) {
        counted->finding.repeats++;
        *recent_of(all, found) = (Counted){found->site, found->other_site, counted};
        return;
    }
    /* Of a full store it is the first of its rule in this launch, of which there are not many. */
    if (!found->text || all->count >= 2 * KEPT_MAX)
        return;
    size_t size = strlen(found->checker) + strlen(found->rule) + strlen(found->text) +
                  (found->variable ? strlen(found->variable) : 0) +
                  (found->about ? strlen(found->about) : 0) + 5;
    Addition addition = {0};
    add_writer(&addition, found);
    add_header(&addition, &found->site);
    size += strlen(all->origin) + addition.size;
    Stored *stored = calloc(1, sizeof *stored);
    char *texts = stored ? malloc(size) : NULL;
    if (!texts) {
        free(stored);
        return;
    }
    stored->texts = texts;
    stored_fill(stored, all, found, addition.text);
    *all->end = stored;
    all->end = &stored->next;
    all->count++;
    all->of_launch++;
}

static void found_one(void *state, const SimFinding *finding)
{
    FindingStore *all = state;
    pthread_mutex_lock(&all->lock);
    store_add(all, finding);
    pthread_mutex_unlock(&all->lock);
}

void findings_tell_host(const SimFinding *finding)
{
    FindingStore *all = store();
    pthread_mutex_lock(&all->lock);
    uint64_t launch = all->launch;
    all->launch = 0;
    store_add(all, finding);
    all->launch = launch;
    pthread_mutex_unlock(&all->lock);
    report_host(finding);
}

SimFindingSink findings_sink(void)
{
    return (SimFindingSink){.state = store(), .found = found_one};
}

void findings_launch_child(uint64_t launch, const char *origin)
{
    FindingStore *all = store();
    pthread_mutex_lock(&all->lock);
    if (all->launch != launch)
        all->of_launch = 0;
    all->launch = launch;
    snprintf(all->origin, sizeof all->origin, "%s", origin);
    pthread_mutex_unlock(&all->lock);
}

void findings_launch(uint64_t launch)
{
    findings_launch_child(launch, "");
}

void findings_each(void *state, void (*each)(void *state, const CulabSimFinding *finding))
{
    FindingStore *all = store();
    pthread_mutex_lock(&all->lock);
    for (const Stored *stored = all->first; stored; stored = stored->next)
        each(state, &stored->finding);
    pthread_mutex_unlock(&all->lock);
}

void findings_make_room(void)
{
    if (store()->count > FINDINGS_MAX)
        findings_clear();
}

void findings_clear(void)
{
    FindingStore *all = store();
    pthread_mutex_lock(&all->lock);
    while (all->first) {
        Stored *stored = all->first;
        all->first = stored->next;
        free(stored->texts);
        free(stored);
    }
    all->end = &all->first;
    all->count = all->of_launch = 0;
    memset(all->recent, 0, sizeof all->recent);
    pthread_mutex_unlock(&all->lock);
}
