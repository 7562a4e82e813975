/* A libcuda that fails on purpose: every call goes on to the simulated one, but those named in
 * $FAULTY_CUDA ("cuInit=304 cuMemAlloc_v2=2") return the error given. It lacks the simulator's
 * extension, so that the worker takes it for a GPU's. */
#include <dlfcn.h>
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

static Call find(const char *name)
{
    static void *simulated;
    const char *path = getenv("SIMULATED_CUDA");
    Call call = faulty(name);
    if (!simulated && path)
        simulated = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *address = simulated && !call ? dlsym(simulated, name) : NULL;
    if (address)
        memcpy(&call, &address, sizeof call);
    return call;
}

/* clang-format off */
#define PUBLIC __attribute__((visibility("default")))
#define CUDA_SYMBOL(symbol, parameters) \
    PUBLIC int symbol(void); \
    static Call resolve_##symbol(void) { return find(#symbol); } \
    PUBLIC int symbol(void) __attribute__((ifunc("resolve_" #symbol)));
#include "cuda/driver.def"
