/* The terminal lab: what `culab` does without a subcommand. */
#ifndef CULAB_APP_LAB_H
#define CULAB_APP_LAB_H

typedef struct LabOptions {
    const char *exercise;       /* to open, as course_find() takes it; NULL: the list */
    const char *course_root;    /* folder that holds lessons/ and kernels/ */
    const char *data_folder;    /* $XDG_DATA_HOME/culab */
    const char *config_folder;  /* $XDG_CONFIG_HOME/culab */
    const char *worker_command; /* the next three as in SessionOptions */
    const char *device;
    const char *profile;
} LabOptions;

/* Runs until the learner leaves. Returns the exit status: 0; 2 for an exercise that is not there; 3
 * without a usable terminal or lessons. What is wrong was told on standard error. */
int lab_main(const LabOptions *options);

#endif
