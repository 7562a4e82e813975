/* Makes a case ready to launch: numbers for expressions, data for buffers. */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "check/store.h"

static bool value_of(const CaseSpec *spec, const char *expression, int64_t least, int64_t most,
                     int64_t *out, Error *error)
{
    if (!expression_value(expression, spec->variables, spec->variable_count, out, error))
        return false;
    return (*out >= least && *out <= most) ||
           error_set(error, ERROR_CONTENT, "in the case %s: %s is %lld, outside %lld to %lld",
                     spec->name, expression, (long long)*out, (long long)least, (long long)most);
}

static bool prepare_dim(const CaseSpec *spec, char *const expressions[3], Dim3 *out, Error *error)
{
    uint32_t *parts[3] = {&out->x, &out->y, &out->z};
    for (int i = 0; i < 3; i++) {
        int64_t value = 1;
        if (expressions[i] && !value_of(spec, expressions[i], 1, INT32_MAX, &value, error))
            return false;
        *parts[i] = (uint32_t)value;
    }
    return true;
}

static bool prepare_scalar(const CaseSpec *spec, const ArgumentSpec *from, PreparedArgument *out,
                           Error *error)
{
    int64_t value;
    double real;
    if (element_is_float(from->type) && view_to_f64(view_of(from->value), &real)) {
        element_store_float(from->type, real, out->scalar);
        return true;
    }
    if (!value_of(spec, from->value, INT64_MIN, INT64_MAX, &value, error))
        return false;
    if (element_is_float(from->type))
        element_store_float(from->type, (double)value, out->scalar);
    else
        element_store_integer(from->type, (uint64_t)value, out->scalar);
    return true;
}

static bool prepare_buffer(const Exercise *exercise, const CaseSpec *spec, const ArgumentSpec *from,
                           PreparedArgument *out, Error *error)
{
    uint64_t size = element_bytes(from->type);
    out->count = 1;
    for (int i = 0; i < 3; i++) {
        int64_t extent = 1;
        if (from->shape[i] && !value_of(spec, from->shape[i], 1, INT64_MAX, &extent, error))
            return false;
        out->shape[i] = (uint64_t)extent;
        if (__builtin_mul_overflow(out->count, (uint64_t)extent, &out->count) ||
            out->count > BUFFER_LIMIT / size)
            return error_set(error, ERROR_CONTENT, "in the case %s: %s is larger than 4 GiB",
                             spec->name, from->name);
    }
    if (from->role == ROLE_OUT)
        return true;
    out->bytes = memory_alloc_array(out->count, size);
    return generator_fill(&from->generator, exercise->lesson ? exercise->lesson->folder : NULL,
                          from->type, out->count, out->bytes, error);
}

static bool prepare_argument(const Exercise *exercise, const CaseSpec *spec,
                             const ArgumentSpec *from, PreparedArgument *out, Error *error)
{
    out->name = memory_clone_text(from->name);
    out->is_buffer = from->is_buffer;
    out->type = from->type;
    out->role = from->role;
    return from->is_buffer ? prepare_buffer(exercise, spec, from, out, error)
                           : prepare_scalar(spec, from, out, error);
}

static int64_t integer_of(const PreparedArgument *argument)
{
    int64_t value = 0;
    size_t size = element_bytes(argument->type);
    memcpy(&value, argument->scalar, size); /* little-endian */
    if (element_is_float(argument->type))
        return (int64_t)element_value(argument->type, argument->scalar);
    if (element_is_signed(argument->type) && size < sizeof value)
        value = (int64_t)((uint64_t)value << (64 - 8 * size)) >> (64 - 8 * size);
    return value;
}

static void number_add(PreparedCase *out, const char *name, int64_t integer, double real)
{
    out->numbers[out->number_count++] = (CaseNumber){memory_clone_text(name), integer, real};
}

/* What a host program can ask for: the scalars go before variables of the same name. */
static void prepare_numbers(const CaseSpec *spec, PreparedCase *out)
{
    out->numbers =
        memory_alloc_array(out->argument_count + spec->variable_count + 1, sizeof *out->numbers);
    for (size_t i = 0; i < out->argument_count; i++) {
        const PreparedArgument *argument = &out->arguments[i];
        if (!argument->is_buffer)
            number_add(out, argument->name, integer_of(argument),
                       element_value(argument->type, argument->scalar));
    }
    for (size_t i = 0; i < spec->variable_count; i++)
        number_add(out, spec->variables[i].name, spec->variables[i].value,
                   (double)spec->variables[i].value);
}

bool case_prepare(const Exercise *exercise, size_t index, PreparedCase *out, Error *error)
{
    const CaseSpec *spec = &exercise->cases[index];
    int64_t shared = 0;
    *out = (PreparedCase){.spec = spec, .kernel = memory_clone_text(exercise->kernel)};
    out->arguments = memory_alloc_array(exercise->argument_count, sizeof *out->arguments);
    out->host = exercise->kind == EXERCISE_HOST;
    bool ready =
        prepare_dim(spec, exercise->grid, &out->grid, error) &&
        prepare_dim(spec, exercise->block, &out->block, error) &&
        (!exercise->shared || value_of(spec, exercise->shared, 0, INT32_MAX, &shared, error));
    out->shared = (uint64_t)shared;
    for (size_t i = 0; ready && i < exercise->argument_count; i++)
        ready = prepare_argument(exercise, spec, &exercise->arguments[i],
                                 &out->arguments[out->argument_count++], error);
    if (ready && out->host)
        prepare_numbers(spec, out);
    if (!ready)
        prepared_case_free(out);
    return ready;
}

void prepared_argument_free(PreparedArgument *argument)
{
    free(argument->name);
    free(argument->bytes);
    *argument = (PreparedArgument){0};
}

void prepared_case_free(PreparedCase *prepared)
{
    free(prepared->kernel);
    for (size_t i = 0; i < prepared->argument_count; i++)
        prepared_argument_free(&prepared->arguments[i]);
    free(prepared->arguments);
    for (size_t i = 0; i < prepared->number_count; i++)
        free(prepared->numbers[i].name);
    free(prepared->numbers);
    *prepared = (PreparedCase){0};
}
