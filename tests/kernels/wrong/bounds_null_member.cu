// A member behind a null pointer.
// launch: --grid 1 --block 1
// arg: u64=0
// arg: out:i32[1]
// wrong: out-of-bounds
struct Node {
    int value;
    Node *next;
    int weight;
};
extern "C" __global__ void k(const Node *list, int *out)
{
    out[0] = list->weight; // <--
}
