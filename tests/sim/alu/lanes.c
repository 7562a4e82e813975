/* Runs tables of instruction forms on the lane handlers themselves, of every instruction set that
 * the processor has, with the full mask and with partial ones: sim_lanes TABLE... */
#include <stdio.h>
#include <string.h>

#include "ptx/parse.h"
#include "slots.h"
#include "table.h"

#define DECLARE_2(isa, family) extern const DecodeRow rows_##family##_##isa##_0[];
#define ROWS_2(isa, family) rows_##family##_##isa##_0,
#ifdef __x86_64__
#define DECLARE(family) DECLARE_2(v2, family) DECLARE_2(v3, family)
#define ROWS_V2(family) ROWS_2(v2, family)
#define ROWS_V3(family) ROWS_2(v3, family)
#else
#define DECLARE(family) DECLARE_2(generic, family)
#define ROWS_GENERIC(family) ROWS_2(generic, family)
#endif
SIM_FAMILIES_ALU(DECLARE)

typedef struct Variant {
    const char *name;
    const DecodeRow *const *tables;
} Variant;

#ifdef __x86_64__
static const DecodeRow *const tables_v2[] = {SIM_FAMILIES_ALU(ROWS_V2) NULL};
static const DecodeRow *const tables_v3[] = {SIM_FAMILIES_ALU(ROWS_V3) NULL};
static const Variant variants[] = {{"v2", tables_v2}, {"v3", tables_v3}};
#else
static const DecodeRow *const tables_generic[] = {SIM_FAMILIES_ALU(ROWS_GENERIC) NULL};
static const Variant variants[] = {{"generic", tables_generic}};
#endif

enum { INSTS_MAX = 16, PATTERN = 0xcd };

static bool has_variant(const Variant *variant)
{
#ifdef __x86_64__
    return strcmp(variant->name, "v3") != 0 ||
           (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"));
#else
    (void)variant;
    return true;
#endif
}

typedef struct Run {
    const char *path;
    const Variant *variant;
    const Table *table;
    const TableForm *form;
    Slots *slots;
    SimInst insts[INSTS_MAX];
    uint32_t inst_count;
    size_t wrong, checked;
} Run;

static void load_rows(Run *run, size_t first)
{
    static const char *const names[] = {"%a", "%b", "%c", "%e"};
    const TableInputs *inputs = &run->table->inputs.data[run->form->inputs];
    for (uint32_t k = 0; k < inputs->count; k++) {
        unsigned char *lanes = slots_register(run->slots, names[k]);
        uint32_t bytes = ptx_type_bytes(inputs->types[k]);
        for (size_t i = 0; i < SIM_LANES; i++) {
            size_t row = (first + i) % inputs->rows;
            memcpy(lanes + i * bytes, &inputs->values.data[row * inputs->count + k], bytes);
        }
    }
    memset(slots_register(run->slots, "%d"), PATTERN, ptx_type_bytes(run->form->type) * SIM_LANES);
}

static void execute(Run *run, uint32_t mask)
{
    for (uint32_t i = 0; i < run->inst_count; i++) {
        const SimInst *inst = &run->insts[i];
        (mask == SIM_FULL ? inst->full : inst->partial)(slots_warp(run->slots), inst, mask);
    }
}

static void tell(Run *run, size_t row, uint64_t got, uint64_t expected, uint32_t mask)
{
    const TableInputs *inputs = &run->table->inputs.data[run->form->inputs];
    if (run->wrong++ > 2)
        return;
    printf("%s:%d: %s: %.*s mask %08x:", run->path, run->form->line, run->variant->name,
           VIEW_ARG(run->form->text), mask);
    for (uint32_t k = 0; k < inputs->count; k++)
        printf(" %llx", (unsigned long long)inputs->values.data[row * inputs->count + k]);
    printf(" gives %llx, not %llx\n", (unsigned long long)got, (unsigned long long)expected);
}

static void compare(Run *run, size_t first, uint32_t mask)
{
    size_t rows = run->table->inputs.data[run->form->inputs].rows;
    uint32_t bytes = ptx_type_bytes(run->form->type);
    const unsigned char *lanes = slots_register(run->slots, "%d");
    for (size_t i = 0; i < SIM_LANES; i++) {
        size_t row = (first + i) % rows;
        uint64_t got = 0, untouched = 0, expected = run->form->results.data[row];
        memcpy(&got, lanes + i * bytes, bytes);
        memset(&untouched, PATTERN, bytes);
        run->checked++;
        if (mask >> i & 1 ? !table_accepts(run->form, expected, got) : got != untouched)
            tell(run, row, got, mask >> i & 1 ? expected : untouched, mask);
    }
}

static void run_decoded(Run *run)
{
    static const uint32_t masks[] = {SIM_FULL, 0xaaaaaaaau, 0x0000ffffu, 0x80000001u};
    size_t rows = run->form->results.size;
    for (size_t first = 0; first < rows; first += SIM_LANES)
        for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
            load_rows(run, first);
            execute(run, masks[i]);
            compare(run, first, masks[i]);
        }
}

static bool run_form(Run *run, Error *error)
{
    StrBuf text = {0};
    table_begin_kernel(run->table, run->form, "", &text);
    strbuf_format(&text, "%.*s\nret;\n}\n", VIEW_ARG(run->form->text));
    PtxModule *module = ptx_parse(strbuf_view(&text), error);
    strbuf_free(&text);
    if (!module)
        return false;
    const PtxFunction *function = ptx_find_function(module, VIEW("form"));
    run->slots = slots_new(function);
    run->inst_count = function->inst_count - 1;
    bool good = run->inst_count <= INSTS_MAX ||
                error_set(error, ERROR_CONTENT, "a form has at most %d instructions", INSTS_MAX);
    if (good && slots_decode(run->slots, run->variant->tables, run->insts, error))
        run_decoded(run);
    slots_free(run->slots);
    ptx_free(module);
    return error->kind == ERROR_NONE;
}

/* Whether the form does what the table says. */
static bool check_form(Run *run)
{
    Error refusal = {0};
    bool taken = run_form(run, &refusal);
    if (run->form->bound == TABLE_REFUSED ? taken : !taken || !run->checked) {
        printf("%s:%d: %s: %.*s: %s\n", run->path, run->form->line, run->variant->name,
               VIEW_ARG(run->form->text), taken ? "taken, or without results" : refusal.text);
        return false;
    }
    return run->wrong == 0;
}

static size_t run_table(const char *path, const Variant *variant, size_t *checked)
{
    Table table;
    Error error = {0};
    size_t wrong = 0;
    if (!table_read(&table, path, &error)) {
        printf("%s:%d: %s\n", path, error.line, error.text);
        wrong++;
    }
    for (size_t i = 0; i < table.forms.size && error.kind == ERROR_NONE; i++) {
        Run run = {.path = path, .variant = variant, .table = &table, .form = &table.forms.data[i]};
        wrong += !check_form(&run);
        *checked += run.checked;
    }
    table_free(&table);
    return wrong;
}

int main(int argc, char **argv)
{
    size_t wrong = 0, checked = 0;
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
        for (int i = 1; i < argc && has_variant(&variants[v]); i++)
            wrong += run_table(argv[i], &variants[v], &checked);
    printf("%zu results checked, %zu forms wrong\n", checked, wrong);
    return wrong != 0 || checked == 0;
}
