/* Forms by opcode. */
#include "observe/float_formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_TEXT = 40, PIECES = FLOAT_OPERANDS + 1 };

/* What stands before, between and behind so many operands. */
typedef struct Form {
    PtxOp op;
    uint32_t count;
    const char *pieces[PIECES];
} Form;

static const Form forms[] = {
    {PTX_OP_ADD, 2, {"", " + ", ""}},        {PTX_OP_SUB, 2, {"", " - ", ""}},
    {PTX_OP_MUL, 2, {"", " * ", ""}},        {PTX_OP_DIV, 2, {"", " / ", ""}},
    {PTX_OP_FMA, 3, {"", " * ", " + ", ""}}, {PTX_OP_MAD, 3, {"", " * ", " + ", ""}},
    {PTX_OP_RCP, 1, {"1 / ", ""}},           {PTX_OP_SQRT, 1, {"sqrt(", ")"}},
    {PTX_OP_RSQRT, 1, {"1 / sqrt(", ")"}},   {PTX_OP_LG2, 1, {"log2(", ")"}},
    {PTX_OP_EX2, 1, {"exp2(", ")"}},         {PTX_OP_ATOM, 2, {"", " + ", ""}},
    {PTX_OP_RED, 2, {"", " + ", ""}},
};

const char *float_text(double value, char *out, size_t size)
{
    if (isnan(value))
        snprintf(out, size, "NaN");
    else if (isinf(value))
        snprintf(out, size, "%sinfinity", value < 0 ? "-" : "");
    else
        snprintf(out, size, "%.9g", value);
    return out;
}

static const Form *form_of(const PtxInst *inst, const FloatStep *step)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].op == inst->op && forms[i].count == step->count)
            return &forms[i];
    return NULL;
}

static void add(char *text, size_t size, const char *piece)
{
    size_t used = strlen(text);
    if (used < size)
        snprintf(text + used, size - used, "%s", piece);
}

/* Behind a sign, as in "1 + (-2)". */
static void add_number(char *text, size_t size, double value, bool bracket)
{
    char number[NUMBER_TEXT];
    float_text(value, number, sizeof number);
    bracket = bracket && *number == '-';
    add(text, size, bracket ? "(" : "");
    add(text, size, number);
    add(text, size, bracket ? ")" : "");
}

static void add_form(const Form *form, const FloatStep *step, char *text, size_t size)
{
    bool call = *form->pieces[form->count] == ')';
    for (uint32_t i = 0; i < form->count; i++) {
        add(text, size, form->pieces[i]);
        add_number(text, size, step->operands[i], !call && *form->pieces[i]);
    }
    add(text, size, form->pieces[form->count]);
}

static void add_list(const FloatStep *step, char *text, size_t size)
{
    for (uint32_t i = 0; i < step->count; i++) {
        add(text, size, i == 0 ? " of " : i + 1 == step->count ? " and " : ", ");
        add_number(text, size, step->operands[i], false);
    }
}

void float_formula_add(const PtxInst *inst, const FloatStep *step, char *text, size_t size)
{
    const Form *form = form_of(inst, step);
    char name[64];
    snprintf(name, sizeof name, form ? " (%.*s)" : "%.*s", VIEW_ARG(inst->mnemonic));
    if (form)
        add_form(form, step, text, size);
    add(text, size, name);
    if (!form)
        add_list(step, text, size);
}
