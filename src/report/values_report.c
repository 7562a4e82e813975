/* A table of the elements that differ, and what is proven of them. */
#include "report/values_report.h"

#include <inttypes.h>
#include <math.h>

#include "base/utf8.h"

enum { ROWS_SHOWN = 12, COLUMN = 16 };

static void add_value(StrBuf *out, const Explanation *explanation, bool there,
                      const unsigned char *at)
{
    StrBuf text = {0};
    if (there)
        element_format(explanation->type, at, &text, false);
    else
        strbuf_add_text(&text, "-");
    strbuf_format(out, " %*s", COLUMN, strbuf_text(&text));
    strbuf_free(&text);
}

static void add_ulp(StrBuf *out, double ulp)
{
    if (isnan(ulp))
        strbuf_format(out, " %9s", "-");
    else
        strbuf_format(out, " %9.6g", ulp);
}

static void add_row(StrBuf *out, const Explanation *explanation, const ValueRow *row)
{
    strbuf_format(out, "%10" PRIu64, row->index);
    add_value(out, explanation, explanation->has_cpu, row->cpu);
    add_value(out, explanation, explanation->has_gpu, row->gpu);
    add_value(out, explanation, true, row->sim);
    add_ulp(out, row->gpu_cpu);
    add_ulp(out, row->sim_cpu);
    strbuf_format(out, "  %s\n", value_cause_text(row->cause));
}

static void add_table(StrBuf *out, const Explanation *explanation)
{
    if (explanation->rows.size == 0)
        return;
    strbuf_format(out, "%10s %*s %*s %*s %9s %9s\n", "index", COLUMN, "CPU", COLUMN, "GPU", COLUMN,
                  "simulator", "GPU ULP", "sim ULP");
    for (size_t i = 0; i < explanation->rows.size && i < ROWS_SHOWN; i++)
        add_row(out, explanation, &explanation->rows.data[i]);
    if (explanation->differ > ROWS_SHOWN)
        strbuf_format(out, "... and %" PRIu64 " more\n", explanation->differ - ROWS_SHOWN);
}

void text_of_values(StrBuf *out, const PreparedCase *prepared, const Explanations *explanations,
                    const TextStyle *style)
{
    for (size_t i = 0; i < explanations->size; i++) {
        const Explanation *explanation = &explanations->data[i];
        const char *name = prepared->arguments[explanation->argument].name;
        strbuf_add_text(out, "values of ");
        text_of_foreign(out, name ? name : "", style);
        strbuf_format(out, " (argument %zu):\n", explanation->argument);
        explain_add_words(explanation, out);
        add_table(out, explanation);
    }
}

static json_t *json_of_ulp(double ulp)
{
    return isnan(ulp) ? json_null() : json_of_real(ulp);
}

static json_t *json_of_row(const Explanation *explanation, const ValueRow *row)
{
    json_t *cpu = explanation->has_cpu ? json_of_element(explanation->type, row->cpu) : json_null();
    json_t *gpu = explanation->has_gpu ? json_of_element(explanation->type, row->gpu) : json_null();
    return json_pack("{s:I,s:o,s:o,s:o,s:o,s:o,s:o,s:s}", "index", (json_int_t)row->index, "cpu",
                     cpu, "gpu", gpu, "simulator", json_of_element(explanation->type, row->sim),
                     "gpu_cpu_ulp", json_of_ulp(row->gpu_cpu), "simulator_cpu_ulp",
                     json_of_ulp(row->sim_cpu), "gpu_simulator_ulp", json_of_ulp(row->gpu_sim),
                     "cause", value_cause_text(row->cause));
}

static json_t *json_of_explanation(const PreparedCase *prepared, const Explanation *explanation)
{
    json_t *rows = json_array(), *causes = json_object();
    for (size_t i = 0; i < explanation->rows.size; i++)
        json_array_append_new(rows, json_of_row(explanation, &explanation->rows.data[i]));
    for (int cause = 0; cause < CAUSE_COUNT; cause++)
        json_object_set_new(causes, value_cause_text((ValueCause)cause),
                            json_integer((json_int_t)explanation->causes[cause]));
    return json_pack(
        "{s:I,s:o,s:I,s:I,s:o,s:o,s:o,s:o,s:o}", "argument", (json_int_t)explanation->argument,
        "name", json_of_text(prepared->arguments[explanation->argument].name), "count",
        (json_int_t)explanation->count, "differ", (json_int_t)explanation->differ, "causes", causes,
        "most_gpu_cpu_ulp", json_of_ulp(explanation->most_gpu_cpu), "most_simulator_cpu_ulp",
        json_of_ulp(explanation->most_sim_cpu), "most_gpu_simulator_ulp",
        json_of_ulp(explanation->most_gpu_sim), "elements", rows);
}

json_t *json_of_values(const PreparedCase *prepared, const Explanations *explanations)
{
    json_t *list = json_array();
    for (size_t i = 0; i < explanations->size; i++)
        json_array_append_new(list, json_of_explanation(prepared, &explanations->data[i]));
    return list;
}
