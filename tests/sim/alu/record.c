/* Records tables on a real GPU: record_alu TABLE... runs every form on device 0 and writes the
 * results into the table. Forms that the driver refuses are told, and taken out if they have no
 * results from elsewhere; a table of which it takes none stays as it is. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../driver_version.h"
#include "base/file.h"
#include "cuda/driver.h"
#include "table.h"

enum { BLOCK = 128 };

typedef struct Gpu {
    CudaDriver driver;
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
    return check(gpu->driver.cuInit(0), "cuInit", error) &&
           check(gpu->driver.cuDeviceGet(&device, 0), "cuDeviceGet", error) &&
           check(gpu->driver.cuDeviceGetName(gpu->name, sizeof gpu->name, device), "name", error) &&
           check(gpu->driver.cuDriverGetVersion(&gpu->version), "version", error) &&
           check(gpu->driver.cuDevicePrimaryCtxRetain(&context, device), "context", error) &&
           check(gpu->driver.cuCtxSetCurrent(context), "cuCtxSetCurrent", error);
}

static uint64_t *pack_rows(const TableInputs *inputs)
{
    uint64_t *packed = memory_alloc_array(inputs->rows, 4 * sizeof *packed);
    for (size_t i = 0; i < inputs->values.size; i++)
        packed[i / inputs->count * 4 + i % inputs->count] = inputs->values.data[i];
    return packed;
}

static bool launch(const Gpu *gpu, CUmodule module, const TableInputs *inputs, uint64_t *results,
                   Error *error)
{
    const CudaDriver *driver = &gpu->driver;
    CUfunction function;
    CUdeviceptr in = 0, out = 0;
    uint64_t *packed = pack_rows(inputs);
    uint32_t rows = (uint32_t)inputs->rows, step = 1;
    void *params[] = {&in, &out, &rows, &step};
    bool good = check(driver->cuModuleGetFunction(&function, module, "form"), "function", error) &&
                check(driver->cuMemAlloc(&in, rows * 32ull), "cuMemAlloc", error) &&
                check(driver->cuMemAlloc(&out, rows * 8ull), "cuMemAlloc", error) &&
                check(driver->cuMemcpyHtoD(in, packed, rows * 32ull), "copy", error) &&
                check(driver->cuMemsetD8(out, 0, rows * 8ull), "memset", error) &&
                check(driver->cuLaunchKernel(function, (rows + BLOCK - 1) / BLOCK, 1, 1, BLOCK, 1,
                                             1, 0, NULL, params, NULL),
                      "launch", error) &&
                check(driver->cuMemcpyDtoH(results, out, rows * 8ull), "copy back", error);
    driver->cuMemFree(in);
    driver->cuMemFree(out);
    free(packed);
    return good;
}

static bool record_form(const Gpu *gpu, const Table *table, TableForm *form, Error *error)
{
    StrBuf kernel = {0};
    CUmodule module;
    if (form->bound == TABLE_REFUSED)
        return true;
    const TableInputs *inputs = &table->inputs.data[form->inputs];
    table_kernel(table, form, &kernel);
    bool loaded = gpu->driver.cuModuleLoadData(&module, strbuf_text(&kernel)) == CUDA_SUCCESS;
    strbuf_free(&kernel);
    if (!loaded) {
        fprintf(stderr, "refused: %.*s\n", VIEW_ARG(form->text));
        form->dropped = form->results.size == 0;
        return true;
    }
    vec_reserve(&form->results, inputs->rows);
    form->results.size = inputs->rows;
    bool good = launch(gpu, module, inputs, form->results.data, error);
    form->recorded = good;
    gpu->driver.cuModuleUnload(module);
    return good;
}

static bool record_table(const Gpu *gpu, const char *path, Error *error)
{
    Table table;
    StrBuf text = {0};
    char date[16];
    time_t now = time(NULL);
    bool good = table_read(&table, path, error);
    for (size_t i = 0; good && i < table.forms.size; i++)
        good = record_form(gpu, &table, &table.forms.data[i], error);
    bool any = false;
    for (size_t i = 0; i < table.forms.size; i++)
        any |= table.forms.data[i].recorded;
    if (good && any) {
        strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
        table.recorded = view_of(arena_format(&table.arena, "on %s, driver %sfor CUDA %d.%d, %s",
                                              gpu->name, driver_version().text, gpu->version / 1000,
                                              gpu->version % 1000 / 10, date));
        table_write(&table, &text);
        good = file_save(path, strbuf_view(&text), error);
    }
    strbuf_free(&text);
    table_free(&table);
    return good;
}

int main(int argc, char **argv)
{
    Gpu gpu = {0};
    Error error = {0};
    bool good = open_gpu(&gpu, "gpu", &error);
    for (int i = 1; good && i < argc; i++)
        good = record_table(&gpu, argv[i], &error);
    if (!good)
        fprintf(stderr, "record_alu: %s%s%s\n", error.file, error.file[0] ? ": " : "", error.text);
    return error_exit_status(&error);
}
