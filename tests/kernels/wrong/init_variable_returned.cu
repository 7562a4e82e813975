// A function returns a variable that one way through it does not set.
// launch: --grid 1 --block 32
// arg: in:i32[32]=ramp
// arg: inout:i32[32]=constant:0
// wrong: uninitialised-variable
// variable: grade
// only: own target
__device__ int grade_of(int points)
{
    int grade;
    if (points >= 20)
        grade = 1;
    else if (points >= 10)
        grade = 2;
    return grade;
}
extern "C" __global__ void k(const int *in, int *out)
{
    out[threadIdx.x] = grade_of(in[threadIdx.x]); // <--
}
