/* From raw words to text. */
#include "host/decode.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cuda/errors.h"
#include "host/operation.h"

typedef struct EnumName {
    const char *type, *name;
    long long value;
} EnumName;

static const EnumName enum_names[] = {
#define CUDA_ENUM(Type) {#Type, NULL, 0},
#define CUDA_CONSTANT(NAME, value) {NULL, #NAME, value},
#include "cuda/constants.def"
};

typedef struct Field {
    const char *record, *name, *type;
    size_t offset, size;
} Field;

static const Field fields[] = {
#define CUDA_FIELD(Type, type, name) \
    {#Type, #name, #type, offsetof(Type, name), sizeof(((Type *)0)->name)},
#include "cuda/structs.def"
};

static const char *enum_name(const char *type, long long value)
{
    bool inside = false;
    for (size_t i = 0; type && i < sizeof enum_names / sizeof *enum_names; i++) {
        if (enum_names[i].type)
            inside = strcmp(enum_names[i].type, type) == 0;
        else if (inside && enum_names[i].value == value)
            return enum_names[i].name;
    }
    return NULL;
}

static void add_enum(StrBuf *out, const char *type, uint64_t word)
{
    int value = (int)word;
    const char *name = type && strcmp(type, "CUresult") == 0 ? cuda_result_name((CUresult)value)
                                                             : enum_name(type, value);
    if (name)
        strbuf_add_text(out, name);
    else
        strbuf_format(out, "%d", value);
}

static void add_address(StrBuf *out, uint64_t value)
{
    if (value)
        strbuf_format(out, "0x%llx", (unsigned long long)value);
    else
        strbuf_add_text(out, "NULL");
}

static void add_handle(StrBuf *out, const HandleNames *names, uint64_t value)
{
    const char *name = names_find(names, value);
    if (name)
        strbuf_add_text(out, name);
    else
        add_address(out, value);
}

static void add_stream(StrBuf *out, const HandleNames *names, uint64_t value)
{
    if (value <= 1)
        strbuf_add_text(out, "default stream");
    else if (value == 2)
        strbuf_add_text(out, "thread's stream");
    else
        add_handle(out, names, value);
}

static uint64_t narrowed(uint64_t word, uint32_t bytes)
{
    return bytes >= 8 ? word : word & ((UINT64_C(1) << 8 * bytes) - 1);
}

static float real_of(uint64_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static void add_value(StrBuf *out, const ParameterType *type, ParameterKind kind,
                      const HandleNames *names, uint64_t word)
{
    switch (kind) {
    case PARAMETER_SIGNED:
        strbuf_format(out, "%d", (int)word);
        return;
    case PARAMETER_UNSIGNED:
        strbuf_format(out, "%llu", (unsigned long long)narrowed(word, type->bytes));
        return;
    case PARAMETER_REAL:
        strbuf_format(out, "%g", (double)real_of(word));
        return;
    case PARAMETER_HANDLE:
        add_handle(out, names, word);
        return;
    case PARAMETER_STREAM:
        add_stream(out, names, word);
        return;
    case PARAMETER_ENUM:
        add_enum(out, type->type, word);
        return;
    case PARAMETER_LOCATION:
        strbuf_format(out, "location %u:%u", (unsigned)word, (unsigned)(word >> 32));
        return;
    default:
        add_address(out, word);
        return;
    }
}

static void add_quoted(StrBuf *out, View text)
{
    strbuf_add_byte(out, '"');
    utf8_add_inert(out, text, false, false);
    strbuf_add_text(out, text.size >= LOG_TEXT ? "...\"" : "\"");
}

/* A parameter of a kernel, whose type nobody tells: four bytes that would be a huge integer and a
 * plausible float are shown as that. */
static void add_parameter(StrBuf *out, const LogParameter *parameter)
{
    uint64_t value = parameter->value;
    float real = real_of(value);
    if (parameter->size == 8)
        strbuf_format(out, value > 0xffffff ? "0x%llx" : "%llu", (unsigned long long)value);
    else if (parameter->size == 4 && (value >> 20) != 0 && real > -1e9f && real < 1e9f &&
             (real > 1e-6f || real < -1e-6f))
        strbuf_format(out, "%g", (double)real);
    else if (parameter->size == 4)
        strbuf_format(out, "%d", (int)value);
    else if (parameter->size < 4)
        strbuf_format(out, "%llu", (unsigned long long)narrowed(value, (uint32_t)parameter->size));
    else
        strbuf_format(out, "%llu bytes", (unsigned long long)parameter->size);
}

static void add_parameters(StrBuf *out, const LoggedCall *call)
{
    LogParameter parameters[LOG_PARAMETERS];
    size_t count = call_parameters(call, parameters);
    strbuf_add_byte(out, '{');
    for (size_t i = 0; i < count; i++) {
        strbuf_add_text(out, i ? ", " : "");
        add_parameter(out, &parameters[i]);
    }
    strbuf_add_byte(out, '}');
}

static bool field_value(const Field *field, View bytes, uint64_t *out)
{
    *out = 0;
    if (field->size > sizeof *out || field->offset + field->size > bytes.size)
        return false;
    memcpy(out, bytes.data + field->offset, field->size);
    return true;
}

static void add_struct(StrBuf *out, const ParameterType *type, const HandleNames *names, View bytes)
{
    bool first = true;
    strbuf_add_byte(out, '{');
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const Field *field = &fields[i];
        uint64_t value;
        if (strcmp(field->record, type->type) != 0 || !field_value(field, bytes, &value) || !value)
            continue;
        ParameterType of = parameter_type(field->type, field->name);
        strbuf_format(out, "%s%s ", first ? "" : ", ", field->name);
        add_value(out, &of, of.kind, names, value);
        first = false;
    }
    strbuf_add_byte(out, '}');
}

static void decode(const LoggedCall *call, size_t i, const HandleNames *names, HostArgument *out)
{
    const ParameterType *type = &call->function.parameters[i];
    const char *name = call->function.names[i];
    uint64_t word = call->log.words[i];
    StrBuf text = {0};
    out->name = memory_clone_text(name ? name : "");
    out->value = word;
    if (type->kind == PARAMETER_OUT && call->log.has_out >> i & 1) {
        out->out = true;
        out->value = call->log.outs[i];
        add_value(&text, type, type->inner, names, out->value);
    } else if (!word && (type->kind == PARAMETER_TEXT || type->kind == PARAMETER_STRUCT)) {
        strbuf_add_text(&text, "NULL");
    } else if (type->kind == PARAMETER_TEXT || type->kind == PARAMETER_OUT_TEXT) {
        out->out = type->kind == PARAMETER_OUT_TEXT;
        add_quoted(&text, call->extras[i]);
    } else if (type->kind == PARAMETER_STRUCT) {
        add_struct(&text, type, names, call->extras[i]);
    } else if (name && strcmp(name, "kernelParams") == 0 && call->extras[i].size) {
        add_parameters(&text, call);
    } else {
        add_value(&text, type, type->kind, names, word);
    }
    out->text = strbuf_take(&text);
}

char *symbol_plain(const char *symbol)
{
    size_t size = strlen(symbol);
    if (size > 3 && symbol[size - 3] == '_' && symbol[size - 2] == 'v')
        size -= 3;
    return memory_clone_bytes(symbol, size);
}

uint64_t call_field(const LoggedCall *call, int argument, const char *name)
{
    const ParameterType *type = &call->function.parameters[argument];
    uint64_t value = 0;
    for (size_t i = 0; type->type && i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].record, type->type) == 0 && strcmp(fields[i].name, name) == 0)
            field_value(&fields[i], call->extras[argument], &value);
    return value;
}

/* Bytes of one element of a memset, told by the function's name. */
static uint64_t element_of(const char *symbol)
{
    return strstr(symbol, "D32") ? 4 : strstr(symbol, "D16") ? 2 : 1;
}

static uint64_t product(uint64_t a, uint64_t b)
{
    uint64_t out;
    return __builtin_mul_overflow(a, b, &out) ? UINT64_MAX : out;
}

static uint64_t box_bytes(const LoggedCall *call)
{
    uint64_t depth = call_field(call, 0, "Depth");
    uint64_t rows = product(call_field(call, 0, "WidthInBytes"), call_field(call, 0, "Height"));
    return product(rows, depth ? depth : 1);
}

uint64_t call_bytes(const LoggedCall *call)
{
    static const char *const sizes[] = {"ByteCount", "bytesize", "bytes"};
    const Operation *row = operation_find(call->function.symbol);
    int width = call_argument(call, "Width"), height = call_argument(call, "Height");
    if (row && row->kind == OPERATION_COPY && row->bytes < 0)
        return box_bytes(call);
    if (row && row->kind == OPERATION_FILL)
        return product(element_of(call->function.symbol),
                       row->bytes >= 0 ? call->log.words[row->bytes]
                       : width >= 0 && height >= 0
                           ? product(call->log.words[width], call->log.words[height])
                           : 0);
    if (row && row->bytes >= 0)
        return call->log.words[row->bytes];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int argument = call_argument(call, sizes[i]);
        if (argument >= 0)
            return call->log.words[argument];
    }
    return 0;
}

void call_decode(const LoggedCall *call, const HandleNames *names, HostCall *out)
{
    for (size_t i = 0; i < call->function.count; i++) {
        HostArgument argument = {0};
        decode(call, i, names, &argument);
        vec_push(&out->arguments, argument);
    }
}
