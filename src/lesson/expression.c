/* Integer expressions of lesson files: a recursive descent that evaluates as it reads. */
#include <ctype.h>
#include <string.h>

#include "base/view.h"
#include "lesson/lesson.h"

enum { DEPTH_LIMIT = 64 };

typedef struct Reader {
    const char *text, *at;
    const CaseVariable *variables;
    size_t count;
    int depth;
    Error *error;
} Reader;

static bool read_level(Reader *reader, int level, int64_t *out);

static bool fail(Reader *reader, const char *what)
{
    return error_set(reader->error, ERROR_CONTENT, "%s at character %td of \"%s\"", what,
                     reader->at - reader->text + 1, reader->text);
}

static void skip_blanks(Reader *reader)
{
    while (*reader->at == ' ' || *reader->at == '\t')
        reader->at++;
}

static bool take(Reader *reader, const char *symbol)
{
    skip_blanks(reader);
    size_t size = strlen(symbol);
    if (strncmp(reader->at, symbol, size) != 0)
        return false;
    reader->at += size;
    return true;
}

static bool overflowed(Reader *reader)
{
    return fail(reader, "the value leaves the range of 64 bits");
}

static bool divide(Reader *reader, char operation, int64_t a, int64_t b, int64_t *out)
{
    if (b == 0)
        return fail(reader, "division by zero");
    if (a == INT64_MIN && b == -1)
        return overflowed(reader);
    *out = operation == '/' ? a / b : a % b;
    return true;
}

static bool ceil_div(Reader *reader, int64_t a, int64_t b, int64_t *out)
{
    int64_t rest = 0;
    if (!divide(reader, '/', a, b, out) || !divide(reader, '%', a, b, &rest))
        return false;
    *out += rest != 0 && (rest < 0) == (b < 0);
    return true;
}

static bool read_two(Reader *reader, int64_t *a, int64_t *b)
{
    if (!read_level(reader, 0, a))
        return false;
    if (!take(reader, ","))
        return fail(reader, "expected a comma and a second value");
    if (!read_level(reader, 0, b))
        return false;
    return take(reader, ")") || fail(reader, "expected )");
}

static bool call(Reader *reader, View name, int64_t *out)
{
    int64_t a, b;
    if (!view_equal_text(name, "min") && !view_equal_text(name, "max") &&
        !view_equal_text(name, "ceil_div"))
        return error_set(reader->error, ERROR_CONTENT,
                         "no function %.*s in \"%s\"; there are min, max and ceil_div",
                         VIEW_ARG(name), reader->text);
    if (!read_two(reader, &a, &b))
        return false;
    if (view_equal_text(name, "ceil_div"))
        return ceil_div(reader, a, b, out);
    *out = (a < b) == view_equal_text(name, "min") ? a : b;
    return true;
}

static bool look_up(Reader *reader, View name, int64_t *out)
{
    for (size_t i = 0; i < reader->count; i++)
        if (view_equal_text(name, reader->variables[i].name)) {
            *out = reader->variables[i].value;
            return true;
        }
    StrBuf known = {0};
    for (size_t i = 0; i < reader->count; i++)
        strbuf_format(&known, "%s%s", i ? ", " : "", reader->variables[i].name);
    error_set(reader->error, ERROR_CONTENT, "no variable %.*s for \"%s\"; known here: %s",
              VIEW_ARG(name), reader->text, known.size ? strbuf_text(&known) : "none");
    strbuf_free(&known);
    return false;
}

static bool read_number(Reader *reader, int64_t *out)
{
    const char *start = reader->at;
    while (isalnum((unsigned char)*reader->at))
        reader->at++;
    View digits = {start, (size_t)(reader->at - start)};
    return view_to_i64(digits, out) || fail(reader, "no whole number in range ends");
}

static bool read_primary(Reader *reader, int64_t *out)
{
    if (take(reader, "-")) {
        int64_t value;
        if (++reader->depth > DEPTH_LIMIT)
            return fail(reader, "nested too deep");
        if (!read_primary(reader, &value))
            return false;
        reader->depth--;
        return !__builtin_sub_overflow((int64_t)0, value, out) || overflowed(reader);
    }
    if (take(reader, "("))
        return read_level(reader, 0, out) && (take(reader, ")") || fail(reader, "expected )"));
    if (isdigit((unsigned char)*reader->at))
        return read_number(reader, out);
    const char *start = reader->at;
    while (isalnum((unsigned char)*reader->at) || *reader->at == '_')
        reader->at++;
    View name = {start, (size_t)(reader->at - start)};
    if (name.size == 0)
        return fail(reader, "expected a number, a variable or (");
    return take(reader, "(") ? call(reader, name, out) : look_up(reader, name, out);
}

typedef bool Apply(Reader *reader, int64_t a, int64_t b, int64_t *out);

static bool apply_or(Reader *reader, int64_t a, int64_t b, int64_t *out)
{
    (void)reader;
    *out = a || b;
    return true;
}

static bool apply_and(Reader *reader, int64_t a, int64_t b, int64_t *out)
{
    (void)reader;
    *out = a && b;
    return true;
}

#define COMPARISON(name, operation)                                              \
    static bool apply_##name(Reader *reader, int64_t a, int64_t b, int64_t *out) \
    {                                                                            \
        (void)reader;                                                            \
        *out = a operation b;                                                    \
        return true;                                                             \
    }
COMPARISON(equal, ==)
COMPARISON(unequal, !=)
COMPARISON(less, <)
COMPARISON(at_most, <=)
COMPARISON(greater, >)
COMPARISON(at_least, >=)

static bool apply_add(Reader *reader, int64_t a, int64_t b, int64_t *out)
{
    return !__builtin_add_overflow(a, b, out) || overflowed(reader);
}

static bool apply_subtract(Reader *reader, int64_t a, int64_t b, int64_t *out)
{
    return !__builtin_sub_overflow(a, b, out) || overflowed(reader);
}

static bool apply_multiply(Reader *reader, int64_t a, int64_t b, int64_t *out)
{
    return !__builtin_mul_overflow(a, b, out) || overflowed(reader);
}

static bool apply_divide(Reader *reader, int64_t a, int64_t b, int64_t *out)
{
    return divide(reader, '/', a, b, out);
}

static bool apply_rest(Reader *reader, int64_t a, int64_t b, int64_t *out)
{
    return divide(reader, '%', a, b, out);
}

/* A symbol stands before those that it begins with. */
static const struct Operator {
    int level;
    const char *symbol;
    Apply *apply;
} operators[] = {
    {0, "||", apply_or},      {1, "&&", apply_and},     {2, "==", apply_equal},
    {2, "!=", apply_unequal}, {3, "<=", apply_at_most}, {3, ">=", apply_at_least},
    {3, "<", apply_less},     {3, ">", apply_greater},  {4, "+", apply_add},
    {4, "-", apply_subtract}, {5, "*", apply_multiply}, {5, "/", apply_divide},
    {5, "%", apply_rest},
};
enum { LEVELS = 6 };

static const struct Operator *take_operator(Reader *reader, int level)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].level == level && take(reader, operators[i].symbol))
            return &operators[i];
    return NULL;
}

static bool read_level(Reader *reader, int level, int64_t *out)
{
    if (level == LEVELS)
        return read_primary(reader, out);
    if (level == 0 && ++reader->depth > DEPTH_LIMIT)
        return fail(reader, "nested too deep");
    if (!read_level(reader, level + 1, out))
        return false;
    const struct Operator *operator;
    while ((operator= take_operator(reader, level))) {
        int64_t right;
        if (!read_level(reader, level + 1, &right) || !operator->apply(reader, *out, right, out))
            return false;
    }
    reader->depth -= level == 0;
    return true;
}

bool expression_value(const char *text, const CaseVariable *variables, size_t count, int64_t *out,
                      Error *error)
{
    Reader reader = {text, text, variables, count, 0, error};
    int64_t value;
    if (!read_level(&reader, 0, &value))
        return false;
    skip_blanks(&reader);
    if (*reader.at)
        return fail(&reader, "expected an operator or the end");
    *out = value;
    return true;
}
