/* The shim's beginning and end: the log, the data and the libraries that the worker gave it. */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/shim/shim.h"

static Shim the_shim;

Shim *shim(void)
{
    return &the_shim;
}

uint64_t now_ns(void)
{
    struct timespec now;
    int (*real)(clockid_t, struct timespec *) =
        (int (*)(clockid_t, struct timespec *))the_shim.real[FUNCTION_clock_gettime];
    if (!real || real(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void *log_add(LogKind kind, size_t size)
{
    LogHeader *log = the_shim.log;
    size = (size + 7) & ~(size_t)7;
    if (!log)
        return NULL;
    uint64_t at = atomic_fetch_add(&log->used, size);
    if (at > LOG_BYTES - size)
        return NULL;
    LogRecord *record = (LogRecord *)((char *)log + at);
    record->size = (uint32_t)size;
    record->kind = kind;
    return record;
}

static void text_add(LogKind kind, const void *pc, const char *format, va_list list)
{
    LogText *record = log_add(kind, sizeof *record);
    if (!record)
        return;
    record->call = calls_current() + 1;
    record->pc = (uintptr_t)pc;
    vsnprintf(record->text, sizeof record->text, format, list);
}

void log_text(LogKind kind, const void *pc, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_add(kind, pc, format, list);
    va_end(list);
}

void log_failure(const void *pc, CUresult result, const char *format, ...)
{
    const char *name = NULL;
    char text[LOG_TEXT];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (REAL(cuGetErrorName))
        (void)!REAL(cuGetErrorName)(result, &name);
    log_text(LOG_FAILED, pc, "%s answered %s", text, name ? name : "an unknown error");
}

_Noreturn void misuse(const void *pc, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    text_add(LOG_MISUSE, pc, format, list);
    fprintf(stderr, "culab.h: ");
    vfprintf(stderr, format, again);
    fprintf(stderr, "\n");
    va_end(again);
    va_end(list);
    exit(2);
}

/* Maps what an environment variable names by its descriptor, and hides both from the program. */
static void *map_descriptor(const char *variable, size_t *size)
{
    const char *text = getenv(variable);
    struct stat info;
    int fd = text ? atoi(text) : -1;
    void *memory = MAP_FAILED;
    if (fd > 2 && fstat(fd, &info) == 0 && info.st_size > 0) {
        *size = (size_t)info.st_size;
        memory = mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        close(fd);
    }
    unsetenv(variable);
    return memory == MAP_FAILED ? NULL : memory;
}

static void *library_open(const char *variable)
{
    const char *path = getenv(variable);
    void *handle = path && *path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const char *problem = path && *path && !handle ? dlerror() : NULL;
    if (problem) {
        fprintf(stderr, "culab: %s\n", problem);
        log_text(LOG_TROUBLE, NULL, "%s", problem);
    }
    return handle;
}

/* cuCtxCreate as programs of today call it, on drivers before 12.5. */
static CUresult context_create(CUcontext *context, CUctxCreateParams *parameters, unsigned flags,
                               CUdevice device)
{
    CUresult (*older)(CUcontext *, unsigned, CUdevice) =
        (CUresult(*)(CUcontext *, unsigned, CUdevice))the_shim.real[FUNCTION_cuCtxCreate_v2];
    return older && !parameters ? older(context, flags, device) : CUDA_ERROR_NOT_SUPPORTED;
}

/* Newer forms that an older driver has under another name. */
static void older_find(void)
{
    void **real = the_shim.real;
    if (!real[FUNCTION_cuEventElapsedTime_v2])
        real[FUNCTION_cuEventElapsedTime_v2] = real[FUNCTION_cuEventElapsedTime];
    if (!real[FUNCTION_cuCtxCreate_v4])
        real[FUNCTION_cuCtxCreate_v4] = (void *)context_create;
}

static void functions_find(void)
{
    HostFunction row;
    for (uint32_t i = 0; host_function_get(i, &row); i++)
        the_shim.real[i] = i >= FUNCTION_clock_gettime ? dlsym(RTLD_NEXT, row.symbol)
                           : the_shim.cuda             ? dlsym(the_shim.cuda, row.symbol)
                                                       : NULL;
    if (the_shim.cuda)
        older_find();
}

static int text_find(struct dl_phdr_info *info, size_t size, void *state)
{
    Shim *self = state;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X))
            continue;
        self->text_begin = info->dlpi_addr + part->p_vaddr;
        self->text_end = self->text_begin + part->p_memsz;
    }
    return 1; /* the program comes first */
}

bool is_program(const void *pc)
{
    return (uintptr_t)pc >= the_shim.text_begin && (uintptr_t)pc <= the_shim.text_end;
}

__attribute__((constructor)) static void shim_begin(void)
{
    size_t size = 0;
    /* What the process may write is known to the system by this folder's inode, which is to stay.
     */
    (void)!open("/proc/self/task", O_PATH | O_CLOEXEC);
    the_shim.log = map_descriptor(LOG_ENV_FD, &size);
    if (the_shim.log && (size < LOG_BYTES || the_shim.log->magic != LOG_MAGIC))
        the_shim.log = NULL;
    the_shim.data = map_descriptor(LOG_ENV_DATA, &the_shim.data_size);
    the_shim.cuda = library_open(LOG_ENV_LIBCUDA);
    the_shim.nvrtc = library_open(LOG_ENV_NVRTC);
    functions_find();
    procs_wrap();
    dl_iterate_phdr(text_find, &the_shim);
    setvbuf(stdout, NULL, _IOLBF, 0); /* what it said before a crash is not lost */
    sim_attach();
    if (the_shim.log)
        system_calls_refuse();
}

__attribute__((destructor)) static void shim_end(void)
{
    calls_pause();
    if (the_shim.sim)
        sim_finish();
    else
        gpu_finish();
    if (the_shim.log)
        the_shim.log->finished = 1;
}
