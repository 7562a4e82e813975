/* Loads and stores of vectors, and structures. */
struct Particle { float4 position; float2 velocity; int id; char tag; };
extern "C" __global__ void vectors(float4 *a, int2 *b, uchar4 *c, short4 *s, double2 *d, Particle *p, ulonglong2 *q)
{
    int t = threadIdx.x;
    float4 v = a[t];
    a[t] = make_float4(v.w, v.z, v.y, v.x);
    b[t] = make_int2(b[t].y, b[t].x);
    c[t] = make_uchar4(c[t].w, c[t].x, c[t].y, c[t].z);
    s[t] = make_short4(s[t].w, s[t].x, s[t].y, s[t].z);
    d[t] = make_double2(d[t].y, d[t].x);
    q[t] = make_ulonglong2(q[t].y, q[t].x);
    Particle r = p[t];
    r.position.x += r.velocity.x; r.id++; r.tag = 'x';
    p[t + 1] = r;
}
