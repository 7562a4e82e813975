/* Names for handles, as people speak of them: "stream 2", "event 1", "saxpy". */
#ifndef CULAB_HOST_NAMES_H
#define CULAB_HOST_NAMES_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "host/record.h"

typedef struct HandleName {
    uint64_t value;
    char *text;
} HandleName;

typedef struct HandleNames {
    VEC(HandleName) names;  /* the newest of a value counts: handles are used again */
    VEC(HandleName) counts; /* made so far: kind of handle, in `text` */
} HandleNames;

/* Learns the handles that a call gave back. */
void names_take(HandleNames *names, const LoggedCall *call);
/* NULL: none is known. */
const char *names_find(const HandleNames *names, uint64_t value);
void names_free(HandleNames *names);

#endif
