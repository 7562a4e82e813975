/* One launch of a graph: its operations' simulated times follow its edges, not the stream's order.
 */
#ifndef CULAB_SIM_API_GRAPH_RUN_H
#define CULAB_SIM_API_GRAPH_RUN_H

#include "sim/api/graph.h"

struct GraphRun {
    unsigned holders; /* the launch and its operations */
    GraphExec *exec;  /* held: what it keeps alive is there until the launch is done */
    bool started;
    double start;
    GraphRun *outer; /* that a body is part of, held; NULL: a launch */
    size_t outer_index;
    size_t count;
    struct GraphRunNode {
        double end;
        size_t *waits_for; /* indices of earlier ones */
        size_t waits;
    } nodes[];
};

/* When the operation starts, given when it could if it were alone in its stream. */
double graph_run_start(const Op *op, double alone);
void graph_run_end(const Op *op, double time);
void graph_run_release(GraphRun *run);
/* Whether an operation comes behind an earlier one of the same launch, by the graph's edges. */
bool graph_run_is_behind(const Op *op, const Op *earlier);

/* When a conditional node's turn comes: queues the body that its value chooses right after `op`.
 * Refusals end in the context's fault. */
void graph_body_insert(Op *op, Graph *body, const Node *again);
/* Queues a conditional node, which looks at its value when its turn comes. */
CUresult conditional_enqueue(Stream *stream, const Node *node);

#endif
