/* Runs a program on the simulated libcuda and has told what it found. */
#include "simulate/launch.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/spawn.h"
#include "sim/profile.h"
#include "simulate/settings.h"
#include "simulate/toolkit.h"

enum { SIGNAL_STATUS = 128 };
static const size_t report_bytes_max = (size_t)256 << 20;

/* What the program's processes append their findings to and count in, and where it is shown. */
typedef struct Report {
    StrBuf path, tally_path;
    bool direct; /* `path` is the file that was asked for: what is found stands there at once */
    ReportTally *tally;
    FILE *out;
} Report;

static int temporary_open(const char *what, StrBuf *path, Error *error)
{
    const char *folder = getenv("TMPDIR");
    strbuf_format(path, "%s/culab-%s-XXXXXX", folder && *folder ? folder : "/tmp", what);
    int fd = mkostemp(path->data, O_CLOEXEC);
    if (fd < 0) {
        error_errno(error, "cannot make %s", strbuf_text(path));
        strbuf_clear(path);
    }
    return fd;
}

static bool tally_open(Report *report, Error *error)
{
    int fd = temporary_open("tally", &report->tally_path, error);
    if (fd < 0)
        return false;
    void *at = ftruncate(fd, sizeof(ReportTally)) == 0
                   ? mmap(NULL, sizeof(ReportTally), PROT_READ, MAP_SHARED, fd, 0)
                   : MAP_FAILED;
    if (at == MAP_FAILED)
        error_errno(error, "cannot use %s", strbuf_text(&report->tally_path));
    else
        report->tally = at;
    close(fd);
    return report->tally;
}

/* The program may change its folder. */
static void absolute(const char *path, StrBuf *out)
{
    char folder[4096];
    if (*path != '/' && getcwd(folder, sizeof folder))
        strbuf_format(out, "%s/", folder);
    strbuf_add_text(out, path);
}

static bool report_open(Report *report, const SimulateRequest *request, Error *error)
{
    const char *path = request->report;
    report->out = path ? fopen(path, "we") : stderr;
    if (!report->out)
        return error_errno(error, "cannot write %s", path);
    report->direct = path && !request->json;
    if (report->direct) {
        absolute(path, &report->path);
    } else {
        int fd = temporary_open("report", &report->path, error);
        if (fd < 0)
            return false;
        close(fd);
    }
    return tally_open(report, error);
}

static void report_close(Report *report)
{
    if (report->path.size > 0 && !report->direct)
        unlink(strbuf_text(&report->path));
    if (report->tally_path.size > 0)
        unlink(strbuf_text(&report->tally_path));
    if (report->tally)
        munmap(report->tally, sizeof *report->tally);
    if (report->out && report->out != stderr)
        fclose(report->out);
    strbuf_free(&report->path);
    strbuf_free(&report->tally_path);
}

static const char *device_name(const SimulateRequest *request)
{
    const SimProfile *profile = sim_profile_find(settings_profile(request->profile));
    return profile ? profile->device : sim_profiles[0].device;
}

static void report_show(const SimulateRequest *request, const Report *report, int state)
{
    StrBuf text = {0};
    Error error = {0};
    bool readable =
        report->direct || file_read(strbuf_text(&report->path), report_bytes_max, &text, &error);
    if (report->direct)
        fseek(report->out, 0, SEEK_END);
    SimulateOutcome outcome = {
        .command = request->command,
        .device = device_name(request),
        .report = strbuf_view(&text),
        .trouble = readable ? NULL : error.text,
        .tally = report->tally,
        .print_limit = request->print_limit,
        .status = WIFEXITED(state) ? WEXITSTATUS(state) : 0,
        .signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0,
    };
    request->show(&outcome, report->out);
    strbuf_free(&text);
}

/* The terminal sends these to the whole group: the program decides what they mean. */
static void ignore_keys(void)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
}

static int status_of(int state)
{
    return WIFSIGNALED(state) ? SIGNAL_STATUS + WTERMSIG(state) : WEXITSTATUS(state);
}

static int run(const SimulateRequest *request, const TargetWords *settings, const Report *report,
               Error *error)
{
    SpawnRequest program = {
        .arguments = request->command,
        .environment = (const char *const *)settings->data,
        .input = 0,
        .output = 1,
        .errors = 2,
    };
    pid_t pid;
    int state = 0;
    if (!spawn_start(&program, &pid, error))
        return 0;
    ignore_keys();
    spawn_wait(pid, &state);
    report_show(request, report, state);
    return report->tally->findings && request->error_status ? request->error_status
                                                            : status_of(state);
}

int simulate_run(const SimulateRequest *request, Error *error)
{
    Report report = {0};
    TargetWords settings = {0};
    StrBuf toolkit = {0};
    uint32_t checks;
    uint64_t seed, limit;
    int status = 0;
    if (settings_check_profile(settings_profile(request->profile), error) &&
        settings_read_checks(request->checks, &checks, error) &&
        settings_check_number("--seed", request->seed, &seed, error) &&
        settings_check_number("--print-limit", request->print_limit, &limit, error) &&
        report_open(&report, request, error) &&
        settings_make(request,
                      &(SettingsFiles){strbuf_text(&report.path), strbuf_text(&report.tally_path)},
                      &settings, &toolkit, error)) {
        vec_push(&settings, NULL);
        status = run(request, &settings, &report, error);
    }
    report_close(&report);
    toolkit_uncover(&toolkit);
    strbuf_free(&toolkit);
    target_words_free(&settings);
    return error->kind == ERROR_NONE ? status : error_exit_status(error);
}
