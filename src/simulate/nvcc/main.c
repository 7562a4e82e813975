/* nvcc in front of the real one: asks it for PTX where a cubin was asked for. */
#include <stdio.h>

#include "simulate/target.h"
#include "simulate/toolkit.h"

int main(int count, char **words)
{
    TargetWords out = {0};
    char *nvcc = toolkit_tool("nvcc", count > 0 ? words[0] : NULL, "/proc/self/exe");
    if (!nvcc) {
        fprintf(stderr, "culab: the real nvcc was not found: put it on PATH or set $CUDA_HOME\n");
        return 127;
    }
    vec_push(&out, nvcc);
    target_nvcc((const char *const *)words + 1, count > 0 ? (size_t)count - 1 : 0,
                target_capability(), &out);
    vec_push(&out, NULL);
    toolkit_run(nvcc, out.data);
    return 126;
}
