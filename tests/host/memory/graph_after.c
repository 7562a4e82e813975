// Memory of a graph is filled after the graph has freed it.
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
    CHECK(cuGraphAddMemFreeNode(&freed, graph, &filled, 1, memory.dptr));
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    CHECK(cuGraphLaunch(exec, a));
    CHECK(cuStreamSynchronize(a));
    MAY_FAIL(cuMemsetD32Async(memory.dptr, 2, N, a));
    MAY_FAIL(cuStreamSynchronize(a));
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
    stream_end(a);
}
