// An index past an array that would reach the next one.
// expect: crash
#include <stdio.h>

int main(void)
{
    static int sums[4], others[4];
    int few[4] = {0}, n = 4;
    for (int i = 0; i <= n; i++) {
        few[i] = i; /* here */
        sums[few[i] & 3]++;
    }
    printf("%d\n", sums[0] + others[0] + few[3]);
    return 0;
}
