/* The messages between culab and its worker: the table, the states of the conversation, and the
 * structs that travel. What is a result already travels as result/result.h has it. */
#ifndef CULAB_WIRE_MESSAGE_H
#define CULAB_WIRE_MESSAGE_H

#include "result/result.h"

enum {
    WIRE_SOURCE_CAP = 4 << 20, /* bytes of one source file */
    WIRE_CHUNK = 1 << 20,      /* bytes of a buffer that travel in one frame */
    WIRE_ARGUMENTS = 256,      /* arguments of a kernel */
    WORKER_EXIT_MEMORY = 86,   /* exit status of a worker that took too much memory */
};
#define WIRE_BUFFER_CAP (UINT64_C(4) << 30) /* bytes of all buffers of one run */

typedef enum MessageType {
#define MESSAGE(name, number, ...) MESSAGE_##name = number,
#include "wire/messages.def"
#undef MESSAGE
} MessageType;

typedef enum MessageSender { FROM_CLIENT, FROM_WORKER } MessageSender;

typedef enum WireState {
    WIRE_NEW,
    WIRE_STARTING,
    WIRE_READY,
    WIRE_COMPILING,
    WIRE_LOADING, /* a run was asked for, its inputs are on the way */
    WIRE_RUNNING,
    WIRE_ASKING,
    WIRE_KEEP, /* in the table only */
} WireState;

bool message_known(uint32_t type);
const char *message_name(MessageType type); /* "COMPILE" */
uint32_t message_cap(MessageType type);
/* True when `sender` may send this in `state`; *state becomes that after it. */
bool message_step(MessageType type, MessageSender sender, WireState *state);
const char *wire_state_text(WireState state); /* "compiling" */

typedef struct StartMessage {
    char *device;  /* "sim", "gpu", "gpu:1"; "": the first that is there */
    char *profile; /* of the simulated device; "": the default */
} StartMessage;

/* What the worker found on its machine. */
typedef struct HelloMessage {
    DeviceInfo device;
    bool has_device, has_compiler;
    bool misuse; /* there is no such device or profile: the request was wrong, not the machine */
    char *device_trouble, *compiler_trouble; /* "" or what is missing and what to install */
    char *libcuda_path, *nvrtc_path;         /* "" none found */
    char *target;                            /* "compute_80": what sources are compiled for */
    char *toolkit;                           /* include folder in use; "" none */
    DeviceChoices choices;
} HelloMessage;

typedef struct CompileMessage {
    char *file; /* the name used in diagnostics and line tables */
    char *source;
    uint64_t size;  /* of the source, which may hold NUL */
    uint32_t wants; /* CODE_... */
    /* The host program that goes with the kernel; "" file: none. */
    char *host_file;
    char *host_source;
    uint64_t host_size;
    View image; /* of the same source, as another worker gave it; borrowed from the frame */
} CompileMessage;

typedef struct RunArgument {
    char *name;
    bool is_buffer;
    ElementType type;
    BufferRole role;
    uint64_t count; /* elements */
    uint64_t shape[3];
    unsigned char scalar[8];
} RunArgument;

/* A number that a host program may ask for by name. */
typedef struct RunNumber {
    char *name;
    int64_t integer;
    double real;
} RunNumber;

/* A bit of `checks` beside the simulator's own: results must not depend on the order in which
 * blocks and warps run. */
enum { RUN_ORDER = 1 << 16 };

typedef struct RunMessage {
    char *kernel;
    Dim3 grid, block;
    uint64_t shared;
    uint32_t checks; /* CULAB_SIM_CHECK_..., RUN_ORDER */
    uint64_t seed, budget, print_limit;
    bool time;         /* measured on a GPU, after the run */
    bool schedule;     /* run once more, to see which block runs where and when */
    bool hurry;        /* somebody waits: what takes long and finds little is left out */
    Ceilings ceilings; /* of the device, as another worker has measured them; 0: unknown */
    VEC(RunArgument) arguments;
    bool host; /* the host program is run, not a kernel; its buffers are the arguments' */
    VEC(RunNumber) numbers;
} RunMessage;

/* INPUT and OUTPUT: a piece of the buffer of one argument. `bytes` is borrowed from the frame. */
typedef struct ChunkMessage {
    uint32_t argument;
    uint64_t offset;
    View bytes;
} ChunkMessage;

/* RAN: the data of the buffers went before it, in OUTPUT. */
typedef struct RanMessage {
    RunResult run;
    bool spent; /* the device's context is gone: this worker can run nothing more */
} RanMessage;

typedef struct AskMessage {
    uint32_t run; /* sequence number of the RUN */
    uint32_t argument;
    uint64_t offset; /* bytes */
} AskMessage;

void start_message_free(StartMessage *message);
void hello_message_free(HelloMessage *message);
void compile_message_free(CompileMessage *message);
void run_message_free(RunMessage *message);
void ran_message_free(RanMessage *message);

#endif
