/* Stream capture: calls that would queue work in a stream add nodes to a graph instead. */
#ifndef CULAB_SIM_API_CAPTURE_H
#define CULAB_SIM_API_CAPTURE_H

#include "sim/api/graph.h"

struct Capture {
    uint64_t id;
    Graph *graph;
    bool own_graph; /* made for the capture: freed when that fails */
    bool invalid;
    CUstreamCaptureMode mode;
    uint64_t thread;
    Stream *origin;
    Capture *next;
};

/* Before work is queued: whether a capture forbids it. The default stream's work would have to wait
 * for streams that capture, which spoils these captures. */
CUresult capture_check(Stream *stream);
/* Before a call that waits for the stream or asks whether it is done. */
CUresult capture_check_wait(Stream *stream);
/* Before a call that only asks something of the stream: spoils nothing. */
CUresult capture_check_ask(const Stream *stream);
/* Before a call that waits for a whole context, which no capture in it outlives. */
CUresult capture_check_context(const Context *context);
/* Before a call that asks whether the event has happened: one that was captured never does. */
CUresult capture_check_event(const Event *event, bool spoil);
/* Before a call that could do something that captures of others may not see. */
CUresult capture_check_unsafe(void);
CUresult capture_spoil(Capture *capture, CUresult result); /* returns `result` */

/* What calls add while their stream captures. */
CUresult capture_node(Stream *stream, CUgraphNodeParams *given, Node **out);
CUresult capture_copy(Stream *stream, const Copy *copy);
CUresult capture_fill(Stream *stream, const Fill *fill);
CUresult capture_launch(Stream *stream, Function *function, const LaunchShape *shape,
                        const void *parameters);
CUresult capture_host(Stream *stream, CUhostFn function, void *user);
CUresult capture_alloc(Stream *stream, uint64_t size, CUdeviceptr *address);
CUresult capture_free(Stream *stream, CUdeviceptr address);
CUresult capture_memory_ops(Stream *stream, CUstreamBatchMemOpParams *ops, unsigned count);
CUresult capture_graph(Stream *stream, Graph *graph);

/* An event that is recorded in a capturing stream stands for a place in the graph. */
CUresult capture_record(Stream *stream, Event *event, unsigned flags);
CUresult capture_wait(Stream *stream, Event *event, unsigned flags);
bool event_is_captured(const Event *event); /* its capture may have ended */
void event_capture_forget(Event *event);

bool capture_nodes_set(Stream *stream, Node *const *nodes, size_t count); /* false: no memory */
bool capture_nodes_add(Stream *stream, Node *const *nodes, size_t count);
void capture_stream_leave(Stream *stream);
/* The capture ends: its streams leave it. Frees it; the graph stays. */
void capture_close(Capture *capture);

#endif
