"""Every kernel of every exercise has the same verdict on a GPU as on the simulator, for the same
reasons: what a GPU lets pass, the simulator beside it finds. Only whether a race spoils the values is the hardware's
luck: of a kernel that races on both, the race counts and not what came of it."""
import os
from concurrent.futures import ThreadPoolExecutor

from device import FAKE, ROOT, expect, finish, need, report
from luck import without_luck

need("nvrtc", "sim", "gpu", *([] if "CULAB_TEST_CACHE" in os.environ else ["cc"])) # or references made elsewhere
FILES = [path for path in sorted(ROOT.glob("kernels/[0-9]*/*.cu"))
         if path.name != "starter.cu" or not FAKE]
if FAKE:  # one good and one bad of each: tests/gpu/run takes all
    FILES = [next(iter(sorted(folder.glob(name))), None)
             for folder in sorted({path.parent for path in FILES})
             for name in ("solution.cu", "mistake-*.cu")]


def verdict(path, device):
    status, document = report("check", path.parent.name, str(path), device=device)
    said = document["verdict"]
    return {"status": status, "verdict": said if isinstance(said, str) else said.get("verdict"),
            "reasons": sorted(document.get("reasons", []))}


def compare(path):
    gpu, sim = verdict(path, "gpu"), verdict(path, "sim")
    if "out-of-bounds" in gpu["reasons"] and "guard" not in sim["reasons"]:
        gpu["reasons"] = [reason for reason in gpu["reasons"] if reason != "guard"]
    gpu["reasons"], sim["reasons"] = without_luck(gpu["reasons"], sim["reasons"])
    expect(f"{path.parent.name}/{path.name}", gpu == sim, [gpu, sim])


if __name__ == "__main__":
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(compare, filter(None, FILES)))
    print(f"{len(FILES)} kernels")
    finish()
