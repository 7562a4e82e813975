// Virtual functions of objects made in the kernel.
// launch: --grid 1 --block 32
// arg: out:i32[32]
// out 0 = [4 * i if i % 2 else i * i for i in range(32)]
struct Shape {
    __device__ virtual int size() const = 0;
};
struct Square : Shape {
    int side;
    __device__ Square(int s) : side(s) {}
    __device__ int size() const override { return side * side; }
};
struct Line : Shape {
    int length;
    __device__ Line(int l) : length(l) {}
    __device__ int size() const override { return 4 * length; }
};
__device__ __noinline__ int measure(const Shape *shape) { return shape->size(); }
extern "C" __global__ void k(int *out)
{
    int i = threadIdx.x;
    Square square(i);
    Line line(i);
    const Shape *shape = i % 2 ? (const Shape *)&line : &square;
    out[i] = measure(shape);
}
