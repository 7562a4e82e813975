/* The tables of commands that act on the screen. */
#ifndef CULAB_VIEW_COMMANDS_H
#define CULAB_VIEW_COMMANDS_H

#include "command/command.h"

extern const CommandTable screen_commands; /* panes, layout, prompt, quit */
extern const CommandTable move_commands;   /* moving in panes other than the editor */
extern const CommandTable editor_move_commands;
extern const CommandTable editor_commands;
extern const CommandTable print_commands;
extern const CommandTable diff_commands;
extern const CommandTable lesson_commands;
extern const CommandTable result_commands; /* findings, metrics, code */
extern const CommandTable host_commands;   /* calls */

#endif
