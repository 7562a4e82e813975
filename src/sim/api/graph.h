/* Graphs: nodes with their parameters, edges, and what is made from a graph to be launched. */
#ifndef CULAB_SIM_API_GRAPH_H
#define CULAB_SIM_API_GRAPH_H

#include "sim/api/copy.h"
#include "sim/api/launch.h"

typedef struct CUgraphExec_st GraphExec;

/* Parameters as they were given, with copies of what their pointers led to. */
typedef struct NodeParams {
    CUgraphNodeParams given; /* its pointers lead to what this struct owns */
    Context *context;
    Function *function; /* of a kernel node; it may be unloaded meanwhile */
    LaunchShape shape;
    void *block; /* the kernel's parameters, function->ptx->param_size bytes; or a batch's items */
    void **pointers; /* to each of them */
    Hints hints;
    Copy copy;      /* of a memcpy node */
    Graph **bodies; /* of a conditional node: given.conditional.size of them */
} NodeParams;

typedef struct Link {
    Node *node;
    CUgraphEdgeData data;
} Link;

typedef struct Links {
    Link *items;
    size_t count, capacity;
} Links;

struct CUgraphNode_st {
    Graph *graph;
    uint64_t id;     /* grows in the order of creation */
    uint64_t origin; /* id of the node that it was cloned from; else 0 */
    bool disabled;
    NodeParams params;
    Links in, out;
    size_t index; /* in graph->nodes */
    size_t mark;  /* for walks over the graph */
};

/* A value that conditional nodes look at and kernels set: a word of device memory, whose address is
 * the handle. */
typedef struct Condition {
    unsigned holders; /* graphs */
    CUdeviceptr address;
    uint64_t id;    /* of the allocation, which may go with its context */
    unsigned value; /* at the start of a launch */
    bool assigned;  /* whether it is set then */
} Condition;

typedef struct UserReference {
    UserObject *object;
    unsigned count;
} UserReference;

struct CUgraph_st {
    uint64_t id;
    Node **nodes; /* in the order of creation, so with growing ids and origins */
    size_t count, capacity;
    Node *parent;       /* of a child graph's; NULL */
    bool captured;      /* a stream captures into it now */
    bool cloned;        /* its nodes are copies that were checked before */
    bool owns_memory;   /* has allocation or free nodes, in children too */
    unsigned instances; /* executable graphs made from it and alive */
    UserReference *references;
    size_t reference_count;
    Condition **conditions; /* for its conditional nodes and those of graphs within it */
    size_t condition_count;
    Graph *next; /* all of the process */
};

struct CUgraphExec_st {
    Graph *graph;    /* a private copy */
    uint64_t source; /* id of the graph it was made from */
    uint64_t flags;
    unsigned holders; /* the caller and pending launches */
    Graph **before;   /* as it was when those were launched that are pending */
    size_t before_count;
};

Graph *graph_new(void); /* NULL: no memory */
void graph_free(Graph *graph);
/* A copy with its nodes' origins set. `exec`: for execution, with memory nodes allowed. */
CUresult graph_clone(const Graph *graph, bool exec, Graph **out);
/* The node with that origin, in child graphs too; NULL. */
Node *graph_find_origin(const Graph *graph, uint64_t origin);
/* Nodes so that each comes after those it depends on; false: there is a cycle, or no memory. Of
 * those that are ready the newest goes first: what relies on an order that no edge demands fails
 * the same way each time. */
bool graph_order(const Graph *graph, Node **order);
bool graph_is(CUgraph graph);
bool node_is(CUgraphNode node);
Graph *graph_of_id(uint64_t id); /* NULL: destroyed */

/* Adds a node and takes `params`, also when it fails. */
CUresult node_add(Graph *graph, const CUgraphNode *dependencies, const CUgraphEdgeData *edges,
                  size_t count, NodeParams *params, Node **out);
void node_free(Node *node); /* with its edges */
CUresult edge_add(Node *from, Node *to, const CUgraphEdgeData *data);
bool edge_remove(Node *from, Node *to, const CUgraphEdgeData *data);
const Link *edge_find(const Node *from, const Node *to);

/* Checks and copies; `given` for an allocation gets its address. `context`: the current one. */
Fill fill_of_node(const NodeParams *params); /* of a memset node */
CUresult params_make(CUgraphNodeParams *given, Context *context, NodeParams *out);
/* The same for what a stream captures: where a memset writes is asked when the graph is made
 * executable. */
CUresult params_make_captured(CUgraphNodeParams *given, Context *context, NodeParams *out);
CUresult params_clone(const NodeParams *from, NodeParams *out);
void params_drop(NodeParams *params);
/* Enters with a current context and a graph that exists (INVALID_VALUE). */
CUresult api_enter_graph(CUgraph graph, Context **context);

/* Memory that allocation nodes stand for. All of it is found by address. */
CUresult graph_memory_make(Context *context, uint64_t size, CUdeviceptr *address);
void graph_memory_hold(CUdeviceptr address);
void graph_memory_release(CUdeviceptr address);
bool graph_memory_is(CUdeviceptr address);
bool graph_memory_live(CUdeviceptr address);
void graph_memory_set_live(CUdeviceptr address, bool live);
/* A call outside graphs uses the address. INVALID_VALUE, and it is told of: it lies in memory of
 * graphs that no launch has taken, or that was freed since. */
CUresult graph_memory_check(uint64_t address, const char *what);
/* The same for all that a kernel's parameters could point to. */
void graph_memory_check_parameters(const void *parameters, size_t size, const char *kernel);

/* The graphs within a node: a child, or the bodies of a conditional node. */
size_t node_children(const NodeParams *params, Graph *const **children);

bool conditions_copy(const Graph *from, Graph *to);
void conditions_drop(Graph *graph);
/* Sets those that a launch sets at its start. */
void conditions_begin(const Graph *graph);
CUresult conditional_make(CUgraphNodeParams *given, Context *context, NodeParams *out);
CUresult conditional_clone(const NodeParams *from, NodeParams *out);
/* Whether the handle is one of the graph or of one around it. */
bool condition_is(const Graph *graph, CUgraphConditionalHandle handle);

bool user_references_copy(const Graph *from, Graph *to);
/* `to` gets those of `from` in the place of its own. False: no memory. */
bool user_references_take(Graph *to, const Graph *from);
void user_references_drop(Graph *graph);

void graph_exec_release(GraphExec *exec);
/* Before a change: launches that are pending keep what they were launched with. */
CUresult graph_exec_detach(GraphExec *exec);
CUresult graph_launch(GraphExec *exec, Stream *stream);
/* Whether nodes can take their new parameters in an executable graph. */
CUresult exec_params_check(const NodeParams *old, const NodeParams *fresh);

#endif
