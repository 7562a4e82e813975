// Threads ordered by locks, tickets, flags and queues in global memory. All words of these begin as 0.
typedef unsigned u32;
static __device__ u32 thread() { return blockIdx.x * blockDim.x + threadIdx.x; }
static __device__ u32 next_of(u32 random) { return random * 1664525u + 1013904223u; }

// Each thread adds to buckets, each under a lock of its own.
extern "C" __global__ void lock_buckets(u32 *lock, u32 *sum, u32 mask, u32 rounds)
{
    u32 random = thread() * 2654435761u + 12345u;
    for (u32 round = 0; round < rounds; round++) {
        random = next_of(random);
        u32 at = random >> 10 & mask;
        for (bool done = false; !done;)
            if (atomicCAS(&lock[at], 0, 1) == 0) {
                __threadfence();
                sum[at] += round;
                __threadfence();
                atomicExch(&lock[at], 0);
                done = true;
            }
    }
}

// One thread of each block adds what its block has summed to an array, under one lock.
extern "C" __global__ void lock_of_blocks(const u32 *data, u32 *lock, u32 *totals, u32 n)
{
    __shared__ u32 sums[256];
    for (u32 at = thread(); at < n; at += gridDim.x * blockDim.x) {
        sums[threadIdx.x] = data[at];
        __syncthreads();
        for (u32 half = 128; half; half /= 2) {
            if (threadIdx.x < half)
                sums[threadIdx.x] += sums[threadIdx.x + half];
            __syncthreads();
        }
        if (threadIdx.x == 0) {
            while (atomicCAS(lock, 0, 1))
                ;
            __threadfence();
            totals[sums[0] & 63]++;
            totals[64] += sums[0];
            __threadfence();
            atomicExch(lock, 0);
        }
        __syncthreads();
    }
}

// A ticket for each bucket; whose turn it is stands in a volatile word.
extern "C" __global__ void tickets(u32 *next, volatile u32 *turn, u32 *sum, u32 mask, u32 rounds)
{
    u32 random = thread() * 2654435761u + 12345u;
    for (u32 round = 0; round < rounds; round++) {
        random = next_of(random);
        u32 at = random >> 10 & mask, ticket = atomicAdd(&next[at], 1);
        for (bool done = false; !done;)
            if (turn[at] == ticket) {
                __threadfence();
                sum[at] += round;
                __threadfence();
                turn[at] = ticket + 1;
                done = true;
            }
    }
}

// Each node waits for the flags of those before it that it is computed from.
extern "C" __global__ void flags_of_nodes(const u32 *data, u32 *value, volatile u32 *flag, u32 n)
{
    u32 i = thread(), sum = data[i];
    for (u32 k = 1; k <= 3; k++) {
        u32 far = k * 512 + (data[i] + k * 77) % 1024;
        if (i < far || i >= n)
            continue;
        while (flag[i - far] == 0)
            ;
        __threadfence();
        sum += value[i - far];
    }
    value[i] = sum;
    __threadfence();
    flag[i] = 1;
}

// Blocks in a row: each adds its part to what the one before has left, and raises its flag.
extern "C" __global__ void flags_of_blocks(const u32 *data, u32 *row, volatile u32 *flag, u32 steps)
{
    for (u32 step = 0; step < steps; step++) {
        if (threadIdx.x == 0 && blockIdx.x)
            while (flag[blockIdx.x - 1] <= step)
                ;
        __threadfence();
        __syncthreads();
        u32 at = step * blockDim.x + threadIdx.x, width = steps * blockDim.x;
        u32 before = blockIdx.x ? row[(blockIdx.x - 1) * width + at] : 0;
        row[blockIdx.x * width + at] = before + data[at];
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            flag[blockIdx.x] = step + 1;
    }
}

// A ring whose places have turns: each thread puts a number in and takes one out.
extern "C" __global__ void queue_of_turns(u32 *ends, volatile u32 *turn, u32 *item, u32 *out,
                                          u32 places)
{
    u32 in = atomicAdd(&ends[0], 1), from = atomicAdd(&ends[1], 1), got = 0;
    for (bool put = false, taken = false; !put || !taken;) {
        if (!put && turn[in % places] == in / places * 2) {
            __threadfence();
            item[in % places] = thread();
            __threadfence();
            turn[in % places] = in / places * 2 + 1;
            put = true;
        }
        if (!taken && turn[from % places] == from / places * 2 + 1) {
            __threadfence();
            got = item[from % places];
            __threadfence();
            turn[from % places] = from / places * 2 + 2;
            taken = true;
        }
    }
    out[thread()] = got;
}

// Blocks take pieces of work by a counter, and each adds one to the list as often as it has a child.
extern "C" __global__ void work_list(volatile u32 *ready, u32 *task, u32 *counters, u32 *out, u32 n)
{
    __shared__ u32 mine, what;
    for (;;) {
        if (threadIdx.x == 0) {
            mine = atomicAdd(&counters[0], 1);
            what = mine;
            if (mine >= 64 && mine < n) {
                while (ready[mine] == 0)
                    ;
                __threadfence();
                what = task[mine];
            }
        }
        __syncthreads();
        u32 own = mine, kind = what;
        if (own >= n)
            return;
        out[own * blockDim.x + threadIdx.x] = kind * 3 + threadIdx.x;
        if (threadIdx.x == 0) {
            u32 at = atomicAdd(&counters[1], 1) + 64;
            if (at < n) {
                task[at] = kind * 7 + 1;
                __threadfence();
                ready[at] = 1;
            }
        }
        __syncthreads();
    }
}

// A scan in one pass: each block looks back at what those before it have told.
extern "C" __global__ void scan_look_back(const u32 *data, u32 *out, volatile u32 *state,
                                          volatile u32 *part, volatile u32 *whole, u32 *counter)
{
    __shared__ u32 tile, before, sums[256];
    if (threadIdx.x == 0)
        tile = atomicAdd(counter, 1);
    __syncthreads();
    u32 own = tile, at = own * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = data[at];
    __syncthreads();
    for (u32 far = 1; far < 256; far *= 2) {
        u32 more = threadIdx.x >= far ? sums[threadIdx.x - far] : 0;
        __syncthreads();
        sums[threadIdx.x] += more;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        u32 total = sums[255], sum = 0;
        part[own] = total;
        __threadfence();
        state[own] = 1;
        for (u32 look = own; look-- > 0;) {
            u32 what;
            while ((what = state[look]) == 0)
                ;
            __threadfence();
            sum += what == 2 ? whole[look] : part[look];
            if (what == 2)
                break;
        }
        whole[own] = sum + total;
        __threadfence();
        state[own] = 2;
        before = sum;
    }
    __syncthreads();
    out[at] = before + sums[threadIdx.x];
}

// The last block to come sums what all have left.
extern "C" __global__ void last_block(const u32 *data, u32 *sums, u32 *counter, u32 *out, u32 n)
{
    __shared__ u32 part[256];
    __shared__ bool last;
    u32 sum = 0;
    for (u32 at = thread(); at < n; at += gridDim.x * blockDim.x)
        sum += data[at];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (u32 half = 128; half; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = part[0];
        __threadfence();
        last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    sum = 0;
    for (u32 at = threadIdx.x; at < gridDim.x; at += blockDim.x)
        sum += sums[at];
    atomicAdd(out, sum);
}

// A histogram in global memory, of which the last block to come sums the squares.
extern "C" __global__ void histogram_last(const u32 *data, u32 *bins, u32 *counter, u32 *out, u32 n)
{
    __shared__ bool last;
    for (u32 at = thread(); at < n; at += gridDim.x * blockDim.x)
        atomicAdd(&bins[data[at] >> 7 & 4095], 1);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        last = atomicAdd(counter, 1) == gridDim.x - 1;
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    u32 sum = 0;
    for (u32 at = threadIdx.x; at < 4096; at += blockDim.x)
        sum += bins[at] * bins[at];
    atomicAdd(out, sum);
}

// A stack to which each thread adds a node.
extern "C" __global__ void stack_push(u32 *top, u32 *next, u32 *value)
{
    u32 own = thread() + 1, before = *(volatile u32 *)top;
    value[own] = own * 3;
    for (;;) {
        next[own] = before;
        __threadfence();
        u32 was = atomicCAS(top, before, own);
        if (was == before)
            return;
        before = was;
    }
}

// A counter of each group of threads and a fence before: who comes last sums what the others left.
extern "C" __global__ void tree_of_counters(const u32 *data, u32 *sum, u32 *count, u32 n)
{
    u32 at = thread() + n;
    sum[at] = data[thread()];
    while (at > 1) {
        __threadfence();
        at /= 2;
        if (atomicAdd(&count[at], 1) == 0)
            return;
        __threadfence();
        sum[at] = sum[2 * at] + sum[2 * at + 1];
    }
}

// A barrier of the whole grid made of a counter.
extern "C" __global__ void grid_by_counter(u32 *a, u32 *b, u32 *counter, u32 rounds)
{
    u32 n = gridDim.x * blockDim.x, i = thread();
    for (u32 round = 0; round < rounds; round++) {
        u32 *from = round % 2 ? b : a, *to = round % 2 ? a : b;
        to[i] = from[i] + from[(i + 1) % n];
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(counter, 1);
            while (*(volatile u32 *)counter < (round + 1) * gridDim.x)
                ;
            __threadfence();
        }
        __syncthreads();
    }
}
