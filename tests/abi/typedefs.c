/* Each function type of NVIDIA's cudaTypedefs.h: PFN_cuMemAlloc_v3020 is what cuGetProcAddress
 * gives a program of CUDA 3.2, and not what it gives one before.
 *
 *   typedefs LIBCUDA <LIST      lines of "name version suffix", the suffix - for none */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "cuda/types.h"

typedef CUresult (*Get)(const char *, void **, int, uint64_t, CUdriverProcAddressQueryResult *);
typedef CUresult (*GetOld)(const char *, void **, int, uint64_t);

static Get get;
static GetOld get_old;
static unsigned wrong;

static void complain(const char *name, int version, uint64_t flags, const char *what)
{
    printf("%s at %d, flags %d: %s\n", name, version, (int)flags, what);
    wrong++;
}

static void *ask(const char *name, int version, uint64_t flags)
{
    void *address = NULL, *same = NULL;
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (get(name, &address, version, flags, &status) != CUDA_SUCCESS ||
        (status == CU_GET_PROC_ADDRESS_SUCCESS) != (address != NULL))
        complain(name, version, flags, "refused");
    if (status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND)
        complain(name, version, flags, "not known");
    CUresult result = get_old(name, &same, version, flags);
    if (result != (address ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND) || same != address)
        complain(name, version, flags, "the older form gives something else");
    return address;
}

int main(int count, char **words)
{
    char name[128], suffix[16];
    int version;
    unsigned asked = 0;
    void *library = count == 2 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    *(void **)&get = library ? dlsym(library, "cuGetProcAddress_v2") : NULL;
    *(void **)&get_old = library ? dlsym(library, "cuGetProcAddress") : NULL;
    if (!get || !get_old)
        return 2;
    while (scanf("%127s %d %15s", name, &version, suffix) == 3) {
        uint64_t flags = strcmp(suffix, "-") ? CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM
                                             : CU_GET_PROC_ADDRESS_LEGACY_STREAM;
        void *now = ask(name, version, flags), *before = ask(name, version - 1, flags);
        if (!now)
            complain(name, version, flags, "not there");
        if (now == before)
            complain(name, version, flags, "there before");
        if (now && flags == CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM &&
            now == ask(name, version, CU_GET_PROC_ADDRESS_LEGACY_STREAM))
            complain(name, version, flags, "the same as for the legacy default stream");
        asked++;
    }
    printf("%u asked, %u wrong\n", asked, wrong);
    return asked && !wrong ? 0 : 1;
}
