/* The lab's poll loop: keys, signals and the worker's answers in; the screen out. */
#include "app/lab.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "app/signals.h"
#include "app/subcommand.h"
#include "app/timing.h"
#include "base/clock.h"
#include "base/fd.h"
#include "base/file.h"
#include "term/input.h"
#include "term/prompt.h"
#include "term/terminal.h"
#include "view/screen.h"

enum { FDS = 16, OWN_FDS = 2, READ_BYTES = 65536 };
#define FRAME_NS (INT64_C(16) * 1000 * 1000)

typedef struct Lab {
    const LabOptions *options;
    Course *course;
    Session *session;
    Terminal *terminal;
    Screen screen;
    Input input;
    int64_t input_ns; /* when bytes came last */
    Timing timing;
    int signals;
    bool dirty; /* something that is shown has changed: draw at once */
    bool stale; /* the session went on: draw within FRAME_NS, or when it has come to rest */
    int64_t drawn_ns;
    bool ended;
    bool hung_up; /* the terminal is gone */
} Lab;

static void rescue(void *context)
{
    Lab *lab = context;
    if (lab->session)
        session_flush(lab->session);
    terminal_restore_in_signal();
}

static void draw(Lab *lab)
{
    terminal_begin(lab->terminal);
    screen_draw(&lab->screen, terminal_surface(lab->terminal));
    terminal_show(lab->terminal);
    timing_shown(&lab->timing, lab->session);
    lab->dirty = lab->stale = false;
    lab->drawn_ns = clock_now_ns();
}

static void show_prompt(Lab *lab)
{
    ScreenPrompt *shown = &lab->screen.prompt;
    strbuf_clear(&shown->line);
    strbuf_clear(&shown->matches);
    strbuf_add(&shown->line, prompt_line());
    strbuf_add(&shown->matches, prompt_matches());
    shown->cursor = prompt_cursor();
}

static void complete(void *context, View line, StrBuf *out)
{
    screen_complete(context, line, out);
}

static void open_prompt(Lab *lab)
{
    StrBuf history = {0};
    lab->screen.wants_prompt = false;
    prompt_begin(file_join(&history, lab->options->data_folder, "history"));
    prompt_open(strbuf_view(&lab->screen.prompt.line), complete, &lab->screen);
    strbuf_free(&history);
    lab->screen.prompt.open = true;
    show_prompt(lab);
}

static void suspend(Lab *lab, bool whole_job)
{
    lab->screen.wants_suspend = false;
    terminal_suspend(lab->terminal);
    signals_stop_here(whole_job);
    terminal_resume(lab->terminal);
    lab->dirty = true;
}

/* What the screen asks of the program around it. */
static void serve(Lab *lab)
{
    if (lab->screen.wants_quit)
        lab->ended = true;
    if (lab->screen.wants_suspend)
        suspend(lab, true);
    if (lab->screen.wants_prompt)
        open_prompt(lab);
}

static void take_prompt_key(Lab *lab, Key key)
{
    PromptState state = prompt_key(key);
    show_prompt(lab);
    if (state == PROMPT_OPEN)
        return;
    lab->screen.prompt.open = false;
    if (state == PROMPT_DONE) {
        View line = prompt_line();
        char *copy = memory_clone_bytes(line.data ? line.data : "", line.size);
        screen_run(&lab->screen, (View){copy, line.size});
        free(copy);
    }
}

static void paste_prompt(Lab *lab, View text)
{
    prompt_paste(text);
    show_prompt(lab);
}

static void take_event(Lab *lab, const InputEvent *event)
{
    bool prompting = lab->screen.prompt.open;
    if (event->kind == INPUT_KEY && prompting)
        take_prompt_key(lab, event->key);
    else if (event->kind == INPUT_KEY)
        screen_key(&lab->screen, event->key);
    else if (prompting)
        paste_prompt(lab, event->paste);
    else
        screen_paste(&lab->screen, event->paste);
    lab->dirty = true;
    serve(lab);
}

static void take_events(Lab *lab, bool over)
{
    InputEvent event;
    while (!lab->ended && (event = input_next(&lab->input, over)).kind != INPUT_NOTHING)
        take_event(lab, &event);
}

static void read_input(Lab *lab)
{
    char bytes[READ_BYTES];
    ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
    if (size > 0) {
        input_feed(&lab->input, (View){bytes, (size_t)size});
        lab->input_ns = clock_now_ns();
        timing_key(&lab->timing, lab->input_ns);
        take_events(lab, false);
    } else if (size == 0 || (errno != EINTR && errno != EAGAIN)) {
        lab->hung_up = lab->ended = true;
    }
}

static void take_signal(Lab *lab, int number)
{
    switch (number) {
    case SIGWINCH:
        break;
    case SIGTSTP:
        suspend(lab, false);
        break;
    case SIGCONT: /* after a stop that could not be seen coming */
        terminal_resume(lab->terminal);
        break;
    case SIGHUP:
        lab->hung_up = true;
        /* fall through */
    default:
        lab->ended = true;
    }
    lab->dirty = true;
}

static void read_signals(Lab *lab)
{
    int number;
    while ((number = signals_next(lab->signals)) != 0)
        take_signal(lab, number);
}

static int64_t input_deadline(const Lab *lab)
{
    int wait = input_wait_ms(&lab->input);
    return wait < 0 ? INT64_MAX : lab->input_ns + (int64_t)wait * 1000000;
}

static bool wait_for_something(struct pollfd *fds, size_t count, int64_t deadline_ns)
{
    int64_t rest = deadline_ns - clock_now_ns();
    rest = rest > 0 ? rest : 0;
    struct timespec time = {rest / 1000000000, rest % 1000000000};
    return ppoll(fds, count, deadline_ns == INT64_MAX ? NULL : &time, NULL) >= 0;
}

/* Cases are judged faster than anybody reads: while they run, a frame every FRAME_NS is enough. */
static bool draw_is_due(const Lab *lab)
{
    return lab->dirty || (lab->stale && (session_phase(lab->session) == PHASE_IDLE ||
                                         clock_now_ns() - lab->drawn_ns >= FRAME_NS));
}

static void turn(Lab *lab)
{
    if (draw_is_due(lab))
        draw(lab);
    struct pollfd fds[FDS] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = lab->signals, .events = POLLIN},
    };
    int64_t deadline = input_deadline(lab);
    if (lab->stale && lab->drawn_ns + FRAME_NS < deadline)
        deadline = lab->drawn_ns + FRAME_NS;
    size_t count =
        OWN_FDS + session_poll_fds(lab->session, fds + OWN_FDS, FDS - OWN_FDS, &deadline);
    if (!wait_for_something(fds, count, deadline))
        return;
    if (fds[1].revents)
        read_signals(lab);
    if (fds[0].revents && !lab->ended)
        read_input(lab);
    if (input_deadline(lab) <= clock_now_ns())
        take_events(lab, true);
    if (session_step(lab->session)) {
        screen_update(&lab->screen);
        lab->stale = true;
    }
}

static void read_keys(Lab *lab)
{
    enum { LIMIT = 1 << 20 };
    StrBuf path = {0}, content = {0};
    Error error = {0};
    const char *file = file_join(&path, lab->options->config_folder, "keys");
    if (file_exists(file) && file_read(file, LIMIT, &content, &error))
        keymap_read(&lab->screen.keymap, screen_commands_all(), strbuf_view(&content), file,
                    &error);
    if (error.kind != ERROR_NONE) {
        StrBuf text = {0};
        error_describe(&error, &text);
        screen_tell(&lab->screen, SEVERITY_WARNING, "%s", strbuf_text(&text));
        strbuf_free(&text);
    }
    strbuf_free(&path);
    strbuf_free(&content);
}

static bool load(Lab *lab, Error *error)
{
    lab->course = course_load(lab->options->course_root, error);
    return lab->course &&
           (!lab->options->exercise || course_find(lab->course, lab->options->exercise, error));
}

static void start_session(Lab *lab)
{
    lab->session = session_new(
        &(SessionOptions){
            .worker_command = lab->options->worker_command,
            .device = lab->options->device,
            .profile = lab->options->profile,
            .data_folder = lab->options->data_folder,
            .start_later = true,
            .live = true,
        },
        lab->course);
    screen_init(&lab->screen, lab->session);
    lab->screen.width = terminal_surface(lab->terminal)->width;
    read_keys(lab);
}

/* The first frame is drawn before the store is opened and the worker is started. */
static void begin(Lab *lab)
{
    StrBuf line = {0};
    draw(lab);
    session_start(lab->session);
    if (lab->options->exercise) {
        strbuf_format(&line, "open %s", lab->options->exercise);
        screen_run(&lab->screen, strbuf_view(&line));
    }
    list_pane_read_progress(&lab->screen);
    lab->dirty = true;
    strbuf_free(&line);
}

static void end(Lab *lab)
{
    if (lab->screen.prompt.open)
        prompt_close();
    prompt_end();
    if (lab->hung_up)
        terminal_restore_in_signal();
    terminal_close(lab->terminal);
    if (lab->session)
        screen_free(&lab->screen);
    session_free(lab->session);
    course_free(lab->course);
    input_free(&lab->input);
    fd_close(&lab->signals);
    timing_close(&lab->timing);
}

/* The signals come first: curses takes over those that nobody has. */
static bool open_terminal(Lab *lab, Error *error)
{
    lab->signals = signals_open();
    lab->terminal = terminal_open(error);
    return lab->terminal != NULL;
}

int lab_main(const LabOptions *options)
{
    Lab lab = {.options = options, .signals = -1, .timing.fd = -1};
    Error error = {0};
    if (load(&lab, &error) && open_terminal(&lab, &error)) {
        timing_open(&lab.timing);
        signals_on_fault(rescue, &lab);
        start_session(&lab);
        begin(&lab);
        while (!lab.ended)
            turn(&lab);
        signals_on_fault(NULL, NULL);
    } else {
        error_report(&error);
    }
    if (lab.terminal || lab.course)
        end(&lab);
    return error_exit_status(&error);
}
