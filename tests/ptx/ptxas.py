#!/usr/bin/env python3
"""Asks NVIDIA's assembler whether it takes what our printer made of the corpus.

usage: ptxas.py PTXAS PTX_CORPUS FOLDER [FILE...]

Exit status 77 (skipped) where there is no ptxas.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile


def assemble(ptxas, path, target):
    command = [ptxas, "-arch=" + target, "-O0", "-o", os.devnull, path]
    done = subprocess.run(command + ["-c"], capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def main():
    ptxas, corpus, folder = sys.argv[1:4]
    if not ptxas or not os.path.exists(ptxas):
        sys.exit(77)
    bad = 0
    files = sys.argv[4:] or sorted(glob.glob(folder + "/*.ptx"))
    for path in files:
        target = re.search(r"^\.target (\w+)", open(path).read(), re.M).group(1)
        printed = subprocess.run([corpus, "--print", path], capture_output=True, text=True)
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
            file.write(printed.stdout)
            file.flush()
            ok, log = assemble(ptxas, file.name, target)
            # What ptxas refuses as it came can't be asked for as we print it.
            if not ok and assemble(ptxas, path, target)[0]:
                print(f"{path}: as printed:\n{log}")
                bad += 1
    print(f"{len(files)} files, {bad} refused")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
