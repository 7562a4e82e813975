/* The terminal by curses. Input is read by term/input.c, not by curses. */
#include "term/terminal.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "term/capability.h"
#include "term/palette.h"

struct Terminal {
    Surface surface; /* first */
    SCREEN *screen;
    PaletteKind palette;
    int cursor_x, cursor_y; /* -1: hidden */
};

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

/* What a signal handler needs to put the terminal back; a handler has no other way to get it. */
static struct {
    volatile sig_atomic_t open;
    struct termios modes; /* as they were before */
    char leave[256];      /* what to send */
    size_t leave_size;
} restore;

static void add_leaving(const char *text)
{
    size_t size = text ? strlen(text) : 0;
    if (restore.leave_size + size > sizeof restore.leave)
        return;
    memcpy(restore.leave + restore.leave_size, text ? text : "", size);
    restore.leave_size += size;
}

static void prepare_restore(void)
{
    restore.leave_size = 0;
    add_leaving(PASTE_OFF);
    add_leaving(capability_text("sgr0"));
    add_leaving(capability_text("rmcup"));
    add_leaving(capability_text("cnorm"));
    restore.open = 1;
}

void terminal_restore_in_signal(void)
{
    if (!restore.open)
        return;
    restore.open = 0;
    ssize_t ignored = write(STDOUT_FILENO, restore.leave, restore.leave_size);
    (void)ignored;
    tcsetattr(STDIN_FILENO, TCSANOW, &restore.modes);
}

static void send(const char *text)
{
    ssize_t ignored = write(STDOUT_FILENO, text, strlen(text));
    (void)ignored;
}

/* Characters that the C library has no width for would be spelled out by curses. */
static void put_bytes(View text)
{
    mbstate_t state = {0};
    while (text.size > 0) {
        wchar_t wide;
        size_t size = mbrtowc(&wide, text.data, text.size, &state);
        bool good = size != 0 && size <= text.size && wcwidth(wide) >= 0;
        if (good) {
            addnstr(text.data, (int)size);
        } else {
            uint32_t codepoint;
            size = utf8_decode(text, &codepoint);
            for (int i = utf8_width(codepoint); i > 0; i--)
                addch('?');
            memset(&state, 0, sizeof state);
        }
        text = view_slice(text, size, text.size);
    }
}

static bool is_ascii(View text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] >= 0x80)
            return false;
    return true;
}

static void put(Surface *surface, int x, int y, View text, Style style, int columns)
{
    (void)columns;
    attrset(palette_attributes(((Terminal *)surface)->palette, style));
    if (move(y, x) != OK)
        return;
    if (is_ascii(text))
        addnstr(text.data, (int)text.size);
    else
        put_bytes(text);
}

static void fill(Surface *surface, Rect rect, Style style)
{
    attrset(palette_attributes(((Terminal *)surface)->palette, style));
    for (int y = rect.y; y < rect.y + rect.height; y++)
        mvhline(y, rect.x, ' ', rect.width);
}

static void cursor(Surface *surface, int x, int y)
{
    ((Terminal *)surface)->cursor_x = x;
    ((Terminal *)surface)->cursor_y = y;
}

static const SurfaceOps ops = {.put = put, .fill = fill, .cursor = cursor};

static bool refuse(Error *error, const char *why)
{
    return error_set(error, ERROR_MACHINE,
                     "%s. Without a terminal use the headless commands: culab list, culab check "
                     "EXERCISE, culab run FILE.cu (culab --help tells them all)",
                     why);
}

static bool can_be_used(Error *error)
{
    char why[200];
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return refuse(error, "the lab needs a terminal on its input and output");
    if (!name || !*name)
        return refuse(error, "TERM is not set, so the lab cannot know the terminal");
    if (!capability_load()) {
        snprintf(why, sizeof why,
                 "the terminal TERM=%.40s is not known here (ncurses-term may "
                 "bring it; or try TERM=xterm)",
                 name);
        return refuse(error, why);
    }
    bool good = capability_text("cup") != NULL;
    capability_unload();
    snprintf(why, sizeof why, "the terminal TERM=%.40s cannot place text", name);
    return good || refuse(error, why);
}

/* Block and line characters need UTF-8; and the Linux console's font lacks many of them. */
static bool is_ascii_only(void)
{
    const char *name = getenv("TERM");
    return strcmp(nl_langinfo(CODESET), "UTF-8") != 0 || (name && strcmp(name, "linux") == 0);
}

static void follow_size(Terminal *terminal)
{
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
    if (known && (size.ws_row != LINES || size.ws_col != COLS))
        resizeterm(size.ws_row, size.ws_col);
    terminal->surface.width = COLS;
    terminal->surface.height = LINES;
}

static void enter(Terminal *terminal)
{
    raw();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    leaveok(stdscr, FALSE);
    terminal->cursor_x = terminal->cursor_y = -1;
    send(PASTE_ON);
}

Terminal *terminal_open(Error *error)
{
    setlocale(LC_CTYPE, "");
    if (!can_be_used(error))
        return NULL;
    if (tcgetattr(STDIN_FILENO, &restore.modes) != 0) {
        error_errno(error, "cannot read the terminal's modes");
        return NULL;
    }
    Terminal *terminal = memory_alloc(sizeof *terminal);
    terminal->screen = newterm(NULL, stdout, stdin);
    if (!terminal->screen) {
        free(terminal);
        refuse(error, "the terminal could not be set up");
        return NULL;
    }
    prepare_restore();
    terminal->palette = palette_begin();
    terminal->surface = (Surface){
        .ops = &ops,
        .ascii = is_ascii_only(),
        .colour = terminal->palette != PALETTE_PLAIN,
    };
    follow_size(terminal);
    enter(terminal);
    return terminal;
}

static void leave(void)
{
    send(PASTE_OFF);
    curs_set(1);
    endwin();
    tcsetattr(STDIN_FILENO, TCSANOW, &restore.modes);
}

void terminal_close(Terminal *terminal)
{
    if (!terminal)
        return;
    leave();
    restore.open = 0;
    delscreen(terminal->screen);
    free(terminal);
}

Surface *terminal_surface(Terminal *terminal)
{
    return &terminal->surface;
}

void terminal_begin(Terminal *terminal)
{
    follow_size(terminal);
    attrset(A_NORMAL);
    erase();
    terminal->cursor_x = terminal->cursor_y = -1;
}

void terminal_show(Terminal *terminal)
{
    bool shown = terminal->cursor_x >= 0;
    curs_set(shown ? 1 : 0);
    if (shown)
        move(terminal->cursor_y, terminal->cursor_x);
    refresh();
}

void terminal_redraw(Terminal *terminal)
{
    (void)terminal;
    clearok(curscr, TRUE);
}

void terminal_suspend(Terminal *terminal)
{
    (void)terminal;
    leave();
}

void terminal_resume(Terminal *terminal)
{
    reset_prog_mode();
    enter(terminal);
    terminal_redraw(terminal);
}
