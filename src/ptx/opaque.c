/* Initialisers of .texref, .samplerref and .surfref. */
#include "ptx/opaque.h"

#include "ptx/constant.h"

static const struct {
    const char *name;
    OpaqueField field;
} fields[] = {
    {"addr_mode_0", OPAQUE_ADDRESS_0},
    {"addr_mode_1", OPAQUE_ADDRESS_1},
    {"addr_mode_2", OPAQUE_ADDRESS_2},
    {"filter_mode", OPAQUE_FILTER},
    {"normalized_coords", OPAQUE_NORMALIZED},
    {"force_unnormalized_coords", OPAQUE_UNNORMALIZED},
    {"width", OPAQUE_FORGOTTEN},
    {"height", OPAQUE_FORGOTTEN},
    {"depth", OPAQUE_FORGOTTEN},
    {"array_size", OPAQUE_FORGOTTEN},
    {"num_mipmap_levels", OPAQUE_FORGOTTEN},
    {"num_samples", OPAQUE_FORGOTTEN},
    {"channel_data_type", OPAQUE_FORGOTTEN},
    {"channel_order", OPAQUE_FORGOTTEN},
    {"memory_layout", OPAQUE_FORGOTTEN},
};

static const char *const address_names[] = {
    [OPAQUE_WRAP] = "wrap",
    [OPAQUE_MIRROR] = "mirror",
    [OPAQUE_CLAMP_OGL] = "clamp_ogl",
    [OPAQUE_CLAMP_TO_EDGE] = "clamp_to_edge",
    [OPAQUE_CLAMP_TO_BORDER] = "clamp_to_border",
};
static const char *const filter_names[] = {"nearest", "linear"};
static const char *const flag_names[] = {"0", "1"};

/* The names that a field's values have. */
static const char *const *values_of(OpaqueField field, size_t *count)
{
    if (field <= OPAQUE_ADDRESS_2) {
        *count = sizeof address_names / sizeof *address_names;
        return address_names;
    }
    *count = 2;
    return field == OPAQUE_FILTER ? filter_names : flag_names;
}

static bool parse_value(Parser *parser, OpaqueField field, uint8_t data[OPAQUE_BYTES])
{
    View text = parser->lexer.token.text;
    Constant constant;
    size_t count;
    const char *const *names = values_of(field, &count);
    for (size_t i = 0; field != OPAQUE_FORGOTTEN && i < count; i++)
        if (view_equal_text(text, names[i])) {
            data[field] = (uint8_t)(i + 1);
            lexer_next(&parser->lexer);
            return true;
        }
    return field == OPAQUE_FORGOTTEN ? constant_parse(parser, &constant)
                                     : parser_expected(parser, "a value that the field can have");
}

static bool parse_field(Parser *parser, uint8_t data[OPAQUE_BYTES])
{
    View name;
    PtxPos pos;
    if (!parser_need_name(parser, &name, &pos))
        return false;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (view_equal_text(name, fields[i].name))
            return parser_need(parser, '=') && parse_value(parser, fields[i].field, data);
    return parser_fail(parser, pos, "'%.*s' is no field of a texture, sampler or surface",
                       VIEW_ARG(name));
}

bool opaque_parse(Parser *parser, uint8_t data[OPAQUE_BYTES])
{
    if (!parser_need(parser, '{'))
        return false;
    do {
        if (!parse_field(parser, data))
            return false;
    } while (parser_take(parser, ','));
    return parser_need(parser, '}');
}

void opaque_print(const uint8_t *data, StrBuf *out)
{
    const char *before = " = { ";
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        OpaqueField field = fields[i].field;
        size_t count;
        const char *const *names = values_of(field, &count);
        if (field == OPAQUE_FORGOTTEN || !data[field])
            continue;
        strbuf_format(out, "%s%s = %s", before, fields[i].name, names[data[field] - 1]);
        before = ", ";
    }
    if (before[0] == ',')
        strbuf_add_text(out, " }");
}
