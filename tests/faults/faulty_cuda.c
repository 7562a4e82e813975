/* A libcuda that fails on purpose: every call goes on to the simulated one, but those named in
 * $FAULTY_CUDA ("cuInit=304 cuMemAlloc_v2=2") return the error given. It lacks the simulator's
 * extension, so that the worker takes it for a GPU's.
 *
 * $FAULTY_DEVICES ("NVIDIA H200;!46 NVIDIA T4") names several GPUs: each is the simulated one,
 * under its name; one with '!' and a number cannot be used: making its context gives that error. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each returns an error of its own; the parameters do not matter to the caller's side. */
enum { FAILURES = 4 };
static int codes[FAILURES], used;

#define FAILURE(index)               \
    static int failure_##index(void) \
    {                                \
        return codes[index];         \
    }
FAILURE(0)
FAILURE(1)
FAILURE(2)
FAILURE(3)
static int (*const failures[FAILURES])(void) = {failure_0, failure_1, failure_2, failure_3};

typedef int (*Call)(void);

/* --- several devices --- */

static int gotten, chosen = -1; /* ordinals: asked for last, and first */

/* The name of a device, behind its '!' and number, if there are. */
static const char *device_entry(int ordinal, int *error)
{
    const char *at = getenv("FAULTY_DEVICES");
    for (; at && ordinal > 0; ordinal--) {
        at = strchr(at, ';');
        at = at ? at + 1 : NULL;
    }
    *error = at && *at == '!' ? atoi(at + 1) : 0;
    return at && *error ? strchr(at, ' ') + 1 : at;
}

static int device_count(int *count)
{
    int error;
    for (*count = 0; device_entry(*count, &error); ++*count)
        continue;
    return 0;
}

static int device_get(int *device, int ordinal)
{
    *device = 0;
    gotten = ordinal;
    chosen = chosen < 0 ? ordinal : chosen;
    return 0;
}

static int device_name(char *name, int size, int device)
{
    int error;
    const char *entry = device_entry(gotten, &error);
    (void)device;
    snprintf(name, (size_t)size, "%.*s", (int)strcspn(entry, ";"), entry);
    return 0;
}

static Call simulated_call(const char *name);

static int device_retain(void **context, int device)
{
    int error;
    int (*retain)(void **, int);
    Call call = simulated_call("cuDevicePrimaryCtxRetain");
    memcpy(&retain, &call, sizeof retain);
    device_entry(chosen, &error);
    return error ? error : retain(context, device);
}

/* The function of several devices in place of `name`, or NULL. */
static Call several(const char *name)
{
    static const struct {
        const char *name;
        void *function;
    } rows[] = {{"cuDeviceGetCount", (void *)device_count},
                {"cuDeviceGet", (void *)device_get},
                {"cuDeviceGetName", (void *)device_name},
                {"cuDevicePrimaryCtxRetain", (void *)device_retain}};
    Call call = NULL;
    for (size_t i = 0; getenv("FAULTY_DEVICES") && i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            memcpy(&call, &rows[i].function, sizeof call);
    return call;
}

/* The function that fails in place of `name`, or NULL. */
static Call faulty(const char *name)
{
    const char *list = getenv("FAULTY_CUDA"), *at = list;
    size_t size = strlen(name);
    for (; at && (at = strstr(at, name)); at++) {
        if ((at != list && at[-1] != ' ') || at[size] != '=' || used == FAILURES)
            continue;
        codes[used] = atoi(at + size + 1);
        return failures[used++];
    }
    return NULL;
}

static Call simulated_call(const char *name)
{
    static void *simulated;
    const char *path = getenv("SIMULATED_CUDA");
    Call call = NULL;
    if (!simulated && path)
        simulated = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *address = simulated ? dlsym(simulated, name) : NULL;
    if (address)
        memcpy(&call, &address, sizeof call);
    return call;
}

static Call find(const char *name)
{
    Call call = faulty(name);
    call = call ? call : several(name);
    return call ? call : simulated_call(name);
}

/* clang-format off */
#define PUBLIC __attribute__((visibility("default")))
#define CUDA_SYMBOL(symbol, parameters) \
    PUBLIC int symbol(void); \
    static Call resolve_##symbol(void) { return find(#symbol); } \
    PUBLIC int symbol(void) __attribute__((ifunc("resolve_" #symbol)));
#include "cuda/driver.def"
