/* What a person is to be told outside the panes. */
#ifndef CULAB_SESSION_NOTICES_H
#define CULAB_SESSION_NOTICES_H

#include "session/session.h"

/* Start from {0}. The newest is the last; only the newest few are kept. */
typedef struct Notices {
    VEC(Notice) list;
    uint64_t told; /* how many there were in all: tells that there is a new one */
} Notices;

void notices_add(Notices *notices, Severity severity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The error's place and text. */
void notices_add_error(Notices *notices, Severity severity, const Error *error);
const Notice *notices_newest(const Notices *notices); /* NULL: none */
void notices_free(Notices *notices);

#endif
