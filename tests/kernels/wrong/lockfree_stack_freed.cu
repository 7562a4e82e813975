// A list taken apart by two threads: one frees an element that the other still looks into.
// launch: --grid 1 --block 64
// arg: out:i32[2]
// wrong: use-after-free
struct Node {
    int value;
    Node *next;
};
extern "C" __global__ void k(int *out)
{
    __shared__ Node *head;
    if (threadIdx.x == 0) {
        head = (Node *)malloc(sizeof(Node));
        head->value = 1;
        head->next = nullptr;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        Node *mine = head;
        __syncwarp(1);
        out[threadIdx.x / 32] = mine->value; // <--
        free(mine);
    }
}
