/* Variables, parameters and headers of functions back to text. */
#include <inttypes.h>
#include <string.h>

#include "ptx/opaque.h"
#include "ptx/printer.h"

static void print_relocation(const PtxRelocation *relocation, StrBuf *out)
{
    if (relocation->size == 1)
        strbuf_format(out, "0x%" PRIX64 "(", UINT64_C(0xff) << relocation->shift);
    strbuf_format(out, relocation->generic ? "generic(%.*s)" : "%.*s", VIEW_ARG(relocation->name));
    if (relocation->addend)
        strbuf_format(out, "+%" PRId64, relocation->addend);
    if (relocation->size == 1)
        strbuf_add_byte(out, ')');
}

static uint64_t bits_at(const PtxSymbol *symbol, uint64_t offset, uint32_t bytes)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < bytes && i < 8 && offset + i < symbol->data_size; i++)
        bits |= (uint64_t)symbol->data[offset + i] << 8 * i;
    return bits;
}

/* One element at `offset`; *next is the relocation that comes next. */
static void print_element(const PtxSymbol *symbol, uint64_t offset, uint32_t *next, StrBuf *out)
{
    uint32_t bytes = ptx_type_bytes(symbol->type);
    if (*next < symbol->relocation_count && symbol->relocations[*next].offset == offset)
        print_relocation(&symbol->relocations[(*next)++], out);
    else if (symbol->type == PTX_F32)
        strbuf_format(out, "0f%08" PRIX32, (uint32_t)bits_at(symbol, offset, bytes));
    else if (symbol->type == PTX_F64)
        strbuf_format(out, "0d%016" PRIX64, bits_at(symbol, offset, bytes));
    else
        strbuf_format(out, "%" PRIu64, bits_at(symbol, offset, bytes));
}

static void print_initialiser(const PtxSymbol *symbol, StrBuf *out)
{
    uint32_t bytes = ptx_type_bytes(symbol->type), next = 0;
    uint64_t count = symbol->data_size / bytes;
    strbuf_add_text(out, symbol->is_array ? " = {" : " = ");
    for (uint64_t i = 0; i < count; i++) {
        bool first = i % symbol->vector == 0, last = (i + 1) % symbol->vector == 0;
        if (i)
            strbuf_add_text(out, ", ");
        if (symbol->vector > 1 && first)
            strbuf_add_byte(out, '{');
        print_element(symbol, i * bytes, &next, out);
        if (symbol->vector > 1 && (last || i + 1 == count))
            strbuf_add_byte(out, '}');
    }
    if (symbol->is_array)
        strbuf_add_byte(out, '}');
}

void printer_variable(StrBuf *out, const PtxSymbol *symbol, View name)
{
    strbuf_format(out, ".%s ", ptx_space_text(symbol->space));
    if (symbol->managed)
        strbuf_add_text(out, ".attribute(.managed) ");
    if (symbol->space != PTX_SPACE_TEX && ptx_type_kind(symbol->type) != PTX_KIND_OPAQUE)
        strbuf_format(out, ".align %u ", symbol->align);
    if (symbol->vector > 1)
        strbuf_format(out, ".v%u ", symbol->vector);
    strbuf_format(out, ".%s ", ptx_type_text(symbol->type));
    if (symbol->ptr) {
        strbuf_add_text(out, ".ptr ");
        if (symbol->ptr_space)
            strbuf_format(out, ".%s ", ptx_space_text(symbol->ptr_space));
        if (symbol->ptr_align)
            strbuf_format(out, ".align %u ", symbol->ptr_align);
    }
    strbuf_add(out, name);
    if (symbol->is_array && symbol->count)
        strbuf_format(out, "[%" PRIu64 "]", symbol->count);
    else if (symbol->is_array)
        strbuf_add_text(out, "[]");
    if (symbol->data_size && ptx_type_kind(symbol->type) == PTX_KIND_OPAQUE)
        opaque_print(symbol->data, out);
    else if (symbol->data_size)
        print_initialiser(symbol, out);
}

static void print_params(PtxSymbol **params, uint32_t count, StrBuf *out)
{
    strbuf_add_byte(out, '(');
    for (uint32_t i = 0; i < count; i++) {
        strbuf_add_text(out, i ? ", " : "");
        printer_variable(out, params[i], params[i]->name);
    }
    strbuf_add_byte(out, ')');
}

static void print_triple(const char *word, const uint32_t value[3], StrBuf *out)
{
    if (value[0])
        strbuf_format(out, " .%s %u, %u, %u", word, value[0], value[1], value[2]);
}

static void print_single(const char *word, uint32_t value, StrBuf *out)
{
    if (value)
        strbuf_format(out, " .%s %u", word, value);
}

void printer_header(const PtxFunction *function, View name, StrBuf *out)
{
    bool prototype = function->name.data != name.data;
    if (!prototype)
        strbuf_add_text(out, function->is_entry ? ".entry " : ".func ");
    if (function->result_count) {
        print_params(function->results, function->result_count, out);
        strbuf_add_byte(out, ' ');
    }
    strbuf_add(out, name);
    strbuf_add_byte(out, ' ');
    print_params(function->params, function->param_count, out);
    if (function->noreturn)
        strbuf_add_text(out, " .noreturn");
    if (function->blocks_are_clusters)
        strbuf_add_text(out, " .blocksareclusters");
    print_triple("maxntid", function->maxntid, out);
    print_triple("reqntid", function->reqntid, out);
    if (function->explicit_cluster)
        strbuf_add_text(out, " .explicitcluster");
    print_triple("reqnctapercluster", function->cluster, out);
    print_single("maxclusterrank", function->maxclusterrank, out);
    print_single("minnctapersm", function->minnctapersm, out);
    print_single("maxnreg", function->maxnreg, out);
}
