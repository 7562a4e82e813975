/* Modules and their functions. */
#ifndef CULAB_SIM_API_MODULE_H
#define CULAB_SIM_API_MODULE_H

#include "sim/api/jit.h"
#include "sim/api/program.h"
#include "sim/engine/engine.h"

enum { FUNCTION_PARAMETERS_MAX = 32764 }; /* bytes: the most from CUDA 12.1 on */

struct CUfunc_st {
    Module *module;
    const PtxFunction *ptx;
    char *name;
    EngineFunctionInfo info;
    bool dynamic_set;       /* to dynamic_limit, which holds only then */
    uint64_t dynamic_limit; /* bytes of dynamic shared memory that were opted in to */
    int carveout;
    CUfunc_cache cache;
    uint32_t cluster[3]; /* blocks; 0: a launch is free to choose */
    bool non_portable_cluster;
    int cluster_policy;
    /* For the launch calls of CUDA 3 and before, which set these one by one. */
    SimDim old_block;
    uint64_t old_shared;
    void *old_parameters; /* ptx->param_size bytes, or NULL */
};

struct CUmod_st {
    Context *context;
    Program *program;
    EngineModule *engine;
    Function *functions; /* the entry points */
    uint32_t function_count;
    ImageLibrary *library; /* that it was made for; NULL */
    Module *next;
};

/* Lays the program out for the context; takes the caller's hold of it, also when it fails. */
CUresult module_make(Context *context, Program *program, JitOptions *options, Module **out,
                     Error *error);
void module_free(Module *module);
void modules_free(Context *context);
Function *module_function(const Module *module, const char *name); /* NULL: no such entry */
CUresult module_global(const Module *module, const char *name, CUdeviceptr *address, size_t *size);
/* The function of a CUfunction or CUkernel for the context; NULL: not one. */
Function *function_of(Context *context, CUfunction handle);
/* Enters with a function. */
CUresult api_enter_function(CUfunction handle, Context **context, Function **function);
/* The same for a call that answers at `out`: without it, INVALID_VALUE before all else. */
CUresult api_enter_function_for(CUfunction handle, const void *out, Context **context,
                                Function **function);

#endif
