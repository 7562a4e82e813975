/* A parsed PTX text, shared by the modules made from it. */
#ifndef CULAB_SIM_API_PROGRAM_H
#define CULAB_SIM_API_PROGRAM_H

#include "ptx/parse.h"
#include "sim/api/state.h"

struct Program {
    unsigned holders;
    PtxModule *ptx;
    Program *next; /* in Library.kept */
};

/* Parses the image for the device in force. The result is held once. */
CUresult program_load(const void *image, Program **program, Error *error);
/* Whether the device in force can run the PTX. */
CUresult program_target_check(const PtxModule *ptx, Error *error);
Program *program_hold(Program *program);
/* Frees it with the last holder; while observers may speak of its lines it is kept until
 * programs_forget(). */
void program_release(Program *program);
void programs_forget(void);

#endif
