/* A folder of its own for a host program: its source, its headers, what is compiled. */
#ifndef CULAB_PROGRAM_FOLDER_H
#define CULAB_PROGRAM_FOLDER_H

#include "base/error.h"
#include "base/view.h"

typedef struct ProgramFolder {
    char *path; /* NULL: none was made yet */
} ProgramFolder;

/* Makes it, with the headers under include/, in $TMPDIR or /tmp; removes those of workers that have
 * died. */
bool folder_make(ProgramFolder *folder, Error *error);
/* "PATH/NAME" */
char *folder_file(const ProgramFolder *folder, const char *name);
bool folder_write(const ProgramFolder *folder, const char *name, View text, Error *error);
void folder_remove(ProgramFolder *folder);

#endif
