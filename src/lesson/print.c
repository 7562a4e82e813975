/* What a thread must print: lines with expressions of its own coordinates. */
#include <string.h>

#include "base/view.h"
#include "lesson/lesson.h"

void print_variables(Dim3 grid, Dim3 block, Dim3 block_index, Dim3 thread_index, int64_t k,
                     CaseVariable out[PRINT_VARIABLES])
{
    const CaseVariable variables[PRINT_VARIABLES] = {
        {"bx", block_index.x},
        {"by", block_index.y},
        {"bz", block_index.z},
        {"tx", thread_index.x},
        {"ty", thread_index.y},
        {"tz", thread_index.z},
        {"gx", grid.x},
        {"gy", grid.y},
        {"gz", grid.z},
        {"dx", block.x},
        {"dy", block.y},
        {"dz", block.z},
        {"k", k},
    };
    memcpy(out, variables, sizeof variables);
}

static bool expand_one(View expression, const CaseVariable *variables, size_t count, StrBuf *out,
                       Error *error)
{
    char *text = memory_clone_bytes(expression.data, expression.size);
    int64_t value;
    bool known = expression_value(text, variables, count, &value, error);
    free(text);
    if (known)
        strbuf_format(out, "%lld", (long long)value);
    return known;
}

bool print_line_expand(const char *line, const CaseVariable *variables, size_t count, StrBuf *out,
                       Error *error)
{
    for (const char *at = line; *at;) {
        if (*at != '{' || at[1] == '{') {
            strbuf_add_byte(out, *at);
            at += *at == '{' ? 2 : 1;
            continue;
        }
        const char *end = strchr(at, '}');
        if (!end)
            return error_set(error, ERROR_CONTENT, "a { without its } in \"%s\"", line);
        View expression = {at + 1, (size_t)(end - at - 1)};
        if (!expand_one(expression, variables, count, out, error))
            return false;
        at = end + 1;
    }
    return true;
}
