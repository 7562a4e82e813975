/* How the report says things: a few lines of text each, or one line of JSON. */
#include "sim/api/report_form.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"

/* What comes from outside is cut off here, so that a piece holds all of it in JSON as well. */
enum { SENTENCE = 2000, NAME = 500, UTF8_INVALID = 0xfffd };

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
    View rest = view_of(text);
    if (rest.size > SENTENCE)
        rest.size = SENTENCE;
    while (rest.size > 0) {
        uint32_t code;
        size_t size = utf8_decode(rest, &code);
        bool invalid = code == UTF8_INVALID && size == 1;
        if (code < ' ' || (code >= 0x7f && code < 0xa0) || invalid)
            add(piece, " ");
        else
            add(piece, "%.*s", (int)size, rest.data);
        rest = view_slice(rest, size, rest.size);
    }
}

static void add_string(Piece *piece, const char *text, size_t most)
{
    View rest = view_of(text);
    if (rest.size > most)
        rest.size = most;
    add(piece, "\"");
    while (rest.size > 0) {
        uint32_t code;
        size_t size = utf8_decode(rest, &code);
        if (code == '"' || code == '\\')
            add(piece, "\\%c", (int)code);
        else if (code >= ' ' && code < 0x7f)
            add(piece, "%c", (int)code);
        else if (code < 0x10000)
            add(piece, "\\u%04x", code);
        else
            add(piece, "\\u%04x\\u%04x", 0xd800 + ((code - 0x10000) >> 10),
                0xdc00 + ((code - 0x10000) & 0x3ff));
        rest = view_slice(rest, size, rest.size);
    }
    add(piece, "\"");
}

static void add_field(Piece *piece, const char *name, const char *text)
{
    add(piece, "\"%s\":", name);
    add_string(piece, text, strcmp(name, "text") == 0 ? SENTENCE : NAME);
    add(piece, ",");
}

static void add_triple(Piece *piece, const char *name, const uint32_t of[3])
{
    add(piece, "\"%s\":[%u,%u,%u]", name, of[0], of[1], of[2]);
}

static void add_dim(Piece *piece, const char *name, SimDim dim)
{
    add_triple(piece, name, (uint32_t[]){dim.x, dim.y, dim.z});
}

static void add_frames(Piece *piece, const HostFrames *from)
{
    char text[HOST_FRAME_TEXT];
    bool more = true;
    add(piece, "\"from\":[");
    for (uint32_t i = 0; i < from->count && more; i++) {
        more = host_frame_describe(from->at[i], text);
        add(piece, "%s", i ? "," : "");
        add_string(piece, text, sizeof text);
    }
    add(piece, "]");
}

static void add_who(Piece *piece, const CulabSimThread *who, const CulabSimPlace *where)
{
    add_triple(piece, "block", who->block);
    add(piece, ",");
    add_triple(piece, "thread", who->thread);
    add(piece, ",\"place\":{");
    add_field(piece, "function", where->function);
    add_field(piece, "file", where->file);
    add_field(piece, "ptx", where->ptx);
    add(piece, "\"line\":%u,\"ptx_line\":%u}", where->line, where->ptx_line);
}

static void add_launch(Piece *piece, uint64_t number, const ReportLaunch *launch)
{
    add(piece, "\"launch\":");
    if (number == 0) {
        add(piece, "null,");
        return;
    }
    add(piece, "{\"number\":%llu", (unsigned long long)number);
    if (launch) {
        add(piece, ",\"kernel\":");
        add_string(piece, launch->kernel, NAME);
        add(piece, ",");
        add_dim(piece, "grid", launch->grid);
        add(piece, ",");
        add_dim(piece, "block", launch->block);
        add(piece, ",");
        add_dim(piece, "cluster", launch->cluster);
        add(piece, ",\"shared\":%llu,", (unsigned long long)launch->shared);
        add_frames(piece, &launch->from);
    }
    add(piece, "},");
}

static void finding_json(Piece *piece, uint64_t number, const CulabSimFinding *finding,
                         const ReportLaunch *launch, const HostFrames *from)
{
    add(piece, "{\"finding\":{\"id\":\"%d:%llu\",", (int)getpid(), (unsigned long long)number);
    add_field(piece, "checker", finding->checker);
    add_field(piece, "rule", finding->rule);
    add_field(piece, "text", finding->text);
    add(piece, "\"fatal\":%s,", finding->fatal ? "true" : "false");
    add_launch(piece, finding->launch, launch);
    if (from) {
        add_frames(piece, from);
        add(piece, ",");
    }
    add_who(piece, &finding->who, &finding->where);
    add(piece, ",\"other\":%s", finding->has_other ? "{" : "null");
    if (finding->has_other) {
        add_who(piece, &finding->other_who, &finding->other_where);
        add(piece, "}");
    }
    if (finding->address)
        add(piece, ",\"address\":\"0x%llx\"", (unsigned long long)finding->address);
    else
        add(piece, ",\"address\":null");
    add(piece, ",\"bytes\":%u,\"repeats\":%llu,\"variable\":", finding->bytes,
        (unsigned long long)finding->repeats);
    if (finding->variable)
        add_string(piece, finding->variable, NAME);
    else
        add(piece, "null");
    add(piece, "}}\n");
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

static void add_from(Piece *piece, const char *what, const HostFrames *from)
{
    char text[HOST_FRAME_TEXT];
    bool more = true;
    for (uint32_t i = 0; i < from->count && more; i++) {
        more = host_frame_describe(from->at[i], text);
        add(piece, "=========         %s ", i ? "called from" : what);
        add_inert(piece, text);
        add(piece, "\n");
    }
}

static void add_shape(Piece *piece, const ReportLaunch *launch)
{
    SimDim grid = launch->grid, block = launch->block, cluster = launch->cluster;
    add(piece, "=========     in a launch of ");
    add_inert(piece, launch->kernel);
    add(piece, ": grid (%u,%u,%u), block (%u,%u,%u)", grid.x, grid.y, grid.z, block.x, block.y,
        block.z);
    if (cluster.x * cluster.y * cluster.z > 1)
        add(piece, ", cluster (%u,%u,%u)", cluster.x, cluster.y, cluster.z);
    if (launch->shared)
        add(piece, ", %llu bytes of dynamic shared memory", (unsigned long long)launch->shared);
    add(piece, "\n");
    add_from(piece, "launched from", &launch->from);
}

static void finding_text(Piece *piece, const CulabSimFinding *finding, const ReportLaunch *launch,
                         const HostFrames *from)
{
    add(piece, "========= %s/%s", finding->checker, finding->rule);
    if (finding->launch)
        add(piece, ", launch %llu", (unsigned long long)finding->launch);
    add(piece, ": ");
    add_inert(piece, finding->text);
    add(piece, "\n");
    if (finding->where.ptx_line || finding->where.function[0])
        add_place(piece, "by", &finding->who, &finding->where);
    if (finding->has_other)
        add_place(piece, "and", &finding->other_who, &finding->other_where);
    if (launch)
        add_shape(piece, launch);
    if (from)
        add_from(piece, "called from", from);
    if (finding->repeats)
        add(piece, "=========     and %llu more like it in this launch\n",
            (unsigned long long)finding->repeats);
}

void form_finding(Piece *piece, uint64_t number, const CulabSimFinding *finding,
                  const ReportLaunch *launch, const HostFrames *from)
{
    if (launch && launch->number != finding->launch)
        launch = NULL; /* of a grid that the kernel launched: its text tells by whom */
    if (piece->json)
        finding_json(piece, number, finding, launch, from);
    else
        finding_text(piece, finding, launch, from);
}

void form_later(Piece *piece, uint64_t number, const Told *told)
{
    if (piece->json) {
        add(piece, "{\"later\":{\"id\":\"%d:%llu\",\"count\":%llu}}\n", (int)getpid(),
            (unsigned long long)number, (unsigned long long)told->again);
        return;
    }
    add(piece, "=========     %s at ", told->rule);
    add_inert(piece, told->function);
    if (told->launch && told->place[0]) {
        add(piece, ", ");
        add_inert(piece, told->place);
    } else if (told->launch) {
        add(piece, ", PTX line %u", told->line);
    }
    add(piece, ": %llu more in later %s\n", (unsigned long long)told->again,
        told->launch ? "launches" : "calls");
}

void form_note(Piece *piece, const char *text)
{
    if (!piece->json) {
        add(piece, "=========     %s\n", text);
        return;
    }
    add(piece, "{\"note\":");
    add_string(piece, text, SENTENCE);
    add(piece, "}\n");
}

void form_call(Piece *piece, const char *function, const char *text, const HostFrames *from)
{
    if (piece->json) {
        add(piece, "{\"call\":{");
        add_field(piece, "function", function);
        add_field(piece, "text", text);
        add_frames(piece, from);
        add(piece, "}}\n");
        return;
    }
    add(piece, "=========     %s failed: ", *function ? function : "a call");
    add_inert(piece, text);
    add(piece, "\n");
    add_from(piece, "called from", from);
}

void form_leak(Piece *piece, const char *what, uint64_t count, uint64_t bytes, const char *first)
{
    if (piece->json) {
        add(piece, "{\"leak\":{");
        add_field(piece, "memory", what);
        add_field(piece, "first", first);
        add(piece, "\"allocations\":%llu,\"bytes\":%llu}}\n", (unsigned long long)count,
            (unsigned long long)bytes);
        return;
    }
    add(piece,
        "=========     memory/leak: %s was not freed: %llu allocation%s, %llu bytes in all; "
        "the first: %s\n",
        what, (unsigned long long)count, count == 1 ? "" : "s", (unsigned long long)bytes, first);
}
