/* A worker that misbehaves in any state is a message: every request is answered, nothing hangs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "session/client.h"

enum { PATIENCE_MS = 20000 };

/* What a client told until its three requests were answered. */
typedef struct Story {
    CompileResult compile;
    RunResult run;
    bool compiled, ran, wrote, writer_known;
    char *lost, *gone; /* the first of each */
} Story;

static PreparedArgument out_argument = {.name = "out",
                                        .is_buffer = true,
                                        .type = ELEMENT_F32,
                                        .role = ROLE_OUT,
                                        .count = 4,
                                        .shape = {4, 1, 1}};
static const PreparedCase prepared = {.kernel = "k",
                                      .grid = {1, 1, 1},
                                      .block = {1, 1, 1},
                                      .arguments = &out_argument,
                                      .argument_count = 1};

static void keep_text(char **first, ClientEvent *event)
{
    if (*first)
        return;
    *first = event->text;
    event->text = NULL;
}

static void take(Story *story, ClientEvent *event)
{
    switch (event->kind) {
    case CLIENT_COMPILED:
        assert_false(story->compiled);
        story->compiled = true;
        story->compile = event->compile;
        event->compile = (CompileResult){0};
        break;
    case CLIENT_RAN:
        assert_false(story->ran);
        story->ran = true;
        story->run = event->run;
        event->run = (RunResult){0};
        break;
    case CLIENT_WRITER:
        assert_false(story->wrote);
        story->wrote = true;
        story->writer_known = event->writer.known;
        break;
    case CLIENT_LOST:
        keep_text(&story->lost, event);
        break;
    case CLIENT_GONE:
        keep_text(&story->gone, event);
        break;
    default:
        break;
    }
    client_event_free(event);
}

static Story tell(const char *state, const char *act, bool spare)
{
    StrBuf command = {0};
    strbuf_format(&command, "exec " LIAR " %s %s", state, act);
    ClientOptions options = {.worker_command = strbuf_text(&command),
                             .no_spare = !spare,
                             .start_limit_ms = 2000,
                             .compile_limit_ms = 300,
                             .run_limit_ms = 300,
                             .stop_limit_ms = 100};
    Client *client = client_new(&options);
    Story story = {0};
    ClientEvent event;
    client_compile(client, "k.cu", view_of("__global__ void k() {}"));
    uint32_t run = client_run(client, &prepared, &(RunOptions){0});
    client_ask_writer(client, run, 0, 0);
    while (!(story.compiled && story.ran && story.wrote)) {
        if (!client_wait(client, PATIENCE_MS, &event))
            fail_msg("%s %s: no answer", state, act);
        take(&story, &event);
    }
    while (client_next(client, &event))
        take(&story, &event);
    assert_false(client_busy(client));
    client_free(client);
    strbuf_free(&command);
    return story;
}

static void story_free(Story *story)
{
    compile_result_free(&story->compile);
    run_result_free(&story->run);
    free(story->lost);
    free(story->gone);
}

static const char *const acts[] = {"die",  "garbage", "huge",      "version",  "type",
                                   "turn", "echo",    "malformed", "sequence", "half"};

static void test_good(void **state)
{
    (void)state;
    Story story = tell("NONE", "die", true);
    assert_true(story.compile.ok);
    assert_int_equal(story.run.status, LAUNCH_OK);
    assert_int_equal(story.run.buffer_count, 1);
    assert_non_null(story.run.buffers[0].bytes);
    assert_true(story.writer_known);
    assert_null(story.lost);
    assert_null(story.gone);
    story_free(&story);
}

static void test_bad_start(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        if (!strcmp(acts[i], "sequence"))
            continue; /* a hello answers no request */
        Story story = tell("START", acts[i], false);
        assert_non_null(story.gone);
        assert_false(story.compile.ran);
        assert_true(strlen(story.compile.trouble) > 10);
        assert_int_equal(story.run.status, LAUNCH_TROUBLE);
        assert_false(story.writer_known);
        story_free(&story);
    }
}

static void test_bad_compile(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        Story story = tell("COMPILE", acts[i], i % 2);
        assert_non_null(story.lost);
        assert_false(story.compile.ran);
        assert_true(strlen(story.compile.trouble) > 10);
        assert_int_equal(story.run.status, LAUNCH_TROUBLE);
        story_free(&story);
    }
}

static void test_bad_launch(void **state)
{
    (void)state;
    static const char *const more[] = {"outside", "missing", "others"};
    for (size_t i = 0; i < sizeof acts / sizeof *acts + 3; i++) {
        size_t own = sizeof acts / sizeof *acts;
        Story story = tell("LAUNCH", i < own ? acts[i] : more[i - own], i % 2);
        assert_true(story.compile.ok);
        assert_non_null(story.lost);
        assert_int_equal(story.run.status, LAUNCH_TROUBLE);
        assert_true(strlen(story.run.error_text) > 10);
        story_free(&story);
    }
}

static void test_bad_ask(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        Story story = tell("ASK", acts[i], i % 2);
        assert_int_equal(story.run.status, LAUNCH_OK);
        assert_non_null(story.lost);
        assert_false(story.writer_known);
        story_free(&story);
    }
}

static void test_hang(void **state)
{
    (void)state;
    Story story = tell("COMPILE", "hang", true);
    assert_true(story.compile.ran);
    assert_false(story.compile.ok);
    assert_int_equal(story.compile.diagnostics.size, 1);
    assert_non_null(strstr(story.compile.diagnostics.data[0].text, "longer than 0.3 s"));
    story_free(&story);
    story = tell("LAUNCH", "hang", true);
    assert_int_equal(story.run.status, LAUNCH_BUDGET);
    assert_null(story.lost);
    story_free(&story);
    story = tell("LAUNCH", "flood", true);
    assert_int_equal(story.run.status, LAUNCH_BUDGET);
    assert_true(story.run.prints > 0);
    story_free(&story);
    story = tell("ASK", "hang", true);
    assert_non_null(story.lost);
    story_free(&story);
}

static void test_words(void **state)
{
    (void)state;
    Story story = tell("LAUNCH", "die", false);
    assert_string_equal(story.lost, "the worker exited with status 7; it said: it hurts");
    story_free(&story);
    story = tell("START", "version", false);
    assert_non_null(strstr(story.gone, "version 99"));
    story_free(&story);
    story = tell("COMPILE", "memory", false);
    assert_true(story.compile.ran);
    assert_non_null(strstr(story.compile.diagnostics.data[0].text, "memory"));
    story_free(&story);
}

static void test_no_program(void **state)
{
    (void)state;
    ClientOptions options = {.worker_command = "exec /nonexistent/culab-worker"};
    Client *client = client_new(&options);
    ClientEvent event;
    do
        assert_true(client_wait(client, PATIENCE_MS, &event));
    while (event.kind != CLIENT_GONE);
    assert_non_null(strstr(event.text, "/nonexistent/culab-worker"));
    client_event_free(&event);
    client_compile(client, "k.cu", view_of(""));
    assert_true(client_wait(client, PATIENCE_MS, &event));
    assert_int_equal(event.kind, CLIENT_COMPILED);
    assert_false(event.compile.ran);
    client_event_free(&event);
    client_free(client);
}

/* The input goes over in pieces, as the worker takes them. */
static void test_large_input(void **state)
{
    (void)state;
    enum { BYTES = 24 << 20 };
    PreparedArgument arguments[2] = {out_argument, out_argument};
    arguments[1].role = ROLE_IN;
    arguments[1].count = BYTES / 4;
    arguments[1].bytes = memory_alloc(BYTES);
    PreparedCase large = prepared;
    large.arguments = arguments;
    large.argument_count = 2;
    ClientOptions options = {.worker_command = "exec " LIAR " LAUNCH others", .no_spare = true};
    Client *client = client_new(&options);
    ClientEvent event;
    client_compile(client, "k.cu", view_of(""));
    client_run(client, &large, &(RunOptions){0});
    do
        assert_true(client_wait(client, PATIENCE_MS / 4, &event));
    while (event.kind != CLIENT_RAN && (client_event_free(&event), true));
    assert_non_null(strstr(event.run.error_text, "other buffers than were sent"));
    client_event_free(&event);
    client_free(client);
    free(arguments[1].bytes);
}

static void test_cancel(void **state)
{
    (void)state;
    ClientOptions options = {.worker_command = "exec " LIAR " LAUNCH hang", .stop_limit_ms = 100};
    Client *client = client_new(&options);
    ClientEvent event;
    client_compile(client, "k.cu", view_of(""));
    client_run(client, &prepared, &(RunOptions){0});
    while (client_wait(client, PATIENCE_MS, &event) && event.kind != CLIENT_COMPILED)
        client_event_free(&event);
    client_event_free(&event);
    client_cancel(client);
    assert_false(client_busy(client));
    uint32_t again = client_compile(client, "k.cu", view_of(""));
    do {
        assert_true(client_wait(client, PATIENCE_MS, &event));
        assert_int_not_equal(event.kind, CLIENT_RAN);
        if (event.request != again)
            client_event_free(&event);
    } while (event.request != again);
    assert_true(event.compile.ok);
    client_event_free(&event);
    client_free(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),        cmocka_unit_test(test_bad_start),
        cmocka_unit_test(test_bad_compile), cmocka_unit_test(test_bad_launch),
        cmocka_unit_test(test_bad_ask),     cmocka_unit_test(test_hang),
        cmocka_unit_test(test_words),       cmocka_unit_test(test_no_program),
        cmocka_unit_test(test_large_input), cmocka_unit_test(test_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
