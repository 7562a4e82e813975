/* The argument forms of `culab run --arg`. */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "check/store.h"

static const char *const role_texts[] = {
    [ROLE_IN] = "in", [ROLE_OUT] = "out", [ROLE_INOUT] = "inout"};

static bool refuse(const char *text, Error *error, const char *why)
{
    return error_set(error, ERROR_MISUSE,
                     "--arg \"%s\": %s; forms are i32=5, f32=2.5, in:f32[1000]=ramp, "
                     "in:f32[640x480]=random:7, inout:i32[64]=constant:1, in:u8[4096]=@file, "
                     "out:f32[1000], out:f32[1000]>file",
                     text, why);
}

static bool parse_type(const char *text, View name, ElementType *out, Error *error)
{
    if (element_parse(name, out))
        return true;
    StrBuf why = {0};
    strbuf_format(&why, "no type \"%.*s\", there are", VIEW_ARG(name));
    for (int type = 0; type < ELEMENT_COUNT; type++)
        strbuf_format(&why, " %s", element_text((ElementType)type));
    refuse(text, error, strbuf_text(&why));
    strbuf_free(&why);
    return false;
}

static bool parse_scalar(const char *text, PreparedArgument *out, Error *error)
{
    View value = view_of(text), type = {0};
    view_split(&value, '=', &type);
    if (!parse_type(text, type, &out->type, error))
        return false;
    out->name = memory_clone_text(element_text(out->type));
    return element_store_text(out->type, view_trim(value), out->scalar) ||
           refuse(text, error, "the value is no number of that type");
}

static bool parse_shape(const char *text, View shape, PreparedArgument *out, Error *error)
{
    View extent;
    int dimensions = 0;
    out->count = 1;
    while (view_split(&shape, 'x', &extent)) {
        uint64_t value;
        if (dimensions == 3 || !view_to_u64(extent, &value) || value == 0 ||
            __builtin_mul_overflow(out->count, value, &out->count))
            return refuse(text, error, "the shape is one to three whole numbers above 0");
        out->shape[dimensions++] = value;
    }
    if (dimensions == 0 || out->count > BUFFER_LIMIT / element_bytes(out->type))
        return refuse(text, error, dimensions ? "larger than 4 GiB" : "the shape is empty");
    while (dimensions < 3)
        out->shape[dimensions++] = 1;
    return true;
}

/* "START,STEP" or "FROM,TO" */
static bool parse_pair(View rest, double *first, double *second)
{
    View piece;
    return view_split(&rest, ',', &piece) && view_to_f64(piece, first) &&
           view_split(&rest, ',', &piece) && view_to_f64(piece, second) && rest.size == 0;
}

static bool parse_random(View rest, Generator *out)
{
    View seed = {0};
    out->kind = GENERATE_RANDOM;
    view_split(&rest, ',', &seed);
    return view_to_u64(seed, &out->seed) &&
           (rest.size == 0 || parse_pair(rest, &out->from, &out->to));
}

static bool parse_generator(View data, Generator *out)
{
    View rest = data, word = {0};
    view_split(&rest, ':', &word);
    if (view_starts(data, "@")) {
        out->kind = GENERATE_FILE;
        out->file = memory_clone_bytes(data.data + 1, data.size - 1);
        return data.size > 1;
    }
    if (view_equal_text(word, "random"))
        return parse_random(rest, out);
    if (view_equal_text(word, "ramp")) {
        *out = (Generator){.kind = GENERATE_RAMP, .to = 1};
        return rest.size == 0 || parse_pair(rest, &out->from, &out->to);
    }
    out->kind = GENERATE_CONSTANT;
    return view_equal_text(word, "constant") && view_to_f64(rest, &out->from);
}

static bool fill(const char *text, View data, PreparedArgument *out, Error *error)
{
    Generator generator = {0};
    bool filled = parse_generator(data, &generator) ||
                  refuse(text, error, "the data are ramp, random:SEED, constant:VALUE or @file");
    if (filled) {
        out->bytes = memory_alloc_array(out->count, element_bytes(out->type));
        filled = generator_fill(&generator, NULL, out->type, out->count, out->bytes, error);
    }
    free(generator.file);
    return filled;
}

/* What follows the shape: "=data", ">file", both or nothing. */
static bool parse_tail(const char *text, View tail, PreparedArgument *out, char **save_to,
                       Error *error)
{
    bool has_data = view_starts(tail, "=");
    size_t arrow = has_data && view_starts(tail, "=@") ? tail.size : view_find(tail, '>');
    View data = view_slice(tail, has_data, arrow);
    View file = view_slice(tail, arrow + (arrow < tail.size), tail.size);
    if (out->role == ROLE_OUT && has_data)
        return refuse(text, error, "an out buffer has no data");
    if (out->role != ROLE_OUT && !has_data)
        return refuse(text, error, "in and inout need data after =");
    if ((arrow < tail.size && (file.size == 0 || out->role == ROLE_IN)) ||
        (!has_data && data.size > 0))
        return refuse(text, error, "after the shape comes =data, or >file for out and inout");
    if (has_data && !fill(text, data, out, error))
        return false;
    if (file.size)
        *save_to = memory_clone_bytes(file.data, file.size);
    return true;
}

static bool parse_buffer(const char *text, View role, View rest, PreparedArgument *out,
                         char **save_to, Error *error)
{
    size_t open = view_find(rest, '['), close = view_find(rest, ']');
    out->is_buffer = true;
    for (int i = 0;; i++) {
        if (i > ROLE_INOUT)
            return refuse(text, error, "a buffer begins with in:, out: or inout:");
        if (view_equal_text(role, role_texts[i])) {
            out->role = (BufferRole)i;
            break;
        }
    }
    if (open >= close || close >= rest.size)
        return refuse(text, error, "a buffer needs a shape in [ ]");
    out->name = memory_clone_text(role_texts[out->role]);
    return parse_type(text, view_slice(rest, 0, open), &out->type, error) &&
           parse_shape(text, view_slice(rest, open + 1, close), out, error) &&
           parse_tail(text, view_slice(rest, close + 1, rest.size), out, save_to, error);
}

bool argument_parse(const char *text, PreparedArgument *out, char **save_to, Error *error)
{
    View whole = view_of(text), rest = whole, role = {0};
    size_t colon = view_find(whole, ':'), equals = view_find(whole, '=');
    *out = (PreparedArgument){0};
    *save_to = NULL;
    if (colon < whole.size && colon < equals)
        view_split(&rest, ':', &role);
    bool parsed = role.size             ? parse_buffer(text, role, rest, out, save_to, error)
                  : equals < whole.size ? parse_scalar(text, out, error)
                                        : refuse(text, error, "no = and no role in it");
    if (!parsed)
        prepared_argument_free(out);
    return parsed;
}
