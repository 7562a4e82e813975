/* malloc, free, new and delete on the device. */
struct Node { int value; Node *next; };
extern "C" __global__ void heap(int *a, int n)
{
    Node *head = nullptr;
    for (int i = 0; i < n; i++) { Node *node = new Node; node->value = a[i]; node->next = head; head = node; }
    char *bytes = (char *)malloc(n);
    int sum = 0;
    while (head) { Node *next = head->next; sum += head->value; delete head; head = next; }
    if (bytes) { bytes[0] = 1; free(bytes); }
    a[0] = sum;
}
