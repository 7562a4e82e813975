"""OpenMM's CUDA platform, on NVRTC and the Driver API: forces against those of its reference."""
import os

import numpy as np
import openmm
import openmm.app as app
import pytest

FOLDER = os.path.join(os.path.dirname(app.__file__), "data")


@pytest.fixture(scope="module")
def molecule():
    return (app.PDBFile(os.path.join(FOLDER, "test.pdb")),
            app.ForceField("amber14-all.xml", "amber14/tip3pfb.xml"))


def forces(molecule, platform, method, **settings):
    structure, field = molecule
    system = field.createSystem(structure.topology, nonbondedMethod=method, constraints=app.HBonds)
    context = openmm.Context(system, openmm.VerletIntegrator(0.001),
                             openmm.Platform.getPlatformByName(platform), settings)
    context.setPositions(structure.positions)
    state = context.getState(getForces=True, getEnergy=True)
    return state.getForces(asNumpy=True)._value, state.getPotentialEnergy()._value


@pytest.mark.parametrize("precision, error", [("single", 1e-3), ("mixed", 1e-3), ("double", 1e-4)])
@pytest.mark.parametrize("method", [app.NoCutoff, app.CutoffPeriodic])
def test_forces(molecule, method, precision, error):
    expected, energy = forces(molecule, "Reference", method)
    got, own = forces(molecule, "CUDA", method, Precision=precision)
    away = np.linalg.norm(got - expected, axis=1) / (np.linalg.norm(expected, axis=1) + 1)
    assert away.max() < error and abs(own - energy) < 1e-6 * abs(energy)
