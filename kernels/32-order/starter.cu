// prediction: ?
// Put the letter of your answer in place of the question mark, then run.

// Stream A has P, an event, Q. Stream B has R, a wait for that event, S. When is each done?
__global__ void order(int p, int q, int r, int s)
{
    int event = p;                 // everything that A had before the record
    int q_end = event + q;         // A goes on
    int s_end = max(r, event) + s; // B has done R, and A has reached the event

    printf("P %d, Q %d, R %d, S %d\n", p, q_end, r, s_end);
}
