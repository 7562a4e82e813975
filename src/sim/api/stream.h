/* Finding and freeing streams and events. */
#ifndef CULAB_SIM_API_STREAM_H
#define CULAB_SIM_API_STREAM_H

#include "sim/api/queue.h"

/* The stream that a handle means for a call made with `context` current: 0, 1 and 2 are the default
 * streams. NULL: no such stream (INVALID_HANDLE), or a default stream could not be made. */
Stream *stream_resolve(Context *context, CUstream handle);
/* Enters with a context and a stream: that of the handle, whose context must be alive. */
CUresult api_enter_stream(CUstream handle, Stream **stream);
Stream *stream_make(Context *context, StreamKind kind, unsigned flags, int priority);
void streams_free(Context *context); /* all of the context, after its queues are empty */
void events_free(Context *context);
/* The green context that a call's stream belongs to; default streams are of the one that is
 * current. NULL: none. */
CUgreenCtx stream_green(const Stream *stream);
unsigned stream_multiprocessors(const Stream *stream);
CUresult stream_priority_range(int *least, int *greatest);
void stream_priority_set(Stream *stream, int priority); /* the nearest that there is */

#endif
