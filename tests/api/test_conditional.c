/* Conditional nodes of graphs: if, while, switch, and what is within them. */
#include "api.h"

/* count_down(word, handle): takes one from the word and sets the condition to what is left.
 * choose(handle, value); add(word, what). */
static const char ptx[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".extern .func cudaGraphSetConditional(.param .b64 handle, .param .b32 value);\n"
    ".visible .entry count_down(.param .u64 word, .param .u64 handle)\n"
    "{\n  .reg .b64 %d<3>;\n  .reg .b32 %r<3>;\n"
    "  ld.param.u64 %d1, [word];\n  ld.param.u64 %d2, [handle];\n"
    "  ld.global.u32 %r1, [%d1];\n  sub.u32 %r2, %r1, 1;\n  st.global.u32 [%d1], %r2;\n"
    "  {\n  .param .b64 a;\n  .param .b32 b;\n  st.param.b64 [a], %d2;\n  st.param.b32 [b], %r2;\n"
    "  call.uni cudaGraphSetConditional, (a, b);\n  }\n  ret;\n}\n"
    ".visible .entry choose(.param .u64 handle, .param .u32 value)\n"
    "{\n  .reg .b64 %d;\n  .reg .b32 %r;\n"
    "  ld.param.u64 %d, [handle];\n  ld.param.u32 %r, [value];\n"
    "  {\n  .param .b64 a;\n  .param .b32 b;\n  st.param.b64 [a], %d;\n  st.param.b32 [b], %r;\n"
    "  call.uni cudaGraphSetConditional, (a, b);\n  }\n  ret;\n}\n"
    ".visible .entry add(.param .u64 word, .param .u32 what)\n"
    "{\n  .reg .b64 %d;\n  .reg .b32 %r<4>;\n"
    "  ld.param.u64 %d, [word];\n  ld.param.u32 %r1, [what];\n"
    "  ld.global.u32 %r2, [%d];\n  add.u32 %r3, %r2, %r1;\n  st.global.u32 [%d], %r3;\n  ret;\n}\n";

static CUmodule loaded;
static CUgraph graph;
static CUstream stream;
static CUdeviceptr words;

static void begin(void)
{
    OK(cuModuleLoadData(&loaded, ptx));
    OK(cuGraphCreate(&graph, 0));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc_v2(&words, 64));
    OK(cuMemsetD32_v2(words, 0, 16));
    OK(cuCtxSynchronize());
}

static unsigned word(int index)
{
    unsigned value;
    OK(cuMemcpyDtoH_v2(&value, words + 4 * (unsigned)index, sizeof value));
    return value;
}

static CUgraphNode kernel_add(CUgraph to, const char *name, CUgraphNode after, void **arguments)
{
    CUgraphNode node;
    CUDA_KERNEL_NODE_PARAMS params = {.gridDimX = 1,
                                      .gridDimY = 1,
                                      .gridDimZ = 1,
                                      .blockDimX = 1,
                                      .blockDimY = 1,
                                      .blockDimZ = 1,
                                      .kernelParams = arguments};
    OK(cuModuleGetFunction(&params.func, loaded, name));
    OK(cuGraphAddKernelNode_v2(&node, to, &after, after ? 1 : 0, &params));
    return node;
}

static CUgraphNode add_to_word(CUgraph to, CUgraphNode after, int index, unsigned what)
{
    CUdeviceptr at = words + 4 * (unsigned)index;
    void *arguments[] = {&at, &what};
    return kernel_add(to, "add", after, arguments);
}

static CUgraphNode choose(CUgraph to, CUgraphNode after, CUgraphConditionalHandle handle,
                          unsigned value)
{
    void *arguments[] = {&handle, &value};
    return kernel_add(to, "choose", after, arguments);
}

static CUgraphNode conditional_add(CUgraph to, CUgraphNode after, CUgraphConditionalHandle handle,
                                   CUgraphConditionalNodeType type, unsigned size, CUgraph *bodies)
{
    CUgraphNode node;
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL,
                                .conditional = {handle, type, size, NULL, context}};
    OK(cuGraphAddNode_v2(&node, to, &after, NULL, after ? 1 : 0, &params));
    memcpy(bodies, params.conditional.phGraph_out, size * sizeof *bodies);
    return node;
}

static void run(int times)
{
    CUgraphExec exec;
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    for (int i = 0; i < times; i++)
        OK(cuGraphLaunch(exec, stream));
    OK(cuGraphExecDestroy(exec)); /* pending launches go on */
    OK(cuStreamSynchronize(stream));
    OK(cuGraphDestroy(graph));
}

static void loops(void **state)
{
    (void)state;
    CUgraphConditionalHandle handle;
    CUgraph body;
    begin();
    OK(cuMemsetD32_v2(words, 10, 1));
    OK(cuCtxSynchronize());
    OK(cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    CUgraphNode loop = conditional_add(graph, NULL, handle, CU_GRAPH_COND_TYPE_WHILE, 1, &body);
    void *arguments[] = {&words, &handle};
    CUgraphNode counting = kernel_add(body, "count_down", NULL, arguments);
    add_to_word(body, counting, 1, 2);
    add_to_word(graph, loop, 2, 5);
    run(1);
    assert_int_equal(word(0), 0);
    assert_int_equal(word(1), 20); /* ten rounds */
    assert_int_equal(word(2), 5);
}

static void branches(void **state)
{
    (void)state;
    CUgraphConditionalHandle yes, no;
    CUgraph body[2];
    begin();
    OK(cuGraphConditionalHandleCreate(&yes, graph, context, 0, 0));
    OK(cuGraphConditionalHandleCreate(&no, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    CUgraphNode set = choose(graph, NULL, yes, 1), unset = choose(graph, NULL, no, 0);
    conditional_add(graph, set, yes, CU_GRAPH_COND_TYPE_IF, 2, body);
    add_to_word(body[0], NULL, 0, 1);
    add_to_word(body[1], NULL, 1, 1);
    conditional_add(graph, unset, no, CU_GRAPH_COND_TYPE_IF, 1, body);
    add_to_word(body[0], NULL, 2, 1);
    run(3);
    assert_int_equal(word(0), 3);
    assert_int_equal(word(1), 0);
    assert_int_equal(word(2), 0);
}

static void otherwise(void **state)
{
    (void)state;
    CUgraphConditionalHandle handle;
    CUgraph body[2];
    begin();
    OK(cuGraphConditionalHandleCreate(&handle, graph, context, 0, CU_GRAPH_COND_ASSIGN_DEFAULT));
    conditional_add(graph, NULL, handle, CU_GRAPH_COND_TYPE_IF, 2, body);
    add_to_word(body[0], NULL, 0, 1);
    add_to_word(body[1], NULL, 1, 1);
    run(2);
    assert_int_equal(word(0), 0);
    assert_int_equal(word(1), 2);
}

static void switches(void **state)
{
    (void)state;
    for (unsigned value = 0; value < 4; value++) {
        CUgraphConditionalHandle handle;
        CUgraph body[3];
        begin();
        OK(cuGraphConditionalHandleCreate(&handle, graph, context, 0, 0));
        CUgraphNode chosen = choose(graph, NULL, handle, value);
        conditional_add(graph, chosen, handle, CU_GRAPH_COND_TYPE_SWITCH, 3, body);
        for (int i = 0; i < 3; i++)
            add_to_word(body[i], NULL, i, 1);
        run(1);
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(word((int)i), i == value);
    }
}

/* A loop within a loop, whose inner condition is set anew by the outer body. */
static void nested(void **state)
{
    (void)state;
    CUgraphConditionalHandle outer, inner;
    CUgraph around, within;
    begin();
    OK(cuMemsetD32_v2(words, 3, 1));
    OK(cuCtxSynchronize());
    OK(cuGraphConditionalHandleCreate(&outer, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    conditional_add(graph, NULL, outer, CU_GRAPH_COND_TYPE_WHILE, 1, &around);
    void *outer_arguments[] = {&words, &outer};
    CUgraphNode counted = kernel_add(around, "count_down", NULL, outer_arguments);
    OK(cuGraphConditionalHandleCreate(&inner, around, context, 0, 0));
    CUgraphNode reset = choose(around, counted, inner, 1);
    CUgraphNode refill = add_to_word(around, reset, 1, 4);
    conditional_add(around, refill, inner, CU_GRAPH_COND_TYPE_WHILE, 1, &within);
    CUdeviceptr second = words + 4;
    void *inner_arguments[] = {&second, &inner};
    CUgraphNode rounds = kernel_add(within, "count_down", NULL, inner_arguments);
    add_to_word(within, rounds, 2, 1);
    run(1);
    assert_int_equal(word(0), 0);
    assert_int_equal(word(1), 0);
    assert_int_equal(word(2), 12);
}

/* Work that is queued behind the graph comes after the last round. */
static void what_comes_after(void **state)
{
    (void)state;
    CUgraphConditionalHandle handle;
    CUgraph body;
    CUgraphExec exec;
    CUevent before, after;
    float elapsed;
    begin();
    OK(cuEventCreate(&before, 0));
    OK(cuEventCreate(&after, 0));
    OK(cuMemsetD32_v2(words, 5, 1));
    OK(cuCtxSynchronize());
    OK(cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    conditional_add(graph, NULL, handle, CU_GRAPH_COND_TYPE_WHILE, 1, &body);
    void *arguments[] = {&words, &handle};
    kernel_add(body, "count_down", NULL, arguments);
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuEventRecord(before, stream));
    OK(cuGraphLaunch(exec, stream));
    OK(cuMemcpyDtoDAsync_v2(words + 8, words, 4, stream));
    OK(cuEventRecord(after, stream));
    OK(cuMemsetD32Async(words, 9, 1, stream));
    OK(cuStreamSynchronize(stream));
    assert_int_equal(word(2), 0);
    assert_int_equal(word(0), 9);
    OK(cuEventElapsedTime(&elapsed, before, after));
    assert_true(elapsed > 5 * 0.002f); /* five launches, each of them at least 2 us */
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

/* An update brings the other graph's condition, with what it begins with. */
static void updated(void **state)
{
    (void)state;
    CUgraph graphs[2], body[2];
    CUgraphExec exec;
    CUgraphExecUpdateResultInfo info;
    begin();
    OK(cuGraphDestroy(graph));
    for (unsigned i = 0; i < 2; i++) {
        CUgraphConditionalHandle handle;
        OK(cuGraphCreate(&graphs[i], 0));
        OK(cuGraphConditionalHandleCreate(&handle, graphs[i], context, i,
                                          CU_GRAPH_COND_ASSIGN_DEFAULT));
        conditional_add(graphs[i], NULL, handle, CU_GRAPH_COND_TYPE_SWITCH, 2, body);
        add_to_word(body[0], NULL, 0, 1);
        add_to_word(body[1], NULL, 1, 1);
    }
    OK(cuGraphInstantiateWithFlags(&exec, graphs[0], 0));
    OK(cuGraphDestroy(graphs[0]));
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphExecUpdate_v2(exec, graphs[1], &info));
    OK(cuGraphDestroy(graphs[1]));
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    assert_int_equal(word(0) + word(1), 3);
    assert_int_equal(word(1), 2);
    OK(cuGraphExecDestroy(exec));
}

/* again(word, graph, stream): adds one to the word, and launches the graph; word[1] is what came
 * back. */
static const char launching[] =
    ".version 7.0\n.target sm_52\n.address_size 64\n"
    ".extern .func (.param .b32 r) cudaGraphLaunch(.param .b64 graph, .param .b64 stream);\n"
    ".visible .entry again(.param .u64 word, .param .u64 graph, .param .u64 stream)\n"
    "{\n  .reg .b64 %d<4>;\n  .reg .b32 %r<4>;\n  .reg .pred %p;\n"
    "  ld.param.u64 %d1, [word];\n  ld.param.u64 %d2, [graph];\n  ld.param.u64 %d3, [stream];\n"
    "  ld.global.u32 %r1, [%d1];\n  add.u32 %r1, %r1, 1;\n  st.global.u32 [%d1], %r1;\n"
    "  {\n  .param .b64 a;\n  .param .b64 b;\n  .param .b32 r;\n"
    "  st.param.b64 [a], %d2;\n  st.param.b64 [b], %d3;\n"
    "  call.uni (r), cudaGraphLaunch, (a, b);\n  ld.param.b32 %r2, [r];\n  }\n"
    "  st.global.u32 [%d1+4], %r2;\n  ret;\n}\n";

/* A kernel launches a graph, behind its own graph or at once; what it may not is told it. */
static void launched_by_a_kernel(void **state)
{
    (void)state;
    const uint64_t tail = UINT64_C(1) << 56, forget = UINT64_C(2) << 56;
    CUgraph inner;
    CUgraphExec inside, outside;
    CUmodule other;
    CUfunction again;
    begin();
    OK(cuModuleLoadData(&other, launching));
    OK(cuGraphCreate(&inner, 0));
    add_to_word(inner, NULL, 2, 100);
    OK(cuGraphInstantiateWithFlags(&inside, inner, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH));
    CUDA_KERNEL_NODE_PARAMS params = {.gridDimX = 1,
                                      .gridDimY = 1,
                                      .gridDimZ = 1,
                                      .blockDimX = 1,
                                      .blockDimY = 1,
                                      .blockDimZ = 1};
    OK(cuModuleGetFunction(&again, other, "again"));
    params.func = again;
    CUgraphNode node = NULL;
    const uint64_t streams[] = {tail, forget, 0};
    for (int i = 0; i < 3; i++) {
        void *arguments[] = {&words, &inside, (void *)&streams[i]};
        params.kernelParams = arguments;
        OK(cuGraphAddKernelNode_v2(&node, graph, &node, i ? 1 : 0, &params));
    }
    add_to_word(graph, node, 3, 1);
    OK(cuGraphInstantiateWithFlags(&outside, graph, 0));
    OK(cuGraphLaunch(outside, stream));
    OK(cuGraphLaunch(outside, stream));
    OK(cuStreamSynchronize(stream));
    assert_int_equal(word(0), 6);
    assert_int_equal(word(1), 1); /* cudaErrorInvalidValue: not a stream for graphs */
    assert_int_equal(word(2), 400);
    assert_int_equal(word(3), 2);
    OK(cuGraphLaunch(inside, stream)); /* the host may as well */
    OK(cuStreamSynchronize(stream));
    assert_int_equal(word(2), 500);
    OK(cuGraphAddEmptyNode(&node, inner, NULL, 0));
    CUDA_GRAPH_INSTANTIATE_PARAMS how = {.flags = CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH};
    OK(cuGraphExecDestroy(inside));
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphInstantiateWithParams(&inside, inner, &how));
    assert_int_equal(how.result_out, CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED);
    OK(cuGraphExecDestroy(outside));
    OK(cuGraphDestroy(graph));
    OK(cuGraphDestroy(inner));
}

static void refused(void **state)
{
    (void)state;
    CUgraph other, body;
    CUgraphNode node;
    CUgraphConditionalHandle handle;
    begin();
    OK(cuGraphCreate(&other, 0));
    OK(cuGraphConditionalHandleCreate(&handle, graph, context, 1, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&handle, NULL, NULL, 1, 0));
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(&handle, graph, context, 1, 2));
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphConditionalHandleCreate(NULL, graph, NULL, 1, 0));
    CUgraphNodeParams params = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL,
                                .conditional = {handle, CU_GRAPH_COND_TYPE_WHILE, 2, NULL, NULL}};
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &params));
    params.conditional.size = 1;
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&node, other, NULL, NULL, 0, &params));
    params.conditional.handle = 12;
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &params));
    conditional_add(graph, NULL, handle, CU_GRAPH_COND_TYPE_WHILE, 1, &body);
    IS(CUDA_ERROR_INVALID_VALUE, cuGraphDestroy(body));
    OK(cuGraphDestroy(graph));
    OK(cuGraphDestroy(other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(loops),    TEST(branches), TEST(otherwise),
        TEST(switches), TEST(nested),   TEST(what_comes_after),
        TEST(refused),  TEST(updated),  TEST(launched_by_a_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
