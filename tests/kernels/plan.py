"""Kernels of the corpus for tests/gpu/launch.c: machine code or PTX, and the plan that says how each is launched.

    plan.py FOLDER ARCHITECTURE FILE.cu...

makes FOLDER/KIND_NAME.image, .plan and .values.plan of each. ARCHITECTURE is as NVRTC has it: sm_90 gives machine code,
compute_86 PTX."""
import pathlib
import re
import struct
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import corpus

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARGUMENT = re.compile(r"(?:(in|out|inout):)?(\w+)(?:\[([\dx]+)\])?(?:=(.*))?$")
WHOLE = (1 << 64) - 1


def random_word(seed, index):
    """As src/check/generator.c has it."""
    z = (seed * 0xD1342543DE82EF95 + (index + 1) * 0x9E3779B97F4A7C15) & WHOLE
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & WHOLE
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & WHOLE
    return z ^ z >> 31


def values_made(kind, count, data, names):
    """The elements that `=data` stands for in culab run."""
    word, _, rest = data.partition(":")
    numbers = [float(x) if kind[0] == "f" else int(x) for x in rest.split(",") if x]
    if word.startswith("@"):
        return list(names[word[1:]])
    if word == "ramp":
        start, step = numbers or (0, 1)
        return [start + step * i for i in range(count)]
    if word == "constant":
        return [numbers[0]] * count
    if word == "random" and kind[0] != "f":
        low, high = numbers[1:] or (0, 256 if kind[1:] == "8" else 1000)
        return [low + ((random_word(numbers[0], i) >> 32) * (high - low) >> 32) for i in range(count)]
    raise corpus.Wrong(f"data {data} is not known here")


def packed(kind, values):
    bits = int(kind[1:])
    if kind[0] != "f":  # a ramp in a small type wraps
        return b"".join((int(v) % (1 << bits)).to_bytes(bits // 8, "little") for v in values)
    return struct.pack(f"{len(values)}{corpus.CODES[kind]}", *values)


def argument_line(text, index, stem, names, outputs):
    role, kind, shape, data = ARGUMENT.match(text).groups()
    size = int(kind[1:]) // 8
    if not role:
        bits = packed(kind, [float(data) if kind[0] == "f" else int(data)])
        return f"value {size} {int.from_bytes(bits, 'little')}"
    count = 1
    for side in shape.split("x"):
        count *= int(side)
    source, to = "-", "-"
    if data:
        source = f"{stem}.{index}.in"
        pathlib.Path(source).write_bytes(packed(kind, values_made(kind, count, data, names)))
    if outputs and role != "in":
        to = f"{stem}.{index}.out"
    return f"buffer {count * size} {source} {to}"


def plan_text(name, stem, source, outputs):
    """The plan; with `outputs`, what the kernel wrote goes into files."""
    entries = corpus.header_read(source)
    names, _ = corpus.names_in(entries)
    options = dict(re.findall(r"--(\w+) (\S+)", " ".join(corpus.values_of(entries, "launch"))))
    grid, block = (",".join((options[key].split(",") + ["1", "1"])[:3]) for key in ("grid", "block"))
    lines = [f"kernel {name} {stem}.image {grid} {block} {options.get('shared', 0)} {int('this_grid()' in source)}"]
    for index, text in enumerate(corpus.values_of(entries, "arg")):
        lines.append(argument_line(text, index, stem, names, outputs))
    return "\n".join(lines) + "\n"


def entry_of(path):
    """The kernel's name in the image: unlike the others', so that a report says whose it is."""
    return f"{path.parent.name}_{path.stem}"


def renamed(source, entry):
    """The kernel k under its other name, in the same lines; nothing else of the corpus is called k(...)."""
    return re.sub(r"\bk(?=\(|<<<)", entry, source)


def compiled(name, source, architecture):
    """Machine code or PTX by NVRTC, with the names of lines."""
    nvrtc = corpus.Nvrtc([f"-arch={architecture}", "--std=c++17"], str(ROOT / "kernels/lab"))
    if architecture.startswith("compute"):
        return nvrtc.ptx(name, source).rstrip(b"\0")
    return nvrtc.ptx(name, source, "CUBIN")


def linked(image, architecture):
    """A kernel that launches kernels needs the device runtime, which a driver does not bring along."""
    relocatable = image.with_suffix(".o")
    image.rename(relocatable)
    subprocess.run(["/usr/local/cuda/bin/nvlink", f"-arch={architecture}", str(relocatable),
                    "/usr/local/cuda/lib64/libcudadevrt.a", "-o", str(image)], check=True, capture_output=True)


def kernel_make(job):
    """Image and plans of one kernel: name.plan, and name.values.plan that keeps the outputs. What went wrong, or None."""
    folder, architecture, path = job
    source = path.read_text(encoding="utf-8")
    name, stem = entry_of(path), str(folder / entry_of(path))
    try:
        image = pathlib.Path(stem + ".image")
        image.write_bytes(compiled(path.name, renamed(source, name), architecture))
        if "<<<" in source and architecture.startswith("sm"):
            linked(image, architecture)
        pathlib.Path(stem + ".values.plan").write_text(plan_text(name, stem, source, True))
        pathlib.Path(stem + ".plan").write_text(plan_text(name, stem, source, False))
    except (corpus.Wrong, subprocess.CalledProcessError, OSError) as wrong:
        return f"{name}: {wrong}"
    return None


def kernels_make(folder, architecture, paths, processes=16):
    """What could not be made, in words, by name."""
    with ProcessPoolExecutor(processes) as pool:
        told = pool.map(kernel_make, [(folder, architecture, path) for path in paths])
        return {text.split(":")[0]: text for text in told if text}


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    failed = kernels_make(folder, sys.argv[2], [pathlib.Path(word).resolve() for word in sys.argv[3:]])
    print("\n".join(failed.values()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
