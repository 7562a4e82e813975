/* printf's formatting of what a thread printed. */
#include "format/format.h"

#include <stdlib.h>
#include <string.h>

#include "format/number.h"
#include "format/plan.h"
#include "format/text.h"

enum { FORMAT_LIMIT = 64 << 10 };

typedef struct Printer {
    const FormatSource *source;
    uint64_t args;
    int used;
    FormatText *out;
    bool malformed;
} Printer;

static bool is_missing(uint64_t value, uint32_t bytes)
{
    return value == UINT64_C(0xCBCBCBCBCBCBCBCB) >> (64 - 8 * bytes);
}

static uint64_t argument(Printer *printer, uint32_t bytes)
{
    const FormatSource *source = printer->source;
    uint64_t value = 0;
    printer->args = (printer->args + bytes - 1) & ~(uint64_t)(bytes - 1);
    if (!source->read(source->state, printer->args, &value, bytes) ||
        (source->poisoned && is_missing(value, bytes)))
        printer->malformed = true;
    printer->args += bytes;
    printer->used++;
    return value;
}

static int star(Printer *printer)
{
    int value = (int32_t)argument(printer, 4);
    return value > WIDTH_LIMIT ? WIDTH_LIMIT : value;
}

/* Takes the arguments of '*'. */
static void resolve(Printer *printer, Conversion *conversion)
{
    if (conversion->width_star) {
        conversion->width = star(printer);
        if (conversion->width < -1) { /* a minus flag and a width */
            conversion->flags |= FLAG_LEFT;
            conversion->width = conversion->width < -WIDTH_LIMIT ? WIDTH_LIMIT : -conversion->width;
        }
    }
    if (conversion->precision_star)
        conversion->precision = star(printer);
}

/* Adds a text of known size in its field. */
static void add_padded(Printer *printer, const Conversion *conversion, const char *text,
                       size_t size)
{
    bool left = conversion->flags & FLAG_LEFT;
    int missing = size < WIDTH_LIMIT ? conversion->width - (int)size : 0;
    format_text_fill(printer->out, ' ', left ? 0 : missing);
    format_text_add(printer->out, text, size);
    format_text_fill(printer->out, ' ', left ? missing : 0);
}

static void print_integer(Printer *printer, const Conversion *conversion)
{
    format_integer(printer->out, conversion, argument(printer, conversion->bytes == 8 ? 8 : 4));
}

static void print_real(Printer *printer, const Conversion *conversion)
{
    uint64_t bits = argument(printer, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    format_real(printer->out, conversion, value);
}

static void print_char(Printer *printer, const Conversion *conversion)
{
    char c = (char)argument(printer, 4);
    add_padded(printer, conversion, &c, 1);
}

static void print_pointer(Printer *printer, const Conversion *conversion)
{
    uint64_t value = argument(printer, 8);
    Conversion hexadecimal = *conversion;
    hexadecimal.flags = (conversion->flags & FLAG_LEFT) | FLAG_ALTERNATIVE;
    hexadecimal.precision = -1;
    hexadecimal.bytes = 8;
    hexadecimal.letter = 'x';
    if (value)
        format_integer(printer->out, &hexadecimal, value);
    else
        add_padded(printer, conversion, "(nil)", 5);
}

static bool add_bytes_at(const FormatSource *source, uint64_t address, size_t most, FormatText *out)
{
    char c;
    for (; most > 0; most--, address++) {
        if (!source->read(source->state, address, &c, 1))
            return false;
        if (!c)
            return true;
        format_text_add(out, &c, 1);
    }
    return true;
}

/* Adds what lies at an address up to a NUL or `most` bytes. False: it cannot be read to its end. */
static bool add_text_at(const FormatSource *source, uint64_t address, size_t most, FormatText *out)
{
    if (!source->borrow)
        return add_bytes_at(source, address, most, out);
    while (most > 0) {
        size_t size = 0;
        const char *bytes = source->borrow(source->state, address, &size);
        if (!bytes)
            return false;
        size_t wanted = size < most ? size : most, found = strnlen(bytes, wanted);
        format_text_add(out, bytes, found);
        if (found < wanted)
            return true;
        address += wanted;
        most -= wanted;
    }
    return true;
}

static void print_string(Printer *printer, const Conversion *conversion)
{
    FormatText aside = {0}, *out = conversion->width > 0 ? &aside : printer->out;
    uint64_t address = argument(printer, 8);
    size_t most = conversion->precision >= 0 ? (size_t)conversion->precision : TEXT_LIMIT;
    if (address == 0) {
        format_text_add(out, "(null)", 6);
    } else if (!add_text_at(printer->source, address, most, out)) {
        printer->malformed = true;
        format_text_add(out, "(bad string)", 12);
    }
    if (out == &aside)
        add_padded(printer, conversion, aside.data ? aside.data : "", aside.size);
    free(aside.data);
}

static void print_percent(Printer *printer, const Conversion *conversion)
{
    (void)conversion;
    format_text_add(printer->out, "%", 1);
}

static void (*const printing[256])(Printer *, const Conversion *) = {
    ['d'] = print_integer, ['i'] = print_integer, ['u'] = print_integer, ['x'] = print_integer,
    ['X'] = print_integer, ['o'] = print_integer, ['f'] = print_real,    ['F'] = print_real,
    ['e'] = print_real,    ['E'] = print_real,    ['g'] = print_real,    ['G'] = print_real,
    ['a'] = print_real,    ['A'] = print_real,    ['c'] = print_char,    ['s'] = print_string,
    ['p'] = print_pointer, ['%'] = print_percent,
};

/* %n, unknown letters, a lone % at the end: shown as they stand. */
static void print_unknown(Printer *printer, const FormatStep *step)
{
    printer->malformed = true;
    if (step->conversion.letter == 'n')
        argument(printer, 8);
    format_text_add(printer->out, step->plain + step->size, step->spelled);
}

static void convert(Printer *printer, const FormatStep *step)
{
    const Conversion *conversion = &step->conversion;
    Conversion resolved;
    if (conversion->width_star || conversion->precision_star) {
        resolved = *conversion;
        conversion = &resolved;
        resolve(printer, &resolved);
    }
    if (printing[(unsigned char)conversion->letter])
        printing[(unsigned char)conversion->letter](printer, conversion);
    else
        print_unknown(printer, step);
}

int format_plan_print(const FormatPlan *plan, const FormatSource *source, uint64_t args,
                      FormatText *out, bool *malformed)
{
    Printer printer = {.source = source, .args = args, .out = out};
    for (size_t i = 0; i < plan->count; i++) {
        const FormatStep *step = &plan->steps[i];
        format_text_add(out, step->plain, step->size);
        if (step->spelled)
            convert(&printer, step);
    }
    *malformed = printer.malformed;
    return printer.used;
}

char *format_fetch(const FormatSource *source, uint64_t format, size_t *size, bool *whole)
{
    FormatText text = {0};
    *whole = add_text_at(source, format, FORMAT_LIMIT, &text);
    *size = text.size;
    return text.data;
}

int format_print(const FormatSource *source, uint64_t format, uint64_t args, FormatText *out,
                 bool *malformed)
{
    FormatPlan plan;
    size_t size;
    bool whole, bad = false;
    int used = 0;
    char *text = format_fetch(source, format, &size, &whole);
    if (text && !format_plan_make(&plan, text, size))
        out->cut = true;
    else if (text) {
        used = format_plan_print(&plan, source, args, out, &bad);
        format_plan_clear(&plan);
    }
    free(text);
    *malformed = bad || !whole;
    return used;
}
