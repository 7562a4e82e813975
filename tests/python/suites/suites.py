#!/usr/bin/env python3
"""Other projects' own test suites on the simulated device: suites.py CULAB FOLDER [--quick] [NAME...]

Each NAME.ini beside this script is a suite: packages of PyPI in pinned versions, tests in their
wheel or source archive, or for want of such in clients/ here, and the tests that are left out with the
reason. All is installed below
FOLDER. The outcome of each suite is a line of a table; tests that fail are named. Exit status 1 when
one fails, 77 when PyPI cannot be reached or there is no CUDA toolkit. With --quick each suite runs its few quick tests only, and
suites without them are passed over.
"""
import argparse
import configparser
import html
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import time
import urllib.request
import venv
import xml.etree.ElementTree as xml

HERE = pathlib.Path(__file__).resolve().parent
INDEX = "https://pypi.org/simple/"


class Unreachable(Exception):
    pass


def toolkit_is_there():
    return any(os.environ.get(name) for name in ("CUDA_HOME", "CUDA_PATH")) or \
        pathlib.Path("/usr/local/cuda").exists()


def fetch(url):
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.read()
    except OSError as error:
        raise Unreachable(f"{url}: {error}") from error


def unpack_source(requirement, folder):
    """The source archive of "name==version", unpacked without building it."""
    name, version = requirement.split("==")
    top = folder / f"{name}-{version}"
    if not top.exists():
        page = fetch(f"{INDEX}{name}/").decode()
        links = re.findall(r'href="([^"]+)"[^>]*>\s*' + re.escape(f"{name}-{version}.tar.gz"), page)
        if not links:
            raise Unreachable(f"PyPI has no source archive of {requirement}")
        archive = folder / f"{name}.tar.gz"
        archive.write_bytes(fetch(urllib.request.urljoin(INDEX, html.unescape(links[0]))))
        with tarfile.open(archive) as content:
            content.extractall(folder)
    return top


def install(packages, folder):
    python = folder / "venv" / "bin" / "python"
    stamp = folder / "installed"
    if stamp.exists() and stamp.read_text().split() == packages:
        return python
    if not python.exists():
        venv.create(folder / "venv", with_pip=True)
    done = subprocess.run([python, "-m", "pip", "install", "-q", *packages], text=True,
                          capture_output=True)
    if done.returncode != 0:
        raise Unreachable(done.stderr.strip().splitlines()[-1])
    stamp.write_text("\n".join(packages))
    return python


def count(report):
    """Passed, failed, skipped, and the names of those that failed."""
    passed, failed, skipped = 0, [], 0
    for case in xml.parse(report).getroot().iter("testcase"):
        outcomes = {child.tag for child in case}
        if outcomes & {"failure", "error"}:
            failed.append(f'{case.get("classname")}::{case.get("name")}')
        elif "skipped" in outcomes:
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


class Suite:
    def __init__(self, name):
        self.name = name
        self.config = configparser.ConfigParser(delimiters=("=",), interpolation=None)
        self.config.optionxform = str
        self.config.read(HERE / f"{name}.ini")

    def words(self, key, section="suite"):
        return self.config.get(section, key, fallback="").split()

    def arguments(self, quick):
        """What pytest runs."""
        return [word.format(suites=HERE)
                for word in self.words("tests", "quick" if quick else "suite")]

    def left_out(self):
        """Tests that suite_fixtures.py takes away again."""
        return "\n".join(self.config["left out"] if self.config.has_section("left out") else ())

    def run(self, culab, folder, quick):
        folder.mkdir(parents=True, exist_ok=True)
        python = install(self.words("packages"), folder)
        place = folder
        if self.words("source"):
            place = unpack_source(self.words("source")[0], folder) / self.words("folder")[0]
        library = culab.parent.parent / "lib" / "culab"
        settings = dict(word.format(library=library).split("=", 1)
                        for word in self.words("environment"))
        report = folder / "junit.xml"
        report.unlink(missing_ok=True)
        (folder / "pytest.ini").write_text("[pytest]\nconsider_namespace_packages = true\n")
        command = [culab, "simulate", "--check", "memory", "--report", folder / "findings.txt", "--",
                   python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "suite_fixtures",
                   "-c", folder / "pytest.ini", "--timeout", "600", "--durations", "20", "--tb", "short",
                   "--junitxml", report, *self.arguments(quick)]
        path = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
        with open(folder / "log.txt", "w") as log:
            subprocess.run(command, cwd=place, stdout=log, stderr=log,
                           env={**os.environ, "PYTHONPATH": path, "SUITE_LEFT_OUT": self.left_out(), **settings})
        if not report.exists():
            return 0, ["pytest itself: see " + str(folder / "log.txt")], 0
        return count(report)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("culab", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("names", nargs="*")
    given = parser.parse_intermixed_args()
    names = given.names or sorted(path.stem for path in HERE.glob("*.ini"))
    if not toolkit_is_there():
        print("skipped: no CUDA toolkit on this machine")
        return 77
    bad = False
    print(f"{'suite':<14}{'passed':>8}{'failed':>8}{'skipped':>9}{'seconds':>9}")
    for name in names:
        suite = Suite(name)
        if given.quick and not suite.config.has_section("quick"):
            continue
        begin = time.monotonic()
        try:
            passed, failed, skipped = suite.run(given.culab.absolute(),
                                                given.folder.absolute() / name, given.quick)
        except Unreachable as why:
            print(f"skipped: {name}: {why}")
            return 77
        print(f"{name:<14}{passed:>8}{len(failed):>8}{skipped:>9}{time.monotonic() - begin:>9.0f}")
        for test in failed:
            print("  failed:", test)
        bad |= bool(failed)
    return 1 if bad else 0


sys.exit(main())
