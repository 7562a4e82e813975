"""A device that is missing, forbidden, busy, lost or out of memory: each is told apart, and none is
laid at the kernel's door."""
import sys

from faults import BARE, CULAB, culab, expect, finish, need, write

need("nvrtc", "sim")
KERNEL = write("k.cu", "__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; }\n")
SIMULATED = CULAB.rsplit("/bin/", 1)[0] + "/lib/culab/libcuda.so.1"
NOT_YOURS = "not your kernel's fault"
TABLE = [
    # what fails, status, words
    ("", 0, ["out p i32[4]: 0 1 2 3"]),
    ("cuInit=100", 3, ["CUDA_ERROR_NO_DEVICE", "container", NOT_YOURS]),
    ("cuInit=304", 3, ["CUDA_ERROR_OPERATING_SYSTEM", "container", NOT_YOURS]),
    ("cuInit=999", 3, ["CUDA_ERROR_UNKNOWN", "driver", NOT_YOURS]),
    ("cuInit=803", 3, ["CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "reboot", NOT_YOURS]),
    ("cuDevicePrimaryCtxRetain=46", 3, ["CUDA_ERROR_DEVICE_UNAVAILABLE", "busy", NOT_YOURS]),
    ("cuDevicePrimaryCtxRetain=2", 3, ["CUDA_ERROR_OUT_OF_MEMORY", NOT_YOURS]),
    ("cuMemAlloc_v2=2", 3, ["not enough memory", NOT_YOURS]),
    ("cuCtxSynchronize=2", 3, ["not enough memory", NOT_YOURS]),
    ("cuLaunchKernel=46", 3, ["CUDA_ERROR_DEVICE_UNAVAILABLE", NOT_YOURS]),
    ("cuCtxSynchronize=214", 3, ["CUDA_ERROR_ECC_UNCORRECTABLE", NOT_YOURS]),
    ("cuCtxSynchronize=999", 3, ["CUDA_ERROR_UNKNOWN", NOT_YOURS]),
    ("cuMemcpyDtoH_v2=999", 3, ["CUDA_ERROR_UNKNOWN", NOT_YOURS]),
    # and what is the kernel's
    ("cuCtxSynchronize=700", 1, ["CUDA_ERROR_ILLEGAL_ADDRESS", "fault"]),
    ("cuCtxSynchronize=716", 1, ["CUDA_ERROR_MISALIGNED_ADDRESS", "fault"]),
    ("cuCtxSynchronize=710", 1, ["CUDA_ERROR_ASSERT", "fault"]),
    ("cuLaunchKernel=701", 1, ["CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "refused"]),
]
for faults, status, words in TABLE:
    done = culab("run", KERNEL, "--device", "sim", "--kernel", "k", "--grid", "1", "--block", "4",
                 "--arg", "out:i32[4]", FAULTY_CUDA=faults, SIMULATED_CUDA=SIMULATED,
                 CULAB_LIBCUDA=sys.argv[3])
    told = (done.stdout + done.stderr).decode()
    expect(f"{faults}: exit status {done.returncode}", done.returncode == status, told)
    for word in words:
        expect(f"{faults}: not a word of {word}", word in told, told)
    expect(f"{faults}: the kernel is blamed", status != 1 or NOT_YOURS not in told, told)

# An exercise is in trouble, not failed.
done = culab("check", "03-vector-add", f"{BARE['CULAB_ROOT']}/kernels/03-vector-add/solution.cu",
             "--device", "sim", FAULTY_CUDA="cuMemAlloc_v2=2", SIMULATED_CUDA=SIMULATED,
             CULAB_LIBCUDA=sys.argv[3])
expect("an exercise without memory", done.returncode == 3 and b"trouble" in done.stdout,
       done.stdout.decode())
finish()
