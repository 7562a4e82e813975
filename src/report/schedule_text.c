/* A schedule of blocks as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "base/utf8.h"
#include "report/json.h"
#include "report/text.h"
#include "result/schedule_picture.h"

enum { COLUMNS = 64, ROWS = 16, LABEL = 10 };

static void add_row(StrBuf *out, const Schedule *schedule, uint32_t first, uint32_t sms, bool ascii)
{
    char label[32];
    if (sms > 1)
        snprintf(label, sizeof label, "SM %" PRIu32 "-%" PRIu32, first,
                 first + sms <= schedule->sms ? first + sms - 1 : schedule->sms - 1);
    else
        snprintf(label, sizeof label, "SM %" PRIu32, first);
    strbuf_format(out, "%-*s ", LABEL, label);
    for (uint32_t i = 0; i < COLUMNS; i++)
        strbuf_add_text(
            out, schedule_shade_text(
                     schedule_shade(schedule, first, sms, (double)i / COLUMNS, (i + 1.0) / COLUMNS),
                     ascii));
    strbuf_add_byte(out, '\n');
}

void text_of_schedule(StrBuf *out, const Schedule *schedule, const TextStyle *style)
{
    uint32_t sms = schedule_sms_in_row(schedule, ROWS);
    if (schedule->blocks > 0 && !schedule->trouble) {
        strbuf_format(out, "%-*s ", LABEL, "schedule:");
        schedule_add_waves(schedule, COLUMNS, out);
        strbuf_add_byte(out, '\n');
    }
    for (uint32_t first = 0; schedule->parts && first < schedule->sms; first += sms)
        add_row(out, schedule, first, sms, style->ascii);
    StrBuf words = {0};
    schedule_add_words(schedule, &words);
    View rest = strbuf_view(&words), line;
    while (rest.size > 0 && view_split(&rest, '\n', &line)) {
        utf8_add_inert(out, line, false, style->ascii);
        strbuf_add_byte(out, '\n');
    }
    strbuf_free(&words);
}

static json_t *json_of_span(const ScheduleSpan *span)
{
    return json_pack("{s:I,s:I,s:o,s:o}", "block", (json_int_t)span->block, "sm",
                     (json_int_t)span->sm, "begin_ns", json_of_real(span->begin_ns), "end_ns",
                     json_of_real(span->end_ns));
}

/* [sm][part]: how many blocks it held, on average. */
static json_t *json_of_busy(const Schedule *schedule)
{
    json_t *rows = json_array();
    for (uint32_t sm = 0; sm < schedule->sms && schedule->parts; sm++) {
        json_t *row = json_array();
        for (uint32_t i = 0; i < schedule->parts; i++)
            json_array_append_new(
                row, json_of_real(schedule->busy.data[(size_t)sm * schedule->parts + i]));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *json_of_words(const Schedule *schedule)
{
    StrBuf text = {0};
    json_t *list = json_array();
    schedule_add_words(schedule, &text);
    View rest = strbuf_view(&text), line;
    while (rest.size > 0 && view_split(&rest, '\n', &line))
        json_array_append_new(list, json_of_view(line));
    strbuf_free(&text);
    return list;
}

json_t *json_of_schedule(const Schedule *schedule)
{
    json_t *spans = json_array(), *waves = json_array();
    if (schedule->blocks == 0 && !schedule->trouble) {
        json_decref(spans);
        json_decref(waves);
        return json_null();
    }
    for (size_t i = 0; i < schedule->spans.size; i++)
        json_array_append_new(spans, json_of_span(&schedule->spans.data[i]));
    for (size_t i = 0; i < schedule->wave_ns.size; i++)
        json_array_append_new(waves, json_of_real(schedule->wave_ns.data[i]));
    return json_pack(
        "{s:b,s:I,s:I,s:I,s:I,s:I,s:o,s:o,s:o,s:o,s:I,s:I,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}",
        "simulated", schedule->simulated, "blocks", (json_int_t)schedule->blocks, "unseen",
        (json_int_t)schedule->unseen, "sms", (json_int_t)schedule->sms, "sms_used",
        (json_int_t)schedule->used_sms, "blocks_per_sm", (json_int_t)schedule->per_sm, "total_ns",
        json_of_real(schedule->total_ns), "clock_step_ns", json_of_real(schedule->tick_ns), "waves",
        json_of_real(schedule->waves), "wave_begin_ns", waves, "last_wave_blocks",
        (json_int_t)schedule->last_blocks, "last_wave_sms", (json_int_t)schedule->last_sms,
        "tail_ns", json_of_real(schedule->tail_ns), "tail_filled",
        json_of_real(schedule->tail_filled), "filled", json_of_real(schedule->filled),
        "block_least_ns", json_of_real(schedule->least_ns), "block_median_ns",
        json_of_real(schedule->median_ns), "block_most_ns", json_of_real(schedule->most_ns),
        "spans", spans, "busy", schedule->spans.size ? json_array() : json_of_busy(schedule),
        "words", json_of_words(schedule));
}
