// prediction: c
// Put the letter of your answer in place of the question mark, then run.

// When each of three stages is done with a chunk. A stage takes one chunk at a time, and a chunk
// goes through the stages one after the other.
__global__ void pipeline(int in, int work, int out)
{
    int in_end = 0, work_end = 0, out_end = 0;

    for (int chunk = 0; chunk <= threadIdx.x; chunk++) {
        in_end = in_end + in;
        work_end = max(work_end, in_end) + work;
        out_end = max(out_end, work_end) + out;
    }
    printf("chunk %d: in %d, kernel %d, out %d\n", threadIdx.x, in_end, work_end, out_end);
}
