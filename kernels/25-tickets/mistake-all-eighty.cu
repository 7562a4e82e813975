// prediction: b
// Put the letter of your answer in place of the question mark, then run.

__global__ void tickets(int *counter, int *seen)
{
    int before = atomicAdd(counter, 10);

    seen[before / 10] = before;
}
