/* What a printed line costs on its way from a GPU's buffer to the lab, beside plain C:
 *
 *     bench_prints [LINES [ROUNDS]]
 *
 * A buffer as a kernel leaves it is formatted, sent and read by the other side, as the worker and
 * the lab do it; and the same lines are written by snprintf and write. Told is nanoseconds a line,
 * the best of the rounds, and their ratio. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "wire/frame.h"
#include "wire/prints.h"
#include "worker/print_ring.h"

enum { STATE_AT = 4096, FORMAT_AT = 8192, RECORD_MOST = 256, WRITE_BYTES = 64 << 10 };

/* A kind of line: its format, and what its arguments are. */
typedef struct Kind {
    const char *name, *format, *arguments; /* i int, f double, s text, l long */
} Kind;

static const Kind kinds[] = {
    {"plain text", "hello from a thread\n", ""},
    {"integers", "thread %d of block %d has %d\n", "iii"},
    {"hexadecimal", "%08x %#llx\n", "il"},
    {"float", "x = %f\n", "f"},
    {"floats", "%.3f %g %e\n", "fff"},
    {"text", "%s and %s\n", "ss"},
    {"mixed", "thread %d of block %d has %f (%s)\n", "iifs"},
};

/* The device's memory: counters and one format. */
static uint64_t counters[4];
static const char *format;
static unsigned char *ring_bytes;
static size_t ring_size;

static CUresult get_global(CUdeviceptr *address, size_t *size, CUmodule module, const char *name)
{
    (void)module;
    (void)name;
    *address = STATE_AT;
    *size = sizeof counters;
    return CUDA_SUCCESS;
}

static CUresult alloc_host(void **out, size_t size)
{
    ring_size = size;
    *out = ring_bytes = calloc(1, size);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult create_stream(CUstream *out, unsigned int flags)
{
    (void)flags;
    *out = NULL;
    return CUDA_SUCCESS;
}

static CUresult write_state(CUdeviceptr to, const void *from, size_t size)
{
    (void)to;
    memcpy(counters, from, size);
    return CUDA_SUCCESS;
}

static CUresult read_device(void *out, CUdeviceptr from, size_t size, CUstream stream)
{
    (void)stream;
    size_t end = FORMAT_AT + strlen(format) + 1;
    if (from == STATE_AT)
        memcpy(out, counters, size);
    else if (from >= FORMAT_AT && from < end && size <= end - from)
        memcpy(out, format + (from - FORMAT_AT), size);
    else
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

static CUresult synchronize(CUstream stream)
{
    (void)stream;
    return CUDA_SUCCESS;
}

static const Device device = {.cuda = {.cuModuleGetGlobal = get_global,
                                       .cuMemAllocHost = alloc_host,
                                       .cuStreamCreate = create_stream,
                                       .cuMemcpyHtoD = write_state,
                                       .cuMemcpyDtoHAsync = read_device,
                                       .cuStreamSynchronize = synchronize}};

/* The arguments of a line: as vprintf takes them, and the texts among them. */
typedef struct Line {
    unsigned char arguments[64];
    uint32_t size, texts;
    uint64_t text_at[4]; /* addresses that the device is taken to have */
} Line;

static const char *const words[] = {"red", "green", "a longer word", "blue"};

static void put(Line *line, const void *value, uint32_t size)
{
    line->size = (line->size + size - 1) / size * size;
    memcpy(line->arguments + line->size, value, size);
    line->size += size;
}

static void make_line(const Kind *kind, uint32_t index, Line *out)
{
    *out = (Line){.size = 0};
    for (const char *at = kind->arguments; *at; at++) {
        int number = (int)(index * (uint32_t)(at - kind->arguments + 1));
        double real = 0.37 * number - 1000;
        uint64_t wide = (uint64_t)number << 20, text = 0x700000 + index % 4 * 32;
        switch (*at) {
        case 'i':
            put(out, &number, 4);
            break;
        case 'l':
            put(out, &wide, 8);
            break;
        case 'f':
            put(out, &real, 8);
            break;
        default:
            out->text_at[out->texts++] = text;
            put(out, &text, 8);
        }
    }
}

static uint32_t rounded(uint32_t size)
{
    return (size + 7) & ~7u;
}

/* As kernels/lab/culab_printf.h does. */
static void put_record(const Kind *kind, uint32_t index)
{
    Line line;
    make_line(kind, index, &line);
    unsigned char *at = ring_bytes + counters[2];
    uint32_t end = 32 + rounded(line.size);
    memcpy(at + 32, line.arguments, line.size);
    for (uint32_t i = 0; i < line.texts; i++) {
        const char *word = words[(line.text_at[i] - 0x700000) / 32];
        uint32_t size = (uint32_t)strlen(word) + 1;
        memcpy(at + end, &line.text_at[i], 8);
        memcpy(at + end + 8, &size, 4);
        memcpy(at + end + 16, word, size);
        end += 16 + rounded(size);
    }
    uint32_t head[] = {end, 12, index / 128, 0, index % 128, line.size, FORMAT_AT, 0};
    memcpy(at, head, sizeof head);
    counters[2] += end;
}

/* Nanoseconds. */
typedef struct Costs {
    double formatted, read, plain;
} Costs;

static double best(double old, double now)
{
    return old == 0 || now < old ? now : old;
}

/* All frames in the file, as the lab takes them. */
static size_t read_frames(int file)
{
    PrintLog log = {0}, part;
    off_t size = lseek(file, 0, SEEK_CUR);
    char *bytes = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
    View rest = {bytes, (size_t)size}, payload;
    FrameHeader header;
    size_t used, count;
    Error error;
    while (rest.size > 0 && frame_take(rest, &header, &payload, &used, &error) == FRAME_WHOLE) {
        if (!prints_decode(payload, &part))
            break;
        print_log_join(&log, &part);
        rest = view_slice(rest, used, rest.size);
    }
    count = log.records.size;
    print_log_free(&log);
    munmap(bytes, (size_t)size);
    return count;
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static size_t print_plainly(const Kind *kind, uint32_t index, char *out, size_t size)
{
    uint64_t words_of[4] = {0};
    double reals[4] = {0};
    Line line;
    make_line(kind, index, &line);
    const char *shape = kind->arguments;
    uint32_t at = 0, reals_used = 0, words_used = 0;
    for (; *shape; shape++) {
        uint32_t bytes = *shape == 'i' ? 4 : 8;
        at = (at + bytes - 1) / bytes * bytes;
        if (*shape == 'f')
            memcpy(&reals[reals_used++], line.arguments + at, 8);
        else
            memcpy(&words_of[words_used++], line.arguments + at, bytes);
        if (*shape == 's')
            words_of[words_used - 1] = (uintptr_t)words[(words_of[words_used - 1] - 0x700000) / 32];
        at += bytes;
    }
    /* Integers and texts go through other registers than floating-point numbers: their order among
     * each other is all that counts (System V AMD64, AAPCS64). */
    int n = snprintf(out, size, kind->format, words_of[0], words_of[1], words_of[2], reals[0],
                     reals[1], reals[2]);
    return n > 0 ? (size_t)n : 0;
}

static void write_plainly(const Kind *kind, uint32_t lines, int file)
{
    static char buffer[WRITE_BYTES + RECORD_MOST];
    size_t used = 0;
    for (uint32_t i = 0; i < lines; i++) {
        used += print_plainly(kind, i, buffer + used, RECORD_MOST);
        if (used >= WRITE_BYTES || i + 1 == lines) {
            if (write(file, buffer, used) < 0)
                exit(1);
            used = 0;
        }
    }
}

static void measure(const Kind *kind, uint32_t lines, Costs *costs)
{
    int ends[2], file = memfd_create("lines", MFD_CLOEXEC),
                 plain = memfd_create("plain", MFD_CLOEXEC);
    if (pipe(ends) != 0 || file < 0 || plain < 0)
        exit(1);
    static Port *port; /* one is enough: it has a thread */
    static int to = -1;
    if (!port) {
        to = dup(file);
        port = port_new(ends[0], to);
    }
    dup2(file, to);
    static PrintRing ring;
    format = kind->format;
    ring.wanted = (uint64_t)lines * RECORD_MOST;
    if (print_ring_begin(&ring, &device, NULL) != CUDA_SUCCESS)
        exit(1);
    for (uint32_t i = 0; i < lines && counters[2] + RECORD_MOST <= ring_size; i++)
        put_record(kind, i);
    PrintSender sender = {.port = port};
    int64_t since = clock_now_ns();
    uint64_t lost = print_ring_collect(&ring, &device, true, 0, &sender);
    print_sender_flush(&sender, lost);
    int64_t formatted = clock_now_ns();
    size_t count = read_frames(file);
    int64_t read = clock_now_ns();
    write_plainly(kind, lines, plain);
    int64_t end = clock_now_ns();
    if (count != lines)
        fprintf(stderr, "bench_prints: %zu lines came\n", count);
    costs->formatted = best(costs->formatted, (double)(formatted - since) / lines);
    costs->read = best(costs->read, (double)(read - formatted) / lines);
    costs->plain = best(costs->plain, (double)(end - read) / lines);
    print_sender_free(&sender);
    close(file);
    close(plain);
}

int main(int count, char **arguments)
{
    uint32_t lines = count > 1 ? (uint32_t)atoi(arguments[1]) : 100000;
    int rounds = count > 2 ? atoi(arguments[2]) : 7;
    printf("%u lines, best of %d, ns a line; `times` is all of the lab's against plain C\n", lines,
           rounds);
    printf("%-12s %14s %14s %18s %6s\n", "lines", "formatted+sent", "read by the lab",
           "snprintf and write", "times");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        Costs costs = {0};
        for (int round = 0; round < rounds; round++)
            measure(&kinds[i], lines, &costs);
        printf("%-12s %14.1f %14.1f %18.1f %6.2f\n", kinds[i].name, costs.formatted, costs.read,
               costs.plain, (costs.formatted + costs.read) / costs.plain);
    }
    return 0;
}
