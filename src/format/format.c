/* printf's formatting of what a thread printed. */
#include "format/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT_LIMIT = 1 << 20, /* bytes of one record */
    WIDTH_LIMIT = 4096,
    FORMAT_LIMIT = 64 << 10
};

typedef struct Printer {
    void *state;
    FormatRead read;
    uint64_t args;
    int used;
    FormatText *out;
    bool malformed;
} Printer;

/* One conversion: %[flags][width][.precision][length]letter */
typedef struct Conversion {
    char flags[8];
    int flag_count;
    int width, precision; /* -1: none */
    int bytes;            /* of an integer argument */
    char letter;
} Conversion;

static void add(FormatText *out, const char *text, size_t size)
{
    if (out->size + size > TEXT_LIMIT) {
        size = TEXT_LIMIT - out->size;
        out->cut = true;
    }
    if (out->size + size + 1 > out->capacity) {
        size_t capacity = (out->size + size + 1) * 2;
        char *grown = realloc(out->data, capacity);
        if (!grown) {
            out->cut = true;
            return;
        }
        out->data = grown;
        out->capacity = capacity;
    }
    memcpy(out->data + out->size, text, size);
    out->size += size;
    out->data[out->size] = 0;
}

/* Local memory that the caller has not written is full of this byte: no argument was put there. */
static bool is_missing(uint64_t value, uint32_t bytes)
{
    return value == UINT64_C(0xCBCBCBCBCBCBCBCB) >> (64 - 8 * bytes);
}

static uint64_t argument(Printer *printer, uint32_t bytes)
{
    uint64_t value = 0;
    printer->args = (printer->args + bytes - 1) & ~(uint64_t)(bytes - 1);
    if (!printer->read(printer->state, printer->args, &value, bytes) || is_missing(value, bytes))
        printer->malformed = true;
    printer->args += bytes;
    printer->used++;
    return value;
}

static bool format_char(Printer *printer, uint64_t address, char *c)
{
    return printer->read(printer->state, address, c, 1);
}

/* A number or '*'. */
static int parse_number(Printer *printer, const char **at)
{
    long number = 0;
    if (**at == '*') {
        (*at)++;
        return (int32_t)argument(printer, 4);
    }
    for (; **at >= '0' && **at <= '9'; (*at)++)
        if (number < 100000)
            number = number * 10 + (**at - '0');
    return (int)number;
}

static int clamp_width(int width)
{
    return width > WIDTH_LIMIT ? WIDTH_LIMIT : width;
}

static int parse_length(const char **at)
{
    char first = **at;
    if (!first || !strchr("hljztL", first))
        return 4;
    (*at)++;
    if (**at == first && (first == 'h' || first == 'l')) {
        (*at)++;
        return first == 'h' ? 1 : 8;
    }
    return first == 'h' ? 2 : 8;
}

static void parse(Printer *printer, const char **at, Conversion *conversion)
{
    *conversion = (Conversion){.width = -1, .precision = -1};
    for (; **at && strchr("-+ #0", **at); (*at)++)
        if (conversion->flag_count < 5 && !strchr(conversion->flags, **at))
            conversion->flags[conversion->flag_count++] = **at;
    if (**at == '*' || (**at >= '0' && **at <= '9'))
        conversion->width = parse_number(printer, at);
    if (conversion->width < -1) { /* from '*': a minus flag and a width */
        conversion->flags[conversion->flag_count++] = '-';
        conversion->width = conversion->width < -WIDTH_LIMIT ? WIDTH_LIMIT : -conversion->width;
    }
    if (**at == '.') {
        (*at)++;
        conversion->precision = parse_number(printer, at);
    }
    conversion->width = clamp_width(conversion->width);
    conversion->precision = clamp_width(conversion->precision);
    conversion->bytes = parse_length(at);
    conversion->letter = **at;
    if (**at)
        (*at)++;
}

/* The same conversion for the host's printf. */
static void host_format(const Conversion *conversion, const char *length, char *out, size_t size)
{
    int n = snprintf(out, size, "%%%s", conversion->flags);
    if (conversion->width >= 0)
        n += snprintf(out + n, size - (size_t)n, "%d", conversion->width);
    if (conversion->precision >= 0)
        n += snprintf(out + n, size - (size_t)n, ".%d", conversion->precision);
    snprintf(out + n, size - (size_t)n, "%s%c", length, conversion->letter);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void print_integer(Printer *printer, const Conversion *conversion)
{
    char format[64], text[WIDTH_LIMIT * 2 + 64];
    uint64_t value = argument(printer, conversion->bytes == 8 ? 8 : 4);
    bool is_signed = conversion->letter == 'd' || conversion->letter == 'i';
    uint32_t shift = 64 - 8 * (uint32_t)conversion->bytes;
    value = is_signed ? (uint64_t)((int64_t)(value << shift) >> shift) : value << shift >> shift;
    host_format(conversion, "ll", format, sizeof(format));
    int n = snprintf(text, sizeof(text), format, (long long)value);
    add(printer->out, text, n > 0 ? (size_t)n : 0);
}

static void print_float(Printer *printer, const Conversion *conversion)
{
    char format[64], text[WIDTH_LIMIT * 2 + 512];
    uint64_t bits = argument(printer, 8);
    double value;
    memcpy(&value, &bits, sizeof(value));
    host_format(conversion, "", format, sizeof(format));
    int n = snprintf(text, sizeof(text), format, value);
    size_t size = n > 0 ? (size_t)n : 0;
    add(printer->out, text, size < sizeof(text) ? size : sizeof(text) - 1);
}

static void print_char(Printer *printer, const Conversion *conversion)
{
    char format[64], text[WIDTH_LIMIT + 64];
    uint64_t value = argument(printer, 4);
    Conversion plain = *conversion;
    plain.precision = -1;
    host_format(&plain, "", format, sizeof(format));
    int n = snprintf(text, sizeof(text), format, (int)(value & 255));
    add(printer->out, text, n > 0 ? (size_t)n : 0);
}
#pragma GCC diagnostic pop

static void pad(Printer *printer, int count)
{
    for (; count > 0; count--)
        add(printer->out, " ", 1);
}

static void print_pointer(Printer *printer, const Conversion *conversion)
{
    char text[32];
    uint64_t value = argument(printer, 8);
    int n = value ? snprintf(text, sizeof(text), "0x%llx", (unsigned long long)value)
                  : snprintf(text, sizeof(text), "(nil)");
    bool left = strchr(conversion->flags, '-') != NULL;
    pad(printer, left ? 0 : conversion->width - n);
    add(printer->out, text, (size_t)n);
    pad(printer, left ? conversion->width - n : 0);
}

static void print_string(Printer *printer, const Conversion *conversion)
{
    uint64_t address = argument(printer, 8);
    FormatText text = {0};
    char c = 1;
    int most = conversion->precision >= 0 ? conversion->precision : TEXT_LIMIT;
    if (address == 0)
        add(&text, "(null)", 6);
    for (int i = 0; address && i < most; i++) {
        if (!format_char(printer, address + (uint64_t)i, &c)) {
            printer->malformed = true;
            add(&text, "(bad string)", 12);
            break;
        }
        if (!c)
            break;
        add(&text, &c, 1);
    }
    bool left = strchr(conversion->flags, '-') != NULL;
    int missing = conversion->width - (int)text.size;
    pad(printer, left ? 0 : missing);
    if (text.size)
        add(printer->out, text.data, text.size);
    pad(printer, left ? missing : 0);
    free(text.data);
}

static void convert(Printer *printer, const char **at)
{
    const char *from = *at - 1;
    Conversion conversion;
    parse(printer, at, &conversion);
    char letter = conversion.letter;
    if (letter == '%')
        add(printer->out, "%", 1);
    else if (letter && strchr("diuxXo", letter))
        print_integer(printer, &conversion);
    else if (letter && strchr("fFeEgGaA", letter))
        print_float(printer, &conversion);
    else if (letter == 'c')
        print_char(printer, &conversion);
    else if (letter == 's')
        print_string(printer, &conversion);
    else if (letter == 'p')
        print_pointer(printer, &conversion);
    else {
        printer->malformed = true; /* %n, unknown letters, a lone % at the end */
        if (letter == 'n')
            argument(printer, 8);
        add(printer->out, from, (size_t)(*at - from));
    }
}

static char *fetch_format(Printer *printer, uint64_t address)
{
    FormatText text = {0};
    char c;
    for (uint64_t i = 0; i < FORMAT_LIMIT; i++) {
        if (!format_char(printer, address + i, &c)) {
            printer->malformed = true;
            break;
        }
        if (!c)
            break;
        add(&text, &c, 1);
    }
    return text.data;
}

int format_print(void *state, FormatRead read, uint64_t format, uint64_t args, FormatText *out,
                 bool *malformed)
{
    Printer printer = {.state = state, .read = read, .args = args, .out = out};
    char *text = fetch_format(&printer, format);
    const char *at = text ? text : "";
    while (*at) {
        const char *percent = strchr(at, '%');
        size_t plain = percent ? (size_t)(percent - at) : strlen(at);
        add(out, at, plain);
        at += plain;
        if (*at == '%') {
            at++;
            convert(&printer, &at);
        }
    }
    free(text);
    *malformed = printer.malformed;
    return printer.used;
}
