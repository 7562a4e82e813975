"""compute-sanitizer's verdicts of the corpus beside ours.

    sanitizer.py keep RUNS.json compute-sanitizer.json   puts what tests/gpu/sanitize.py wrote into the recording
    sanitizer.py compare CULAB LAUNCH FOLDER [NAME...]   our findings must hold what the recording in FOLDER tells

The comparison launches each kernel as it was launched there, on the simulator as the card of the recording. What one
tool of compute-sanitizer tells must be told by a rule of ours that means it, in the same line, of a thread that was
told there too, of as many bytes, as far from the same allocation; and a fault must end the launch with the same answer
of the driver. ACCEPTED has where we differ on purpose, and why. Exit status 77: no NVRTC."""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import corpus  # noqa: E402
import plan  # noqa: E402

TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
PROFILE, ARCHITECTURE = "h200", "compute_90"
# What a tool says, and which of our rules say it too.
MEANS = [
    (r"Invalid __.*misaligned", "misaligned"),
    (r"^Invalid __(global|shared|local)__ (read|write|atomic)$",
     "misaligned out-of-bounds wrong-space use-after-free read-only index-overflow"),
    (r"Invalid __|Invalid cp.async|out of bounds", "out-of-bounds wrong-space use-after-free read-only index-overflow"),
    (r"double free", "double-free"),
    (r"Malloc/Free|Invalid pointer", "invalid-free double-free"),
    (r"Leaked", "leak"),
    (r"assert", "assert"),
    (r"Stack overflow", "stack-overflow"),
    (r"breakpoint trap", "trap"),
    (r"Invalid PC|Illegal program|Invalid program", "invalid-call"),
    (r"Illegal instruction", "invalid-barrier"),
    (r"Potential invalid", "block-has-exited shared-race"),
    (r"Race reported|hazard", "shared-race shared-same-value"),
    (r"Uninitialized", "uninitialised-global uninitialised-shared"),
    (r"Missing init", "shared-race uninitialised-shared invalid-barrier"),
    (r"Barrier error|Missing|deadlock",
     "divergent-barrier invalid-barrier missing-lanes inactive-source deadlock uninitialised-shared"),
]
# Where we differ, and why: of a tool in all, or in some lines.
OF_ATOMICS = ("racecheck follows barriers alone: what flags, locks, latches and semaphores order by atomics, volatile words "
              "and fences it calls a race")
OF_COPIES = ("synccheck counts the copy's own arrival (cp.async.mbarrier.arrive) and the thread's behind it as two without a "
             "wait between, also where all is right")
ACCEPTED = {
    ("wrong_flag_set_up_late", "racecheck"): OF_ATOMICS + "; the data's, and not that of the flag's first value",
    **{(name, "racecheck"): OF_ATOMICS for name in ("right_semaphore_libcu", "right_sync_flag_between_warps",
                                                    "right_sync_message_passing_warps", "right_latch_libcu")},
    **{(name, "racecheck"): "mbarrier.init by one thread counts as one by each of its warp, which all write the same: told as "
                            "information, of every mbarrier"
       for name in ("right_barrier_parity", "right_bulk_store_by_warp", "wrong_bulk_store_by_warp_no_fence",
                    "wrong_bulk_store_freed_early")},
    **{(name, "synccheck"): OF_COPIES for name in ("right_barrier_async_copy", "right_pipeline_block_stages",
                                                   "right_pipeline_roles", "right_program_pipeline_warp_roles",
                                                   "wrong_async_pipeline_no_wait",
                                                   "wrong_pipeline_never_released", "wrong_pipeline_released_early",
                                                   "wrong_pipeline_used_before_wait")},
    **{(name, "synccheck"): "warps may meet at a barrier by different instructions (PTX ISA, barrier: producer and "
                            "consumer); where its count is that of the block, synccheck takes that for divergence"
       for name in ("right_sync_named_barriers", "right_sync_named_pipeline")},
    ("wrong_bounds_shared_past", "memcheck", 14): "it goes on behind the fault in line 12, which ends a launch on a device",
    ("wrong_init_global_counter", "initcheck"): "the machine code adds up a warp's and leaves it to the last lane that is "
                                                "there (FLO), which initcheck names",
    ("wrong_bounds_global_far", "device"): "thread 1's address, 5 GiB behind the array, lies in a window that is no global "
                                           "memory there: 717; nothing is there here",
    ("wrong_bounds_global_far", "memcheck"): "another allocation is the nearest there",
    ("wrong_barrier_libcu_init_unordered", "synccheck"): "of the threads that race with the set-up we name the first, it those "
                                                         "that came too early",
    **{("wrong_lockfree_stack_freed", tool): "whether the second thread reads or frees first behind the first one's free()"
       for tool in ("memcheck", "device")},
    ("wrong_barrier_not_initialised", "device"): "719, since what shared memory happens to hold is no mbarrier there; here it "
                                                 "is zero at the start, in which an arrival does nothing",
    ("right_program_named_pingpong", "racecheck"): "barriers that one side arrives at and the other waits at, two of them in "
                                                   "turn: the waiting side's reads count as unordered there",
    ("right_program_tma_pipeline", "racecheck"): "a stage that is given back by an mbarrier of which one lane arrives for its "
                                                 "warp, behind __syncwarp(): the other lanes' reads count as unordered there",
    ("wrong_program_compact_ballot_base", "racecheck"): "the place that is used too early leads out of bounds here, which ends "
                                                        "the launch before the race",
    ("wrong_program_init_once_relaxed", "racecheck"): "the plain flag is read once on the device, and the loop never ends; the "
                                                      "race is told here",
    **{(name, "initcheck"): "who comes too early reads what is unset there; here the first one has stored by then, and the race "
                            "is told" for name in ("wrong_program_split_k_semaphore_lower",
                                                   "wrong_program_split_k_semaphore_wait")},
    ("wrong_program_tma_pipeline_phase", "synccheck"): "it names the arrivals without a wait, we the one beyond the count",
    ("wrong_cluster_past_end", "memcheck"): "other threads of those that are all out of bounds come first",
    ("wrong_memory_triple_too_many", "memcheck"): "of a struct's three loads another one is the first there",
    ("wrong_memory_vector_tail", "memcheck"): "the machine code loads the parts that are used, each by itself",
    ("wrong_memory_unsigned_before", "memcheck"): "another allocation is the nearest there",
    ("wrong_race_shared_bit_fields", "racecheck"): "the store that both ways share has no line of its own; it takes the one "
                                                   "before it, we that of the value",
}


def is_accepted(name, tool, error):
    return (name, tool) in ACCEPTED or any((name, tool, line) in ACCEPTED for line in error["lines"])


def blocks_of(told):
    """Each message: its first line and those that are set in below it."""
    block = []
    for line in told.splitlines():
        text = line[10:] if line.startswith("=========") else ""
        if text and not text.startswith(" "):
            if block:
                yield block
            block = [text]
        elif text.strip() and block:
            block.append(text.strip())
    if block:
        yield block


BEYOND = r"is (\d+ bytes (?:after|before)|inside) the nearest allocation at 0x[0-9a-f]+ of size (\d+) bytes"


def error_of(block, names):
    """(kernel, what was told) or None: a heading, a summary, a leak of the launcher's own."""
    text = re.sub(r"\d{1,3}(,\d{3})+(?= bytes)", lambda found: found[0].replace(",", ""), "\n".join(block))
    if not any(re.search(pattern, text) for pattern, _ in MEANS) or "SUMMARY" in block[0]:
        return None
    if block[0].startswith("Leaked") and "device heap" not in text:
        return None
    kernel = next((name for name in names if re.search(rf"\b{name}\b", text)), names[0] if len(names) == 1 else None)
    if not kernel:
        kernel = next((name for name in names if name.split("_", 1)[1] + ".cu:" in text), None)
    source = kernel.split("_", 1)[1] + ".cu" if kernel else "?"
    # The place in the kernel's own file: of code that headers brought in, the first frame there.
    lines = sorted({int(n) for n in re.findall(rf"\b{re.escape(source)}:(\d+)", text)})
    what = re.sub(r" at 0x[0-9a-f]+| of size \d+ bytes| \(.*\)$", "", block[0].split(" between ")[0]).strip(" .:")
    if re.search("is misaligned", text):
        what += ": misaligned"
    error = {"what": what, "lines": lines}
    for key, pattern in (("size", r"of size (\d+) bytes"), ("beyond", BEYOND),
                         ("hazards", r"\[(\d+) hazards?\]")):
        found = re.search(pattern, text)
        if found:
            error[key] = int(found[1]) if found[1].isdigit() else " of ".join(found.groups())
    thread = re.search(r"by thread \((\d+,\d+,\d+)\) in block \((\d+,\d+,\d+)\)", text)
    return kernel, error, f"{thread[2]}/{thread[1]}" if thread else None


def kept(run):
    """{kernel: [errors]} of one process; the same of several threads is one error with its threads."""
    found = {one["kernel"]: {} for one in run["ended"]}
    for block in blocks_of(run["told"]):
        told = error_of(block, run["kernels"])
        if not told or not told[0]:
            continue
        kernel, error, thread = told
        key = json.dumps({k: v for k, v in error.items() if k != "beyond"}, sort_keys=True)
        all_of = found.setdefault(kernel, {}).setdefault(key, {**error, "threads": []})
        if thread and thread not in all_of["threads"]:
            all_of["threads"].append(thread)
            if "beyond" in error:
                all_of.setdefault("distances", {})[thread] = error["beyond"]
    for errors in found.values():
        for error in errors.values():
            error.pop("beyond", None)
    return {kernel: list(errors.values()) for kernel, errors in found.items()}


def recording_of(document):
    kernels = collections.defaultdict(dict)
    for run in document["runs"]:
        if run["tool"] == "none":
            for one in run["ended"]:
                kernels[one["kernel"]]["device"] = [one["launch"], one["end"]]
            if len(run["kernels"]) == 1 and not run["ended"]:
                kernels[run["kernels"][0]]["device"] = "no end"
            continue
        for kernel, errors in kept(run).items():
            kernels[kernel][run["tool"]] = errors
        if len(run["kernels"]) == 1 and not run["ended"]:
            kernels[run["kernels"][0]].setdefault(run["tool"], "no end")
    return {"about": document["about"], "kernels": dict(sorted(kernels.items()))}


def keep(source, to):
    """What is recorded of kernels and tools that were not run this time stays."""
    recording = recording_of(json.loads(pathlib.Path(source).read_text(encoding="utf-8")))
    if pathlib.Path(to).exists():
        known = json.loads(pathlib.Path(to).read_text(encoding="utf-8"))
        for name, row in recording["kernels"].items():
            known["kernels"].setdefault(name, {}).update(row)
        recording["kernels"] = dict(sorted(known["kernels"].items()))
    rows = [f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in recording["kernels"].items()]
    pathlib.Path(to).write_text('{"about": ' + json.dumps(recording["about"], indent=1) + ',\n "kernels": {\n'
                                + ",\n".join(rows) + "\n}}\n", encoding="utf-8")


# --- ours ---

def findings_of(report):
    """[{rule, lines, threads, text}] of a report of culab simulate."""
    found = []
    for line in report.splitlines():
        head = re.match(r"=========(?: |     )(\w+)/([\w-]+)(?:, launch \d+)?: (.*)", line)
        if head:
            found.append({"rule": head[2], "text": head[3], "lines": set(), "threads": []})
            leak = re.search(r"by thread \((\S+)\) of block \((\S+)\) in line (\d+)", line) if head[2] == "leak" else None
            if leak:
                found[-1].update(lines={int(leak[3])}, threads=[f"{leak[2]}/{leak[1]}"])
        who = re.match(r"=========     (?:by|and) thread \(([\d,]+)\) in block \(([\d,]+)\)", line)
        if who and found:
            found[-1]["threads"].append(f"{who[2]}/{who[1]}")
            found[-1]["lines"] |= {int(n) for n in re.findall(r"\.cu:(\d+)$", line)}
    return found


def ours_of(culab, launch, folder, name):
    words = [culab, "simulate", "--profile", PROFILE, "--", launch, "gpu", str(folder / f"{name}.plan")]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120,
                          env={**os.environ, "CULAB_LIBCUDA_GPU": "libcuda.so.1"})
    ended = re.search(rf"^gpu_launch {name} launch (\d+) end (\d+)$", done.stdout, re.MULTILINE)
    return findings_of(done.stderr + done.stdout), ended and [int(ended[1]), int(ended[2])]


def rules_for(error):
    text = error["what"]
    return next((rules.split() for pattern, rules in MEANS if re.search(pattern, text)), [])


def size_differs(error, text):
    ours = re.search(r"(?:reads|writes|updates) (\d+) bytes?\b", text)
    return ours and "size" in error and "Invalid" in error["what"] and int(ours[1]) != error["size"]


def place_of(text):
    """(bytes from the allocation's end or start, whether behind, its size) as a finding tells it; None: it doesn't."""
    size = re.search(r"the (\d+)-byte allocation|variable \S+ \((\d+) bytes\)", text)
    far = re.search(r"(\d+) bytes? (past the end|before the start) of", text)
    if not size or not (far or "right behind the end" in text):
        return None
    return int(far[1]) if far else 0, not far or far[2] == "past the end", int(size[1] or size[2])


def place_differs(error, one):
    """There the first byte behind an allocation is 1 byte after it; only some recordings tell its size."""
    for thread in one["threads"]:
        theirs = re.match(r"(\d+) bytes (after|before)(?: of (\d+))?", error.get("distances", {}).get(thread, ""))
        ours = place_of(one["text"])
        if theirs and ours:
            behind = theirs[2] == "after"
            if ours[:2] != (int(theirs[1]) - behind, behind) or theirs[3] and int(theirs[3]) != ours[2]:
                return error["distances"][thread]
    return None


def differences(name, row, found, ended):
    """What the recording tells of a kernel and ours doesn't. A fault there must be the same here; that a step past the
    end goes unseen on a device says nothing."""
    device = row.get("device")
    if isinstance(device, list) and device != [0, 0] and device != ended and (name, "device") not in ACCEPTED:
        yield f"{name}: the driver answers {device} there, {ended} here"
    for tool in TOOLS:
        if isinstance(row.get(tool), str):
            continue
        for error in row.get(tool) or []:
            alike = [one for one in found if one["rule"] in rules_for(error)]
            here = [one for one in alike if not error["lines"] or one["lines"] & set(error["lines"])]
            if is_accepted(name, tool, error):
                continue
            if not alike:
                yield f"{name}: {tool} tells '{error['what']}' in {error['lines']}, we tell {[o['rule'] for o in found]}"
            elif not here:
                yield f"{name}: {tool} tells '{error['what']}' in {error['lines']}, we in {[o['lines'] for o in alike]}"
            elif error["threads"] and not any(set(one["threads"]) & set(error["threads"]) for one in here):
                yield f"{name}: {tool}: threads {error['threads'][:4]}, ours {here[0]['threads']}"
            for one in here:
                if size_differs(error, one["text"]):
                    yield f"{name}: {tool}: of size {error['size']}, ours: {one['text']}"
                told = place_differs(error, one)
                if told:
                    yield f"{name}: {tool}: {told}, ours: {one['text']}"


def compare(culab, launch, folder, only):
    if not corpus.Nvrtc.open():
        return 77
    folder = pathlib.Path(folder)
    recording = json.loads((folder / "compute-sanitizer.json").read_text(encoding="utf-8"))
    names = [name for name, row in recording["kernels"].items() if (name in only if only else
             any(row.get(tool) for tool in TOOLS) or row.get("device") not in ([0, 0], None, "no end"))]
    paths = [folder / name.split("_", 1)[0] / (name.split("_", 1)[1] + ".cu") for name in names]
    told = []
    with tempfile.TemporaryDirectory(prefix="culab-sanitizer-") as made:
        made = pathlib.Path(made)
        failed = plan.kernels_make(made, ARCHITECTURE, [path for path in paths if path.exists()], 2)
        told += list(failed.values()) + [f"{path}: is gone, record again" for path in paths if not path.exists()]
        good = [name for name, path in zip(names, paths) if path.exists() and name not in failed]
        with ThreadPoolExecutor(2) as pool:
            for name, ours in zip(good, pool.map(lambda name: ours_of(culab, launch, made, name), good)):
                told += list(differences(name, recording["kernels"][name], *ours))
    print("\n".join(told))
    print(f"{len(names)} kernels, {len(told)} differences")
    return 1 if told else 0


def main():
    if sys.argv[1] == "keep":
        return keep(*sys.argv[2:4])
    return compare(*sys.argv[2:5], sys.argv[5:])


if __name__ == "__main__":
    sys.exit(main())
