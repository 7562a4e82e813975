/* Sums of multiples of indices, and their ranges. */
#include "sim/engine/affine.h"

Form form_of(int64_t constant)
{
    return (Form){.known = true, .constant = constant};
}

Form form_var(uint32_t var)
{
    Form form = form_of(0);
    form.coef[var] = 1;
    return form;
}

Form form_unknown(void)
{
    return (Form){.known = false};
}

bool form_is_constant(const Form *form)
{
    for (uint32_t i = 0; i < FORM_VARS; i++)
        if (form->coef[i])
            return false;
    return form->known;
}

static int64_t sum(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

static int64_t product(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a * (uint64_t)b);
}

Form form_add(const Form *a, const Form *b)
{
    Form out = {.known = a->known && b->known, .constant = sum(a->constant, b->constant)};
    for (uint32_t i = 0; i < FORM_VARS; i++)
        out.coef[i] = sum(a->coef[i], b->coef[i]);
    return out.known ? out : form_unknown();
}

Form form_scale(const Form *form, int64_t by)
{
    Form out = {.known = form->known, .constant = product(form->constant, by)};
    for (uint32_t i = 0; i < FORM_VARS; i++)
        out.coef[i] = product(form->coef[i], by);
    return out;
}

static int64_t reduce(int64_t value, uint32_t bits)
{
    const uint32_t away = 64 - bits;
    return (int64_t)((uint64_t)value << away) >> away;
}

Form form_reduce(const Form *form, uint32_t bits)
{
    Form out = {.known = form->known, .constant = reduce(form->constant, bits)};
    for (uint32_t i = 0; i < FORM_VARS; i++)
        out.coef[i] = reduce(form->coef[i], bits);
    return out;
}

/* -- ranges */

static void add_part(Range *to, Wide coef, Range range)
{
    to->low += coef * (coef > 0 ? range.low : range.high);
    to->high += coef * (coef > 0 ? range.high : range.low);
}

/* Of a form that has one. */
static uint32_t first_var(const Form *form)
{
    uint32_t var = 0;
    while (var < FORM_VARS - 1 && !form->coef[var])
        var++;
    return var;
}

/* How often the bound's form is in the other one; 0: not evenly. */
static int64_t times_in(const Form *part, const Form *form)
{
    const uint32_t first = first_var(part);
    if (form->coef[first] % part->coef[first])
        return 0;
    const int64_t times = form->coef[first] / part->coef[first];
    for (uint32_t i = 0; i < FORM_VARS; i++)
        if (part->coef[i] && form->coef[i] != (Wide)part->coef[i] * times)
            return 0;
    return times;
}

Range form_range(const FormSpace *space, const Bound *bounds, const Form *form)
{
    Form rest = *form;
    Range range = {form->constant, form->constant};
    for (; bounds; bounds = bounds->before) {
        const int64_t times = times_in(&bounds->form, &rest);
        if (!times)
            continue;
        add_part(&range, times, bounds->range);
        for (uint32_t i = 0; i < FORM_VARS; i++)
            if (bounds->form.coef[i])
                rest.coef[i] = 0;
    }
    for (uint32_t i = 0; i < space->count; i++)
        add_part(&range, rest.coef[i], space->range[i]);
    return range;
}

static Wide floor_divided(Wide a, Wide b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

bool form_exact(const FormSpace *space, const Bound *bounds, const Form *form, uint32_t bits,
                bool is_signed, Form *out)
{
    if (!form->known)
        return false;
    const Wide span = (Wide)1 << bits, low = is_signed ? -(span / 2) : 0;
    const Range range = form_range(space, bounds, form);
    const Wide turns = floor_divided(range.low - low, span);
    if (range.high - turns * span >= low + span || (bits == 64 && turns))
        return false;
    const Wide constant = form->constant - turns * span;
    if (constant < INT64_MIN || constant > INT64_MAX)
        return false;
    *out = *form;
    out->constant = (int64_t)constant;
    return true;
}

/* -- bounds */

/* Of the coefficients; 0: there are none, or one has no opposite. */
static int64_t common_divisor(const Form *form)
{
    int64_t divisor = 0;
    for (uint32_t i = 0; i < FORM_VARS; i++) {
        if (form->coef[i] == INT64_MIN)
            return 0;
        int64_t a = form->coef[i] < 0 ? -form->coef[i] : form->coef[i];
        while (a) {
            const int64_t rest = divisor % a;
            divisor = a;
            a = rest;
        }
    }
    return divisor;
}

/* The form as `times` * (a form as bounds have it) + its constant. 0: it has no variables. */
static int64_t bound_shape(const Form *form, Form *shape)
{
    int64_t times = common_divisor(form);
    if (!form->known || !times)
        return 0;
    if (form->coef[first_var(form)] < 0)
        times = -times;
    *shape = (Form){.known = true};
    for (uint32_t i = 0; i < FORM_VARS; i++)
        shape->coef[i] = form->coef[i] / times;
    return times;
}

static bool keep(const Bound *bounds, const Form *shape, Range known, Range range, Bound *out)
{
    if (range.low < known.low)
        range.low = known.low;
    if (range.high > known.high)
        range.high = known.high;
    if (range.low > range.high || (range.low == known.low && range.high == known.high))
        return false;
    *out = (Bound){bounds, *shape, range};
    return true;
}

bool bound_make(const FormSpace *space, const Bound *bounds, const Form *form, Range range,
                Bound *out)
{
    Form shape;
    const int64_t times = bound_shape(form, &shape);
    if (!times)
        return false;
    const Wide low = (times > 0 ? range.low : range.high) - form->constant;
    const Wide high = (times > 0 ? range.high : range.low) - form->constant;
    const Range scaled = {-floor_divided(-low, times), floor_divided(high, times)};
    return keep(bounds, &shape, form_range(space, bounds, &shape), scaled, out);
}

bool bound_make_not(const FormSpace *space, const Bound *bounds, const Form *form, Bound *out)
{
    Form shape;
    const int64_t times = bound_shape(form, &shape);
    if (!times || (Wide)form->constant % times)
        return false;
    const Wide hole = -(Wide)form->constant / times;
    const Range known = form_range(space, bounds, &shape);
    const Range range = {known.low + (known.low == hole), known.high - (known.high == hole)};
    return keep(bounds, &shape, known, range, out);
}
