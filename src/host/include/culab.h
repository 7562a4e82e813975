/* culab.h: how a host program and the lab speak to each other.
 *
 * A program includes <cuda.h> for the Driver API, or <cuda_runtime.h> for the runtime API's names,
 * and this header. The kernel of kernel.cu lies compiled in the file "kernel.ptx" beside the
 * program: cuModuleLoad(&module, "kernel.ptx"). docs/host.md tells more.
 *
 * None of these functions fails: what is wrong (a name that the exercise does not have, a size that
 * does not fit) ends the program with a message that says the line. */
#ifndef CULAB_H
#define CULAB_H

#include <stddef.h>

#include <cuda.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A number of the case that is run: one of its variables, or a scalar among the arguments. */
long long culab_int(const char *name);
double culab_real(const char *name);

/* The input data of that name, copied to host memory: all `bytes` of it. */
void culab_fill(const char *name, void *to, size_t bytes);
/* The result of that name, in host memory: the lab compares it with the right one as it is now. */
void culab_result(const char *name, const void *from, size_t bytes);
/* Where the compiler knows how much memory a pointer leads to (GCC 12: an array, a malloc() of the
 * same function), too little of it is told and not overrun. */
void culab_fill_room(const char *name, void *to, size_t bytes, size_t room);
void culab_result_room(const char *name, const void *from, size_t bytes, size_t room);
#if defined __has_builtin
#if __has_builtin(__builtin_dynamic_object_size)
#define culab_fill(name, to, bytes) \
    culab_fill_room(name, to, bytes, __builtin_dynamic_object_size(to, 0))
#define culab_result(name, from, bytes) \
    culab_result_room(name, from, bytes, __builtin_dynamic_object_size(from, 0))
#endif
#endif
/* A figure that the program measured: culab_measured("kernel_ms", milliseconds). */
void culab_measured(const char *name, double value);

/* A kernel of kernel.ptx by name, in the current context. */
CUresult culab_kernel(CUfunction *function, const char *name);

/* culab_launch(function, grid, block, shared, stream, x, y, n): a launch along x whose arguments
 * are given as they are, at most 16. Their sizes are compared with the kernel's parameters. */
typedef struct CulabArgument {
    const void *at;
    size_t size;
} CulabArgument;
CUresult culab_launch_arguments(CUfunction function, unsigned grid, unsigned block, size_t shared,
                                CUstream stream, const CulabArgument *arguments, size_t count);
/* A copy of the value, of its own type, and its size. */
#define CULAB_ARGUMENT(value)                         \
    {                                                 \
        (__typeof__(value)[]){(value)}, sizeof(value) \
    }

#define culab_launch(function, grid, block, shared, stream, ...)                                \
    culab_launch_arguments((function), (grid), (block), (shared), (stream),                     \
                           (CulabArgument[]){CULAB_EACH(CULAB_ARGUMENT, __VA_ARGS__)},          \
                           sizeof((CulabArgument[]){CULAB_EACH(CULAB_ARGUMENT, __VA_ARGS__)}) / \
                               sizeof(CulabArgument))

/* CULAB_EACH(F, a, b, c) is F(a), F(b), F(c). */
#define CULAB_EACH(F, ...) \
    CULAB_CALL(CULAB_JOIN(CULAB_EACH_, CULAB_COUNT(__VA_ARGS__)), F, __VA_ARGS__)
#define CULAB_CALL(macro, ...) macro(__VA_ARGS__)
#define CULAB_JOIN(a, b) CULAB_JOIN_(a, b)
#define CULAB_JOIN_(a, b) a##b
#define CULAB_COUNT(...) \
    CULAB_16TH(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define CULAB_16TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, count, ...) count
#define CULAB_EACH_1(F, a) F(a)
#define CULAB_EACH_2(F, a, ...) F(a), CULAB_EACH_1(F, __VA_ARGS__)
#define CULAB_EACH_3(F, a, ...) F(a), CULAB_EACH_2(F, __VA_ARGS__)
#define CULAB_EACH_4(F, a, ...) F(a), CULAB_EACH_3(F, __VA_ARGS__)
#define CULAB_EACH_5(F, a, ...) F(a), CULAB_EACH_4(F, __VA_ARGS__)
#define CULAB_EACH_6(F, a, ...) F(a), CULAB_EACH_5(F, __VA_ARGS__)
#define CULAB_EACH_7(F, a, ...) F(a), CULAB_EACH_6(F, __VA_ARGS__)
#define CULAB_EACH_8(F, a, ...) F(a), CULAB_EACH_7(F, __VA_ARGS__)
#define CULAB_EACH_9(F, a, ...) F(a), CULAB_EACH_8(F, __VA_ARGS__)
#define CULAB_EACH_10(F, a, ...) F(a), CULAB_EACH_9(F, __VA_ARGS__)
#define CULAB_EACH_11(F, a, ...) F(a), CULAB_EACH_10(F, __VA_ARGS__)
#define CULAB_EACH_12(F, a, ...) F(a), CULAB_EACH_11(F, __VA_ARGS__)
#define CULAB_EACH_13(F, a, ...) F(a), CULAB_EACH_12(F, __VA_ARGS__)
#define CULAB_EACH_14(F, a, ...) F(a), CULAB_EACH_13(F, __VA_ARGS__)
#define CULAB_EACH_15(F, a, ...) F(a), CULAB_EACH_14(F, __VA_ARGS__)
#define CULAB_EACH_16(F, a, ...) F(a), CULAB_EACH_15(F, __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
