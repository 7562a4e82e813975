/* Finding text: the match is selected. Lower case finds either case. */
#include "view/editor.h"

static bool has_upper(View pattern)
{
    for (size_t i = 0; i < pattern.size; i++)
        if (pattern.data[i] >= 'A' && pattern.data[i] <= 'Z')
            return true;
    return false;
}

static bool find_from(Editor *editor, size_t from, bool backwards)
{
    View pattern = strbuf_view(&editor->pattern);
    size_t match;
    if (pattern.size == 0 ||
        !text_find(editor->text, pattern, from, backwards, !has_upper(pattern), &match))
        return false;
    editor->anchor = match;
    editor->cursor = match + pattern.size;
    editor->goal = -1;
    return true;
}

bool editor_find(Editor *editor, View pattern)
{
    size_t from, to;
    strbuf_clear(&editor->pattern);
    strbuf_add(&editor->pattern, pattern);
    editor_selection(editor, &from, &to);
    return find_from(editor, from, false);
}

bool editor_find_again(Editor *editor, bool backwards)
{
    size_t from, to;
    editor_selection(editor, &from, &to);
    return find_from(editor, backwards ? from : to, backwards);
}
