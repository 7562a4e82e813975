// Column numbers that count from 1.
// launch: --grid 1 --block 16
// data columns = [i + 1 for i in range(16)]
// arg: in:i32[16]=@columns
// arg: in:f32[16]=ramp
// arg: out:f32[16]
// wrong: out-of-bounds
// only: own target
// says: x[16]: x has 16 elements
extern "C" __global__ void k(const int *columns, const float *x, float *out)
{
    out[threadIdx.x] = x[columns[threadIdx.x]]; // <--
}
