/* A library in NVIDIA's nvJitLink's place that can do nothing: under `culab simulate` none of it is
 * called. Named as nvJitLink's headers name the functions of their version. */
#define REFUSE(name)                                       \
    __attribute__((visibility("default"))) int name(void); \
    int name(void)                                         \
    {                                                      \
        return REFUSAL;                                    \
    }

enum { REFUSAL = 6 };

REFUSE(__nvJitLinkCreate_13_0)
REFUSE(__nvJitLinkDestroy_13_0)
REFUSE(__nvJitLinkAddData_13_0)
REFUSE(__nvJitLinkComplete_13_0)
REFUSE(__nvJitLinkGetLinkedCubinSize_13_0)
REFUSE(__nvJitLinkGetLinkedCubin_12_4)
