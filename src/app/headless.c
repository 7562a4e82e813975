/* The worker's client, one answer at a time. */
#include "app/headless.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "simulate/settings.h"

enum {
    LIMIT_S = 60,
    COMPILE_LIMIT_MS = 30000 /* nobody waits at a screen; machines may be busy */
};

static bool device_known(const char *name)
{
    int64_t ordinal;
    return !name || !strcmp(name, "sim") || !strcmp(name, "gpu") ||
           (!strncmp(name, "gpu:", 4) && view_to_i64(view_of(name + 4), &ordinal) && ordinal >= 0);
}

static bool read_limit(const Arguments *arguments, int *out_ms, Error *error)
{
    const char *text = arguments_value(arguments, "--limit");
    double seconds = LIMIT_S;
    if (text && (!view_to_f64(view_of(text), &seconds) || !(seconds > 0) || seconds > 86400))
        return error_set(error, ERROR_MISUSE, "--limit %s: say a number of seconds above 0", text);
    *out_ms = (int)(seconds * 1000) + 1;
    return true;
}

bool headless_read_checks(const Arguments *arguments, uint32_t *checks, uint64_t *seed,
                          Error *error)
{
    bool ok = settings_read_checks(arguments_value(arguments, "--check"), checks, error) &&
              settings_check_number("--seed", arguments_value(arguments, "--seed"), seed, error);
    *checks |= RUN_FIGURES;
    return ok;
}

/* False: there is nothing to wait for. */
static bool wait_event(Headless *headless, ClientEvent *out)
{
    while (!client_wait(headless->client, WAITING_TICK_MS, out)) {
        if (!client_may_answer(headless->client))
            return false;
        waiting_tick(&headless->waiting);
    }
    return true;
}

/* Takes the hello, or says why there is none. */
static bool greet(Headless *headless, Error *error)
{
    ClientEvent event = {0};
    waiting_for(&headless->waiting, "starting the device");
    while (!client_hello(headless->client)) {
        if (!wait_event(headless, &event))
            return error_set(error, ERROR_MACHINE, "the worker does not start");
        if (event.kind == CLIENT_GONE || event.kind == CLIENT_LOST)
            error_set(error, ERROR_MACHINE, "%s", event.text);
        bool gone = event.kind == CLIENT_GONE;
        client_event_free(&event);
        if (gone)
            return false;
    }
    if (error)
        error_clear(error);
    const HelloMessage *hello = client_hello(headless->client);
    if (hello->has_device)
        return true;
    return error_set(error, hello->misuse ? ERROR_MISUSE : ERROR_MACHINE, "%s",
                     hello->device_trouble);
}

bool headless_options(const Arguments *arguments, ClientOptions *out, Error *error)
{
    *out = (ClientOptions){
        .worker_command = arguments_value(arguments, "--worker"),
        .device = arguments_value(arguments, "--device"),
        .profile = arguments_value(arguments, "--profile"),
        .no_spare = true,
        .compile_limit_ms = COMPILE_LIMIT_MS,
    };
    if (!device_known(out->device))
        return error_set(error, ERROR_MISUSE,
                         "there is no device \"%s\": say sim, gpu, or gpu:1 for the second GPU",
                         out->device);
    return read_limit(arguments, &out->run_limit_ms, error);
}

bool headless_open(Headless *headless, const Arguments *arguments, Error *error)
{
    ClientOptions options;
    *headless = (Headless){0};
    if (!headless_options(arguments, &options, error))
        return false;
    headless->client = client_new(&options);
    if (arguments_has(arguments, "--json"))
        client_want_code(headless->client, CODE_MACHINE); /* registers, occupancy */
    if (greet(headless, error))
        return true;
    waiting_end(&headless->waiting);
    return false;
}

void headless_close(Headless *headless)
{
    waiting_free(&headless->waiting);
    client_free(headless->client);
    print_log_free(&headless->prints);
    *headless = (Headless){0};
}

const HelloMessage *headless_hello(const Headless *headless)
{
    return headless->client ? client_hello(headless->client) : NULL;
}

static void tell_wrote(Headless *headless, View text)
{
    if (!headless->wrote)
        return;
    waiting_end(&headless->waiting);
    headless->wrote(headless->wrote_state, text);
}

/* Waits for the answer to a request; the kind tells what is in it. */
static void wait_answer(Headless *headless, uint32_t request, ClientEvent *out)
{
    while (wait_event(headless, out)) {
        if (out->kind == CLIENT_PRINTS)
            print_log_join(&headless->prints, &out->prints);
        else if (out->kind == CLIENT_WROTE)
            tell_wrote(headless, strbuf_view(&out->wrote));
        else if (out->request == request)
            return;
        client_event_free(out);
    }
    *out = (ClientEvent){0};
}

void headless_compile(Headless *headless, const char *file, View source, CompileResult *out)
{
    headless_compile_host(headless, file, source, "", VIEW(""), out);
}

void headless_compile_host(Headless *headless, const char *file, View source, const char *host_file,
                           View host, CompileResult *out)
{
    ClientEvent event;
    waiting_for(&headless->waiting, "compiling");
    wait_answer(headless, client_compile_host(headless->client, file, source, host_file, host),
                &event);
    *out = event.compile;
    event.compile = (CompileResult){0};
    client_event_free(&event);
}

uint32_t headless_run(Headless *headless, const PreparedCase *prepared, const RunOptions *options,
                      RunResult *out)
{
    ClientEvent event;
    uint32_t request = client_run(headless->client, prepared, options);
    wait_answer(headless, request, &event);
    headless->prints.lost += event.run.prints_lost;
    *out = event.run;
    event.run = (RunResult){0};
    client_event_free(&event);
    return request;
}

void headless_writer(Headless *headless, uint32_t run, uint32_t argument, uint64_t offset,
                     Writer *out)
{
    ClientEvent event;
    wait_answer(headless, client_ask_writer(headless->client, run, argument, offset), &event);
    *out = event.writer;
    event.writer = (Writer){0};
    client_event_free(&event);
}

bool source_read(const char *path, StrBuf *out, Error *error)
{
    Error cause = {0};
    if (file_read(path, WIRE_SOURCE_CAP, out, &cause))
        return true;
    return error_set(error, ERROR_MISUSE, "%s", cause.text);
}

TextStyle text_style(void)
{
    return (TextStyle){.ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0};
}
