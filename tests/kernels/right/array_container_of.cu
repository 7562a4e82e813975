// From a member back to the struct that it is part of, and to the elements before and after.
// launch: --grid 1 --block 32
// arg: in:i32[40]=ramp
// arg: out:i32[32]
// out 1 = [(i + 1) * 3 + i + 2 * (i + 2) for i in range(32)]
struct Node {
    int weight, links[2], value;
};
#define NODE_OF(p) ((Node *)((char *)(p) - offsetof(Node, links)))
__device__ __noinline__ int value_of(int *links)
{
    return NODE_OF(links)->value;
}
extern "C" __global__ void k(const int *in, int *out)
{
    Node nodes[3];
    int t = threadIdx.x;
    for (int i = 0; i < 3; i++) {
        nodes[i].weight = i + 1;
        nodes[i].value = in[t + i];
        nodes[i].links[0] = nodes[i].links[1] = i;
    }
    int middle = 1 + (in[t] < 0);
    int *links = nodes[middle].links;
    Node *node = NODE_OF(links);
    out[t] = node->value * 3 + node[-1].value * node[-1].weight + (node + 1)->value * 2 +
             (value_of(links) != node->value);
}
