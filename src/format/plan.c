/* Takes formats apart. */
#include "format/plan.h"

#include <stdlib.h>
#include <string.h>

/* What is left of the format. */
typedef struct Reading {
    const char *at, *end;
} Reading;

static char peek(const Reading *reading)
{
    return reading->at < reading->end ? *reading->at : '\0';
}

static uint8_t flag_of(char c)
{
    switch (c) {
    case '-':
        return FLAG_LEFT;
    case '+':
        return FLAG_PLUS;
    case ' ':
        return FLAG_SPACE;
    case '#':
        return FLAG_ALTERNATIVE;
    case '0':
        return FLAG_ZERO;
    default:
        return 0;
    }
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A number or '*'. */
static int read_number(Reading *reading, bool *star)
{
    long number = 0;
    *star = peek(reading) == '*';
    if (*star)
        reading->at++;
    for (; !*star && is_digit(peek(reading)); reading->at++)
        if (number < 100000)
            number = number * 10 + (*reading->at - '0');
    return number < WIDTH_LIMIT ? (int)number : WIDTH_LIMIT;
}

static uint8_t read_length(Reading *reading)
{
    char first = peek(reading);
    if (!first || !strchr("hljztL", first))
        return 4;
    reading->at++;
    if (peek(reading) == first && (first == 'h' || first == 'l')) {
        reading->at++;
        return first == 'h' ? 1 : 8;
    }
    return first == 'h' ? 2 : 8;
}

/* From behind the %. */
static void read_conversion(Reading *reading, Conversion *out)
{
    *out = (Conversion){.width = -1, .precision = -1};
    for (; flag_of(peek(reading)); reading->at++)
        out->flags |= flag_of(peek(reading));
    if (peek(reading) == '*' || is_digit(peek(reading)))
        out->width = read_number(reading, &out->width_star);
    if (peek(reading) == '.') {
        reading->at++;
        out->precision = read_number(reading, &out->precision_star);
    }
    out->bytes = read_length(reading);
    out->letter = peek(reading);
    if (out->letter)
        reading->at++;
}

static FormatStep *add_step(FormatPlan *plan)
{
    if (plan->count == plan->capacity) {
        bool at_hand = plan->steps == plan->at_hand;
        size_t capacity = plan->capacity * 2;
        FormatStep *grown = realloc(at_hand ? NULL : plan->steps, capacity * sizeof *grown);
        if (!grown)
            return NULL;
        if (at_hand)
            memcpy(grown, plan->at_hand, sizeof plan->at_hand);
        plan->steps = grown;
        plan->capacity = capacity;
    }
    return &plan->steps[plan->count++];
}

bool format_plan_make(FormatPlan *plan, const char *format, size_t size)
{
    Reading reading = {format, format + size};
    plan->steps = plan->at_hand;
    plan->count = 0;
    plan->capacity = STEPS_AT_HAND;
    plan->text = NULL;
    plan->size = size;
    while (reading.at < reading.end) {
        FormatStep *step = add_step(plan);
        if (!step) {
            format_plan_clear(plan);
            return false;
        }
        const char *percent = memchr(reading.at, '%', (size_t)(reading.end - reading.at));
        const char *until = percent ? percent : reading.end;
        step->plain = reading.at;
        step->size = (uint32_t)(until - reading.at);
        step->spelled = 0;
        reading.at = until;
        if (!percent)
            break;
        reading.at++;
        read_conversion(&reading, &step->conversion);
        step->spelled = (uint32_t)(reading.at - percent);
    }
    return true;
}

void format_plan_clear(FormatPlan *plan)
{
    if (plan->steps != plan->at_hand)
        free(plan->steps);
    free(plan->text);
    plan->steps = plan->at_hand;
    plan->text = NULL;
    plan->count = 0;
}

FormatPlan *format_plan_new(const char *format, size_t size)
{
    FormatPlan *plan = malloc(sizeof *plan);
    char *text = malloc(size + 1);
    if (plan && text) {
        memcpy(text, format, size);
        if (format_plan_make(plan, text, size)) {
            plan->text = text;
            return plan;
        }
    }
    free(plan);
    free(text);
    return NULL;
}

void format_plan_free(FormatPlan *plan)
{
    if (plan)
        format_plan_clear(plan);
    free(plan);
}

bool format_plan_is(const FormatPlan *plan, const char *format, size_t size)
{
    return plan->size == size && memcmp(plan->text, format, size) == 0;
}
