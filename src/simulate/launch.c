/* Runs a program on the simulated libcuda and tells what it found. */
#include "simulate/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/spawn.h"
#include "simulate/settings.h"
#include "simulate/toolkit.h"

enum { SIGNAL_STATUS = 128 };
static const size_t report_bytes_max = (size_t)64 << 20;

/* The file that the program's processes append their findings to. */
typedef struct Report {
    StrBuf path; /* absolute: the program may change its folder */
    bool temporary;
} Report;

static bool report_open_temporary(Report *report, Error *error)
{
    const char *folder = getenv("TMPDIR");
    strbuf_format(&report->path, "%s/culab-report-XXXXXX", folder && *folder ? folder : "/tmp");
    int fd = mkostemp(report->path.data, O_CLOEXEC);
    if (fd < 0)
        return error_errno(error, "cannot make %s", strbuf_text(&report->path));
    close(fd);
    report->temporary = true;
    return true;
}

static bool report_open(Report *report, const char *path, Error *error)
{
    char folder[4096];
    if (!path)
        return report_open_temporary(report, error);
    if (*path != '/' && getcwd(folder, sizeof folder))
        strbuf_format(&report->path, "%s/", folder);
    strbuf_add_text(&report->path, path);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return error_errno(error, "cannot write %s", path);
    close(fd);
    return true;
}

static void report_drop(const Report *report)
{
    if (report->temporary)
        unlink(strbuf_text(&report->path));
}

/* Findings begin with "========= " and a word, what belongs to one with more blanks. */
static size_t findings_count(View text)
{
    static const char mark[] = "========= ";
    size_t count = 0, size = sizeof mark - 1;
    View line;
    while (view_split(&text, '\n', &line))
        count += view_starts(line, mark) && line.size > size && line.data[size] != ' ';
    return count;
}

/* Shows the findings on standard error or ends the report's file with their number. */
static size_t report_close(Report *report)
{
    StrBuf text = {0};
    Error error = {0};
    bool readable = file_read(strbuf_text(&report->path), report_bytes_max, &text, &error);
    size_t count = findings_count(strbuf_view(&text));
    FILE *out = report->temporary ? stderr : fopen(strbuf_text(&report->path), "ae");
    if (out) {
        if (report->temporary)
            fwrite(text.data, 1, text.size, out);
        if (readable)
            fprintf(out, "========= culab: %zu finding%s\n", count, count == 1 ? "" : "s");
        else
            fprintf(out, "========= culab: the findings cannot be read: %s\n", error.text);
        if (out != stderr)
            fclose(out);
    }
    report_drop(report);
    strbuf_free(&text);
    return count;
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

static int run(const SimulateRequest *request, const TargetWords *settings, Report *report,
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
    if (!spawn_start(&program, &pid, error)) {
        report_drop(report);
        return 0;
    }
    ignore_keys();
    spawn_wait(pid, &state);
    size_t found = report_close(report);
    return found && request->error_status ? request->error_status : status_of(state);
}

int simulate_run(const SimulateRequest *request, Error *error)
{
    Report report = {0};
    TargetWords settings = {0};
    StrBuf toolkit = {0};
    uint32_t checks;
    uint64_t seed;
    int status = 0;
    if (settings_check_profile(request->profile, error) &&
        settings_read_checks(request->checks, &checks, error) &&
        settings_check_seed(request->seed, &seed, error) &&
        report_open(&report, request->report, error)) {
        if (settings_make(request, strbuf_text(&report.path), &settings, &toolkit, error)) {
            vec_push(&settings, NULL);
            status = run(request, &settings, &report, error);
        } else {
            report_drop(&report);
        }
    }
    toolkit_uncover(&toolkit);
    strbuf_free(&toolkit);
    target_words_free(&settings);
    strbuf_free(&report.path);
    return error->kind == ERROR_NONE ? status : error_exit_status(error);
}
