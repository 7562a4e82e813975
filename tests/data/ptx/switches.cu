/* Switches that become branch tables, and loops with several ends. */
extern "C" __global__ void switches(int *a, int n)
{
    int r = 0;
    for (int i = 0; i < n; i++) {
        switch (a[i]) {
        case 0: r += 5; a[r] = 1; break;
        case 1: r *= 3; break;
        case 2: r -= a[i + 1]; if (r < 0) continue; break;
        case 3: r ^= 0x55; break;
        case 4: r = a[r & 7]; break;
        case 5: a[i] = r; break;
        case 6: return;
        case 7: r = -r; goto done;
        default: r++;
        }
        if (r > 1000) break;
    }
done:
    a[0] = r;
}
