/* The whole screen of the lab: panes, focus, prompt line, messages. Keys go in, a drawing comes
 * out; what only the program around it can do (quit, suspend, prompt) it asks for. */
#ifndef CULAB_VIEW_SCREEN_H
#define CULAB_VIEW_SCREEN_H

#include "command/keymap.h"
#include "session/session.h"
#include "view/code_pane.h"
#include "view/diff_pane.h"
#include "view/editor.h"
#include "view/host_panes.h"
#include "view/list_pane.h"
#include "view/pane.h"
#include "view/print_pane.h"
#include "view/results.h"
#include "view/schedule_pane.h"
#include "view/timeline_pane.h"

enum { LAYOUT_WIDE = 100, LEAST_WIDTH = 40, LEAST_HEIGHT = 10 };

/* The `:` line, as the program around keeps it. */
typedef struct ScreenPrompt {
    bool open;
    StrBuf line;
    size_t cursor;  /* byte */
    StrBuf matches; /* completions to choose from, one a line */
} ScreenPrompt;

struct Screen {
    Session *session;
    Keymap keymap;
    PaneId focus;
    PaneId result; /* the tab shown */
    PaneId main;   /* narrow: lesson or editor, whichever had the focus last */
    PaneId back;   /* where help or the device pane was called from */
    bool zoomed;   /* the pane with the focus has the whole screen */
    int width, height;
    const Exercise *exercise; /* the one whose text the editor has */
    Text *text;
    size_t file; /* of the exercise, that the text is of */
    size_t cursors[SESSION_FILES];
    Editor editor;
    ListPane list;
    PrintPane print;
    DiffPane diff;
    CodePane code;
    CallPane calls;
    TimelinePane timeline;
    SchedulePane schedule;
    FindingRows findings;
    Scroll lesson, verdict, finding, metric, output, device, help, recovery;
    /* As drawn last: */
    size_t lesson_lines, verdict_lines, metric_lines, output_lines, help_lines, recovery_lines;
    size_t task_line; /* of the lesson pane: where the exercise begins */
    bool all_metrics; /* the metrics pane shows every figure */
    bool shows_task;  /* the lesson pane is to be scrolled there */
    int choice;       /* marked answer of the question; -1: none */
    StrBuf message;   /* until the next key */
    Severity severity;
    int64_t notice_seen; /* when the session's notice was given that a key has dismissed */
    ScreenPrompt prompt;
    bool wants_quit, wants_suspend;
    bool wants_prompt; /* with `line` as its beginning */
    bool quit_anyway;  /* a quit that failed to save was asked for twice */
};

/* The commands of all tables. */
const CommandSet *screen_commands_all(void);

/* `screen` becomes ready with the default keys. */
void screen_init(Screen *screen, Session *session);
void screen_free(Screen *screen);
/* After session_step() or any command: the panes read the session anew. */
void screen_update(Screen *screen);
void screen_draw(Screen *screen, Surface *surface);
void screen_key(Screen *screen, Key key);
void screen_paste(Screen *screen, View text); /* into the editor, as one undo step */
bool screen_run(Screen *screen, View line);   /* a line of the prompt */
void screen_complete(Screen *screen, View line, StrBuf *out);
void screen_tell(Screen *screen, Severity severity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void screen_focus(Screen *screen, PaneId pane);
/* Shows a line (1-based) of the file in the editor. False: no such line. */
bool screen_go_line(Screen *screen, uint32_t line);
/* The same of the file of that name, which becomes the one shown. */
bool screen_go_place(Screen *screen, const char *file, uint32_t line);
Key screen_key_of(const Screen *screen, const char *command); /* from the focus; 0: none */

/* The parts that screen_draw() puts together. */
void live_status(const Session *session, StrBuf *out); /* "live ● 31 ms" */
void header_draw(const Screen *screen, Surface *surface);
void bar_draw(const Screen *screen, Surface *surface);
void work_draw(Screen *screen, Surface *surface);

#endif
