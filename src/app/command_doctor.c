/* culab doctor: what was found on this machine, and what to install. */
#include <jansson.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/folders.h"
#include "app/headless.h"
#include "base/file.h"
#include "base/spawn.h"
#include "base/utf8.h"
#include "report/json.h"

/* One line of the report. */
typedef struct Found {
    bool good;
    StrBuf text;
} Found;

typedef struct Machine {
    Headless sim, gpu;
    Error sim_error, gpu_error;
} Machine;

typedef void (*Probe)(const Machine *machine, Found *found);

static void probe_worker(const Machine *machine, Found *found)
{
    found->good = headless_hello(&machine->sim) != NULL;
    strbuf_add_text(&found->text, found->good ? "culab-worker answers" : machine->sim_error.text);
}

static void probe_nvrtc(const Machine *machine, Found *found)
{
    const HelloMessage *hello = headless_hello(&machine->sim);
    found->good = hello && hello->has_compiler;
    if (found->good)
        strbuf_format(&found->text, "NVRTC %s, %s; compiles for %s; toolkit headers: %s",
                      hello->device.nvrtc, hello->nvrtc_path, hello->target,
                      *hello->toolkit ? hello->toolkit : "none, only the lab's own");
    else
        strbuf_add_text(&found->text, hello ? hello->compiler_trouble : "not known: no worker");
}

static void probe_sim(const Machine *machine, Found *found)
{
    const HelloMessage *hello = headless_hello(&machine->sim);
    found->good = hello && hello->has_device;
    if (!found->good) {
        strbuf_add_text(&found->text, machine->sim_error.text);
        return;
    }
    strbuf_format(&found->text, "%s, compute capability %d.%d, %s; profiles:", hello->device.name,
                  hello->device.major, hello->device.minor, hello->libcuda_path);
    for (size_t i = 0; i < hello->choices.profiles.size; i++)
        strbuf_format(&found->text, " %s", hello->choices.profiles.data[i]);
}

/* Another GPU that can be chosen. */
static void describe_other(size_t ordinal, const DeviceInfo *gpu, StrBuf *out)
{
    strbuf_format(out, "; --device gpu:%zu is %s", ordinal, gpu->name);
    if (gpu->trouble[0])
        strbuf_format(out, " (%s)", gpu->trouble);
}

static void describe_gpu(const HelloMessage *hello, StrBuf *out)
{
    const DeviceInfo *device = &hello->device;
    strbuf_format(out, "%s, compute capability %d.%d", device->name, device->major, device->minor);
    if (device->memory)
        strbuf_format(out, ", %.1f GiB", (double)device->memory / (1 << 30));
    if (device->multiprocessors)
        strbuf_format(out, ", %u SMs", device->multiprocessors);
    strbuf_format(out, ", driver for CUDA %s", device->driver);
    if (device->fit[0])
        strbuf_format(out, "; %s", device->fit);
    if (device->mig)
        strbuf_add_text(out, "; it is a MIG instance, a part of a GPU");
    for (size_t i = 0; i < hello->choices.gpus.size; i++)
        if (i != hello->choices.ordinal)
            describe_other(i, &hello->choices.gpus.data[i], out);
    if (hello->choices.visible[0])
        strbuf_format(out, "; CUDA_VISIBLE_DEVICES is \"%s\"", hello->choices.visible);
}

static void probe_gpu(const Machine *machine, Found *found)
{
    const HelloMessage *hello = headless_hello(&machine->gpu);
    found->good = hello && hello->has_device;
    if (found->good)
        describe_gpu(hello, &found->text);
    else
        strbuf_format(&found->text, "none (%s); the simulator needs none", machine->gpu_error.text);
}

static void probe_compiler(const Machine *machine, Found *found)
{
    (void)machine;
    const char *named = getenv("CC"), *name = named && *named ? named : "cc";
    const char *arguments[] = {name, "--version", NULL};
    SpawnRequest request = {.arguments = arguments, .input = -1, .output = -1, .errors = -1};
    pid_t pid;
    Error error = {0};
    found->good = spawn_start(&request, &pid, &error) && spawn_wait(pid, NULL);
    strbuf_format(&found->text, "%s", name);
    if (!found->good)
        strbuf_add_text(&found->text,
                        " does not work: verdicts need a C compiler for the lessons' references "
                        "(install gcc, or set $CC)");
}

static void probe_terminal(const Machine *machine, Found *found)
{
    (void)machine;
    struct winsize size = {0};
    const char *term = getenv("TERM");
    bool terminal = isatty(0) && isatty(1);
    if (ioctl(1, TIOCGWINSZ, &size) != 0)
        size.ws_col = size.ws_row = 0;
    found->good = terminal && size.ws_col >= 80 && size.ws_row >= 24;
    if (!terminal)
        strbuf_add_text(&found->text, "none here; the lab needs one of 80x24 or more");
    else
        strbuf_format(&found->text, "%s, %ux%u%s", term ? term : "TERM is not set", size.ws_col,
                      size.ws_row, found->good ? "" : ": the lab needs 80x24 or more");
    strbuf_format(&found->text, "; characters: %s", nl_langinfo(CODESET));
}

static void probe_course(const Machine *machine, Found *found)
{
    (void)machine;
    Error error = {0};
    Course *course = folder_load_course(&error);
    found->good = course != NULL;
    if (course)
        strbuf_format(&found->text, "%zu lessons in %s", course->lesson_count, course->root);
    else
        error_describe(&error, &found->text);
    course_free(course);
}

/* The folder, or the nearest one above it that is there. */
static bool can_write_below(const char *folder)
{
    StrBuf path = {0};
    strbuf_add_text(&path, folder);
    while (path.size > 1 && access(path.data, F_OK) != 0) {
        while (path.size > 1 && path.data[path.size - 1] != '/')
            path.size--;
        path.data[path.size > 1 ? --path.size : path.size] = '\0';
    }
    bool fine = access(strbuf_text(&path), W_OK) == 0;
    strbuf_free(&path);
    return fine;
}

static void describe_folder(char *folder, Found *found)
{
    found->good = can_write_below(folder);
    strbuf_format(&found->text, "%s%s", folder, found->good ? "" : " cannot be written to");
    free(folder);
}

static void probe_data(const Machine *machine, Found *found)
{
    (void)machine;
    describe_folder(folder_data(), found);
}

static void probe_config(const Machine *machine, Found *found)
{
    (void)machine;
    describe_folder(folder_config(), found);
}

typedef struct ProbeRow {
    const char *what;
    const char *title;
    bool needed;
    Probe probe;
} ProbeRow;

static const ProbeRow probes[] = {
    {"worker", "worker", true, probe_worker},    {"nvrtc", "NVRTC", true, probe_nvrtc},
    {"sim", "simulator", true, probe_sim},       {"gpu", "GPU", false, probe_gpu},
    {"cc", "C compiler", true, probe_compiler},  {"terminal", "terminal", false, probe_terminal},
    {"course", "lessons", true, probe_course},   {"data", "your work", true, probe_data},
    {"config", "settings", false, probe_config},
};
enum { PROBE_COUNT = sizeof probes / sizeof *probes };

static void open_device(Headless *headless, const char *device, Error *error)
{
    Flag flag = {.name = "--device", .argument = ""};
    Arguments arguments = {0};
    vec_push(&arguments.flags, (FlagGiven){&flag, device});
    headless_open(headless, &arguments, error);
    arguments_free(&arguments);
}

static void machine_close(Machine *machine)
{
    headless_close(&machine->sim);
    headless_close(&machine->gpu);
}

static const ProbeRow *probe_find(const char *what, Error *error)
{
    StrBuf known = {0};
    for (size_t i = 0; i < PROBE_COUNT; i++) {
        if (!strcmp(probes[i].what, what)) {
            strbuf_free(&known);
            return &probes[i];
        }
        strbuf_format(&known, "%s%s", i ? ", " : "", probes[i].what);
    }
    error_set(error, ERROR_MISUSE, "doctor does not know \"%s\": there are %s", what,
              strbuf_text(&known));
    strbuf_free(&known);
    return NULL;
}

/* --quiet WHAT: the exit status is the answer. */
static int answer_quietly(const char *what)
{
    Machine machine = {0};
    Error error = {0};
    Found found = {0};
    const ProbeRow *row = probe_find(what, &error);
    if (!row)
        return error_report(&error);
    if (row->probe == probe_gpu)
        open_device(&machine.gpu, "gpu", &machine.gpu_error);
    else if (row->probe == probe_worker || row->probe == probe_nvrtc || row->probe == probe_sim)
        open_device(&machine.sim, "sim", &machine.sim_error);
    row->probe(&machine, &found);
    strbuf_free(&found.text);
    machine_close(&machine);
    return found.good ? 0 : 3;
}

static void print_text(const Found *found)
{
    StrBuf out = {0};
    for (size_t i = 0; i < PROBE_COUNT; i++) {
        strbuf_format(&out, "%-8s %-11s ",
                      found[i].good      ? "ok"
                      : probes[i].needed ? "MISSING"
                                         : "-",
                      probes[i].title);
        utf8_add_inert(&out, strbuf_view(&found[i].text), false, text_style().ascii);
        strbuf_add_byte(&out, '\n');
    }
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
}

static void print_json(const Found *found)
{
    StrBuf out = {0};
    json_t *document = json_object();
    for (size_t i = 0; i < PROBE_COUNT; i++)
        json_object_set_new(document, probes[i].what,
                            json_pack("{s:b,s:b,s:o}", "found", found[i].good, "needed",
                                      probes[i].needed, "text",
                                      json_of_view(strbuf_view(&found[i].text))));
    json_print(document, &out);
    fputs(strbuf_text(&out), stdout);
    strbuf_free(&out);
}

static int run(const Arguments *arguments)
{
    const char *quiet = arguments_value(arguments, "--quiet");
    Machine machine = {0};
    Found found[PROBE_COUNT] = {0};
    bool complete = true;
    if (quiet)
        return answer_quietly(quiet);
    open_device(&machine.sim, "sim", &machine.sim_error);
    open_device(&machine.gpu, "gpu", &machine.gpu_error);
    for (size_t i = 0; i < PROBE_COUNT; i++) {
        probes[i].probe(&machine, &found[i]);
        complete = complete && (found[i].good || !probes[i].needed);
    }
    if (arguments_has(arguments, "--json"))
        print_json(found);
    else
        print_text(found);
    for (size_t i = 0; i < PROBE_COUNT; i++)
        strbuf_free(&found[i].text);
    machine_close(&machine);
    return complete ? 0 : 3;
}

static const Flag flags[] = {
    FLAG_JSON,
    {"--quiet", "WHAT",
     "print nothing; the exit status says whether WHAT (nvrtc, gpu, ...) is there"},
    {0},
};

const Subcommand subcommand_doctor = {
    .name = "doctor",
    .synopsis = "[--json]",
    .help = "say what was found on this machine, and what to install",
    .flags = flags,
    .run = run,
};
