/* Parameters of all sizes and alignments, structures by value. */
struct Small { char a; short b; };
struct Large { double m[16]; char tail[3]; };
struct __align__(16) Aligned { float x, y, z; };
extern "C" __global__ void params(char a, Small b, short c, Large d, float *out, Aligned e, bool f, long long g)
{
    out[0] = a + b.a + b.b + c + d.m[a & 15] + d.tail[c & 1] + e.x + e.y + e.z + f + g;
}
