// A ticket lock whose holder reads the number that is served plainly before it serves the next.
// launch: --grid 8 --block 1
// arg: inout:u32[2]=constant:0
// arg: inout:i32[1]=constant:0
// out 1 = [28]
// only: optimised code
class TicketLock {
    unsigned next, served;

public:
    __device__ void lock()
    {
        unsigned own = atomicAdd(&next, 1u);
        while (*(volatile unsigned *)&served != own)
            ;
        __threadfence();
    }
    __device__ void unlock()
    {
        __threadfence();
        *(volatile unsigned *)&served = served + 1;
    }
};
extern "C" __global__ void k(TicketLock *lock, int *sum)
{
    lock->lock();
    *sum = *sum + blockIdx.x;
    lock->unlock();
}
