/* The Driver API as a table: each function of cuda/driver.def with the types and names of its
 * parameters. Its order numbers them for the log. */
#ifndef CULAB_HOST_FUNCTION_H
#define CULAB_HOST_FUNCTION_H

#include <stddef.h>
#include <stdint.h>

#include "host/each.h"

enum {
#define CUDA_SYMBOL(symbol, parameters) FUNCTION_##symbol,
#include "cuda/driver.def"
    /* Of the C library, recorded because they measure time. */
    FUNCTION_clock_gettime,
    FUNCTION_gettimeofday,
    FUNCTION_clock,
    FUNCTION_time,
    FUNCTION_timespec_get,
    FUNCTION_COUNT
};

/* What a parameter's type tells of the word that was passed. */
typedef enum ParameterKind {
    PARAMETER_NONE,
    PARAMETER_SIGNED,
    PARAMETER_UNSIGNED,
    PARAMETER_REAL,    /* float */
    PARAMETER_ADDRESS, /* device or host memory */
    PARAMETER_HANDLE,
    PARAMETER_STREAM,
    PARAMETER_ENUM,
    PARAMETER_TEXT,     /* const char * */
    PARAMETER_STRUCT,   /* pointer to one that is read */
    PARAMETER_OUT,      /* pointer to a value that the call gives back: of kind `inner` */
    PARAMETER_OUT_TEXT, /* char *, filled; or const char ** */
    PARAMETER_POINTER,  /* any other */
    PARAMETER_LOCATION, /* CUmemLocation, by value */
} ParameterKind;

typedef struct ParameterType {
    const char *text; /* "CUdeviceptr *" */
    ParameterKind kind, inner;
    uint32_t bytes;   /* of the value pointed to, or of the struct */
    const char *type; /* ENUM, and OUT of one: the enumeration's name; STRUCT: the struct's */
} ParameterType;

typedef struct HostFunction {
    const char *symbol; /* "cuMemAlloc_v2" */
    size_t count;
    ParameterType parameters[PARAMETERS_MAX];
    const char *names[PARAMETERS_MAX]; /* "dptr"; NULL: unknown */
} HostFunction;

/* False: no such function. */
int host_function_get(uint32_t number, HostFunction *out);
/* What a type's text means: any that is not known is a pointer or a number by its form. */
ParameterType parameter_type(const char *text, const char *name);

#endif
