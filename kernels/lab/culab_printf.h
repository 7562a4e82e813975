/* printf on a GPU: each call leaves a record with its block, thread, line and arguments in a buffer
 * that the lab's worker gives (src/worker/print_ring.h has the layout) and formats on the host.
 * Taken in only by sources that call printf. A printf whose address is taken stays the driver's. */
#pragma once

/* The buffer's address, its bytes, the bytes taken, the records that found no room. */
extern "C" __device__ unsigned long long culab_printf_state[4];
__device__ unsigned long long culab_printf_state[4];

namespace culab_lab
{
enum : unsigned { header_bytes = 32, copy_bytes = 16, text_most = 65535 };

/* A string literal does not change and can be read by its address later on. */
template <class Format> struct Literal {
    static const bool value = false;
};
template <unsigned long size> struct Literal<const char (&)[size]> {
    static const bool value = true;
};

/* The promotions of C's variable arguments. */
template <class Value> __device__ __forceinline__ auto promoted(Value value) -> decltype(+value)
{
    return +value;
}
__device__ __forceinline__ double promoted(float value)
{
    return value;
}
__device__ __forceinline__ const void *promoted(decltype(nullptr))
{
    return nullptr;
}

template <class Value> struct Text {
    static const bool value = false;
};
template <> struct Text<const char *> {
    static const bool value = true;
};
template <> struct Text<char *> {
    static const bool value = true;
};
template <> struct Text<const signed char *> {
    static const bool value = true;
};
template <> struct Text<signed char *> {
    static const bool value = true;
};
template <> struct Text<const unsigned char *> {
    static const bool value = true;
};
template <> struct Text<unsigned char *> {
    static const bool value = true;
};

__device__ __forceinline__ constexpr unsigned rounded(unsigned at, unsigned to)
{
    return (at + to - 1) / to * to;
}

/* Where the arguments end when each lies at a multiple of its size. */
__device__ __forceinline__ constexpr unsigned arguments_end(unsigned at)
{
    return at;
}
template <class First, class... Rest>
__device__ __forceinline__ constexpr unsigned arguments_end(unsigned at, const First &,
                                                            const Rest &...rest)
{
    return arguments_end(rounded(at, sizeof(First)) + (unsigned)sizeof(First), rest...);
}

__device__ __forceinline__ void put_arguments(char *, unsigned)
{
}
template <class First, class... Rest>
__device__ __forceinline__ void put_arguments(char *base, unsigned at, First first, Rest... rest)
{
    at = rounded(at, sizeof(First));
    *(First *)(base + at) = first;
    put_arguments(base, at + (unsigned)sizeof(First), rest...);
}

__device__ inline unsigned length_of(const char *text, unsigned most)
{
    unsigned size = 0;
    while (size < most && text[size])
        size++;
    return size < most ? size + 1 : size; /* with the NUL, where there is one */
}

/* What lies between a % and its letter, as far as it takes arguments of its own. */
struct Conversion {
    unsigned arguments; /* '*' */
    int precision_star; /* which argument gives the precision; -1: none does */
    unsigned precision; /* text_most: none */
    char letter;
};

__device__ inline const char *read_conversion(const char *at, unsigned argument, Conversion &out)
{
    bool behind_point = false;
    out = {0, -1, text_most, 0};
    for (;; at++) {
        char c = *at;
        if (c == '*') {
            if (behind_point)
                out.precision_star = (int)(argument + out.arguments);
            out.arguments++;
        } else if (c == '.') {
            behind_point = true;
            out.precision = 0;
        } else if (c >= '0' && c <= '9') {
            if (behind_point && out.precision < text_most)
                out.precision = out.precision * 10 + (unsigned)(c - '0');
        } else if (c != '-' && c != '+' && c != ' ' && c != '#' && c != 'h' && c != 'l' &&
                   c != 'j' && c != 'z' && c != 't' && c != 'L') {
            break;
        }
    }
    out.letter = *at;
    return *at ? at + 1 : at;
}

/* How many bytes of its text the format asks of this argument; 0: it is not printed as text. */
__device__ inline unsigned text_limit(const char *format, unsigned wanted, const int *values,
                                      unsigned count)
{
    unsigned argument = 0;
    while (*format) {
        Conversion conversion;
        if (*format++ != '%')
            continue;
        format = read_conversion(format, argument, conversion);
        argument += conversion.arguments;
        if (conversion.letter == '%')
            continue;
        if (argument++ != wanted)
            continue;
        if (conversion.letter != 's')
            return 0;
        unsigned star = (unsigned)conversion.precision_star;
        if (conversion.precision_star >= 0)
            conversion.precision =
                star < count && values[star] >= 0 ? (unsigned)values[star] : (unsigned)text_most;
        return conversion.precision < text_most ? conversion.precision : (unsigned)text_most;
    }
    return 0;
}

template <class Value> __device__ __forceinline__ int as_int(Value)
{
    return 0;
}
__device__ __forceinline__ int as_int(int value)
{
    return value;
}

template <class Value, bool is_text> struct Pointer {
    static __device__ __forceinline__ const char *of(Value)
    {
        return nullptr;
    }
};
template <class Value> struct Pointer<Value, true> {
    static __device__ __forceinline__ const char *of(Value value)
    {
        return (const char *)value;
    }
};

/* Room for a record; null: there is none left, and the record is counted as lost. */
__device__ inline char *reserve(unsigned bytes)
{
    unsigned long long *state = culab_printf_state;
    if (!state[0])
        return nullptr;
    unsigned long long at = atomicAdd(&state[2], (unsigned long long)bytes);
    if (at + bytes <= state[1])
        return (char *)state[0] + at;
    atomicAdd(&state[3], 1ull);
    return nullptr;
}

__device__ __forceinline__ void put_header(char *record, unsigned bytes, int line,
                                           const char *format, unsigned arguments)
{
    unsigned *word = (unsigned *)record;
    word[1] = (unsigned)line;
    word[2] = blockIdx.x;
    word[3] = blockIdx.y | blockIdx.z << 16;
    word[4] = threadIdx.x | threadIdx.y << 11 | threadIdx.z << 22;
    word[5] = arguments;
    *(const char **)(word + 6) = format;
    *(volatile unsigned *)word = bytes; /* last: a record with a size is whole */
}

/* A piece of memory as it is now: its address, its size, its bytes. */
__device__ inline char *put_copy(char *at, const char *from, unsigned size)
{
    *(const char **)at = from;
    *(unsigned *)(at + 8) = size;
    for (unsigned i = 0; i < size; i++)
        at[copy_bytes + i] = from[i];
    return at + copy_bytes + rounded(size, 8);
}

__device__ __forceinline__ unsigned copy_size(unsigned text)
{
    return text ? copy_bytes + rounded(text, 8) : 0;
}

/* Arguments and format by value alone. */
template <class... Values>
__device__ __forceinline__ void print_plain(int line, const char *format, Values... values)
{
    unsigned arguments = arguments_end(0, values...);
    unsigned bytes = header_bytes + rounded(arguments, 8);
    char *record = reserve(bytes);
    if (!record)
        return;
    put_arguments(record + header_bytes, 0, values...);
    put_header(record, bytes, line, format, arguments);
}

/* With copies of the format or of texts. */
template <class... Values>
__device__ void print_copies(int line, const char *format, bool copy_format, Values... values)
{
    const unsigned count = sizeof...(Values);
    const int numbers[] = {as_int(values)..., 0};
    const char *texts[] = {Pointer<Values, Text<Values>::value>::of(values)..., nullptr};
    unsigned sizes[count + 1];
    unsigned arguments = arguments_end(0, values...);
    unsigned format_size = copy_format && format ? length_of(format, text_most) : 0;
    unsigned bytes = header_bytes + rounded(arguments, 8) + copy_size(format_size);
    for (unsigned i = 0; i < count; i++) {
        unsigned most = texts[i] && format ? text_limit(format, i, numbers, count) : 0;
        sizes[i] = most ? length_of(texts[i], most) : 0;
        bytes += copy_size(sizes[i]);
    }
    char *record = reserve(bytes);
    if (!record)
        return;
    put_arguments(record + header_bytes, 0, values...);
    char *at = record + header_bytes + rounded(arguments, 8);
    if (format_size)
        at = put_copy(at, format, format_size);
    for (unsigned i = 0; i < count; i++)
        if (sizes[i])
            at = put_copy(at, texts[i], sizes[i]);
    put_header(record, bytes, line, format, arguments);
}

template <class... Values> struct AnyText {
    static const bool value = false;
};
template <class First, class... Rest> struct AnyText<First, Rest...> {
    static const bool value = Text<First>::value || AnyText<Rest...>::value;
};

template <bool literal, class... Values>
__device__ __forceinline__ void print(int line, const char *format, Values... values)
{
    bool copy_format = !literal || !__isGlobal(format);
    if (AnyText<Values...>::value || copy_format)
        print_copies(line, format, copy_format, values...);
    else
        print_plain(line, format, values...);
}
} // namespace culab_lab

template <class Format, class... Values>
__device__ __forceinline__ int culab_printf(unsigned long, int line, Format &&format,
                                            Values... values)
{
    culab_lab::print<culab_lab::Literal<Format>::value>(line, format,
                                                        culab_lab::promoted(values)...);
    return (int)sizeof...(Values);
}
namespace std
{
using ::culab_printf;
}

/* The compiler looks at the call as it stands, for its warnings about formats. */
#define printf(...) culab_printf(sizeof(printf(__VA_ARGS__)), __builtin_LINE(), __VA_ARGS__)
