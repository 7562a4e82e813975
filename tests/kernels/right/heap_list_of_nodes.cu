// Nodes of the kernel's own heap on a common list; behind a barrier one thread reads and frees them.
// launch: --grid 1 --block 32
// arg: out:i32[1]
// out 0 = [sum(i * i for i in range(32))]
struct Node {
    int value;
    Node *next;
};
extern "C" __global__ void k(int *out)
{
    __shared__ unsigned long long head;
    if (threadIdx.x == 0)
        head = 0;
    __syncthreads();
    Node *mine = (Node *)malloc(sizeof(Node));
    mine->value = threadIdx.x * threadIdx.x;
    unsigned long long seen = *(volatile unsigned long long *)&head, was;
    do {
        was = seen;
        mine->next = (Node *)was;
        seen = atomicCAS(&head, was, (unsigned long long)mine);
    } while (seen != was);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (Node *at = (Node *)head; at;) {
            Node *next = at->next;
            sum += at->value;
            free(at);
            at = next;
        }
        *out = sum;
    }
}
