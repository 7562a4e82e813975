// malloc and free in the kernel: a list for each thread.
// launch: --grid 2 --block 32
// arg: out:i32[64]
// out 0 = [sum(range(i % 5 + 1)) for i in range(64)]
struct Node {
    int value;
    Node *next;
};
extern "C" __global__ void k(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    Node *list = nullptr;
    for (int v = 0; v <= i % 5; v++) {
        Node *node = (Node *)malloc(sizeof *node);
        node->value = v;
        node->next = list;
        list = node;
    }
    while (list) {
        Node *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    out[i] = sum;
}
