/* The line is written once a second, and where the step changes. */
#include "app/waiting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/headless.h"
#include "base/clock.h"
#include "base/utf8.h"

enum { QUIET_MS = 700 };

static const char take_back[] = "\r\033[K";

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

static bool is_possible(void)
{
    return isatty(STDERR_FILENO) && is_set("TERM") && strcmp(getenv("TERM"), "dumb") != 0 &&
           !is_set("CI");
}

/* Columns that a line may have without being wrapped. */
static int columns(void)
{
    struct winsize size = {0};
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return (known ? size.ws_col : 80) - 1;
}

static void add_cut(StrBuf *out, View text, int room)
{
    while (text.size > 0) {
        size_t bytes = utf8_cluster(text);
        View cluster = view_slice(text, 0, bytes);
        room -= utf8_columns(cluster);
        if (room < 0)
            return;
        strbuf_add(out, cluster);
        text = view_slice(text, bytes, text.size);
    }
}

static void show(Waiting *waiting, int64_t now)
{
    StrBuf line = {0}, text = {0};
    int64_t second = (now - waiting->step_ns) / 1000000000;
    if (waiting->told && waiting->second == second)
        return;
    strbuf_add_text(&text, "culab: ");
    utf8_add_inert(&text, strbuf_view(&waiting->what), false, text_style().ascii);
    if (second > 0)
        strbuf_format(&text, ", %lld s", (long long)second);
    strbuf_add_text(&line, take_back);
    add_cut(&line, strbuf_view(&text), columns());
    waiting->told = waiting->shown = true;
    waiting->second = second;
    fwrite(strbuf_text(&line), 1, line.size, stderr);
    fflush(stderr);
    strbuf_free(&line);
    strbuf_free(&text);
}

void waiting_for(Waiting *waiting, const char *what)
{
    int64_t now = clock_now_ns();
    if (!waiting->since_ns)
        waiting->since_ns = now;
    waiting->step_ns = now;
    waiting->told = false;
    strbuf_clear(&waiting->what);
    strbuf_add_text(&waiting->what, what);
    waiting_tick(waiting);
}

void waiting_tick(Waiting *waiting)
{
    int64_t now = clock_now_ns();
    if (waiting->since_ns && now - waiting->since_ns >= QUIET_MS * INT64_C(1000000) &&
        is_possible())
        show(waiting, now);
}

void waiting_end(Waiting *waiting)
{
    if (waiting->shown) {
        fputs(take_back, stderr);
        fflush(stderr);
    }
    waiting->shown = false;
    waiting->since_ns = 0;
}

void waiting_free(Waiting *waiting)
{
    waiting_end(waiting);
    strbuf_free(&waiting->what);
}
