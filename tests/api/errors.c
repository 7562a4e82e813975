/* Which error codes have a name and a text: "code NAME" lines for any libcuda. The texts themselves
 * are left out: but for the short ones that programs look for, the simulated library has its own.
 *
 *   errors LIBCUDA
 *
 * A code that the driver doesn't know has no line. */
#include "recorder.h"

static void every_code(void)
{
    cu.cuInit(0);
    for (int code = 0; code < 1100; code++) {
        const char *name = "unset", *text = "unset";
        CUresult named = cu.cuGetErrorName(code, &name);
        CUresult told = cu.cuGetErrorString(code, &text);
        if (named != CUDA_SUCCESS && told != CUDA_SUCCESS)
            continue;
        int has_text = text && *text && strcmp(text, "unset") != 0;
        printf("%d %s%s\n", code, name ? name : "(null)", has_text ? "" : " without a text");
    }
}

static void wrong_codes(void)
{
    const char *name = "unset";
    SAY(cuGetErrorName(-1, &name));
    printf("name %s\n", name ? name : "(null)");
    name = "unset";
    SAY(cuGetErrorString(1100, &name));
    printf("text %s\n", name ? name : "(null)");
    SAY(cuGetErrorName(700, NULL));
    SAY(cuGetErrorString(700, NULL));
    SAY(cuGetErrorString(1100, NULL));
}

static const Section sections[] = {
    {"every code", every_code},
    {"wrong codes", wrong_codes},
};

int main(int count, char **words)
{
    return record(count, words, sections, sizeof sections / sizeof sections[0]);
}
