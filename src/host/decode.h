/* Arguments as people read them: by type, from the tables of function.h and cuda/. */
#ifndef CULAB_HOST_DECODE_H
#define CULAB_HOST_DECODE_H

#include "host/names.h"
#include "result/host.h"

/* All arguments of a call. */
void call_decode(const LoggedCall *call, const HandleNames *names, HostCall *out);
/* "cuMemAlloc" of "cuMemAlloc_v2". */
char *symbol_plain(const char *symbol);
/* A field of the struct that an argument points to, a number; 0: there is none of this name. */
uint64_t call_field(const LoggedCall *call, int argument, const char *field);
/* Bytes that the call moves, fills or allocates. */
uint64_t call_bytes(const LoggedCall *call);

#endif
