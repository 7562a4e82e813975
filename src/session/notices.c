/* What a person is to be told outside the panes. */
#include "session/notices.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { NOTICES_KEPT = 16 };

static void drop_oldest(Notices *notices)
{
    free(notices->list.data[0].text);
    notices->list.size--;
    memmove(notices->list.data, notices->list.data + 1, notices->list.size * sizeof(Notice));
}

void notices_add(Notices *notices, Severity severity, const char *format, ...)
{
    StrBuf text = {0};
    va_list args;
    va_start(args, format);
    strbuf_format_args(&text, format, args);
    va_end(args);
    if (notices->list.size == NOTICES_KEPT)
        drop_oldest(notices);
    vec_push(&notices->list, (Notice){severity, strbuf_take(&text), clock_now_ns()});
    notices->told++;
}

void notices_add_error(Notices *notices, Severity severity, const Error *error)
{
    StrBuf text = {0};
    error_describe(error, &text);
    notices_add(notices, severity, "%s", strbuf_text(&text));
    strbuf_free(&text);
}

const Notice *notices_newest(const Notices *notices)
{
    return notices->list.size ? &vec_last(&notices->list) : NULL;
}

void notices_free(Notices *notices)
{
    for (size_t i = 0; i < notices->list.size; i++)
        free(notices->list.data[i].text);
    vec_free(&notices->list);
}
