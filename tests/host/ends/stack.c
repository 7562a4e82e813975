/* Calls itself until the stack is full. */
static int deeper(volatile int *p, int n)
{
    volatile char room[4096];
    room[0] = (char)n;
    return deeper(p, n + room[0]) + *p;
}
int main(void)
{
    int x = 1;
    return deeper(&x, 1);
}
