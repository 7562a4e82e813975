/* The table of benchmark kernels. */
#include "bench_kernels.h"

#include <stddef.h>

enum { MILLION = 1 << 20, SIDE = 512, BODIES = 4096 };
#define FLOATS(n)                       \
    {                                   \
        .buffer_bytes = (uint64_t)(n)*4 \
    }
#define BYTES(n)            \
    {                       \
        .buffer_bytes = (n) \
    }
#define VALUE(v)     \
    {                \
        .value = (v) \
    }
#define TWO_AS_FLOAT 0x40000000

const Bench benches[] = {
    {"vecadd",
     {16 * MILLION / 256, 1, 1},
     {256, 1, 1},
     {FLOATS(16 * MILLION), FLOATS(16 * MILLION), FLOATS(16 * MILLION), VALUE(16 * MILLION)}},
    {"saxpy",
     {32768, 1, 1},
     {512, 1, 1},
     {VALUE(TWO_AS_FLOAT), FLOATS(16 * MILLION), FLOATS(16 * MILLION), FLOATS(16 * MILLION),
      VALUE(16 * MILLION)}},
    {"matmul_naive",
     {SIDE / 16, SIDE / 16, 1},
     {16, 16, 1},
     {FLOATS(SIDE * SIDE), FLOATS(SIDE *SIDE), FLOATS(SIDE *SIDE), VALUE(SIDE)}},
    {"matmul_tiled",
     {SIDE / 16, SIDE / 16, 1},
     {16, 16, 1},
     {FLOATS(SIDE * SIDE), FLOATS(SIDE *SIDE), FLOATS(SIDE *SIDE), VALUE(SIDE)}},
    {"reduction",
     {4 * MILLION / 256, 1, 1},
     {256, 1, 1},
     {FLOATS(4 * MILLION), FLOATS(4 * MILLION / 256), VALUE(4 * MILLION)}},
    {"transpose", {64, 64, 1}, {32, 8, 1}, {FLOATS(4 * MILLION), FLOATS(4 * MILLION), VALUE(2048)}},
    {"histogram", {64, 1, 1}, {256, 1, 1}, {BYTES(8 * MILLION), FLOATS(256), VALUE(8 * MILLION)}},
    {"mandelbrot",
     {64, 64, 1},
     {16, 16, 1},
     {FLOATS(MILLION), VALUE(1024), VALUE(1024), VALUE(256)}},
    {"scan",
     {4 * MILLION / 256, 1, 1},
     {256, 1, 1},
     {FLOATS(4 * MILLION), FLOATS(4 * MILLION), FLOATS(4 * MILLION / 256), VALUE(4 * MILLION)}},
    {"nbody",
     {BODIES / 128, 1, 1},
     {128, 1, 1},
     {BYTES(16 * BODIES), BYTES(16 * BODIES), VALUE(BODIES)}},
    {"blackscholes",
     {2 * MILLION / 128, 1, 1},
     {128, 1, 1},
     {FLOATS(2 * MILLION), FLOATS(2 * MILLION), FLOATS(2 * MILLION), FLOATS(2 * MILLION),
      FLOATS(2 * MILLION), VALUE(2 * MILLION)}},
    {"stencil",
     {2048 / 32, 2048 / 8, 1},
     {32, 8, 1},
     {FLOATS(4 * MILLION), FLOATS(4 * MILLION), VALUE(2048), VALUE(2048)}},
    {NULL, {0}, {0}, {{0}}},
};

/* `stride`: odd, so that every element is some thread's. */
#define IN_PLACE(kernel, bytes, stride)                                     \
    {                                                                       \
        kernel, {4 * MILLION / 256, 1, 1}, {256, 1, 1},                     \
        {                                                                   \
            BYTES(4 * MILLION * (bytes)), VALUE(4 * MILLION), VALUE(stride) \
        }                                                                   \
    }

const ShadowBench shadow_benches[] = {
    {"words in place, side by side", IN_PLACE("touch_words", 4, 1)},
    {"words in place, 33 apart", IN_PLACE("touch_words", 4, 33)},
    {"bytes in place, side by side", IN_PLACE("touch_bytes", 1, 1)},
    {"bytes in place, 33 apart", IN_PLACE("touch_bytes", 1, 33)},
    {NULL, {NULL, {0}, {0}, {{0}}}},
};

Bench bench_scaled(uint64_t threads)
{
    uint32_t blocks = (uint32_t)((threads + 255) / 256);
    return (Bench){"vecadd",
                   {blocks, 1, 1},
                   {256, 1, 1},
                   {FLOATS(threads), FLOATS(threads), FLOATS(threads), VALUE(threads)}};
}
