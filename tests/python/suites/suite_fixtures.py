"""What suites expect of a conftest.py that their packages don't bring, and what is left out of them."""
import os

import pytest


def pytest_collection_modifyitems(config, items):
    """SUITE_LEFT_OUT: how the names of tests end, parameters aside, one to a line."""
    names = os.environ.get("SUITE_LEFT_OUT", "").split("\n")
    gone = [item for item in items
            if any(name and (item.nodeid.endswith(name) or name + "[" in item.nodeid) for name in names)]
    config.hook.pytest_deselected(items=gone)
    items[:] = [item for item in items if item not in gone]


@pytest.fixture(scope="class")
def initialize_from_pytest_config(request):
    """numba-cuda: whether its tests write files when a FileCheck fails."""
    request.cls._dump_failed_filechecks = False
