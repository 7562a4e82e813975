/* The table of functions, made from cuda/driver.def. */
#include "host/function.h"

#include <string.h>

#include "cuda/types.h"

typedef struct Row {
    const char *symbol;
    const char *types[PARAMETERS_MAX];
} Row;

#define TYPE_TEXT(number, ...) #__VA_ARGS__,
static const Row rows[FUNCTION_COUNT] = {
#define CUDA_SYMBOL(symbol, parameters) [FUNCTION_##symbol] = {#symbol, {TYPES parameters}},
#define TYPES(...) EACH(TYPE_TEXT, __VA_ARGS__)
#include "cuda/driver.def"
    [FUNCTION_clock_gettime] = {"clock_gettime", {"int", "void *"}},
    [FUNCTION_gettimeofday] = {"gettimeofday", {"void *", "void *"}},
    [FUNCTION_clock] = {"clock", {"void"}},
    [FUNCTION_time] = {"time", {"void *"}},
    [FUNCTION_timespec_get] = {"timespec_get", {"void *", "int"}},
};

static const char *const names[FUNCTION_COUNT][PARAMETERS_MAX] = {
#define CALL_NAMES(symbol, ...) [FUNCTION_##symbol] = {__VA_ARGS__},
#include "host/call_names.def"
};

/* Types by their text, without const and the star: what a value of it is. */
static const ParameterType values[] = {
    {"int", PARAMETER_SIGNED, 0, sizeof(int), NULL},
    {"CUdevice", PARAMETER_SIGNED, 0, sizeof(CUdevice), NULL},
    {"unsigned int", PARAMETER_UNSIGNED, 0, sizeof(unsigned), NULL},
    {"unsigned char", PARAMETER_UNSIGNED, 0, 1, NULL},
    {"unsigned short", PARAMETER_UNSIGNED, 0, 2, NULL},
    {"unsigned long long", PARAMETER_UNSIGNED, 0, 8, NULL},
    {"uint64_t", PARAMETER_UNSIGNED, 0, 8, NULL},
    {"size_t", PARAMETER_UNSIGNED, 0, sizeof(size_t), NULL},
    {"float", PARAMETER_REAL, 0, sizeof(float), NULL},
    {"CUdeviceptr", PARAMETER_ADDRESS, 0, sizeof(CUdeviceptr), NULL},
    {"void *", PARAMETER_ADDRESS, 0, sizeof(void *), NULL},
    {"CUstream", PARAMETER_STREAM, 0, sizeof(CUstream), NULL},
    {"CUmemLocation", PARAMETER_LOCATION, 0, sizeof(CUmemLocation), NULL},
    {"CUhostFn", PARAMETER_ADDRESS, 0, sizeof(void *), NULL},
    {"CUstreamCallback", PARAMETER_ADDRESS, 0, sizeof(void *), NULL},
    {"CUoccupancyB2DSize", PARAMETER_ADDRESS, 0, sizeof(void *), NULL},
    {"CUresult", PARAMETER_ENUM, 0, sizeof(CUresult), "CUresult"},
#define HANDLE(Type) {#Type, PARAMETER_HANDLE, 0, sizeof(Type), NULL},
    HANDLE(CUcontext) HANDLE(CUmodule) HANDLE(CUfunction) HANDLE(CUlibrary) HANDLE(CUkernel)
        HANDLE(CUlinkState) HANDLE(CUevent) HANDLE(CUarray) HANDLE(CUmemoryPool) HANDLE(CUgreenCtx)
            HANDLE(CUgraph) HANDLE(CUgraphNode) HANDLE(CUgraphExec) HANDLE(CUuserObject)
                HANDLE(CUmipmappedArray) HANDLE(CUtexref) HANDLE(CUsurfref) HANDLE(CUtexObject)
                    HANDLE(CUsurfObject) HANDLE(CUmemGenericAllocationHandle)
#undef HANDLE
#define CUDA_ENUM(Type) {#Type, PARAMETER_ENUM, 0, sizeof(Type), #Type},
#include "cuda/constants.def"
};

static const ParameterType structs[] = {
#define CUDA_STRUCT(Type) {#Type, PARAMETER_STRUCT, 0, sizeof(Type), #Type},
#include "cuda/structs.def"
};

static const ParameterType *find(const ParameterType *table, size_t count, const char *text,
                                 size_t size)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(table[i].text) == size && memcmp(table[i].text, text, size) == 0)
            return &table[i];
    return NULL;
}

#define FIND(table, text, size) find(table, sizeof table / sizeof *table, text, size)

/* Arrays of values under a type that else is one given back. */
static int is_array(const char *name)
{
    static const char *const arrays[] = {
        "kernelParams",        "extra", "optionValues", "options", "jitOptionsValues",
        "libraryOptionValues", "data"};
    for (size_t i = 0; name && i < sizeof arrays / sizeof *arrays; i++)
        if (strcmp(name, arrays[i]) == 0)
            return 1;
    return 0;
}

static ParameterType pointer_type(const char *text, size_t size, int is_const, const char *name)
{
    ParameterType out = {text, PARAMETER_POINTER, PARAMETER_NONE, 0, NULL};
    while (size > 0 && text[size - 1] == ' ')
        size--;
    const char *base = is_const ? text + strlen("const ") : text;
    size -= (size_t)(base - text);
    const ParameterType *value = FIND(values, base, size), *record = FIND(structs, base, size);
    if (size == strlen("char") && memcmp(base, "char", size) == 0) {
        out.kind = is_const ? PARAMETER_TEXT : PARAMETER_OUT_TEXT;
    } else if (is_const && size == strlen("char *") && memcmp(base, "char *", size) == 0) {
        out.kind = PARAMETER_OUT_TEXT;
        out.bytes = sizeof(char *);
    } else if (size == strlen("void") && memcmp(base, "void", size) == 0) {
        out.kind = PARAMETER_ADDRESS;
    } else if (record && is_const) {
        out.kind = PARAMETER_STRUCT;
        out.bytes = record->bytes;
        out.type = record->type;
    } else if (value && !is_const && !is_array(name)) {
        out.kind = PARAMETER_OUT;
        out.inner = value->kind;
        out.bytes = value->bytes;
        out.type = value->type;
    }
    return out;
}

ParameterType parameter_type(const char *text, const char *name)
{
    size_t size = strlen(text);
    const ParameterType *value = FIND(values, text, size);
    int is_const = strncmp(text, "const ", 6) == 0;
    if (value && text[size - 1] != '*')
        return *value;
    if (text[size - 1] == '*')
        return pointer_type(text, size - 1, is_const, name);
    return (ParameterType){text, PARAMETER_UNSIGNED, PARAMETER_NONE, 8, NULL};
}

int host_function_get(uint32_t number, HostFunction *out)
{
    if (number >= FUNCTION_COUNT)
        return 0;
    const Row *row = &rows[number];
    *out = (HostFunction){.symbol = row->symbol};
    if (strcmp(row->types[0], "void") == 0)
        return 1;
    for (; out->count < PARAMETERS_MAX && row->types[out->count]; out->count++) {
        out->names[out->count] = names[number][out->count];
        out->parameters[out->count] =
            parameter_type(row->types[out->count], out->names[out->count]);
    }
    return 1;
}
