/* Names and texts of every error code: "code NAME text" lines for any libcuda.
 *
 *   errors LIBCUDA
 *
 * A code that the driver doesn't know has no line. */
#include "recorder.h"

int main(int count, char **arguments)
{
    if (count != 2 || !library_load(arguments[1])) {
        fprintf(stderr, "usage: errors LIBCUDA\n");
        return 2;
    }
    cu.cuInit(0);
    for (int code = 0; code < 1100; code++) {
        const char *name = "unset", *text = "unset";
        CUresult named = cu.cuGetErrorName(code, &name);
        CUresult told = cu.cuGetErrorString(code, &text);
        if (named == CUDA_SUCCESS || told == CUDA_SUCCESS)
            printf("%d %s %s\n", code, name ? name : "(null)", text ? text : "(null)");
    }
    const char *name = "unset";
    say("cuGetErrorName(-1, &name)", cu.cuGetErrorName(-1, &name));
    printf("name %s\n", name ? name : "(null)");
    name = "unset";
    say("cuGetErrorString(1100, &name)", cu.cuGetErrorString(1100, &name));
    printf("text %s\n", name ? name : "(null)");
    say("cuGetErrorName(700, NULL)", cu.cuGetErrorName(700, NULL));
    say("cuGetErrorString(700, NULL)", cu.cuGetErrorString(700, NULL));
    say("cuGetErrorString(1100, NULL)", cu.cuGetErrorString(1100, NULL));

    return 0;
}
