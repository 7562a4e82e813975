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
     .grid = {16 * MILLION / 256, 1, 1},
     {256, 1, 1},
     {FLOATS(16 * MILLION), FLOATS(16 * MILLION), FLOATS(16 * MILLION), VALUE(16 * MILLION)}},
    {"saxpy",
     .grid = {32768, 1, 1},
     {512, 1, 1},
     {VALUE(TWO_AS_FLOAT), FLOATS(16 * MILLION), FLOATS(16 * MILLION), FLOATS(16 * MILLION),
      VALUE(16 * MILLION)}},
    {"matmul_naive",
     .grid = {SIDE / 16, SIDE / 16, 1},
     {16, 16, 1},
     {FLOATS(SIDE * SIDE), FLOATS(SIDE *SIDE), FLOATS(SIDE *SIDE), VALUE(SIDE)}},
    {"matmul_tiled",
     .grid = {SIDE / 16, SIDE / 16, 1},
     {16, 16, 1},
     {FLOATS(SIDE * SIDE), FLOATS(SIDE *SIDE), FLOATS(SIDE *SIDE), VALUE(SIDE)}},
    {"reduction",
     .grid = {4 * MILLION / 256, 1, 1},
     {256, 1, 1},
     {FLOATS(4 * MILLION), FLOATS(4 * MILLION / 256), VALUE(4 * MILLION)}},
    {"transpose",
     .grid = {64, 64, 1},
     {32, 8, 1},
     {FLOATS(4 * MILLION), FLOATS(4 * MILLION), VALUE(2048)}},
    {"histogram",
     .grid = {64, 1, 1},
     {256, 1, 1},
     {BYTES(8 * MILLION), FLOATS(256), VALUE(8 * MILLION)}},
    {"mandelbrot",
     .grid = {64, 64, 1},
     {16, 16, 1},
     {FLOATS(MILLION), VALUE(1024), VALUE(1024), VALUE(256)}},
    {"scan",
     .grid = {4 * MILLION / 256, 1, 1},
     {256, 1, 1},
     {FLOATS(4 * MILLION), FLOATS(4 * MILLION), FLOATS(4 * MILLION / 256), VALUE(4 * MILLION)}},
    {"nbody",
     .grid = {BODIES / 128, 1, 1},
     {128, 1, 1},
     {BYTES(16 * BODIES), BYTES(16 * BODIES), VALUE(BODIES)}},
    {"blackscholes",
     .grid = {2 * MILLION / 128, 1, 1},
     {128, 1, 1},
     {FLOATS(2 * MILLION), FLOATS(2 * MILLION), FLOATS(2 * MILLION), FLOATS(2 * MILLION),
      FLOATS(2 * MILLION), VALUE(2 * MILLION)}},
    {"stencil",
     .grid = {2048 / 32, 2048 / 8, 1},
     {32, 8, 1},
     {FLOATS(4 * MILLION), FLOATS(4 * MILLION), VALUE(2048), VALUE(2048)}},
    {.name = NULL},
};

/* `count` threads and elements; `stride`: odd, so that every element is some thread's. */
#define IN_PLACE(kernel, bytes, count, stride)                              \
    {                                                                       \
        kernel, .grid = {(count) / 256, 1, 1}, {256, 1, 1},                 \
        {                                                                   \
            BYTES((uint64_t)(count) * (bytes)), VALUE(count), VALUE(stride) \
        }                                                                   \
    }
/* Of `apart` elements the first. */
#define SPREAD(kernel, bytes, count, apart)                                          \
    {                                                                                \
        kernel, .grid = {(count) / 256, 1, 1}, {256, 1, 1},                          \
        {                                                                            \
            BYTES((uint64_t)(count) * (bytes) * (apart)), VALUE(count), VALUE(apart) \
        }                                                                            \
    }

const ShadowBench shadow_benches[] = {
    {"words, side by side", IN_PLACE("touch_words", 4, MILLION, 1)},
    {"words, 3 apart", IN_PLACE("touch_words", 4, MILLION, 3)},
    {"words, 33 apart", IN_PLACE("touch_words", 4, MILLION, 33)},
    {"words, 1025 apart", IN_PLACE("touch_words", 4, MILLION, 1025)},
    {"words, 33 apart, 64 KB", IN_PLACE("touch_words", 4, MILLION / 64, 33)},
    {"bytes, side by side", IN_PLACE("touch_bytes", 1, MILLION, 1)},
    {"bytes, 3 apart", IN_PLACE("touch_bytes", 1, MILLION, 3)},
    {"bytes, 33 apart", IN_PLACE("touch_bytes", 1, MILLION, 33)},
    {"bytes, 1025 apart", IN_PLACE("touch_bytes", 1, MILLION, 1025)},
    {"half words, 33 apart", IN_PLACE("touch_halves", 2, MILLION, 33)},
    {"8 bytes, 33 apart", IN_PLACE("touch_eights", 8, MILLION, 33)},
    {"16 bytes, 33 apart", IN_PLACE("touch_sixteens", 16, MILLION, 33)},
    {"atomic additions by chance",
     {"add_by_chance",
      .grid = {MILLION / 256, 1, 1},
      {256, 1, 1},
      {FLOATS(MILLION), VALUE(MILLION)}}},
    {"words gathered by chance",
     {"gather",
      .grid = {MILLION / 256, 1, 1},
      {256, 1, 1},
      {FLOATS(MILLION), FLOATS(MILLION), VALUE(MILLION)}}},
    {"only each 2nd word", SPREAD("spread_words", 4, MILLION, 2)},
    {"only each 9th word", SPREAD("spread_words", 4, MILLION, 9)},
    {"only each 33rd word", SPREAD("spread_words", 4, MILLION / 4, 33)},
    {"only each 1024th word", SPREAD("spread_words", 4, MILLION / 16, 1024)},
    {"only each 33rd byte", SPREAD("spread_bytes", 1, MILLION, 33)},
    {"only each 4096th byte", SPREAD("spread_bytes", 1, MILLION / 16, 4096)},
    {"shared memory",
     {"touch_shared", .grid = {256, 1, 1}, {256, 1, 1}, {FLOATS(65536), VALUE(65536)}}},
    {"local memory",
     {"touch_local", .grid = {256, 1, 1}, {256, 1, 1}, {FLOATS(65536), VALUE(65536)}}},
    {.what = NULL},
};

Bench bench_scaled(uint64_t threads)
{
    uint32_t blocks = (uint32_t)((threads + 255) / 256);
    return (Bench){"vecadd",
                   .grid = {blocks, 1, 1},
                   {256, 1, 1},
                   {FLOATS(threads), FLOATS(threads), FLOATS(threads), VALUE(threads)}};
}
