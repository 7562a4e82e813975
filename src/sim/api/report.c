/* The report of findings that the library writes by itself, when $CULAB_SIM_REPORT asks for it.
 *
 * Findings are written after the launch that they belong to, so that a program that is killed has
 * told them. What later launches find again at the same places is only counted, and told at exit.
 * Each piece goes out in one write() to a file opened for appending: several processes of one
 * command may share a report. */
#include "sim/api/report.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/view.h"
#include "sim/api/allocation.h"
#include "sim/api/findings.h"
#include "sim/api/state.h"

enum { TOLD_MAX = 256, PIECE_MAX = 4096 };

/* A kind of finding that was told: the same rule at the same places. */
typedef struct Told {
    char rule[40], function[120], other[120];
    char place[240], other_place[240]; /* in the source; "": not known */
    uint32_t line, other_line;         /* in the PTX */
    uint64_t launch, again;
} Told;

typedef struct Report {
    char path[4096]; /* "": none is asked for */
    pid_t process;   /* a forked child without exec has its parent's findings, but not to tell */
    uint64_t launch; /* findings up to this launch are written */
    bool noted;
    uint32_t told_count;
    Told told[TOLD_MAX];
} Report;

typedef struct Piece {
    size_t size;
    char text[PIECE_MAX];
} Piece;

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

bool report_start(uint32_t *checks)
{
    const char *path = getenv("CULAB_SIM_REPORT"), *list = getenv("CULAB_SIM_CHECKS");
    Report *the = report();
    if (path && strlen(path) < sizeof the->path) {
        strcpy(the->path, path);
        the->process = getpid();
        library()->options.strict = 0; /* who reads reports need not be stopped to hear of it */
    }
    return !list || checks_read(view_of(list), checks);
}

__attribute__((format(printf, 2, 3))) static void add(Piece *piece, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t room = sizeof piece->text - piece->size;
    int made = vsnprintf(piece->text + piece->size, room, format, args);
    va_end(args);
    if (made > 0)
        piece->size += (size_t)made < room ? (size_t)made : room - 1;
}

/* Names come from the PTX and may hold anything: lines and terminals are kept whole. */
static void add_inert(Piece *piece, const char *text)
{
    size_t begin = piece->size;
    add(piece, "%s", text);
    for (size_t i = begin; i < piece->size; i++)
        if ((unsigned char)piece->text[i] < ' ' || piece->text[i] == 0x7f)
            piece->text[i] = ' ';
}

static void piece_write(const Piece *piece)
{
    int fd = open(report()->path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return;
    ssize_t ignored = write(fd, piece->text, piece->size);
    (void)ignored; /* the program must go on; whoever asked finds the report short */
    close(fd);
}

static void add_place(Piece *piece, const char *what, const CulabSimThread *who,
                      const CulabSimPlace *where)
{
    add(piece, "=========     %s thread (%u,%u,%u) in block (%u,%u,%u)", what, who->thread[0],
        who->thread[1], who->thread[2], who->block[0], who->block[1], who->block[2]);
    if (*where->function) {
        add(piece, " at ");
        add_inert(piece, where->function);
    }
    if (where->line) {
        add(piece, ", ");
        add_inert(piece, where->file);
        add(piece, ":%u", where->line);
    }
    add(piece, "\n");
    if (where->ptx_line) {
        add(piece, "=========         PTX line %u: ", where->ptx_line);
        add_inert(piece, where->ptx);
        add(piece, "\n");
    }
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
    bool same_code = told->line == key->line && told->other_line == key->other_line;
    bool same_source = told->launch < key->launch && told->place[0] &&
                       !strcmp(told->place, key->place) &&
                       !strcmp(told->other_place, key->other_place);
    return (same_code || same_source) && !strcmp(told->rule, key->rule) &&
           !strcmp(told->function, key->function) && !strcmp(told->other, key->other);
}

/* The kind that the finding is one more of, or a new one; NULL when the table is full. */
static Told *told_find(const CulabSimFinding *finding, bool *fresh)
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
    *fresh = false;
    for (uint32_t i = 0; i < the->told_count; i++)
        if (told_same(&the->told[i], &key))
            return &the->told[i];
    if (the->told_count == TOLD_MAX)
        return NULL;
    *fresh = true;
    the->told[the->told_count] = key;
    return &the->told[the->told_count++];
}

static void finding_write(const CulabSimFinding *finding)
{
    Piece piece = {0};
    add(&piece, "========= %s/%s", finding->checker, finding->rule);
    if (finding->launch)
        add(&piece, ", launch %llu", (unsigned long long)finding->launch);
    add(&piece, ": ");
    add_inert(&piece, finding->text);
    add(&piece, "\n");
    if (finding->where.ptx_line || finding->where.function[0])
        add_place(&piece, "by", &finding->who, &finding->where);
    if (finding->has_other)
        add_place(&piece, "and", &finding->other_who, &finding->other_where);
    if (finding->repeats)
        add(&piece, "=========     and %llu more like it in this launch\n",
            (unsigned long long)finding->repeats);
    piece_write(&piece);
}

static void finding_tell(void *state, const CulabSimFinding *finding)
{
    uint64_t *newest = state;
    bool fresh;
    if (finding->launch <= report()->launch) /* those of the host are of launch 0 */
        return;
    if (finding->launch > *newest)
        *newest = finding->launch;
    Told *told = told_find(finding, &fresh);
    if (fresh)
        finding_write(finding);
    else if (told)
        told->again += 1 + finding->repeats;
}

static bool asked_for(void);

void report_host(const SimFinding *finding)
{
    static const CulabSimPlace nowhere = {"", "", 0, 0, ""};
    CulabSimFinding told = {.checker = finding->checker,
                            .rule = finding->rule,
                            .text = finding->text,
                            .where = nowhere,
                            .other_where = nowhere,
                            .address = finding->address};
    bool fresh;
    if (!asked_for())
        return;
    Told *known = told_find(&told, &fresh);
    if (fresh)
        finding_write(&told);
    else if (known)
        known->again++;
}

static bool asked_for(void)
{
    return report()->path[0] && report()->process == getpid();
}

void report_findings(void)
{
    uint64_t newest = report()->launch;
    if (!asked_for() || !library()->findings)
        return;
    findings_each(&newest, finding_tell);
    report()->launch = newest;
}

void report_note(const char *text)
{
    Piece piece = {0};
    if (!asked_for() || report()->noted)
        return;
    report()->noted = true;
    add(&piece, "=========     %s\n", text);
    piece_write(&piece);
}

typedef struct Leak {
    uint64_t count, bytes, address, size;
    SimDeed made;
} Leak;

static void leak_add(void *state, const SimAlloc *alloc)
{
    Leak *leak = state;
    /* A graph's nodes freed it, and the graph keeps its address. */
    const Allocation *known = allocation_at(alloc->address);
    if (known && known->graph_holders && !known->graph_live)
        return;
    if (leak->count++ == 0) {
        leak->address = alloc->address;
        leak->size = alloc->size;
        leak->made = alloc->made;
    }
    leak->bytes += alloc->size;
}

/* Told, but not counted as findings: many a library leaves its caches to the process's end. */
static void leaks_write(void)
{
    static const struct {
        SimAllocKind kind;
        const char *what;
    } rows[] = {{SIM_ALLOC_DEVICE, "device memory"},
                {SIM_ALLOC_MANAGED, "managed memory"},
                {SIM_ALLOC_HOST, "pinned memory"},
                {SIM_ALLOC_HEAP, "malloc() of kernels"}};
    for (size_t i = 0; library()->memory && i < sizeof rows / sizeof *rows; i++) {
        Leak leak = {0};
        Piece piece = {0};
        char who[128];
        sim_memory_each(library()->memory, rows[i].kind, &leak, leak_add);
        if (!leak.count)
            continue;
        sim_deed_describe(&leak.made, who, sizeof who);
        add(&piece,
            "=========     memory/leak: %s was not freed: %llu allocation%s, %llu bytes in all; "
            "the first: %llu bytes at 0x%llx%s%s\n",
            rows[i].what, (unsigned long long)leak.count, leak.count == 1 ? "" : "s",
            (unsigned long long)leak.bytes, (unsigned long long)leak.size,
            (unsigned long long)leak.address, who[0] ? ", allocated" : "", who);
        piece_write(&piece);
    }
}

/* At exit, or when the library is unloaded; other threads may be anywhere, so no lock is taken. */
__attribute__((destructor)) static void report_end(void)
{
    const Report *the = report();
    if (!asked_for())
        return;
    leaks_write();
    for (uint32_t i = 0; i < the->told_count; i++) {
        const Told *told = &the->told[i];
        Piece piece = {0};
        if (!told->again)
            continue;
        add(&piece, "=========     %s at ", told->rule);
        add_inert(&piece, told->function);
        if (told->place[0]) {
            add(&piece, ", ");
            add_inert(&piece, told->place);
        } else {
            add(&piece, ", PTX line %u", told->line);
        }
        add(&piece, ": %llu more in later launches\n", (unsigned long long)told->again);
        piece_write(&piece);
    }
}
