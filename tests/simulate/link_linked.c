/* A program that is linked with nvJitLink, by the names of its version, gets PTX for two modules.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { INPUT_PTX = 2, SIZE_MAX_HERE = 4096 };

int __nvJitLinkCreate_13_0(void **link, uint32_t count, const char **options);
int __nvJitLinkDestroy_13_0(void **link);
int __nvJitLinkAddData_13_0(void *link, int type, const void *data, size_t size, const char *name);
int __nvJitLinkComplete_13_0(void *link);
int __nvJitLinkGetLinkedCubinSize_13_0(void *link, size_t *size);
int __nvJitLinkGetLinkedCubin_12_4(void *link, void *cubin);

static const char caller[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                             ".extern .func work;\n"
                             ".visible .entry kernel\n{\n  call.uni work;\n  ret;\n}\n";
static const char callee[] = ".version 7.0\n.target sm_75\n.address_size 64\n"
                             ".visible .func work\n{\n  ret;\n}\n";

static int fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    return 1;
}

int main(void)
{
    const char *options[] = {"-arch=sm_75"};
    char cubin[SIZE_MAX_HERE];
    void *link = NULL;
    size_t size = 0;
    if (__nvJitLinkCreate_13_0(&link, 1, options))
        return fail("no link");
    if (__nvJitLinkAddData_13_0(link, INPUT_PTX, caller, sizeof caller, "caller") ||
        __nvJitLinkAddData_13_0(link, INPUT_PTX, callee, sizeof callee, "callee") ||
        __nvJitLinkComplete_13_0(link))
        return fail("not linked");
    if (__nvJitLinkGetLinkedCubinSize_13_0(link, &size) || !size || size > sizeof cubin ||
        __nvJitLinkGetLinkedCubin_12_4(link, cubin))
        return fail("nothing is handed out");
    if (!strstr(cubin, ".entry kernel") || !strstr(cubin, ".func work"))
        return fail("what is handed out is not the PTX of both");
    return __nvJitLinkDestroy_13_0(&link) ? fail("not destroyed") : 0;
}
