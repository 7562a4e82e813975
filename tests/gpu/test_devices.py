"""Several GPUs, one of them forbidden, one an instance of a MIG; and what hides GPUs, told in words."""
import ctypes
import json
import shutil
import subprocess
import time

from device import FAKE, culab, expect, finish, need, start, write

need("gpu", "nvrtc")
KERNEL = write("k.cu", "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n")
RUN = ["run", KERNEL, "--grid", "1", "--block", "4", "--arg", "out:i32[4]"]


def doctor(**variables):
    return json.loads(culab("doctor", "--json", **variables).stdout)["gpu"]


def told(*words, **variables):
    done = culab(*words, **variables)
    return done.returncode, (done.stdout + done.stderr).decode()


HOST = """#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int count = 0;
    char name[100] = "", bus[32] = "";
    if (cuInit(0) || cuDeviceGetCount(&count) || cuDeviceGetName(name, sizeof name, 0) ||
        cuDeviceGetPCIBusId(bus, sizeof bus, 0))
        return 1;
    printf("sees %d: %s at %s, visible %s\\n", count, name, bus, getenv("CUDA_VISIBLE_DEVICES"));
    return 0;
}
"""
LONG = """__global__ void k(int *p, int ms)
{
    unsigned long long now, end;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(end));
    end += 1000000ull * ms;
    do
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    while (now < end);
    p[threadIdx.x] = ms;
}
"""


def host_says(device, **variables):
    done = culab("run", write("host.c", HOST), KERNEL, "--device", device, "--json", **variables)
    try:
        return json.loads(done.stdout)["host"]["output"]
    except (ValueError, KeyError, TypeError):
        return (done.stdout + done.stderr).decode()


def bus_ids():
    """Of the GPUs as the driver numbers them for this process."""
    driver, count, bus = ctypes.CDLL("libcuda.so.1"), ctypes.c_int(), ctypes.create_string_buffer(32)
    driver.cuInit(0)
    driver.cuDeviceGetCount(ctypes.byref(count))
    found = []
    for device in range(count.value):
        driver.cuDeviceGetPCIBusId(bus, 32, device)
        found.append(bus.value.decode())
    return found


def busy_with(device):
    """The GPUs' bus numbers with memory in use or work to do while a kernel runs on `device`."""
    words = ["nvidia-smi", "--query-gpu=pci.bus_id,utilization.gpu,memory.used", "--format=csv,noheader,nounits"]
    running = start("run", write("long.cu", LONG), "--grid", "1", "--block", "4", "--arg", "out:i32[4]", "--arg",
                    "i32=4000", "--device", device)
    time.sleep(2.5) # on a GPU alone: what is asked for is its use meanwhile
    rows = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
    running.terminate()
    running.wait()
    found = {}
    for row in rows:
        bus, use, memory = [field.strip() for field in row.split(",")]
        found[bus.split(":", 1)[1].lower()] = (int(use), int(memory))
    return found


found = doctor()
expect("a GPU is there", found["found"] and "NVRTC" in found["text"], found)
if FAKE:
    SEVERAL = {"FAULTY_DEVICES": "NVIDIA H200;NVIDIA A100-SXM4-40GB MIG 1g.5gb;!46 NVIDIA T4"}
    text = doctor(**SEVERAL)["text"]
    for word in ("NVIDIA H200", "--device gpu:1 is NVIDIA A100-SXM4-40GB MIG 1g.5gb", "--device gpu:2 is NVIDIA T4"):
        expect(f"doctor: {word}", word in text, text)
    for device, status, word in (("gpu", 0, "device: NVIDIA H200"), ("gpu:1", 0, "MIG 1g.5gb"),
                                 ("gpu:2", 3, "compute mode"), ("gpu:3", 2, "this machine has 3")):
        code, text = told(*RUN, "--device", device, **SEVERAL)
        expect(f"{device}: status {code}", code == status, text)
        expect(f"{device}: {word}", word in text, text)
    for device, visible, word in (("gpu", None, "visible 0"), ("gpu:1", None, "visible 1"), ("gpu", "7,GPU-5a", "visible 7"),
                                  ("gpu:1", "7,GPU-5a", "visible GPU-5a"), ("gpu:1", "7", "visible 7")):
        more = {} if visible is None else {"CUDA_VISIBLE_DEVICES": visible}
        said = host_says(device, **SEVERAL, **more)
        expect(f"a host program on {device} of {visible}", f"{word}\n" in said, said)
    for faults, visible, word in (("cuInit=100", "7", 'CUDA_VISIBLE_DEVICES is "7"'),
                                  ("cuInit=100", "", "unset it"), ("cuInit=802", None, "fabric manager"),
                                  ("cuInit=999", None, "nvidia_uvm"), ("cuInit=3", None, "the lab's mistake"),
                                  ("cuInit=34", None, "stub"), ("cuInit=36", None, "newer driver"),
                                  ("cuInit=803", None, "reboot"), ("cuInit=304", None, "system forbids"),
                                  ("cuInit=804", None, "cuda-compat")):
        more = {} if visible is None else {"CUDA_VISIBLE_DEVICES": visible}
        code, text = told(*RUN, "--device", "gpu", FAULTY_CUDA=faults, **more)
        expect(f"{faults} {more}: status {code}", code == 3 and "not your kernel's fault" in text, text)
        expect(f"{faults} {more}: {word}", word in text, text)
        found = doctor(FAULTY_CUDA=faults, **more)
        expect(f"doctor, {faults} {more}", not found["found"] and word in found["text"], found)
elif len(bus_ids()) > 1:
    several = bus_ids()
    text = doctor()["text"]
    for i, bus in enumerate(several):
        device = f"gpu:{i}"
        expect(f"doctor: {device}", i == 0 or f"--device {device} is NVIDIA" in text, text)
        code, said = told(*RUN, "--device", device)
        expect(f"{device}: status {code}", code == 0, said)
        said = host_says(device)
        expect(f"a host program on {device}", "sees 1: " in said and f" at {bus}," in said, said)
        other = (i + 1) % len(several)
        said = host_says(device, CUDA_VISIBLE_DEVICES=",".join(str((j + 1) % len(several)) for j in range(len(several))))
        expect(f"a host program on {device} of turned ones", f" at {several[other]}," in said, said)
    code, text = told(*RUN, "--device", f"gpu:{len(several)}")
    expect("one too many", code == 2 and f"this machine has {len(several)}" in text, text)
    code, text = told(*RUN, "--device", "gpu:1", CUDA_VISIBLE_DEVICES="1")
    expect("one too many of those that are visible", code == 2 and "this machine has 1" in text, text)
    if shutil.which("nvidia-smi"):
        use = busy_with("gpu:1")
        mine = use.get(several[1].split(":", 1)[1].lower(), (0, 0))
        others = [busy for bus, busy in use.items() if bus != several[1].split(":", 1)[1].lower()]
        expect("the kernel runs on gpu:1", mine[0] > 50 and all(busy[1] < mine[1] for busy in others), f"{several} {use}")
    print(f"{len(several)} GPUs")
finish()
