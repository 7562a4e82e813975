/* Runs tables of instruction forms as kernels on the engine, whole warps and every second lane:
 * sim_tables TABLE... */
#include <stdio.h>
#include <string.h>

#include "ptx/parse.h"
#include "sim/engine/engine.h"
#include "table.h"

enum { BLOCK = 96, PATTERN = 0xcd };

typedef struct Run {
    const char *path;
    const Table *table;
    const TableForm *form;
    SimMemory *memory;
    EngineModule *module;
    const PtxFunction *kernel;
    uint64_t in, out;
    size_t rows, wrong;
} Run;

typedef struct Params {
    uint64_t in, out;
    uint32_t rows, step;
} Params;

static void found(void *state, const SimFinding *finding)
{
    const Run *run = state;
    printf("%s:%d: %s\n", run->path, run->form->line, finding->text);
}

static void print_nothing(void *state, const EnginePrint *print)
{
    (void)state, (void)print;
}

static bool launch(Run *run, uint32_t step)
{
    Params params = {run->in, run->out, (uint32_t)run->rows, step};
    EngineResult result;
    EngineLaunch launch = {.module = run->module,
                           .kernel = run->kernel,
                           .grid = {(params.rows + BLOCK - 1) / BLOCK, 1, 1},
                           .block = {BLOCK, 1, 1},
                           .params = &params,
                           .memory = run->memory,
                           .profile = &sim_profiles[0],
                           .id = 1,
                           .findings = {run, found},
                           .print = print_nothing};
    memset((void *)(uintptr_t)run->out, PATTERN, run->rows * 8);
    engine_run(&launch, &result);
    return result.status == ENGINE_DONE;
}

static void compare(Run *run, uint32_t step)
{
    uint32_t bytes = ptx_type_bytes(run->form->type);
    for (size_t i = 0; i < run->rows; i++) {
        bool works = (i + 1) % step == 0;
        uint64_t got = 0, untouched = 0;
        memcpy(&got, (const unsigned char *)(uintptr_t)run->out + i * 8, bytes);
        memset(&untouched, PATTERN, bytes);
        bool right =
            works ? table_accepts(run->form, run->form->results.data[i], got) : got == untouched;
        if (!right && run->wrong++ < 3)
            printf("%s:%d: %.*s step %u row %zu gives %llx, not %llx\n", run->path, run->form->line,
                   VIEW_ARG(run->form->text), step, i, (unsigned long long)got,
                   (unsigned long long)(works ? run->form->results.data[i] : untouched));
    }
}

static void run_kernel(Run *run)
{
    const TableInputs *inputs = &run->table->inputs.data[run->form->inputs];
    run->rows = inputs->rows;
    run->in = sim_memory_alloc(run->memory, run->rows * 32, 0, SIM_ALLOC_DEVICE, 0, NULL);
    run->out = sim_memory_alloc(run->memory, run->rows * 8, 0, SIM_ALLOC_DEVICE, 0, NULL);
    uint64_t *in = (uint64_t *)(uintptr_t)run->in;
    for (size_t i = 0; i < inputs->values.size; i++)
        in[i / inputs->count * 4 + i % inputs->count] = inputs->values.data[i];
    for (uint32_t step = 1; step <= 2; step++) {
        if (launch(run, step))
            compare(run, step);
        else
            run->wrong++;
    }
    sim_memory_release(run->memory, run->in);
    sim_memory_release(run->memory, run->out);
}

static bool run_form(Run *run, Error *error)
{
    StrBuf text = {0};
    table_kernel(run->table, run->form, &text);
    PtxModule *ptx = ptx_parse(strbuf_view(&text), error);
    strbuf_free(&text);
    if (ptx)
        run->module = engine_module_new(ptx, run->memory, 0, NULL, NULL, error);
    if (run->module) {
        run->kernel = ptx_find_function(ptx, VIEW("form"));
        run_kernel(run);
        engine_module_free(run->module);
    }
    ptx_free(ptx);
    return error->kind == ERROR_NONE;
}

static size_t run_table(const char *path, SimMemory *memory)
{
    Table table;
    Error error = {0};
    size_t wrong = !table_read(&table, path, &error);
    if (wrong)
        printf("%s:%d: %s\n", path, error.line, error.text);
    for (size_t i = 0; i < table.forms.size && error.kind == ERROR_NONE; i++) {
        Run run = {.path = path, .table = &table, .form = &table.forms.data[i], .memory = memory};
        Error refusal = {0};
        bool taken = run_form(&run, &refusal), wanted = run.form->bound != TABLE_REFUSED;
        if (taken != wanted)
            printf("%s:%d: %.*s: %s\n", path, run.form->line, VIEW_ARG(run.form->text),
                   taken ? "taken" : refusal.text);
        wrong += taken != wanted || run.wrong;
    }
    table_free(&table);
    return wrong;
}

int main(int argc, char **argv)
{
    size_t wrong = 0;
    SimMemory *memory = sim_memory_new(UINT64_C(1) << 28);
    for (int i = 1; memory && i < argc; i++)
        wrong += run_table(argv[i], memory);
    printf("%zu forms wrong\n", wrong);
    sim_memory_free(memory);
    return wrong != 0 || !memory || argc < 2;
}
