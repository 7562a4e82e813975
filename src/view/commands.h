/* The tables of commands that act on the screen. */
#ifndef CULAB_VIEW_COMMANDS_H
#define CULAB_VIEW_COMMANDS_H

#include "command/command.h"

CommandTable screen_commands(void); /* panes, layout, prompt, quit */
CommandTable move_commands(void);   /* moving in panes other than the editor */
CommandTable editor_move_commands(void);
CommandTable editor_commands(void);
CommandTable print_commands(void);
CommandTable diff_commands(void);
CommandTable lesson_commands(void);

#endif
