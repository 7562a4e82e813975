/* Signals of the lab: those that are waited for come through a descriptor; faults save the text and
 * put the terminal back before the process ends. */
#ifndef CULAB_APP_SIGNALS_H
#define CULAB_APP_SIGNALS_H

/* Blocks SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH and returns the descriptor
 * they can be read from (-1: errno says why); to be called before curses begins. Ignores SIGPIPE
 * and SIGXFSZ: writes tell. */
int signals_open(void);
int signals_next(int fd); /* the next signal's number; 0: none */
/* `rescue` is called once when the process crashes or runs out of memory; it may only call what is
 * allowed in signal handlers. */
void signals_on_fault(void (*rescue)(void *), void *context);
/* Stops the process, and for `whole_job` all of its job, as ^Z does; returns when it goes on. */
void signals_stop_here(int whole_job);

#endif
