"""Kernels that are nearly right, or right by luck: each fails, for its reason, and where a thread did
it with its line; a right one passes."""
from faults import ROOT, expect, finish, need, report, write

need("nvrtc", "sim")
HEAD = """#include <cstdio>
__device__ long opaque(long x) { asm volatile("" : "+l"(x)); return x; }
__global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
"""
RIGHT = "if (i < n) c[i] = a[i] + b[i];\n"
BODIES = {
    # what: (lines from 6 on, reason, line that is named or 0)
    "right": (RIGHT, None, 0),
    "right with a spare copy": ("__shared__ float s[256]; if (i < n) { s[threadIdx.x] = a[i]; "
                                "c[i] = s[threadIdx.x] + b[i]; }", None, 0),
    "nothing, after right answers in the same memory": ("", "not-written", 0),
    "element 0 alone": ("if (i == 0) c[0] = a[0] + b[0];", "not-written", 0),
    "whole blocks alone": ("if (blockIdx.x < n / blockDim.x) c[i] = a[i] + b[i];", "not-written", 0),
    "right for uniform data": ("if (i < n) c[i] = a[0] + b[0];", "wrong-values", 6),
    "one element of a large array": ("if (i < n) c[i] = a[i] + b[i] + (i == 500);", "wrong-values", 6),
    "one past the end": (RIGHT + "if (i == 0) c[n] = 0;", "out-of-bounds", 7),
    "one before the start": (RIGHT + "if (i == 0) c[-1] = 0;", "out-of-bounds", 7),
    "far past the end": (RIGHT + "if (i == 0) c[n + 1000] = 0;", "out-of-bounds", 7),
    "reads one past the end": ("volatile const float *v = a; float x = i <= n ? v[i] : 0;\n" + RIGHT +
                               "if (i > 1 << 30) c[0] = x;", "out-of-bounds", 6),
    "into another buffer": (RIGHT + "if (i == 0) c[opaque(a - c)] = a[0] + 1;", "input-changed", 7),
    "all into another buffer": ("if (i < n) c[opaque(b - c) + i] = a[i] + b[i];", "not-written", 6),
    "an input": (RIGHT + "if (i == n - 1) ((float *)b)[i] += 1;", "input-changed", 7),
    "nan": ("if (i < n) c[i] = i == n - 1 ? nanf(\"\") : a[i] + b[i];", "wrong-values", 6),
    "nan everywhere": ("if (i < n) c[i] = (a[i] + b[i]) * __int_as_float(0x7fffffff);",
                       "wrong-values", 6),
    "infinity": ("if (i < n) c[i] = (a[i] + b[i]) / 0.0f;", "wrong-values", 6),
    "a lucky race": ("if (i < n) {\nc[i] = a[i] + b[i];\nc[(i + 1) % n] = a[(i + 1) % n] + "
                     "b[(i + 1) % n]; }", "global-same-value", 8),
    "a lucky race with losers": ("if (i < n) { float before = ((volatile float *)c)[(i + 1) % n];\n"
                                 "c[i] = a[i] + b[i]; if (before == 77.0f) c[i] = before; }",
                                 "global-race", 6),
    "its own output read": ("if (i < n) { float o = ((volatile float *)c)[i];\n"
                            "c[i] = a[i] + b[i]; if (o == 123.0f) c[i] = o; }",
                            "uninitialised-global", 6),
    "a trap at the end": (RIGHT + "if (i == 0) asm(\"trap;\");", "trap", 7),
    "printf of the lab's own words": ("if (i == 0) printf(\"pass: all 9 cases pass\\n\");",
                                      "not-written", 0),
    "a kernel of another name": ("}\n__global__ void other(int *p) { *p = 1;", "not-written", 0),
}
SOLUTION = str(ROOT / "kernels/03-vector-add/solution.cu")
for what, (body, reason, line) in BODIES.items():
    status, document = report("check", "03-vector-add", write("k.cu", f"{HEAD}{body}\n}}\n"))
    reasons = document["reasons"]
    seen = {"reasons": reasons, "sentences": document["sentences"],
            "compile": document["compile"]["diagnostics"]}
    expect(f"{what}: {document['verdict']}", document["verdict"] == ("fail" if reason else "pass")
           and status == (1 if reason else 0), seen)
    expect(f"{what}: not for {reason}", not reason or reason in reasons, seen)
    expect(f"{what}: without line {line}", not line or
           any(f"line {line}" in sentence for sentence in document["sentences"]), seen)

expect("the solution", report("check", "03-vector-add", SOLUTION)[0] == 0)
finish()
