// Forces between all bodies (x, y, z, mass), tile by tile through shared memory.
extern "C" __global__ void nbody(const float4 *bodies, float4 *forces, int n)
{
    __shared__ float4 tile[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    float4 own = bodies[i];
    float x = 0, y = 0, z = 0;
    for (int from = 0; from < n; from += 128) {
        tile[threadIdx.x] = bodies[from + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
            float s = tile[k].w * inverse * inverse * inverse;
            x += dx * s;
            y += dy * s;
            z += dz * s;
        }
        __syncthreads();
    }
    forces[i] = make_float4(x, y, z, 0);
}
