/* Places in the program, as told to the caller. */
#include "sim/api/place.h"

#include <string.h>

#include "ptx/place.h"

enum { FUNCTION_MAX = 256, FILE_MAX = 320, TEXT_MAX = 192 };
_Static_assert(FUNCTION_MAX + FILE_MAX + TEXT_MAX == sizeof((Place *)0)->texts, "texts");

static const char *text_copy(char *to, size_t room, View text)
{
    size_t size = text.size < room - 1 ? text.size : room - 1;
    if (size)
        memcpy(to, text.data, size);
    to[size] = 0;
    return to;
}

/* The `line`th line of the text, without blanks around it. */
static View line_of(View text, uint32_t line)
{
    View piece = {0};
    while (line-- && view_split(&text, '\n', &piece))
        ;
    return view_trim(piece);
}

void place_fill(Place *out, const SimSite *site, bool with_text)
{
    char *texts = out->texts;
    const PtxModule *module = site->module;
    PtxPlace source = ptx_place(module, site->inst);
    View text = {0};
    if (with_text && module && site->inst)
        text = line_of(module->text, site->inst->pos.line);
    out->place = (CulabSimPlace){
        .function =
            text_copy(texts, FUNCTION_MAX, site->function ? site->function->name : (View){0}),
        .file = text_copy(texts + FUNCTION_MAX, FILE_MAX, source.file),
        .line = source.line,
        .ptx_line = site->inst ? site->inst->pos.line : 0,
        .ptx = text_copy(texts + FUNCTION_MAX + FILE_MAX, TEXT_MAX, text),
    };
}

CulabSimThread thread_of(SimDim block, SimDim thread)
{
    return (CulabSimThread){{block.x, block.y, block.z}, {thread.x, thread.y, thread.z}};
}
