/* A format taken apart: plain text and conversions in turn. */
#ifndef CULAB_FORMAT_PLAN_H
#define CULAB_FORMAT_PLAN_H

#include "format/format.h"

enum { WIDTH_LIMIT = 4096 };
enum { FLAG_LEFT = 1, FLAG_PLUS = 2, FLAG_SPACE = 4, FLAG_ALTERNATIVE = 8, FLAG_ZERO = 16 };

/* One conversion: %[flags][width][.precision][length]letter */
typedef struct Conversion {
    int width, precision; /* -1: none */
    bool width_star, precision_star;
    uint8_t flags;
    uint8_t bytes; /* of an integer argument */
    char letter;   /* 0: the format ends within the conversion */
} Conversion;

/* Plain text, and the conversion behind it. */
typedef struct FormatStep {
    const char *plain; /* in the plan's own copy */
    uint32_t size;     /* of it */
    uint32_t spelled;  /* bytes of the conversion, the % included; 0: the format ends here */
    Conversion conversion;
} FormatStep;

enum { STEPS_AT_HAND = 8 };
struct FormatPlan {
    FormatStep *steps;
    size_t count, capacity;
    char *text; /* owned; NULL: somebody else's */
    size_t size;
    FormatStep at_hand[STEPS_AT_HAND]; /* for formats as they are most often: no allocation */
};

/* Takes a format apart in place: `format` stays the caller's. False: no memory. */
bool format_plan_make(FormatPlan *plan, const char *format, size_t size);
void format_plan_clear(FormatPlan *plan);

#endif
