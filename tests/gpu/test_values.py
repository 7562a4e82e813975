"""GPU, simulator and CPU side by side: what makes them differ is said only where a further run has proven it."""
import pathlib

from device import FAKE, FOLDER, expect, finish, need, report, write

need("gpu", "nvrtc", "sim", "cc")
ROOT = FOLDER / "course"
EXERCISE = """  - id: 01-{name}
    title: {name}
    kind: write
    task: "{name}"
    kernel: k
    grid: ceil_div(n, 64)
    block: "64"
    arguments:
      - {{name: a, type: f32, role: in, shape: n, fill: "random 7 -1 1"}}
      - {{name: out, type: f32, role: {role}, shape: {shape}{fill}}}
      - {{name: n, type: i32, value: n}}
    cases:
      - {{name: small, set: n = 4000}}
    reference: {name}
    tolerance: relative 1
"""
KERNELS = {
    "fused": ("out", "n", "", "out[i] = a[i] * 1.1f + a[n - 1 - i];"),
    "quick": ("out", "n", "", "out[i] = __expf(a[i]);"),
    "sum": ("inout", "1", ', fill: "constant 0"', "atomicAdd(out, a[n - 1 - i] * 0.1f);"),
    "equal": ("out", "n", "", "out[i] = a[i] + a[n - 1 - i];"),
    "other": ("out", "n", "", "out[i] = a[i] * 3.0f;"),
}
REFERENCE = """#include <math.h>
#pragma STDC FP_CONTRACT OFF
void fused(const float *a, float *out, int n)
{
    for (int i = 0; i < n; i++) { volatile float product = a[i] * 1.1f; out[i] = product + a[n - 1 - i]; }
}
void quick(const float *a, float *out, int n)
{
    for (int i = 0; i < n; i++) out[i] = (float)exp((double)a[i]);
}
void sum(const float *a, float *out, int n)
{
    for (int i = 0; i < n; i++) out[0] += a[i] * 0.1f;
}
void equal(const float *a, float *out, int n)
{
    for (int i = 0; i < n; i++) out[i] = a[i] + a[n - 1 - i];
}
void other(const float *a, float *out, int n)
{
    for (int i = 0; i < n; i++) out[i] = a[i] * 3.0000005f;
}
"""


def make_course():
    lesson = ROOT / "lessons" / "01-values"
    lesson.mkdir(parents=True)
    (lesson / "lesson.md").write_text("# Values\n")
    (lesson / "reference.c").write_text(REFERENCE)
    text = "title: Values\npart: A. Tests\nobjective: Compare.\nneeds: []\nexercises:\n"
    for name, (role, shape, fill, body) in KERNELS.items():
        text += EXERCISE.format(name=name, role=role, shape=shape, fill=fill)
        folder = ROOT / "kernels" / f"01-{name}"
        folder.mkdir(parents=True)
        source = (f"__global__ void k(const float *a, float *out, int n)\n{{\n    int i = blockIdx.x * blockDim.x + "
                  f"threadIdx.x;\n    if (i >= n) return;\n    {body}\n}}\n")
        for file in ("starter.cu", "solution.cu"):
            (folder / file).write_text(source)
    (lesson / "lesson.yml").write_text(text)


def values(name, device):
    path = ROOT / "kernels" / f"01-{name}" / "solution.cu"
    _, document = report("check", f"01-{name}", str(path), "--compare", device=device, CULAB_ROOT=str(ROOT))
    found = document["cases"][0].get("values") if document.get("cases") else None
    expect(f"{name}, {device}: there are values", bool(found), document)
    return found[0] if found else {"causes": {}, "differ": -1, "elements": []}


make_course()
for device in ("gpu", "sim"):
    fused = values("fused", device)
    expect(f"fused, {device}", fused["differ"] > 0 and fused["causes"].get("fused multiply-add") == fused["differ"],
           fused["causes"])
    expect(f"fused, {device}: ULP", fused["most_simulator_cpu_ulp"] >= 1, fused["most_simulator_cpu_ulp"])
    first = fused["elements"][0] if fused["elements"] else {}
    expect(f"fused, {device}: three values", first.get("cpu") != first.get("simulator") and
           (first.get("gpu") is not None) == (device == "gpu"), first)
    equal = values("equal", device)
    expect(f"equal, {device}", equal["differ"] == 0, equal["causes"])
    total = values("sum", device)
    expect(f"sum, {device}", total["differ"] == 1 and total["causes"].get("order of the threads") == 1, total)
    other = values("other", device)
    expect(f"other, {device}: nothing is said without proof", other["causes"].get("not explained") == other["differ"] > 0,
           other["causes"])
    quick = values("quick", device)
    proven = quick["causes"].get("approximate functions", 0)
    expect(f"quick, {device}", 0 < proven <= quick["differ"], quick["causes"])

status, document = report("run", write("k.cu", "__global__ void k(float *p) { p[threadIdx.x] = 1.5f; }\n"), "--grid", "1",
                          "--block", "4", "--arg", "out:f32[4]", "--compare")
expect("culab run --compare", status == 0 and document["values"][0]["differ"] == 0, document.get("values"))
status, _ = report("run", str(pathlib.Path(FOLDER) / "k.cu"), "--grid", "1", "--block", "4", "--arg", "out:f32[4]",
                   "--compare", device="sim")
expect("nothing to compare with on the simulator alone", status == 2, status)
finish()
