// Memory of a graph is copied from before a launch has taken it.
// expect: use-after-free
static void run(void)
{
    CUstream a = stream();
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode taken, filled, freed;
    CUDA_MEM_ALLOC_NODE_PARAMS memory = {
        .poolProps = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                      .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}},
        .bytesize = BYTES};
    CHECK(cuGraphCreate(&graph, 0));
    CHECK(cuGraphAddMemAllocNode(&taken, graph, NULL, 0, &memory));
    CUDA_MEMSET_NODE_PARAMS set = {
        .dst = memory.dptr, .value = 1, .elementSize = 4, .width = N, .height = 1};
    CUcontext context;
    CHECK(cuCtxGetCurrent(&context));
    CHECK(cuGraphAddMemsetNode(&filled, graph, &taken, 1, &set, context));
    (void)freed;
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    int host[N];
    MAY_FAIL(cuMemcpyDtoH(host, memory.dptr, BYTES));
    CHECK(cuGraphLaunch(exec, a));
    CHECK(cuMemFreeAsync(memory.dptr, a));
    CHECK(cuStreamSynchronize(a));
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
    stream_end(a);
}
