"""What threads print on a GPU equals what they print on the simulator, record by record: block,
thread, line and text, in the order of each thread."""
from collections import defaultdict

from device import expect, finish, need, run

need("nvrtc", "sim", "gpu")

FORMATS = r'''
#include <cstdio>
enum Colour { RED, GREEN = 7 };
__device__ const char *names[] = {"zero", "one", "two"};
__device__ char word[6] = "hello";
__device__ int nested(int n) { return printf("in %d\n", n); }
__global__ void k(int *p)
{
    int t = threadIdx.x;
    float f = t * 0.5f;
    printf("plain\n");
    if (t & 1)
        std::printf("odd %d %f %c %lld %p %s|%-8s|%.2s|%*d|%.*s|\n", t, f, 'x', 1ll << 40,
                    (void *)0x10, names[t % 3], "ab", "xyz", 7, 5, 1, "qq");
    char fmt[] = "local %u %hhd\n";
    fmt[0] = 'L';
    ::printf(fmt, 7u, (signed char)-3);
    const char *none = nullptr;
    printf("%s %d%%\n", none, nested(t));
    bool b = true;
    short s = -2;
    unsigned long ul = 77;
    printf("%d %d %lu %e %g %a %d %d\n", b, s, ul, 1.5, 2.5f, 0.1, RED, GREEN);
    printf("%s %10s|%c%c%hd%hhu\n", word, (const char *)word, 65, 'b', (short)70000, (unsigned char)300);
    printf("%x %X %o %#x %+d %05d %5.1f %.3f|% d\n", 255, 255, 8, 255, 5, -42, 3.14159, 2.0, 3);
    printf("%lld %llu %zu %ld\n", -5ll, ~0ull, sizeof(int), -6l);
    printf("%5c|%-5c|%p\n", 'x', 'y', (void *)nullptr);
    printf("100%%\n");
    for (int i = 0; i < t; i++)
        printf("%d of %d\n", i, t);
    printf("%n%d\n", (int *)nullptr, 3);
    printf("too few %d %d\n", 1);
    printf("no line end");
    printf("");
    if (t == 0)
        printf("\x1b]52;c;x\x07 \xff end %s\n", "\xe2\x80\xae");
    p[blockIdx.x * blockDim.x + t] = 1;
}
'''
SHAPES = r'''
__global__ void k(int *p)
{
    printf("%d\n", threadIdx.x + threadIdx.y + threadIdx.z);
    p[((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y *
          blockDim.z + (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = 1;
}
'''


def by_thread(document):
    threads = defaultdict(list)
    for record in document["printf"]:
        who = str(record.get("block")), str(record.get("thread"))
        rest = {key: record[key] for key in record if key not in ("block", "thread", "run")}
        threads[who].append(rest)
    return threads


def compare(what, source, *arguments, **shape):
    _, gpu = run(source, *arguments, device="gpu", **shape)
    _, sim = run(source, *arguments, device="sim", **shape)
    expect(f"{what}: nothing printed", sim["printf"], sim)
    expect(f"{what}: lost", gpu["printf_lost"] == sim["printf_lost"] == 0, gpu["printf_lost"])
    ours, theirs = by_thread(gpu), by_thread(sim)
    expect(f"{what}: threads", ours.keys() == theirs.keys(), [list(ours), list(theirs)])
    for who in theirs:
        for mine, its in zip(ours[who], theirs[who]):
            if "too few" in its.get("text", ""):
                mine = its = None  # what lies behind the arguments is anybody's guess
            expect(f"{what}: {who}", mine == its, [mine, its])
        expect(f"{what}: {who} count", len(ours[who]) == len(theirs[who]),
               [len(ours[who]), len(theirs[who])])


compare("formats", FORMATS, "out:i32[128]", grid="2", block="64")
compare("shapes", SHAPES, "out:i32[1536]", grid="2,3,4", block="4,4,4")

# A printf of one's own, a member, a macro: as they stand.
for what, source in {
    "member": "struct O { __device__ int printf(const char *f) { return f[0]; } };\n"
              "__global__ void k(int *p) { O o; p[0] = o.printf(\"x\"); }",
    "function": "namespace my { __device__ int printf(const char *f) { return f[0]; } }\n"
                "__global__ void k(int *p) { p[0] = my::printf(\"x\"); }",
    "macro": "#define printf(f) 120\n__global__ void k(int *p) { p[0] = printf(\"x\"); }",
    "in words": "// printf(\n__global__ void k(int *p) { p[0] = \"printf(\"[0] + 8; }",
}.items():
    status, document = run(source, "out:i32[1]")
    value = document["buffers"][0] if document.get("buffers") else document
    expect(what, status == 0 and "120" in str(value) and not document["printf"], document)

# What finds no room is counted.
LONG = '''__global__ void k(int *p)
{ for (int i = 0; i < 3000; i++) printf("%s\\n", "''' + "x" * 100 + '''"); p[threadIdx.x] = 1; }'''
status, document = run(LONG, "out:i32[64]", block="64")
kept, lost = len(document["printf"]), document["printf_lost"]
expect("lost and kept", kept + lost == 192000 and lost > 0, [kept, lost])
finish()
