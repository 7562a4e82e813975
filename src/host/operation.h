/* What calls of the Driver API do to streams: by symbol, one row each. */
#ifndef CULAB_HOST_OPERATION_H
#define CULAB_HOST_OPERATION_H

#include "host/function.h"

/* The kinds of result/host.h, HostSpanKind, in its order. */
typedef enum OperationKind {
    OPERATION_TO_DEVICE,
    OPERATION_TO_HOST,
    OPERATION_ON_DEVICE,
    OPERATION_FILL,
    OPERATION_KERNEL,
    OPERATION_HOST,
    OPERATION_RECORD,
    OPERATION_WAIT,
    OPERATION_COPY, /* a copy whose direction its addresses tell */
    OPERATION_NONE
} OperationKind;

typedef struct Operation {
    const char *symbol;
    OperationKind kind;
    int stream;   /* index of the argument; -1: the default stream */
    int bytes;    /* index; -1: none */
    int to, from; /* indices of addresses; -1: none */
} Operation;

/* NULL: it puts nothing into a stream. */
const Operation *operation_find(const char *symbol);
/* Whether the host waits in it for the device: for a stream, an event, or everything. */
int operation_waits(const char *symbol);

#endif
