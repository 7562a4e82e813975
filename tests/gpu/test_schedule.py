"""Which block ran when on which SM: on a GPU from stamps, on the simulator dealt out by rule."""
from device import culab, expect, finish, need, run, write

SOURCE = """__global__ void k(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    for (int j = 0; j < 100; j++) p[i] = p[i] * 3 + j;
}
"""


def schedule(device, *more, source=SOURCE, grid="500"):
    status, document = run_schedule(device, source, grid, *more)
    expect(f"{device}: status", status == 0, document)
    return document["schedule"]


def run_schedule(device, source, grid, *more):
    from device import report
    return report("run", write("k.cu", source), "--kernel", "k", "--grid", grid, "--block", "128", "--arg",
                  "inout:i32[64000]=ramp", "--arg", "i32=63990", "--schedule", *more, device=device)


need("gpu", "nvrtc")
for device in ("gpu", "sim"):
    found = schedule(device)
    expect(f"{device}: is it simulated", found["simulated"] == (device == "sim"), found["words"])
    expect(f"{device}: every block is there",
           sorted(s["block"] for s in found["spans"]) == list(range(500)), found["words"])
    expect(f"{device}: blocks lie on SMs", all(s["sm"] < found["sms"] for s in found["spans"]))
    expect(f"{device}: the first begins at 0", found["spans"][0]["begin_ns"] == 0)
    expect(f"{device}: blocks take time", found["block_median_ns"] > 0, found["words"])
    places = found["sms"] * found["blocks_per_sm"]
    expect(f"{device}: the last wave", found["last_wave_blocks"] == 500 - (500 - 1) // places * places, found["words"])
    many = schedule(device, grid="20000")
    expect(f"{device}: many are binned", many["spans"] == [] and len(many["busy"]) == many["sms"], many["words"])
    # The judged run is not disturbed: its results are those of a single run.
    status, plain = run(SOURCE, "inout:i32[64000]=ramp", "i32=63990", grid="500", block="128", device=device)
    _, stamped = run_schedule(device, SOURCE, "500")
    expect(f"{device}: results", plain["outputs"] == stamped["outputs"] and status == 0)
    expect(f"{device}: none without being asked", plain["schedule"] is None)

# What the simulator deals out fills the places of each SM, wave by wave.
found = schedule("sim", "--profile", "rtx3060", grid="400")
at_begin = [s for s in found["spans"] if s["begin_ns"] == 0]
expect("the first wave begins at once", len(at_begin) == 28 * found["blocks_per_sm"], found["words"])
expect("each SM has its part", {sum(s["sm"] == sm for s in at_begin) for sm in range(28)} == {found["blocks_per_sm"]})

text = culab("run", write("k.cu", SOURCE), "--grid", "500", "--block", "128", "--arg", "inout:i32[64000]=ramp",
             "--arg", "i32=63990", "--schedule", "--device", "gpu").stdout.decode()
expect("told in words", "the last wave fills" in text and "|wave 1" in text, text)

HUGE = "__global__ void k(int *p, int n) { if (n < 0) p[0] = n; }"
found = schedule("gpu", source=HUGE, grid="5000000")
expect("too many blocks", found["words"] == ["no schedule of the blocks: the grid has more than four million blocks"],
       found)
finish()
