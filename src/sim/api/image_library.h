/* Libraries and kernels: images that are loaded once and laid out in each context that uses them.
 */
#ifndef CULAB_SIM_API_IMAGE_LIBRARY_H
#define CULAB_SIM_API_IMAGE_LIBRARY_H

#include "sim/api/module.h"

struct CUkern_st {
    ImageLibrary *library;
    const PtxFunction *ptx;
    char *name;
};

struct CUlib_st {
    void *image; /* a copy: it is parsed when something is asked of it, as the driver does */
    Program *program;
    Kernel *kernels;
    uint32_t kernel_count;
};

/* The kernel's function in the context, which is laid out when it is the first. */
CUresult kernel_function(Context *context, Kernel *kernel, Function **out);

#endif
