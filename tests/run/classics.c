/* The classic programs through `culab run`, their results computed a second time here:
 *     classics CULAB SOURCES NAME
 * Exit status 77: this machine has no NVRTC or no simulator. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/spawn.h"

enum { SKIPPED = 77, ARGUMENTS = 64 };

typedef struct Test {
    const char *culab, *sources;
    char folder[64];
} Test;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "classics: %s\n", what);
    exit(1);
}

static void save(const char *file, const void *data, size_t bytes)
{
    Error error = {0};
    if (!file_save(file, (View){data, bytes}, &error))
        fail(error.text);
}

static void *load(const char *file, size_t bytes)
{
    Error error = {0};
    StrBuf content = {0};
    if (!file_read(file, bytes + 1, &content, &error))
        fail(error.text);
    if (content.size != bytes)
        fail("an output file has the wrong size");
    return strbuf_take(&content);
}

/* Runs `culab run` with these words in the test's folder; they end with NULL. */
static void run(const Test *test, const char *source, const char *const *words)
{
    const char *arguments[ARGUMENTS] = {test->culab, "run",     NULL, "--device",
                                        "sim",       "--limit", "300"};
    StrBuf path = {0};
    size_t count = 7;
    arguments[2] = file_join(&path, test->sources, source);
    while (*words && count < ARGUMENTS - 1)
        arguments[count++] = *words++;
    SpawnRequest request = {.arguments = arguments, .input = -1, .output = 1, .errors = 2};
    pid_t pid;
    int status;
    Error error = {0};
    if (!spawn_start(&request, &pid, &error))
        fail(error.text);
    if (!spawn_wait(pid, &status))
        fail("culab run did not end with status 0");
    strbuf_free(&path);
}

/* Whole numbers from -4 to 4, so that sums in any order are exact. */
static float *small_floats(size_t count, unsigned seed)
{
    float *values = memory_alloc_array(count, sizeof *values);
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        values[i] = (float)(seed >> 16 & 0xFFFF) / 7282.0f;
        values[i] = (float)(int)values[i] - 4.0f;
    }
    return values;
}

static unsigned char *any_bytes(size_t count, unsigned seed)
{
    unsigned char *values = memory_alloc(count);
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        values[i] = (unsigned char)(seed >> 20);
    }
    return values;
}

static void assert_floats(const float *got, const float *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(got[i] == expected[i])) {
            fprintf(stderr, "element %zu: expected %g, got %g\n", i, expected[i], got[i]);
            fail("wrong result");
        }
}

static void test_add(const Test *test)
{
    enum { N = 1000000 };
    float *a = small_floats(N, 1), *b = small_floats(N, 2);
    save("a", a, 4 * N);
    save("b", b, 4 * N);
    run(test, "vectors.cu",
        (const char *[]){"--kernel", "add", "--grid", "3907", "--block", "256", "--arg",
                         "in:f32[1000000]=@a", "--arg", "in:f32[1000000]=@b", "--arg",
                         "out:f32[1000000]>c", "--arg", "i32=1000000", NULL});
    float *c = load("c", 4 * N);
    for (size_t i = 0; i < N; i++)
        a[i] += b[i];
    assert_floats(c, a, N);
    free(a);
    free(b);
    free(c);
}

static void test_twice(const Test *test)
{
    int in[16];
    for (int i = 0; i < 16; i++)
        in[i] = i * i - 7;
    save("in", in, sizeof in);
    run(test, "vectors.cu",
        (const char *[]){"--kernel", "twice", "--grid", "1", "--block", "4,4", "--arg",
                         "in:i32[4x4]=@in", "--arg", "out:i32[4x4]>out", NULL});
    int *out = load("out", sizeof in);
    for (int i = 0; i < 16; i++)
        if (out[i] != 2 * in[i])
            fail("wrong result");
    free(out);
}

static void test_saxpy(const Test *test)
{
    enum { N = 512 * 32768 };
    float *x = small_floats(N, 3), *y = small_floats(N, 4);
    save("x", x, 4ul * N);
    save("y", y, 4ul * N);
    run(test, "vectors.cu",
        (const char *[]){"--kernel", "saxpy", "--grid", "32768", "--block", "512", "--arg",
                         "f32=2.5", "--arg", "in:f32[16777216]=@x", "--arg", "in:f32[16777216]=@y",
                         "--arg", "out:f32[16777216]>out", "--arg", "u64=16777216", NULL});
    float *out = load("out", 4ul * N);
    for (size_t i = 0; i < N; i++)
        x[i] = 2.5f * x[i] + y[i];
    assert_floats(out, x, N);
    free(x);
    free(y);
    free(out);
}

static void test_tree_sum(const Test *test)
{
    enum { N = 100000, BLOCKS = 391 };
    float *in = small_floats(N, 5), expected[BLOCKS] = {0};
    save("in", in, 4 * N);
    run(test, "vectors.cu",
        (const char *[]){"--kernel", "tree_sum", "--grid", "391", "--block", "256", "--arg",
                         "in:f32[100000]=@in", "--arg", "out:f32[391]>out", "--arg", "i32=100000",
                         NULL});
    float *out = load("out", sizeof expected);
    for (size_t i = 0; i < N; i++)
        expected[i / 256] += in[i];
    assert_floats(out, expected, BLOCKS);
    free(in);
    free(out);
}

static void test_product(const Test *test, const char *kernel)
{
    enum { N = 512 };
    float *a = small_floats(N * N, 6), *b = small_floats(N * N, 7);
    float *expected = memory_alloc_array(N * N, sizeof *expected);
    save("a", a, 4 * N * N);
    save("b", b, 4 * N * N);
    run(test, "matrices.cu",
        (const char *[]){"--kernel", kernel, "--grid", "32,32", "--block", "16,16", "--arg",
                         "in:f32[512x512]=@a", "--arg", "in:f32[512x512]=@b", "--arg",
                         "out:f32[512x512]>c", "--arg", "i32=512", NULL});
    float *c = load("c", 4 * N * N);
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < N; k++)
            for (size_t j = 0; j < N; j++)
                expected[i * N + j] += a[i * N + k] * b[k * N + j];
    assert_floats(c, expected, N * N);
    free(a);
    free(b);
    free(c);
    free(expected);
}

static void test_naive(const Test *test)
{
    test_product(test, "naive");
}

static void test_tiled(const Test *test)
{
    test_product(test, "tiled");
}

static void test_transpose(const Test *test)
{
    enum { WIDTH = 300, HEIGHT = 210 };
    float *in = small_floats(WIDTH * HEIGHT, 8);
    float *expected = memory_alloc_array(WIDTH * HEIGHT, sizeof *expected);
    save("in", in, 4 * WIDTH * HEIGHT);
    run(test, "matrices.cu",
        (const char *[]){"--kernel", "transpose", "--grid", "10,7", "--block", "32,8", "--arg",
                         "in:f32[300x210]=@in", "--arg", "out:f32[210x300]>out", "--arg", "i32=300",
                         "--arg", "i32=210", NULL});
    float *out = load("out", 4 * WIDTH * HEIGHT);
    for (size_t y = 0; y < HEIGHT; y++)
        for (size_t x = 0; x < WIDTH; x++)
            expected[x * HEIGHT + y] = in[y * WIDTH + x];
    assert_floats(out, expected, WIDTH * HEIGHT);
    free(in);
    free(out);
    free(expected);
}

static void test_histogram(const Test *test)
{
    enum { N = 1000000 };
    unsigned char *values = any_bytes(N, 9);
    unsigned expected[256] = {0};
    save("values", values, N);
    run(test, "images.cu",
        (const char *[]){"--kernel", "histogram", "--grid", "64", "--block", "256", "--arg",
                         "in:u8[1000000]=@values", "--arg", "inout:u32[256]=constant:0>bins",
                         "--arg", "i32=1000000", NULL});
    unsigned *bins = load("bins", sizeof expected);
    for (size_t i = 0; i < N; i++)
        expected[values[i]]++;
    if (memcmp(bins, expected, sizeof expected) != 0)
        fail("wrong result");
    free(values);
    free(bins);
}

static void test_grey(const Test *test)
{
    enum { N = 1000 * 700 };
    unsigned char *rgb = any_bytes(3 * N, 10);
    save("rgb", rgb, 3 * N);
    run(test, "images.cu",
        (const char *[]){"--kernel", "grey", "--grid", "63,44", "--block", "16,16", "--arg",
                         "in:u8[2100000]=@rgb", "--arg", "out:u8[1000x700]>out", "--arg",
                         "i32=1000", "--arg", "i32=700", NULL});
    unsigned char *out = load("out", N);
    for (size_t i = 0; i < N; i++) {
        double exact = 0.21 * rgb[3 * i] + 0.72 * rgb[3 * i + 1] + 0.07 * rgb[3 * i + 2];
        if (out[i] > exact + 1e-3 || out[i] < exact - 1.001)
            fail("wrong result");
    }
    free(rgb);
    free(out);
}

static void test_blur(const Test *test)
{
    enum { WIDTH = 333, HEIGHT = 250 };
    unsigned char *in = any_bytes(WIDTH * HEIGHT, 11);
    save("in", in, WIDTH * HEIGHT);
    run(test, "images.cu",
        (const char *[]){"--kernel", "blur", "--grid", "21,16", "--block", "16,16", "--arg",
                         "in:u8[333x250]=@in", "--arg", "out:u8[333x250]>out", "--arg", "i32=333",
                         "--arg", "i32=250", NULL});
    unsigned char *out = load("out", WIDTH * HEIGHT);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int sum = 0, count = 0;
            for (int v = y > 0 ? y - 1 : 0; v <= y + 1 && v < HEIGHT; v++)
                for (int u = x > 0 ? x - 1 : 0; u <= x + 1 && u < WIDTH; u++, count++)
                    sum += in[v * WIDTH + u];
            if (out[y * WIDTH + x] != sum / count)
                fail("wrong result");
        }
    free(in);
    free(out);
}

typedef struct Row {
    const char *name;
    void (*test)(const Test *test);
} Row;

static const Row rows[] = {
    {"add", test_add},
    {"twice", test_twice},
    {"saxpy", test_saxpy},
    {"tree_sum", test_tree_sum},
    {"naive", test_naive},
    {"tiled", test_tiled},
    {"transpose", test_transpose},
    {"histogram", test_histogram},
    {"grey", test_grey},
    {"blur", test_blur},
};

static bool is_there(const char *culab, const char *what)
{
    const char *arguments[] = {culab, "doctor", "--quiet", what, NULL};
    SpawnRequest request = {.arguments = arguments, .input = -1, .output = -1, .errors = 2};
    pid_t pid;
    return spawn_start(&request, &pid, NULL) && spawn_wait(pid, NULL);
}

static void in_own_folder(const Row *row, Test *test)
{
    snprintf(test->folder, sizeof test->folder, "/tmp/culab-classics-XXXXXX");
    if (!mkdtemp(test->folder) || chdir(test->folder) != 0)
        fail("no folder for the files");
    row->test(test);
    static const char *const files[] = {"a",  "b",   "c",      "x",    "y",
                                        "in", "out", "values", "bins", "rgb"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        unlink(files[i]);
    rmdir(test->folder);
}

int main(int count, char **words)
{
    if (count != 4)
        fail("classics CULAB SOURCES NAME");
    Test test = {.culab = words[1], .sources = words[2]};
    if (!is_there(test.culab, "nvrtc") || !is_there(test.culab, "sim"))
        return SKIPPED;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, words[3])) {
            in_own_folder(&rows[i], &test);
            return 0;
        }
    fail("no such test");
}
