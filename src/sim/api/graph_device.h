/* Graphs that kernels of graphs launch. */
#ifndef CULAB_SIM_API_GRAPH_DEVICE_H
#define CULAB_SIM_API_GRAPH_DEVICE_H

#include "sim/api/graph_run.h"

enum { DEVICE_GRAPHS = 255 }; /* that one kernel may launch, as the programming guide says */

typedef struct DeviceGraphs {
    struct DeviceGraph {
        GraphExec *exec; /* held */
        bool tail;
    } items[DEVICE_GRAPHS];
    unsigned count;
} DeviceGraphs;

/* Whether the graph can be instantiated for launches by kernels. */
CUgraphInstantiateResult device_graph_check(const Graph *graph);
/* cudaGraphLaunch() in a kernel: notes it. Returns a cudaError_t. Takes the lock. */
uint32_t device_graph_note(DeviceGraphs *graphs, bool in_graph, uint64_t exec, uint64_t stream);
/* When the kernel has ended: queues what it launched; tails come behind the whole graph that the
 * operation is part of, the others at once. */
CUresult device_graphs_launch(DeviceGraphs *graphs, Op *op);

#endif
