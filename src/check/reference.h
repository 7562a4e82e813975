/* The parts of running a lesson's reference: its program's text, compiling it, running it. */
#ifndef CULAB_CHECK_REFERENCE_H
#define CULAB_CHECK_REFERENCE_H

#include <sys/types.h>

#include "check/check.h"

/* Adds a C program that includes reference.c, maps its standard input and calls the exercise's
 * reference with arguments at the offsets that it is given. */
void reference_write_main(const Exercise *exercise, StrBuf *out);
/* Path of the compiled reference, compiled now unless the cache has it. */
bool reference_compile(const Exercise *exercise, StrBuf *program, Error *error);
/* A file in memory, known to nobody but who is handed the descriptor. -1: errno says why. */
int memory_file(const char *name, size_t size);
/* Up to `lines` lines of what was written to the descriptor from its start, made inert. */
void reference_add_messages(int fd, int lines, StrBuf *out);
/* Waits at most `milliseconds`; kills the process group when they are over and sets *late. */
bool reference_wait(pid_t pid, int milliseconds, int *status, bool *late);

#endif
