/* Integers and floating-point numbers as C's printf writes them, to the last digit. */
#ifndef CULAB_FORMAT_NUMBER_H
#define CULAB_FORMAT_NUMBER_H

#include "format/plan.h"

/* d i u x X o: `value` holds the argument's bytes, what lies above them is ignored. */
void format_integer(FormatText *out, const Conversion *conversion, uint64_t value);
/* f F e E g G a A */
void format_real(FormatText *out, const Conversion *conversion, double value);
/* Digits of a number, ended at `end`; returns where they begin. */
char *format_decimal(char *end, uint64_t value);

#endif
