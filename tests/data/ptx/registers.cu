/* Special registers. */
#define READ(type, constraint, name) { type v; asm volatile("mov." #constraint " %0, %%" name ";" : "=r"(v)); out[i++] = v; }
extern "C" __global__ void registers(unsigned *out)
{
    int i = 0;
    out[i++] = threadIdx.x + threadIdx.y + threadIdx.z + blockDim.x + blockDim.y + blockDim.z;
    out[i++] = blockIdx.x + blockIdx.y + blockIdx.z + gridDim.x + gridDim.y + gridDim.z;
    READ(unsigned, u32, "laneid") READ(unsigned, u32, "warpid") READ(unsigned, u32, "nwarpid") READ(unsigned, u32, "smid") READ(unsigned, u32, "nsmid")
    READ(unsigned, u32, "lanemask_eq") READ(unsigned, u32, "lanemask_lt") READ(unsigned, u32, "lanemask_ge") READ(unsigned, u32, "clock")
    READ(unsigned, u32, "dynamic_smem_size") READ(unsigned, u32, "total_smem_size") READ(unsigned, u32, "globaltimer_lo") READ(unsigned, b32, "envreg1")
    out[i++] = warpSize;
}
