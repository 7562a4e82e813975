/* Reads and writes tables of instruction forms, and makes kernels of them. */
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

typedef struct Reader {
    Table *table;
    const char *path;
    int line;
    enum { IN_NOTHING, IN_INPUTS, IN_FORM } state;
    Error *error;
} Reader;

static bool fail(Reader *reader, const char *what)
{
    return error_at(reader->error, ERROR_CONTENT, reader->path, reader->line, "%s", what);
}

static View take_word(View *rest)
{
    View word;
    *rest = view_trim(*rest);
    return view_split(rest, ' ', &word) ? word : (View){0};
}

static PtxType find_type(View text)
{
    for (int type = 1; type < PTX_TYPE_COUNT; type++)
        if (view_equal_text(text, ptx_type_text(type)))
            return type;
    return PTX_TYPE_NONE;
}

static bool read_hex(View word, uint64_t *out)
{
    char text[17];
    char *end;
    if (word.size == 0 || word.size >= sizeof text)
        return false;
    memcpy(text, word.data, word.size);
    text[word.size] = '\0';
    *out = strtoull(text, &end, 16);
    return *end == '\0';
}

static bool begin_inputs(Reader *reader, View rest)
{
    TableInputs inputs = {.name = take_word(&rest)};
    for (View word; (word = take_word(&rest)).size; inputs.count++) {
        PtxType type = find_type(word);
        if (!type || inputs.count == TABLE_INPUTS_MAX)
            return fail(reader, "an input has a name and one to four types");
        inputs.types[inputs.count] = type;
    }
    if (!inputs.count)
        return fail(reader, "an input needs a type");
    vec_push(&reader->table->inputs, inputs);
    reader->state = IN_INPUTS;
    return true;
}

static const char *const bounds[] = {"exact", "relative", "absolute", "refused"};

static bool read_bound(Reader *reader, View *rest, TableForm *form)
{
    View word = take_word(rest);
    for (form->bound = TABLE_EXACT; form->bound < TABLE_REFUSED; form->bound++)
        if (view_equal_text(word, bounds[form->bound]))
            break;
    if (!view_equal_text(word, bounds[form->bound]))
        return fail(reader, "the bound is exact, relative X, absolute X or refused");
    if (form->bound == TABLE_EXACT || form->bound == TABLE_REFUSED)
        return true;
    return view_to_f64(take_word(rest), &form->limit) || fail(reader, "the bound needs a number");
}

static bool begin_form(Reader *reader, View rest)
{
    Table *table = reader->table;
    TableForm form = {.line = reader->line, .type = find_type(take_word(&rest))};
    View name = take_word(&rest);
    for (form.inputs = 0; form.inputs < table->inputs.size; form.inputs++)
        if (view_equal(table->inputs.data[form.inputs].name, name))
            break;
    if (!form.type || form.inputs == table->inputs.size)
        return fail(reader, "a form names its result's type and an input above it");
    if (!read_bound(reader, &rest, &form))
        return false;
    if (!view_equal_text(take_word(&rest), "|"))
        return fail(reader, "'|' stands before a form's instructions");
    form.text = view_trim(rest);
    vec_push(&table->forms, form);
    reader->state = IN_FORM;
    return true;
}

static bool read_values(Reader *reader, View rest)
{
    Table *table = reader->table;
    uint64_t value;
    uint32_t count = 0;
    for (View word; (word = take_word(&rest)).size; count++) {
        if (!read_hex(word, &value))
            return fail(reader, "a value is a hexadecimal number");
        if (reader->state == IN_INPUTS)
            vec_push(&vec_last(&table->inputs).values, value);
        else
            vec_push(&vec_last(&table->forms).results, value);
    }
    if (reader->state == IN_FORM)
        return true;
    TableInputs *inputs = &vec_last(&table->inputs);
    inputs->rows++;
    return count == inputs->count || fail(reader, "a row has one value for each type");
}

static bool end_block(Reader *reader)
{
    if (reader->state == IN_FORM) {
        TableForm *form = &vec_last(&reader->table->forms);
        size_t rows = reader->table->inputs.data[form->inputs].rows;
        if (form->results.size && form->results.size != rows)
            return fail(reader, "the form above has not one result for each row of its inputs");
    }
    reader->state = IN_NOTHING;
    return true;
}

static bool read_line(Reader *reader, View line)
{
    View rest = view_trim(line);
    if (view_starts(rest, "#"))
        return true;
    if (!rest.size)
        return end_block(reader);
    if (reader->state != IN_NOTHING)
        return read_values(reader, rest);
    View word = take_word(&rest);
    if (view_equal_text(word, "target"))
        reader->table->target = view_trim(rest);
    else if (view_equal_text(word, "recorded"))
        reader->table->recorded = view_trim(rest);
    else if (view_equal_text(word, "inputs"))
        return begin_inputs(reader, rest);
    else if (view_equal_text(word, "form"))
        return begin_form(reader, rest);
    else
        return fail(reader, "a block starts with target, recorded, inputs or form");
    return true;
}

bool table_read(Table *table, const char *path, Error *error)
{
    StrBuf text = {0};
    Reader reader = {.table = table, .path = path, .error = error};
    *table = (Table){0};
    bool good = file_read(path, 64u << 20, &text, error);
    View rest = {0};
    if (good)
        rest = (View){arena_clone(&table->arena, strbuf_view(&text)), text.size};
    strbuf_free(&text);
    for (View line; good && view_split(&rest, '\n', &line);) {
        reader.line++;
        good = read_line(&reader, line);
    }
    return good && end_block(&reader);
}

void table_free(Table *table)
{
    for (size_t i = 0; i < table->inputs.size; i++)
        vec_free(&table->inputs.data[i].values);
    for (size_t i = 0; i < table->forms.size; i++)
        vec_free(&table->forms.data[i].results);
    vec_free(&table->inputs);
    vec_free(&table->forms);
    arena_free(&table->arena);
}

static int digits(PtxType type)
{
    return (int)ptx_type_bytes(type) * 2;
}

static void write_inputs(const TableInputs *inputs, StrBuf *out)
{
    strbuf_format(out, "\ninputs %.*s", VIEW_ARG(inputs->name));
    for (uint32_t i = 0; i < inputs->count; i++)
        strbuf_format(out, " %s", ptx_type_text(inputs->types[i]));
    for (size_t i = 0; i < inputs->values.size; i++) {
        uint32_t column = i % inputs->count;
        strbuf_format(out, "%s%0*llx", column ? " " : "\n", digits(inputs->types[column]),
                      (unsigned long long)inputs->values.data[i]);
    }
    strbuf_add_text(out, "\n");
}

static void write_form(const Table *table, const TableForm *form, StrBuf *out)
{
    strbuf_format(out, "\nform %s %.*s %s", ptx_type_text(form->type),
                  VIEW_ARG(table->inputs.data[form->inputs].name), bounds[form->bound]);
    if (form->limit != 0)
        strbuf_format(out, " %.4g", form->limit);
    strbuf_format(out, " | %.*s", VIEW_ARG(form->text));
    size_t line = 0;
    for (size_t i = 0; i < form->results.size; i++) {
        bool ends = i == 0 || out->size - line > 90;
        strbuf_format(out, "%s%llx", ends ? "\n" : " ", (unsigned long long)form->results.data[i]);
        line = ends ? out->size : line;
    }
    strbuf_add_text(out, "\n");
}

void table_write(const Table *table, StrBuf *out)
{
    strbuf_format(out, "target %.*s\n", VIEW_ARG(table->target));
    if (table->recorded.size)
        strbuf_format(out, "recorded %.*s\n", VIEW_ARG(table->recorded));
    size_t inputs = 0;
    for (size_t i = 0; i < table->forms.size; i++) {
        for (; inputs <= table->forms.data[i].inputs; inputs++)
            write_inputs(&table->inputs.data[inputs], out);
        if (!table->forms.data[i].dropped)
            write_form(table, &table->forms.data[i], out);
    }
}

/* Kernels */

static void declare(StrBuf *out, PtxType type, const char *name)
{
    strbuf_format(out, ".reg .b%u %s;\n", ptx_type_bytes(type) * 8, name);
}

static const char *const names[] = {"%a", "%b", "%c", "%e"};

void table_begin_kernel(const Table *table, const TableForm *form, const char *params, StrBuf *out)
{
    const TableInputs *inputs = &table->inputs.data[form->inputs];
    View rest = table->target, version = take_word(&rest);
    strbuf_format(out, ".version %.*s\n.target %.*s\n.address_size 64\n", VIEW_ARG(version),
                  VIEW_ARG(rest));
    strbuf_format(out,
                  ".visible .entry form(%s)\n{\n"
                  ".reg .pred %%p, %%q;\n.reg .b16 %%h;\n.reg .b32 %%t;\n.reg .b64 %%u;\n",
                  params);
    declare(out, form->type, "%d");
    for (uint32_t i = 0; i < inputs->count; i++)
        declare(out, inputs->types[i], names[i]);
}

void table_kernel(const Table *table, const TableForm *form, StrBuf *out)
{
    const TableInputs *inputs = &table->inputs.data[form->inputs];
    table_begin_kernel(table, form,
                       ".param .u64 in, .param .u64 out, .param .u32 rows, .param .u32 step", out);
    strbuf_add_text(out, ".reg .pred %idle;\n"
                         ".reg .b32 %i, %block, %size, %rows, %step, %left;\n"
                         ".reg .b64 %from, %to, %at;\n");
    strbuf_add_text(out, "mov.u32 %i, %tid.x;\nmov.u32 %block, %ctaid.x;\n"
                         "mov.u32 %size, %ntid.x;\nmad.lo.u32 %i, %block, %size, %i;\n"
                         "ld.param.u32 %rows, [rows];\nld.param.u32 %step, [step];\n"
                         "ld.param.u64 %from, [in];\nld.param.u64 %to, [out];\n"
                         "setp.ge.u32 %idle, %i, %rows;\n@%idle bra END;\n"
                         "add.u32 %left, %i, 1;\nrem.u32 %left, %left, %step;\n"
                         "setp.ne.u32 %idle, %left, 0;\n@%idle bra END;\n"
                         "mul.wide.u32 %at, %i, 32;\nadd.u64 %from, %from, %at;\n"
                         "mul.wide.u32 %at, %i, 8;\nadd.u64 %to, %to, %at;\n");
    for (uint32_t i = 0; i < inputs->count; i++)
        strbuf_format(out, "ld.global.b%u %s, [%%from+%u];\n", ptx_type_bytes(inputs->types[i]) * 8,
                      names[i], i * 8);
    strbuf_format(out, "%.*s\nst.global.b%u [%%to], %%d;\nEND:\nret;\n}\n", VIEW_ARG(form->text),
                  ptx_type_bytes(form->type) * 8);
}

/* Judging */

static double float_of_bits(PtxType type, uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float single;
    double result;
    if (type == PTX_F64) {
        memcpy(&result, &bits, sizeof result);
        return result;
    }
    if (type == PTX_BF16)
        word <<= 16;
    if (type == PTX_F16) {
        int exponent = (int)(bits >> 10 & 31);
        double fraction = (double)(bits & 1023);
        double value = exponent == 31  ? (fraction > 0 ? NAN : INFINITY)
                       : exponent == 0 ? ldexp(fraction, -24)
                                       : ldexp(fraction + 1024, exponent - 25);
        return bits & 0x8000 ? -value : value;
    }
    memcpy(&single, &word, sizeof single);
    return single;
}

bool table_accepts(const TableForm *form, uint64_t expected, uint64_t got)
{
    if (expected == got || form->bound == TABLE_EXACT)
        return expected == got;
    double want = float_of_bits(form->type, expected), have = float_of_bits(form->type, got);
    if (isnan(want) || isnan(have))
        return isnan(want) && isnan(have);
    if (isinf(want) || isinf(have))
        return false;
    if (form->bound == TABLE_RELATIVE && signbit(want) != signbit(have))
        return false;
    double limit = form->bound == TABLE_ABSOLUTE ? form->limit : form->limit * fabs(want);
    double least = form->type == PTX_F32 ? 0x1p-148 : 0; /* two units of a subnormal's last place */
    return fabs(want - have) <= fmax(limit, least);
}
