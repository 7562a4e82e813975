"""Several GPUs, one of them forbidden, one an instance of a MIG; and what hides GPUs, told in words."""
import json

from device import FAKE, culab, expect, finish, need, write

need("gpu", "nvrtc")
KERNEL = write("k.cu", "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n")
RUN = ["run", KERNEL, "--grid", "1", "--block", "4", "--arg", "out:i32[4]"]


def doctor(**variables):
    return json.loads(culab("doctor", "--json", **variables).stdout)["gpu"]


def told(*words, **variables):
    done = culab(*words, **variables)
    return done.returncode, (done.stdout + done.stderr).decode()


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
finish()
