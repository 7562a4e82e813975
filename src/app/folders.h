/* Where things lie: the course, the learner's data, the settings. */
#ifndef CULAB_APP_FOLDERS_H
#define CULAB_APP_FOLDERS_H

#include "base/strbuf.h"
#include "lesson/lesson.h"

/* $CULAB_ROOT; else share/culab of the installation this program is in; else the source tree above
 * it. NULL: none has lessons/ and kernels/. The caller frees it. */
char *folder_course(void);
char *folder_data(void);   /* $XDG_DATA_HOME/culab */
char *folder_config(void); /* $XDG_CONFIG_HOME/culab */
/* Loads the course, or says where it was looked for. */
Course *folder_load_course(Error *error);

#endif
