/* What the programs of lesson 31 must compute. */

void scramble(const unsigned *in, unsigned *out, int n)
{
    for (int i = 0; i < n; i++) {
        out[i] = in[i];
        for (int step = 0; step < 60; step++)
            out[i] = out[i] * 1664525u + 1013904223u;
    }
}

/* In place: of the old values only the first and the one before are still needed. */
void smooth(int *x, int n, int passes)
{
    for (int pass = 0; pass < passes; pass++) {
        int first = x[0], before = x[n - 1];
        for (int i = 0; i < n; i++) {
            int old = x[i], after = i + 1 < n ? x[i + 1] : first;
            x[i] = (before + old + after) / 3;
            before = old;
        }
    }
}
