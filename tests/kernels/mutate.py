#!/usr/bin/env python3
"""Makes learners' mistakes in right kernels and host programs, one at a time, and tells which of them pass.

    mutate.py CULAB ROOT run [--only PATTERN] [--every N] [--workers N] [--to FILE]   all of them, or of the commonest kinds about every Nth
    mutate.py CULAB ROOT list [--only PATTERN]
    mutate.py CULAB ROOT sample                       those in mutants.sample: each must be found by the rule named there

Subjects are the exercises' solutions, judged by `culab check`, the kernels of host exercises beside their programs, and the
kernels of right/, judged as corpus.py does. equivalent.txt lists mutants that are right though they differ, and why. A
mutant that passes, isn't listed there and doesn't compile to the same code as the original is a miss: exit status 1.
Exit status 77: no NVRTC or no simulator."""
import argparse
import collections
import concurrent.futures
import glob
import hashlib
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile

import corpus
import direct
import mutations

SECONDS = "2"
# The kinds that --every thins out: there are very many, and they are much alike.
COMMON = ("number off by one", "index off by one", "half the number", "x for y", "block for grid", "wrong size", "name for name",
          "statement twice")


class Subject:
    """A right text, and how to judge another one in its place. judge() gives (outcome, what was told)."""

    def __init__(self, culab, root, path, host=False):
        self.culab, self.path, self.host = culab, path, host
        self.name = os.path.relpath(path, root)
        with open(path, encoding="utf-8") as file:
            self.text = file.read()

    def mutants(self):
        return mutations.mutants(self.text, self.host)

    def json_of(self, words, folder):
        done = subprocess.run([self.culab] + words + ["--device", "sim", "--limit", SECONDS, "--json"], cwd=folder,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            return json.loads(done.stdout)
        except ValueError:
            return None


class Exercise(Subject):
    """A solution, or the kernel beside one of a host exercise."""

    def judge(self, source, folder):
        of = os.path.basename(self.path)
        exercise = os.path.basename(os.path.dirname(self.path))
        with open(os.path.join(folder, of), "w", encoding="utf-8") as file:
            file.write(source)
        files = [of]
        if self.host:
            files.append(os.path.join(os.path.dirname(self.path), "kernel.cu"))
        elif of == "kernel.cu":
            files.insert(0, os.path.join(os.path.dirname(self.path), "solution.c"))
        report = self.json_of(["check", exercise] + files, folder)
        if report is None:
            return "no report", ""
        if report["verdict"] == "pass":
            return "pass", ""
        return " ".join(sorted(report["reasons"])), " / ".join(report["sentences"])


class Kernel(Subject):
    """A kernel of right/."""

    def __init__(self, culab, root, path):
        super().__init__(culab, root, path)
        self.entries = corpus.header_read(self.text)
        self.names, self.data = corpus.names_in(self.entries)

    def judge(self, source, folder):
        of = os.path.basename(self.path)
        with open(os.path.join(folder, of), "w", encoding="utf-8") as file:
            file.write(source)
        corpus.data_write(folder, self.entries, self.names, self.data)
        words = ["run", of]
        for value in corpus.values_of(self.entries, "launch"):
            words += value.split()
        for value in corpus.values_of(self.entries, "arg"):
            words += ["--arg", value]
        report = self.json_of(words, folder)
        if report is None:
            return "no report", ""
        if report["compile"]["status"] != "ok":
            return "compile", " / ".join(d["text"] for d in report["compile"]["diagnostics"][:2])
        return self.told_by(report)

    def told_by(self, report):
        also = [r for value in corpus.values_of(self.entries, "also") for r in re.split(r"[ ,]+", value)]
        told = [f for f in report["findings"] if f["rule"] not in also and not f.get("note")]
        rules = {f["rule"] for f in told}
        texts = [f["text"] for f in told if f["text"]]
        if report["launch"]["status"] != "ok":
            rules.add(report["launch"]["status"])
            texts.append(report["launch"].get("error") or "")
        try:
            corpus.check_values(report, self.entries, self.names)
        except (corpus.Wrong, TypeError) as wrong:  # a launch that ended early has no data
            rules.add("wrong-values")
            texts.append(str(wrong))
        return (" ".join(sorted(rules)), " / ".join(texts)) if rules else ("pass", "")

    def judge_directly(self, source, device, nvrtc):
        try:
            ptx = nvrtc.ptx(os.path.basename(self.path), source).rstrip(b"\0")
        except corpus.Wrong as wrong:
            return "compile", str(wrong)[:300]
        return self.told_by(device.judge(ptx, source, self.entries, self.names))


def subjects(culab, root):
    for path in sorted(glob.glob(os.path.join(root, "kernels/[0-9]*/solution.cu"))):
        yield Exercise(culab, root, path)
    for path in sorted(glob.glob(os.path.join(root, "kernels/[0-9]*/solution.c"))):
        yield Exercise(culab, root, path, host=True)
        yield Exercise(culab, root, os.path.join(os.path.dirname(path), "kernel.cu"))
    for path in sorted(glob.glob(os.path.join(root, "tests/kernels/right/*.cu"))):
        yield Kernel(culab, root, path)


def key_of(subject, mutant):
    again = f" | {mutant.nth}" if mutant.nth > 1 else ""
    return f"{subject.name} | {mutant.operator} | {mutant.before} | {mutant.after}{again}"


def chosen(mutant, key, every):
    return every <= 1 or mutant.operator not in COMMON or int(hashlib.sha1(key.encode()).hexdigest(), 16) % every == 0


def equivalents(root):
    """[(pattern, why)]. In equivalent.txt a line is a regular expression, and the line with "# " above it says why."""
    found, why = [], ""
    with open(os.path.join(root, "tests/kernels/equivalent.txt"), encoding="utf-8") as file:
        for line in file.read().split("\n"):
            if line.startswith("# "):
                why = line[2:]
            elif line.strip():
                found.append((re.compile(line.strip()), why))
    return found


class Compiled:
    """Whether two kernels are the same to the compiler."""

    def __init__(self, root):
        self.nvrtc = corpus.Nvrtc(["-arch=compute_86"], os.path.join(root, "kernels/lab"))
        self.nvrtc.options.remove("-lineinfo")

    def same(self, subject, source):
        if subject.host:
            return False
        try:
            one, two = [self.nvrtc.ptx("k.cu", text) for text in (subject.text, source)]
        except corpus.Wrong:
            return False
        return one == two


class Judge:
    """Of one process: kernels of right/ are launched here; what passes that, and all else, goes through culab itself."""

    def __init__(self, root, library):
        self.library, self.device, self.tried = library, None, {}
        self.nvrtc = corpus.Nvrtc(["-arch=compute_86"], os.path.join(root, "kernels/lab"))

    def is_direct(self, subject):
        """Whether the right kernel is found right here: those for other devices, or that wait long, are not."""
        if subject.name not in self.tried:
            fit = self.library and isinstance(subject, Kernel) and not corpus.values_of(subject.entries, "least")
            if fit and not self.device:
                self.device = direct.Device(self.library)
            self.tried[subject.name] = fit and subject.judge_directly(subject.text, self.device, self.nvrtc)[0] == "pass"
        return self.tried[subject.name]

    def judge(self, subject, source):
        if self.is_direct(subject):
            outcome, told = subject.judge_directly(source, self.device, self.nvrtc)
            if outcome != "pass":
                return outcome, told
        folder = tempfile.mkdtemp(prefix="culab-mutant-")
        try:
            return subject.judge(source, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


PROCESS = {}  # what each process of the pool keeps


def begin_process(culab, root, library):
    PROCESS["judge"] = Judge(root, library)
    PROCESS["subjects"] = {subject.name: subject for subject in subjects(culab, root)}


def judge_one(item):
    name, source = item
    return PROCESS["judge"].judge(PROCESS["subjects"][name], source)


def run(work, workers, culab, root, library, progress=True):
    """(subject, mutant, outcome, told) in the order of the work."""
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, context, begin_process, (culab, root, library)) as pool:
        results = pool.map(judge_one, [(subject.name, mutant.source) for subject, mutant in work], chunksize=4)
        for number, ((subject, mutant), (outcome, told)) in enumerate(zip(work, results), 1):
            yield subject, mutant, outcome, told
            if progress and number % 100 == 0:
                print(f"{number} of {len(work)}", file=sys.stderr)


def judge_passed(root, results):
    """What passed: same code, listed as equivalent, or missed."""
    compiled, known = Compiled(root), equivalents(root)
    for subject, mutant, outcome, told in results:
        if outcome == "pass":
            why = next((why for pattern, why in known if pattern.search(key_of(subject, mutant))), None)
            if why:
                outcome, told = "equivalent", why
            elif compiled.same(subject, mutant.source):
                outcome = "same code"
        yield subject, mutant, outcome, told


def sample_read(root):
    """{key: rule} of mutants.sample."""
    with open(os.path.join(root, "tests/kernels/mutants.sample"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    return dict(line.rsplit(" => ", 1) for line in lines)


def sample_check(root, work, options, library):
    """What is wrong with the sample, line by line."""
    expected = sample_read(root)
    work = [(s, m) for s, m in work if key_of(s, m) in expected]
    for key in sorted(set(expected) - {key_of(s, m) for s, m in work}):
        yield f"there is no such mutant any more: {key}"
    for subject, mutant, outcome, told in run(work, options.workers, options.culab, root, library, False):
        rule = expected[key_of(subject, mutant)]
        if rule not in outcome.split():
            yield f"{key_of(subject, mutant)}: {rule} expected, {outcome}: {told[:300]}"


def summary(results):
    by_operator = collections.defaultdict(collections.Counter)
    for _, mutant, outcome, _ in results:
        kind = outcome if outcome in ("pass", "compile", "equivalent", "same code", "wrong-values", "no report") else "told"
        by_operator[mutant.operator][kind] += 1
    for operator, counts in sorted(by_operator.items(), key=lambda e: -sum(e[1].values())):
        print(f"{operator:45} {sum(counts.values()):5} " + ", ".join(f"{k} {n}" for k, n in counts.most_common()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("culab")
    parser.add_argument("root")
    parser.add_argument("what", choices=("run", "list", "sample"))
    parser.add_argument("--only", default="", help="a regular expression for their names")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--to")
    parser.add_argument("--again", help="only what passed in a run before: the file that --to made")
    parser.add_argument("--library", help="the simulated libcuda: kernels of right/ are launched without culab first")
    options = parser.parse_args()
    culab = options.culab = os.path.abspath(options.culab)
    root = os.path.abspath(options.root)
    library = options.library and os.path.abspath(options.library)
    work = [(s, m) for s in subjects(culab, root) for m in s.mutants()]
    work = [(s, m) for s, m in work if re.search(options.only, key_of(s, m)) and chosen(m, key_of(s, m), options.every)]
    if options.what == "sample":
        for what in ("nvrtc", "sim"):
            if subprocess.run([culab, "doctor", "--quiet", what], stdout=subprocess.DEVNULL).returncode:
                return corpus.SKIPPED
        wrong = list(sample_check(root, work, options, library))
        print("\n".join(wrong))
        return 1 if wrong else 0
    if options.again:
        with open(options.again, encoding="utf-8") as file:
            passed = {one["key"] for one in map(json.loads, file) if one["outcome"] == "pass"}
        work = [(s, m) for s, m in work if key_of(s, m) in passed]
    if options.what == "list":
        print("\n".join(key_of(s, m) for s, m in work))
        return 0
    results = []
    with open(options.to or os.devnull, "w", encoding="utf-8") as file:
        for subject, mutant, outcome, told in judge_passed(root, run(work, options.workers, culab, root, library)):
            results.append((subject, mutant, outcome, told))
            file.write(json.dumps({"key": key_of(subject, mutant), "line": mutant.line, "outcome": outcome,
                                   "told": told}) + "\n")
            file.flush()
    summary(results)
    missed = [key_of(s, m) for s, m, outcome, _ in results if outcome in ("pass", "no report")]
    for key in missed:
        print("missed:", key)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
