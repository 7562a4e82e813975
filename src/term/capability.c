/* Terminfo. In a file of its own, since <term.h> makes macros of ordinary words. */
#include "term/capability.h"

#include <curses.h>
#include <term.h>
#include <unistd.h>

bool capability_load(void)
{
    int result = 0;
    return setupterm(NULL, STDOUT_FILENO, &result) == OK;
}

void capability_unload(void)
{
    if (cur_term)
        del_curterm(cur_term);
}

const char *capability_text(const char *name)
{
    const char *text = tigetstr(name);
    return text == (const char *)-1 ? NULL : text;
}
