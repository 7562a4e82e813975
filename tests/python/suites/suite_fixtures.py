"""What suites expect of a conftest.py that their packages don't bring."""
import pytest


@pytest.fixture(scope="class")
def initialize_from_pytest_config(request):
    """numba-cuda: whether its tests write files when a FileCheck fails."""
    request.cls._dump_failed_filechecks = False
