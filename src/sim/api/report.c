/* The report of findings that the library writes by itself, when $CULAB_SIM_REPORT asks for it.
 *
 * Findings are written after the launch that they belong to, so that a program that is killed has
 * told them. What later launches find again at the same places is only counted, and told at exit.
 * Each piece goes out in one write() to a file opened for appending: several processes of one
 * command may share a report. */
#include "sim/api/report.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/view.h"
#include "sim/api/call_site.h"
#include "sim/api/findings.h"
#include "sim/api/leaks.h"
#include "sim/api/report_form.h"
#include "sim/api/state.h"
#include "sim/report_tally.h"

enum { CALLS_MAX = 64, HINTS_MAX = 64 };

typedef struct Report {
    char path[4096]; /* "": none is asked for */
    bool json;
    pid_t process;   /* a forked child without exec has its parent's findings, but not to tell */
    uint64_t launch; /* findings up to this launch are written */
    uint64_t limit;  /* kinds to print; 0: all */
    bool noted;
    ReportTally *tally;  /* of all processes; never NULL once there is a path */
    ReportTally private; /* when nobody else counts */
    Told *told;
    size_t told_count, told_room;
    char calls[CALLS_MAX][160];
    unsigned call_count;
    const void *hints[HINTS_MAX]; /* where the program made the calls that they are about */
    unsigned hint_count;
} Report;

static const struct {
    const char *name;
    uint32_t bits;
} check_rows[] = {
#define SIM_CHECK_NAME(name, bits, what) {name, bits},
#include "sim/check_names.def"
#undef SIM_CHECK_NAME
    {"all", CULAB_SIM_CHECK_ALL & ~(CULAB_SIM_PROVENANCE | CULAB_SIM_METRICS)},
    {"none", 0},
};

static Report *report(void)
{
    static Report the_report;
    return &the_report;
}

static bool checks_read(View list, uint32_t *checks)
{
    View name;
    while (view_split(&list, ',', &name)) {
        size_t row = 0, rows = sizeof check_rows / sizeof check_rows[0];
        while (row < rows && !view_equal_text(name, check_rows[row].name))
            row++;
        if (row == rows)
            return false;
        *checks |= check_rows[row].bits;
    }
    return true;
}

/* $CULAB_SIM_TALLY: a file that the command's processes count in together. */
static ReportTally *tally_open(Report *the)
{
    const char *path = getenv("CULAB_SIM_TALLY");
    int fd = path && *path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *at = MAP_FAILED;
    if (fd >= 0 && lseek(fd, 0, SEEK_END) >= (off_t)sizeof(ReportTally))
        at = mmap(NULL, sizeof(ReportTally), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    return at == MAP_FAILED ? &the->private : at;
}

void report_prepare(void)
{
    if (getenv("CULAB_SIM_REPORT"))
        host_frames_prepare();
}

bool report_start(uint32_t *checks)
{
    const char *path = getenv("CULAB_SIM_REPORT"), *list = getenv("CULAB_SIM_CHECKS"),
               *form = getenv("CULAB_SIM_REPORT_FORM"), *limit = getenv("CULAB_SIM_REPORT_LIMIT");
    Report *the = report();
    if (form && *form && strcmp(form, "text") != 0 && strcmp(form, "json") != 0)
        return false;
    if (limit && *limit && !view_to_u64(view_of(limit), &the->limit))
        return false;
    if (path && strlen(path) < sizeof the->path) {
        strcpy(the->path, path);
        the->json = form && strcmp(form, "json") == 0;
        the->process = getpid();
        the->tally = tally_open(the);
        the->tally->processes++;
        library()->options.strict = 0; /* who reads reports need not be stopped to hear of it */
    }
    return !list || checks_read(view_of(list), checks);
}

bool report_wanted(void)
{
    return report()->path[0] && report()->process == getpid();
}

/* NULL: no memory, and nothing is told. */
static Piece *piece_new(void)
{
    Piece *piece = malloc(sizeof *piece);
    if (piece) {
        piece->json = report()->json;
        piece->size = 0;
    }
    return piece;
}

static void piece_write(Piece *piece)
{
    int fd = open(report()->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0) {
        ssize_t ignored = write(fd, piece->text, piece->size);
        (void)ignored; /* the program must go on; whoever asked finds the report short */
        close(fd);
    }
    free(piece);
}

static void told_place(char *out, size_t size, const CulabSimPlace *where)
{
    if (where->line)
        snprintf(out, size, "%s:%u", where->file, where->line);
}

/* The compiler may make several instructions of a line, as of a loop that it takes apart, and one
 * launch comes to these, another to those. Within one launch they may be about two variables. */
static bool told_same(const Told *told, const Told *key)
{
    bool same_place =
        !strcmp(told->place, key->place) && !strcmp(told->other_place, key->other_place);
    bool same_code = told->line == key->line && told->other_line == key->other_line &&
                     (key->launch || same_place);
    bool same_source = told->launch < key->launch && told->place[0] && same_place;
    return (same_code || same_source) && !strcmp(told->rule, key->rule) &&
           !strcmp(told->function, key->function) && !strcmp(told->other, key->other);
}

/* The kind that the finding is one more of, or a new one; NULL when there is no memory for it. */
static Told *told_find(const CulabSimFinding *finding, const CallSite *call, bool *fresh)
{
    Report *the = report();
    Told key = {.line = finding->where.ptx_line,
                .other_line = finding->other_where.ptx_line,
                .launch = finding->launch};
    snprintf(key.rule, sizeof key.rule, "%s", finding->rule);
    snprintf(key.function, sizeof key.function, "%s", finding->where.function);
    told_place(key.place, sizeof key.place, &finding->where);
    if (finding->has_other) {
        snprintf(key.other, sizeof key.other, "%s", finding->other_where.function);
        told_place(key.other_place, sizeof key.other_place, &finding->other_where);
    }
    if (call) {
        snprintf(key.function, sizeof key.function, "%s", call->name ? call->name : "a call");
        snprintf(key.place, sizeof key.place, "%p", call->caller);
    }
    *fresh = false;
    for (size_t i = 0; i < the->told_count; i++)
        if (told_same(&the->told[i], &key))
            return &the->told[i];
    if (the->told_count == the->told_room) {
        size_t room = the->told_room ? 2 * the->told_room : 64;
        Told *more = realloc(the->told, room * sizeof *more);
        if (!more)
            return NULL;
        the->told = more;
        the->told_room = room;
    }
    *fresh = true;
    the->told[the->told_count] = key;
    return &the->told[the->told_count++];
}

/* Told once, and counted from then on. `call`: that it is about; NULL: it is a launch's. */
static void finding_take(const CulabSimFinding *finding, const ReportLaunch *launch,
                         const CallSite *call)
{
    Report *the = report();
    bool fresh;
    Told *told = told_find(finding, call, &fresh);
    the->tally->occurrences += 1 + finding->repeats;
    if (!fresh) {
        if (told)
            told->again += 1 + finding->repeats;
        return;
    }
    the->tally->findings++;
    told->printed = !the->limit || the->told_count <= the->limit;
    Piece *piece = told->printed ? piece_new() : NULL;
    if (!told->printed)
        the->tally->unprinted++;
    if (!piece)
        return;
    HostFrames from;
    if (call)
        host_frames_take(&from);
    form_finding(piece, the->told_count, finding, launch, call ? &from : NULL);
    piece_write(piece);
}

typedef struct Telling {
    uint64_t newest;
    const ReportLaunch *launch;
} Telling;

static void finding_tell(void *state, const CulabSimFinding *finding)
{
    Telling *telling = state;
    if (finding->launch <= report()->launch) /* those of the host are of launch 0 */
        return;
    if (finding->launch > telling->newest)
        telling->newest = finding->launch;
    finding_take(finding, telling->launch, NULL);
}

void report_findings(const ReportLaunch *launch)
{
    Report *the = report();
    Telling telling = {the->launch, launch};
    if (!report_wanted())
        return;
    the->tally->launches += launch != NULL;
    if (!library()->findings)
        return;
    findings_each(&telling, finding_tell);
    the->launch = telling.newest;
    findings_make_room();
}

void report_host(const SimFinding *finding)
{
    static const CulabSimPlace nowhere = {"", "", 0, 0, ""};
    CulabSimFinding told = {.checker = finding->checker,
                            .rule = finding->rule,
                            .text = finding->text,
                            .where = nowhere,
                            .other_where = nowhere,
                            .address = finding->address,
                            .bytes = finding->bytes};
    const CallSite call = call_site();
    if (report_wanted())
        finding_take(&told, NULL, &call);
}

void report_call(const char *function, const char *text)
{
    Report *the = report();
    char key[sizeof the->calls[0]];
    if (!report_wanted())
        return;
    the->tally->calls++;
    snprintf(key, sizeof key, "%s %s", function, text);
    for (unsigned i = 0; i < the->call_count; i++)
        if (strcmp(the->calls[i], key) == 0)
            return;
    Piece *piece = the->call_count < CALLS_MAX ? piece_new() : NULL;
    if (!piece)
        return;
    strcpy(the->calls[the->call_count++], key);
    HostFrames from;
    host_frames_take(&from);
    form_call(piece, function, text, &from);
    piece_write(piece);
}

void report_hint(const char *rule, const char *text, const CallSite *call)
{
    Report *the = report();
    char all[1600];
    if (!report_wanted() || the->hint_count == HINTS_MAX)
        return;
    for (unsigned i = 0; i < the->hint_count; i++)
        if (the->hints[i] == call->caller)
            return;
    Piece *piece = piece_new();
    if (!piece)
        return;
    the->hints[the->hint_count++] = call->caller;
    snprintf(all, sizeof all, "%s: %s", rule, text);
    form_note(piece, all);
    piece_write(piece);
}

void report_note(const char *text)
{
    Piece *piece = report_wanted() && !report()->noted ? piece_new() : NULL;
    if (!piece)
        return;
    report()->noted = true;
    form_note(piece, text);
    piece_write(piece);
}

static void leak_write(const char *what, uint64_t count, uint64_t bytes, const char *first)
{
    Piece *piece = piece_new();
    if (!piece)
        return;
    form_leak(piece, what, count, bytes, first);
    piece_write(piece);
    report()->tally->leaks += count;
    report()->tally->leaked_bytes += bytes;
}

/* At exit, or when the library is unloaded; other threads may be anywhere, so no lock is taken. */
__attribute__((destructor)) static void report_end(void)
{
    const Report *the = report();
    if (!report_wanted())
        return;
    leaks_tell(leak_write);
    for (size_t i = 0; i < the->told_count; i++) {
        const Told *told = &the->told[i];
        Piece *piece = told->again && told->printed ? piece_new() : NULL;
        if (!piece)
            continue;
        form_later(piece, i + 1, told);
        piece_write(piece);
    }
}
