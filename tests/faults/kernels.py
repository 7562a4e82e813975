"""Kernels that harm: each is stopped or explained, with thread and line, what was printed is kept,
and sources that would eat the machine's time and memory are refused by the compiler's limits."""
import time

from faults import expect, finish, need, run

need("nvrtc", "sim")
PRINT = "#include <cstdio>\n__global__ void k(int *p)\n{\n"
PLAIN = "__global__ void k(int *p)\n{\n"
DATA = "inout:i32[4]=constant:7"


def seen(document):
    return {"launch": document["launch"], "findings": document["findings"][:3],
            "compile": document["compile"], "printf": document["printf"][:3]}


# -- printf: whatever the format, our own formatter takes it
for what, call, text, malformed in (
        ("%n", r'printf("a%nb", p);', "a%nb", True),
        ("bad %s", r'printf("%s|", (char *)1);', "(bad string)|", True),
        ("%s of no text", r'printf("%s|", (char *)0);', "(null)|", False),
        ("no format", "printf((const char *)0);", "", True),
        ("a wild format", "printf((const char *)(long)p[0]);", "", True),
        ("unknown letters", r'printf("%y %$|");', "%y %$|", True),
        ("a lone %", r'printf("100%");', "100%", True),
        ("too few arguments", r'printf("%d %d %d", 1);', None, True),
        ("a text too few", r'printf("%d %s", 1);', None, True),
        ("a huge width", r'printf("%1000000000d", 1);', None, False),
        ("a huge precision", r'printf("%.*f", 2000000000, 1.0);', None, False),
        ("a negative width", r'printf("%*d|", -2147483647, 3);', None, False)):
    status, document = run(f"{PRINT}{call}\n}}\n", DATA)
    records = document["printf"]
    expect(f"printf, {what}", status == 0 and len(records) == 1 and records[0]["line"] == 4
           and text in (None, records[0]["text"]) and len(records[0]["text"]) < 10000
           and records[0]["malformed"] == malformed, seen(document))

# -- how launches end: the status, the line, a word of the explanation
for what, body, status_text, line, word in (
        ("null", "*(volatile int *)0 = 1;", "fault", 3, "null pointer"),
        ("misaligned", "*(volatile int *)((char *)p + 1) = 1;", "fault", 3, "not a multiple of 4"),
        ("trap", 'asm("trap;");', "fault", 3, "trap"),
        ("breakpoint", 'asm("brkpt;");', "fault", 3, "brkpt"),
        ("a pointer to no function", "((void (*)())p)();", "fault", 3, "function"),
        ("a lock never given back", "while (atomicCAS(p, 0, 1)) ;", "deadlock", 3, "loop for ever"),
        ("a lock taken twice",
         "if (!threadIdx.x) {\nwhile (atomicCAS(p, 7, 1) != 7) ;\nwhile (atomicCAS(p, 7, 1) != 7) ; }\n"
         "__syncthreads();", "deadlock", 5, "loop for ever"),
        ("a barrier that others never reach", "if (threadIdx.x < 40) __syncthreads();\n"
         "else while (((volatile int *)p)[0] == 7) ;", "deadlock", 3, "nobody can come"),
        ("two barriers", 'if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;");\n__syncthreads();',
         "deadlock", 3, "nobody can come"),
        ("freeing what is not the heap's", "free((void *)p);", "fault", 3, "malloc()"),
        ("too much shared memory", "__shared__ int a[1 << 20]; a[p[0]] = 1; p[1] = a[p[2]];", "refused",
         0, "4194304 bytes"),
        ("endless", "for (;;) ((volatile int *)p)[threadIdx.x & 3]++;", "budget", 0, "2.0 s")):
    status, document = run(f"__global__ void k(int *p) {{\n\n{body}\n}}\n", DATA, "--limit",
                           "2" if status_text == "budget" else "60", block="64")
    launch, fatal = document["launch"], [f for f in document["findings"] if f["fatal"]]
    expect(f"{what}: {launch['status']}", status == 1 and launch["status"] == status_text
           and word in launch["error"], seen(document))
    expect(f"{what}: not line {line}", not line or
           (len(fatal) == 1 and fatal[0]["place"]["line"] == line), seen(document))
status, document = run("__device__ int f(int n) { volatile int a[100]; a[n % 100] = n;\n"
                       "return n < 0 ? 0 : f(n + 1) + a[n % 100]; }\n"
                       "__global__ void k(int *p) { p[0] = f(p[0]); }\n", DATA)
expect("a recursion without end", document["launch"]["status"] == "fault"
       and "stack" in document["launch"]["error"], seen(document))
status, document = run(f"{PRINT}for (;;) printf(\"x\");\n}}\n", DATA, "--limit", "1")
expect("an endless printf is kept and counted", document["launch"]["status"] == "budget"
       and (len(document["printf"]) == 200000 if document["printf_lost"]
            else 0 < len(document["printf"]) <= 200000), document["launch"]) # a slow machine: none lost

# -- shapes over the limits, each with the limit
for grid, block, words in (("1", "1025", ("1025", "1024")), ("1", "32,33", ("1056", "1024")),
                           ("1", "1,1,65", ("65", "64")), ("1,65536", "1", ("65536", "65535")),
                           ("0", "1", ("0", "at least 1"))):
    status, document = run(PLAIN + "}\n", DATA, grid=grid, block=block)
    expect(f"grid {grid} block {block}", status == 1 and document["launch"]["status"] == "refused"
           and all(word in document["launch"]["error"] for word in words), seen(document))
status, document = run("__global__ void a() {}\n__global__ void b(int) {}\n")
expect("no such kernel", status == 2 and all(
    f" {name}" in document["launch"]["error"] for name in "ab"), seen(document))

# -- sources that eat time and memory: stopped within the compiler's limits
MACROS = "\n".join(["#define A0 1+"] + [f"#define A{i} {f'A{i - 1} ' * 8}" for i in range(1, 11)])
for what, source, word in (
        ("a recursion of templates", "template <int N> struct A { static const int v = A<N + 1>::v; };\n"
         "__global__ void k(int *p) { p[0] = A<0>::v; }\n", "recursion"),
        ("macros that multiply", f"{MACROS}\n{PLAIN}p[0] = A10 0;\n}}\n", "was stopped"),
        ("a huge initialiser", "__device__ int a[1 << 28] = {1};\n" + PLAIN + "p[0] = a[p[1]];\n}\n",
         "was stopped"),
        ("a hundred megabytes", PLAIN + "//" + "x" * 100000000 + "\n}\n", "too large")):
    begun = time.monotonic()
    try:
        status, document = run(source, DATA)
        told = [d["text"] for d in document["compile"]["diagnostics"]]
        expect(what, status == 1 and any(word in text for text in told), document["compile"])
    except SystemExit as end: # a source that is refused before there is a report
        expect(what, word in str(end) or "larger" in str(end), str(end)[:300])
    expect(f"{what}: took long", time.monotonic() - begun < 60)
status, document = run("\n".join(f"#warning w{i}" for i in range(100000)) + "\n" + PLAIN + "}\n", DATA)
expect("a log of megabytes", status == 0 and len(document["compile"]["diagnostics"]) <= 201,
       len(document["compile"]["diagnostics"]))
finish()
