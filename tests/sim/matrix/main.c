/* Runs a table of matrix instructions on a libcuda: sim_matrix WHICH compare|record TABLE. WHICH is
 * gpu, or the file of a libcuda. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../driver_version.h"
#include "base/file.h"
#include "cuda/driver.h"
#include "matrix.h"

enum { TABLE_BYTES = 16 << 20 };

typedef struct Table {
    Arena arena;
    View head; /* lines before the first form */
    VEC(MatrixForm) forms;
} Table;

typedef struct Gpu {
    CudaDriver driver;
    CUdeviceptr in, out;
    char name[128];
    int version;
} Gpu;

static bool check(CUresult result, const char *what, Error *error)
{
    return result == CUDA_SUCCESS ||
           error_set(error, ERROR_MACHINE, "%s failed: %d", what, (int)result);
}

static bool open_gpu(Gpu *gpu, const char *which, Error *error)
{
    CUdevice device;
    CUcontext context;
    if (!cuda_driver_open(&gpu->driver, which, NULL, error))
        return false;
    const CudaDriver *driver = &gpu->driver;
    return check(driver->cuInit(0), "cuInit", error) &&
           check(driver->cuDeviceGet(&device, 0), "cuDeviceGet", error) &&
           check(driver->cuDeviceGetName(gpu->name, sizeof gpu->name, device), "name", error) &&
           check(driver->cuDriverGetVersion(&gpu->version), "version", error) &&
           check(driver->cuDevicePrimaryCtxRetain(&context, device), "context", error) &&
           check(driver->cuCtxSetCurrent(context), "cuCtxSetCurrent", error) &&
           check(driver->cuMemAlloc(&gpu->in, BLOCKS * IN_BYTES), "cuMemAlloc", error) &&
           check(driver->cuMemAlloc(&gpu->out, BLOCKS * OUT_WORDS * 4), "cuMemAlloc", error);
}

/* Runs the form's kernel. False with an empty error: the driver refuses it. */
static bool run_form(const Gpu *gpu, const MatrixForm *form, uint32_t *results, Error *error)
{
    const CudaDriver *driver = &gpu->driver;
    static unsigned char input[BLOCKS * IN_BYTES];
    CUmodule module;
    CUfunction function;
    StrBuf kernel = {0};
    form_kernel(form, &kernel);
    CUresult loaded = driver->cuModuleLoadData(&module, strbuf_text(&kernel));
    if (getenv("MATRIX_SHOW"))
        puts(strbuf_text(&kernel));
    strbuf_free(&kernel);
    if (loaded != CUDA_SUCCESS)
        return false;
    CUdeviceptr in = gpu->in, out = gpu->out;
    void *params[] = {&in, &out};
    form_inputs(form, input);
    bool good =
        check(driver->cuModuleGetFunction(&function, module, "form"), "function", error) &&
        check(driver->cuMemcpyHtoD(in, input, sizeof input), "copy", error) &&
        check(driver->cuMemsetD8(out, 0, BLOCKS * OUT_WORDS * 4), "memset", error) &&
        check(driver->cuLaunchKernel(function, form->blocks, 1, 1, 32, 1, 1, 0, NULL, params, NULL),
              "launch", error) &&
        check(driver->cuMemcpyDtoH(results, out, form->blocks * OUT_WORDS * 4), "copy back", error);
    driver->cuModuleUnload(module);
    return good;
}

/* -- the table */

static void read_results(MatrixForm *form, View line)
{
    for (View word; view_split(&line, ' ', &word);)
        if (word.size)
            vec_push(&form->results, (uint32_t)strtoul(word.data, NULL, 16));
}

static bool table_read(Table *table, const char *path, Error *error)
{
    StrBuf text = {0};
    if (!file_read(path, TABLE_BYTES, &text, error))
        return false;
    View rest = {arena_clone(&table->arena, strbuf_view(&text)), text.size};
    strbuf_free(&text);
    for (View line; view_split(&rest, '\n', &line);) {
        MatrixForm form;
        if (line.size == 0 || line.data[0] == '#')
            continue;
        if (line.data[0] == ' ' && table->forms.size) {
            read_results(&table->forms.data[table->forms.size - 1], line);
            continue;
        }
        if (!form_read(line, &form))
            return error_set(error, ERROR_CONTENT, "can't read '%.*s'", VIEW_ARG(line));
        vec_push(&table->forms, form);
    }
    return true;
}

static void table_write(const Table *table, const Gpu *gpu, StrBuf *out)
{
    char date[16];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    strbuf_format(out,
                  "# Matrix instructions: what a GPU gave. Made by make_forms.py, recorded by "
                  "sim_matrix\n# on %s, driver %sfor CUDA %d.%d, %s.\n",
                  gpu->name, driver_version().text, gpu->version / 1000, gpu->version % 1000 / 10,
                  date);
    for (size_t i = 0; i < table->forms.size; i++) {
        const MatrixForm *form = &table->forms.data[i];
        strbuf_format(out, "%.*s\n", VIEW_ARG(form->line));
        for (size_t w = 0; w < form->results.size; w++)
            strbuf_format(out, "%s%x%s", w % 16 ? "" : " ", form->results.data[w],
                          w % 16 == 15 ? "\n" : " ");
    }
}

static void table_free(Table *table)
{
    for (size_t i = 0; i < table->forms.size; i++)
        vec_free(&table->forms.data[i].results);
    vec_free(&table->forms);
    arena_free(&table->arena);
}

static bool record(const Gpu *gpu, Table *table, const char *path, Error *error)
{
    for (size_t i = 0; i < table->forms.size; i++) {
        MatrixForm *form = &table->forms.data[i];
        vec_reserve(&form->results, form->blocks * OUT_WORDS);
        form->results.size = form->blocks * OUT_WORDS;
        if (run_form(gpu, form, form->results.data, error))
            continue;
        fprintf(stderr, "refused: %.*s\n", VIEW_ARG(form->line));
        if (error->kind)
            return false;
        form->results.size = 0;
    }
    StrBuf text = {0};
    table_write(table, gpu, &text);
    bool good = file_save(path, strbuf_view(&text), error);
    strbuf_free(&text);
    return good;
}

/* Prints the first words that differ. Returns how many do. */
static size_t compare_form(const MatrixForm *form, const uint32_t *got)
{
    size_t bad = 0;
    for (size_t i = 0; i < form->results.size; i++) {
        if (got[i] == form->results.data[i] || ++bad > 4)
            continue;
        printf("%.*s: block %zu, word %zu: %08x, on the GPU %08x\n", VIEW_ARG(form->line),
               i / OUT_WORDS, i % OUT_WORDS, got[i], form->results.data[i]);
    }
    return bad;
}

static bool compare(const Gpu *gpu, const Table *table, Error *error)
{
    uint32_t got[BLOCKS * OUT_WORDS];
    size_t bad = 0;
    for (size_t i = 0; i < table->forms.size; i++) {
        const MatrixForm *form = &table->forms.data[i];
        if (form->results.size == 0)
            continue;
        if (run_form(gpu, form, got, error)) {
            size_t differ = compare_form(form, got);
            if (differ)
                printf("%.*s: %zu words differ\n", VIEW_ARG(form->line), differ);
            bad += differ;
            continue;
        }
        if (error->kind)
            return false;
        printf("refused: %.*s\n", VIEW_ARG(form->line));
        bad++;
    }
    return bad == 0 || error_set(error, ERROR_CONTENT, "%zu differences", bad);
}

int main(int argc, char **argv)
{
    Gpu gpu = {0};
    Table table = {0};
    Error error = {0};
    if (argc != 4) {
        fprintf(stderr, "usage: sim_matrix WHICH compare|record TABLE\n");
        return 2;
    }
    bool good = table_read(&table, argv[3], &error) && open_gpu(&gpu, argv[1], &error) &&
                (strcmp(argv[2], "record") == 0 ? record(&gpu, &table, argv[3], &error)
                                                : compare(&gpu, &table, &error));
    cuda_driver_close(&gpu.driver);
    table_free(&table);
    if (!good)
        fprintf(stderr, "sim_matrix: %s%s%s\n", error.file, error.file[0] ? ": " : "", error.text);
    return error_exit_status(&error);
}
