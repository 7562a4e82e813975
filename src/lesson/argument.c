/* Arguments of a kernel: scalars with a value, buffers with shape, role and generator. */
#include <string.h>

#include "lesson/build.h"

enum { NUMBERS = 2 };

static const struct GeneratorForm {
    const char *word;
    GeneratorKind kind;
    const char *form;
} forms[] = {
    {"ramp", GENERATE_RAMP, "ramp [START STEP]"},
    {"random", GENERATE_RANDOM, "random SEED [FROM TO]"},
    {"constant", GENERATE_CONSTANT, "constant VALUE"},
    {"file", GENERATE_FILE, "file NAME"},
};

static const struct GeneratorForm *form_find(View word)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (view_equal_text(word, forms[i].word))
            return &forms[i];
    return NULL;
}

/* The next word of a text separated by blanks. */
static bool take_word(View *rest, View *word)
{
    *rest = view_trim(*rest);
    return rest->size > 0 && view_split(rest, ' ', word);
}

static bool take_two(View *rest, double *first, double *second)
{
    View word;
    if (!take_word(rest, &word))
        return true;
    return view_to_f64(word, first) && take_word(rest, &word) && view_to_f64(word, second);
}

static bool read_fill(const Builder *builder, View rest, Generator *out)
{
    View word;
    switch (out->kind) {
    case GENERATE_RAMP:
        out->to = 1;
        return take_two(&rest, &out->from, &out->to) && view_trim(rest).size == 0;
    case GENERATE_RANDOM:
        return take_word(&rest, &word) && view_to_u64(word, &out->seed) &&
               take_two(&rest, &out->from, &out->to) && view_trim(rest).size == 0;
    case GENERATE_CONSTANT:
        return view_to_f64(view_trim(rest), &out->from);
    case GENERATE_FILE:
        out->file = arena_clone(builder->arena, view_trim(rest));
        return out->file[0] && out->file[0] != '/' && !strstr(out->file, "..");
    case GENERATE_NONE:
        break;
    }
    return false;
}

static bool build_fill(const Builder *builder, const char *id, const char *fill, Generator *out)
{
    View rest = view_trim(view_of(fill)), word = {0};
    view_split(&rest, ' ', &word);
    const struct GeneratorForm *form = form_find(word);
    if (!form)
        return builder_fail(builder, id, fill, "no generator \"%s\"; expected %s, %s, %s or %s",
                            fill, forms[0].form, forms[1].form, forms[2].form, forms[3].form);
    out->kind = form->kind;
    return read_fill(builder, rest, out) ||
           builder_fail(builder, id, fill, "\"%s\" does not fit: expected %s", fill, form->form);
}

static bool build_buffer(const Builder *builder, const char *id, const RawArgument *raw,
                         ArgumentSpec *out)
{
    const char *place = arena_format(builder->arena, "name: %s", raw->name);
    out->is_buffer = true;
    out->role = (BufferRole)raw->role;
    if (raw->role == ROLE_OUT && raw->fill)
        return builder_fail(builder, id, raw->fill,
                            "the out buffer %s has a fill; only in and inout have one", raw->name);
    if (raw->role != ROLE_OUT && !raw->fill)
        return builder_fail(builder, id, place, "the %s buffer %s needs a fill",
                            raw->role == ROLE_IN ? "in" : "inout", raw->name);
    return expressions_split(builder, id, raw->shape, out->shape) &&
           (!raw->fill || build_fill(builder, id, raw->fill, &out->generator));
}

bool argument_build(const Builder *builder, const char *exercise, const RawArgument *raw,
                    ArgumentSpec *out)
{
    out->name = builder_clone(builder, raw->name);
    out->type = (ElementType)raw->type;
    if (!raw->shape == !raw->value)
        return builder_fail(builder, exercise, arena_format(builder->arena, "name: %s", raw->name),
                            "the argument %s needs either a value (a scalar) or a shape (a buffer)",
                            raw->name);
    if (raw->shape)
        return build_buffer(builder, exercise, raw, out);
    if (raw->fill)
        return builder_fail(builder, exercise, raw->fill, "the scalar %s has a fill", raw->name);
    out->value = builder_clone(builder, raw->value);
    return true;
}
