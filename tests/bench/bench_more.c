/* Kernels of more kinds for the benchmark: a row each, with the file that it is in. */
#include <stddef.h>

#include "bench_kernels.h"

enum { MILLION = 1 << 20, SIDE = 256 };
#define FLOATS(n)                       \
    {                                   \
        .buffer_bytes = (uint64_t)(n)*4 \
    }
#define WORDS(n)                                         \
    {                                                    \
        .buffer_bytes = (uint64_t)(n)*4, .cleared = true \
    }
#define DOUBLES(n)                      \
    {                                   \
        .buffer_bytes = (uint64_t)(n)*8 \
    }
#define BYTES(n)                      \
    {                                 \
        .buffer_bytes = (uint64_t)(n) \
    }
#define VALUE(v)     \
    {                \
        .value = (v) \
    }
#define BLOCKS(n) .grid = {(n), 1, 1}, .block = {256, 1, 1}

#define SQUARE(n) .grid = {(n) / 32, (n) / 8, 1}, .block = {32, 8, 1}

enum { A_THOUSANDTH = 0x3a83126f /* as a float */ };
#define A_QUARTER UINT64_C(0x3fd0000000000000) /* as a double */

static const char irregular[] = "more_irregular", shared[] = "more_shared",
                  shapes[] = "more_shapes", course[] = "more_course", tasks[] = "more_tasks",
                  locks[] = "more_locks";

const Bench more_benches[] = {
    {"gather", BLOCKS(MILLION / 256), .file = irregular,
     .args = {FLOATS(MILLION), FLOATS(MILLION), FLOATS(MILLION), VALUE(MILLION)}},
    {"scatter", BLOCKS(MILLION / 256), .file = irregular,
     .args = {FLOATS(MILLION), FLOATS(MILLION), VALUE(MILLION)}},
    {"spmv", BLOCKS(256), .file = irregular,
     .args = {FLOATS(MILLION), FLOATS(MILLION), FLOATS(65536), FLOATS(65536), VALUE(65536)}},
    {"spmv_warp", BLOCKS(2048), .file = irregular,
     .args = {FLOATS(MILLION), FLOATS(MILLION), FLOATS(16384), FLOATS(16384), VALUE(16384)}},
    {"bfs", BLOCKS(512), .file = irregular,
     .args = {FLOATS(MILLION), FLOATS(131072), VALUE(131072), VALUE(1)}},
    {"histogram_global", BLOCKS(256), .file = irregular,
     .args = {FLOATS(MILLION), FLOATS(65536), VALUE(MILLION), VALUE(65535)}},
    {"histogram_shared", BLOCKS(32), .file = irregular,
     .args = {FLOATS(MILLION), FLOATS(4096), VALUE(MILLION)}},
    {"hash_insert", BLOCKS(1024), .file = irregular,
     .args = {FLOATS(MILLION), FLOATS(MILLION), FLOATS(MILLION), VALUE(MILLION - 1)}},
    {"binary_search", BLOCKS(1024), .file = irregular,
     .args = {FLOATS(MILLION), FLOATS(MILLION), VALUE(MILLION)}},
    {"atomics", BLOCKS(1024), .file = irregular,
     .args = {FLOATS(1024), FLOATS(64), FLOATS(MILLION), VALUE(MILLION)}},
    {"bitonic", BLOCKS(512), .file = shared, .args = {FLOATS(MILLION / 4)}},
    {"radix", BLOCKS(512), .file = shared, .args = {FLOATS(MILLION / 4)}},
    {"fft", BLOCKS(1024), .file = shared, .args = {DOUBLES(MILLION / 2)}},
    {"convolution", BLOCKS(4096), .file = shared,
     .args = {FLOATS(MILLION), FLOATS(MILLION), VALUE(MILLION)}},
    {"matmul_registers", .grid = {SIDE / 64, SIDE / 64, 1}, .block = {256, 1, 1}, .file = shared,
     .args = {FLOATS(SIDE * SIDE), FLOATS(SIDE *SIDE), FLOATS(SIDE *SIDE), VALUE(SIDE)}},
    {"matmul_32", .grid = {SIDE / 32, SIDE / 32, 1}, .block = {32, 32, 1}, .file = shared,
     .args = {FLOATS(SIDE * SIDE), FLOATS(SIDE *SIDE), FLOATS(SIDE *SIDE), VALUE(SIDE)}},
    {"tensor", BLOCKS(32), .file = shared,
     .args = {FLOATS(SIDE * SIDE), FLOATS(SIDE *SIDE), FLOATS(SIDE *SIDE), VALUE(SIDE)}},
    {"copies_ahead", BLOCKS(128), .file = shared,
     .args = {FLOATS(MILLION), FLOATS(32768), VALUE(32)}},
    {"reduce_shuffles", BLOCKS(256), .file = shared,
     .args = {FLOATS(MILLION), FLOATS(256), VALUE(MILLION)}},
    {"warp_tiles", BLOCKS(2048), .file = shared,
     .args = {FLOATS(MILLION / 2), FLOATS(MILLION / 64), VALUE(MILLION / 2)}},
    {"upper_case", BLOCKS(8192), .file = shapes,
     .args = {BYTES(2 * MILLION), BYTES(2 * MILLION), VALUE(2 * MILLION)}},
    {"lines", BLOCKS(128), .file = shapes, .args = {BYTES(2 * MILLION), FLOATS(32768), VALUE(64)}},
    {"grey", BLOCKS(4096), .file = shapes,
     .args = {FLOATS(MILLION), BYTES(MILLION), VALUE(MILLION)}},
    {"particles", BLOCKS(1024), .file = shapes,
     .args = {BYTES(32 * MILLION / 4), VALUE(MILLION / 4), VALUE(A_THOUSANDTH)}},
    {"local_arrays", BLOCKS(512), .file = shapes,
     .args = {FLOATS(MILLION), FLOATS(MILLION), VALUE(MILLION)}},
    {"doubles", BLOCKS(1024), .file = shapes,
     .args = {DOUBLES(MILLION / 4), DOUBLES(MILLION / 4), VALUE(MILLION / 4)}},
    {"stencil_3d", .grid = {4, 16, 1}, .block = {32, 8, 1}, .file = shapes,
     .args = {FLOATS(128 * 128 * 128), FLOATS(128 * 128 * 128), VALUE(128)}},
    {"stencil_double", .grid = {32, 128, 1}, .block = {32, 8, 1}, .file = shapes,
     .args = {DOUBLES(MILLION), DOUBLES(MILLION), VALUE(1024)}},
    {"diagonals", .grid = {256, 1, 1}, .block = {128, 1, 1}, .file = shapes,
     .args = {FLOATS(32768), FLOATS(32768), FLOATS(32768)}},
    {"collatz", BLOCKS(512), .file = shapes, .args = {FLOATS(131072)}},
    {"columns", BLOCKS(128), .file = shapes,
     .args = {BYTES(32 * MILLION), FLOATS(32768), VALUE(256)}},
    {"strided", BLOCKS(2048), .file = shapes,
     .args = {FLOATS(8 * MILLION), FLOATS(8 * MILLION), VALUE(8 * MILLION), VALUE(17)}},
    {"whole_grid", BLOCKS(64), .file = shapes, .cooperative = true,
     .args = {FLOATS(16384), FLOATS(16384), VALUE(16)}},
    {"gauss", SQUARE(1024), .file = course, .args = {FLOATS(MILLION), VALUE(1024), VALUE(7)}},
    {"floyd_warshall", SQUARE(1024), .file = course,
     .args = {FLOATS(MILLION), VALUE(1024), VALUE(7)}},
    {"life", SQUARE(1024), .file = course, .args = {BYTES(MILLION), BYTES(MILLION), VALUE(1024)}},
    {"frontier", BLOCKS(256), .file = course,
     .args = {FLOATS(MILLION), FLOATS(65536), FLOATS(262144), FLOATS(262144), FLOATS(1),
              VALUE(65536), VALUE(262144)}},
    {"scan_shuffles", BLOCKS(MILLION / 256), .file = course,
     .args = {FLOATS(MILLION), FLOATS(MILLION), FLOATS(MILLION / 256)}},
    {"k_means", BLOCKS(1024), .file = course,
     .args = {FLOATS(MILLION / 4), FLOATS(MILLION / 4), FLOATS(32), FLOATS(48), FLOATS(MILLION / 4),
              VALUE(MILLION / 4)}},
    {"monte_carlo", BLOCKS(256), .file = course, .args = {FLOATS(1), FLOATS(65536), VALUE(64)}},
    {"merge", BLOCKS(2048), .file = course,
     .args = {FLOATS(MILLION / 2), FLOATS(MILLION / 2), VALUE(1024)}},
    {"match", BLOCKS(4096), .file = course,
     .args = {BYTES(MILLION), BYTES(64), FLOATS(1), VALUE(MILLION), VALUE(8)}},
    {"heat_double", SQUARE(1024), .file = course,
     .args = {DOUBLES(MILLION), DOUBLES(MILLION), VALUE(1024), VALUE(A_QUARTER)}},
    {"csr", BLOCKS(256), .file = course,
     .args = {FLOATS(65536), FLOATS(MILLION), FLOATS(MILLION), FLOATS(65536), FLOATS(65536),
              VALUE(65536)}},
    {"matrix_vector", BLOCKS(8), .file = course,
     .args = {FLOATS(2 * MILLION), FLOATS(1024), FLOATS(2048), VALUE(1024)}},
    {"median", SQUARE(512), .file = course,
     .args = {BYTES(MILLION / 4), BYTES(MILLION / 4), VALUE(512)}},
    {"complex_scale", BLOCKS(2048), .file = course,
     .args = {DOUBLES(MILLION / 2), VALUE(MILLION / 2), VALUE(A_THOUSANDTH), VALUE(A_THOUSANDTH)}},
    {"softmax", BLOCKS(512), .file = course,
     .args = {FLOATS(MILLION / 2), FLOATS(MILLION / 2), VALUE(1024)}},
    {"transpose_naive", SQUARE(1024), .file = tasks,
     .args = {FLOATS(MILLION), FLOATS(MILLION), VALUE(1024)}},
    {"triangular_level", BLOCKS(256), .file = tasks,
     .args = {FLOATS(MILLION), FLOATS(MILLION), FLOATS(131072), FLOATS(131072), VALUE(65536),
              VALUE(131072)}},
    {"nearest_four", BLOCKS(8), .file = tasks, .args = {FLOATS(4096), FLOATS(8192), VALUE(2048)}},
    {"compact", BLOCKS(4096), .file = tasks,
     .args = {FLOATS(MILLION), FLOATS(MILLION), FLOATS(1), VALUE(MILLION)}},
    {"fill_cells", BLOCKS(1024), .file = tasks,
     .args = {FLOATS(MILLION / 2), FLOATS(65536), FLOATS(2 * MILLION), VALUE(MILLION / 4),
              VALUE(256)}},
    {"blur_tile", .grid = {32, 32, 1}, .block = {16, 16, 1}, .file = tasks,
     .args = {FLOATS(MILLION / 4), FLOATS(MILLION / 4), FLOATS(25), VALUE(512)}},
    {"edit_distance", .grid = {64, 1, 1}, .block = {128, 1, 1}, .file = tasks,
     .args = {BYTES(16384), FLOATS(64)}},
    {"odd_even_sort", BLOCKS(32), .file = tasks, .args = {FLOATS(8192)}},
    {"scan_doubling", BLOCKS(1024), .file = tasks,
     .args = {FLOATS(MILLION / 4), FLOATS(MILLION / 4)}},
    {"pieces", BLOCKS(64), .file = tasks, .args = {FLOATS(MILLION), FLOATS(MILLION), VALUE(64)}},
    {"lock_buckets", .grid = {64, 1, 1}, .block = {128, 1, 1}, .file = locks,
     .args = {WORDS(4096), WORDS(4096), VALUE(4095), VALUE(8)}},
    {"lock_of_blocks", BLOCKS(64), .file = locks,
     .args = {FLOATS(MILLION), WORDS(1), WORDS(65), VALUE(MILLION)}},
    {"tickets", .grid = {64, 1, 1}, .block = {128, 1, 1}, .file = locks,
     .args = {WORDS(4096), WORDS(4096), WORDS(4096), VALUE(4095), VALUE(8)}},
    {"flags_of_nodes", BLOCKS(256), .file = locks,
     .args = {FLOATS(65536), WORDS(65536), WORDS(65536), VALUE(65536)}},
    {"flags_of_blocks", BLOCKS(32), .file = locks,
     .args = {FLOATS(16384), WORDS(32 * 16384), WORDS(32), VALUE(64)}},
    {"queue_of_turns", .grid = {64, 1, 1}, .block = {128, 1, 1}, .file = locks,
     .args = {WORDS(2), WORDS(1024), WORDS(1024), WORDS(8192), VALUE(1024)}},
    {"work_list", BLOCKS(64), .file = locks,
     .args = {WORDS(2048), WORDS(2048), WORDS(2), WORDS(2048 * 256), VALUE(2048)}},
    {"scan_look_back", BLOCKS(1024), .file = locks,
     .args = {FLOATS(MILLION / 4), WORDS(MILLION / 4), WORDS(1024), WORDS(1024), WORDS(1024),
              WORDS(1)}},
    {"last_block", BLOCKS(256), .file = locks,
     .args = {FLOATS(MILLION), WORDS(256), WORDS(1), WORDS(1), VALUE(MILLION)}},
    {"histogram_last", BLOCKS(256), .file = locks,
     .args = {FLOATS(MILLION), WORDS(4096), WORDS(1), WORDS(1), VALUE(MILLION)}},
    {"stack_push", .grid = {64, 1, 1}, .block = {128, 1, 1}, .file = locks,
     .args = {WORDS(1), WORDS(8193), WORDS(8193)}},
    {"tree_of_counters", BLOCKS(128), .file = locks,
     .args = {FLOATS(32768), WORDS(65536), WORDS(32768), VALUE(32768)}},
    {"grid_by_counter", BLOCKS(16), .file = locks,
     .args = {WORDS(4096), WORDS(4096), WORDS(1), VALUE(64)}},
    {.name = NULL},
};
