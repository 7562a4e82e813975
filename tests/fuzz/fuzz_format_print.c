/* libFuzzer: any format with any arguments and texts; and a single number as the C library writes
 * it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"

enum { ARGUMENTS = 64, NUMBER_HEAD = 12, LONGEST = 6000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input is the thread's memory. */
typedef struct Input {
    const uint8_t *data;
    size_t size;
} Input;

static bool read_input(void *state, uint64_t address, void *out, uint32_t bytes)
{
    const Input *input = state;
    if (address > input->size || bytes > input->size - address)
        return false;
    memcpy(out, input->data + address, bytes);
    return true;
}

/* In pieces, as memory is that does not lie together. */
static const char *borrow_input(void *state, uint64_t address, size_t *size)
{
    const Input *input = state;
    if (address >= input->size)
        return NULL;
    size_t left = input->size - address;
    *size = left < 7 ? left : 7;
    return (const char *)input->data + address;
}

static void print_any(Input *input, bool borrows)
{
    FormatSource source = {.state = input,
                           .read = read_input,
                           .borrow = borrows ? borrow_input : NULL,
                           .poisoned = !borrows};
    FormatText text = {0};
    bool malformed;
    format_print(&source, ARGUMENTS, 0, &text, &malformed);
    if (text.data && strnlen(text.data, text.size + 1) > text.size)
        abort();
    free(text.data);
}

/* The head chooses the conversion. */
static void spell(const uint8_t *head, char *format, size_t room)
{
    static const char letters[] = "diuxXofFeEgGaA", flags[] = "-+ #0";
    size_t at = 0;
    format[at++] = '%';
    for (size_t i = 0; i < sizeof flags - 1; i++)
        if (head[0] >> i & 1)
            format[at++] = flags[i];
    if (head[0] & 32)
        at += (size_t)snprintf(format + at, room - at, "%d", head[1]);
    if (head[0] & 64)
        at += (size_t)snprintf(format + at, room - at, ".%d", head[2]);
    char letter = letters[head[3] % (sizeof letters - 1)];
    snprintf(format + at, room - at, "%s%c", strchr("diuxXo", letter) ? "ll" : "", letter);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void print_number(const uint8_t *data)
{
    char format[32], expected[LONGEST];
    uint64_t bits;
    double real;
    spell(data, format, sizeof format);
    memcpy(&bits, data + 4, sizeof bits);
    memcpy(&real, &bits, sizeof real);
    int length = strstr(format, "ll") ? snprintf(expected, sizeof expected, format, (long long)bits)
                                      : snprintf(expected, sizeof expected, format, real);
    char memory[ARGUMENTS + sizeof format] = {0};
    memcpy(memory, &bits, sizeof bits);
    memcpy(memory + ARGUMENTS, format, sizeof format);
    Input input = {(const uint8_t *)memory, sizeof memory};
    FormatSource source = {.state = &input, .read = read_input};
    FormatText text = {0};
    bool malformed;
    format_print(&source, ARGUMENTS, 0, &text, &malformed);
    if (malformed || text.size != (size_t)length || memcmp(text.data, expected, text.size) != 0)
        abort();
    free(text.data);
}
#pragma GCC diagnostic pop

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = {data, size};
    print_any(&input, true);
    print_any(&input, false);
    if (size >= NUMBER_HEAD)
        print_number(data);
    return 0;
}
