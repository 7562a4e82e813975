/* Numbers written as elements. */
#ifndef CULAB_CHECK_STORE_H
#define CULAB_CHECK_STORE_H

#include "result/result.h"

uint16_t half_of(double value); /* binary16, rounded to nearest even */
/* Little-endian, into element_bytes(type) bytes. Integers keep their low bits. */
void element_store_float(ElementType type, double value, void *at);
void element_store_integer(ElementType type, uint64_t value, void *at);
/* A whole text such as "-3" or "2.5". False: no number, or out of the type's range. */
bool element_store_text(ElementType type, View text, void *at);

#endif
