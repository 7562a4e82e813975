// Memory that a graph takes and a stream frees is used in between, in that stream, twice.
// expect: nothing
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
    for (int turn = 0; turn < 2; turn++) {
        CHECK(cuGraphLaunch(exec, a));
        CHECK(fill(a, memory.dptr, 2));
        CHECK(cuMemsetD32Async(memory.dptr, 3, N / 2, a));
        CHECK(cuMemcpyDtoHAsync(host, memory.dptr, BYTES, a));
        CHECK(cuMemFreeAsync(memory.dptr, a));
    }
    CHECK(cuStreamSynchronize(a));
    CHECK(cuGraphExecDestroy(exec));
    CHECK(cuGraphDestroy(graph));
    stream_end(a);
}
