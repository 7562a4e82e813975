/* What building needs everywhere: copies that live as long as the course, and lines for errors. */
#include <stdio.h>
#include <string.h>

#include "lesson/build.h"

static bool holds(View line, View wanted)
{
    return wanted.size > 0 && line.size >= wanted.size &&
           memmem(line.data, line.size, wanted.data, wanted.size);
}

static View first_line(const char *text)
{
    View whole = view_trim(view_of(text));
    return view_slice(whole, 0, view_find(whole, '\n'));
}

/* libcyaml keeps no places, so that they are looked up in the text. */
static int line_of(View text, const char *id, const char *value)
{
    View rest = text, line, wanted = first_line(value);
    View start = first_line(id);
    int in_exercise = id ? 0 : 1, found = in_exercise;
    for (int number = 1; view_split(&rest, '\n', &line); number++) {
        if (!in_exercise && memmem(line.data, line.size, "id:", 3) && holds(line, start))
            found = in_exercise = number;
        if (in_exercise && holds(line, wanted))
            return number;
    }
    return found;
}

bool builder_fail(const Builder *builder, const char *id, const char *value, const char *format,
                  ...)
{
    char text[sizeof((Error *)NULL)->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return error_at(builder->error, ERROR_CONTENT, builder->file, line_of(builder->text, id, value),
                    "%s", text);
}

char *builder_clone(const Builder *builder, const char *text)
{
    return text ? arena_clone(builder->arena, view_of(text)) : NULL;
}

char **builder_clone_list(const Builder *builder, const RawList *list)
{
    char **items = arena_alloc_array(builder->arena, list->count, sizeof *items);
    for (unsigned i = 0; i < list->count; i++)
        items[i] = builder_clone(builder, list->items[i]);
    return items;
}

bool expressions_split(const Builder *builder, const char *id, const char *text, char *out[3])
{
    int count = 0, depth = 0;
    const char *start = text;
    for (const char *at = text;; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at && (*at != ',' || depth > 0))
            continue;
        View piece = view_trim((View){start, (size_t)(at - start)});
        if (count == 3 || piece.size == 0)
            return builder_fail(builder, id, text, "\"%s\" is not one to three expressions", text);
        out[count++] = arena_clone(builder->arena, piece);
        if (!*at)
            return true;
        start = at + 1;
    }
}
