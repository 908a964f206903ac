# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""SavedModels, whose state begins as a checkpoint has it."""

import pathlib
import pickle
import shutil
import types

import numpy as np
import pytest

import opgraft

FOLDERS = sorted(path.parent for path in pathlib.Path("tests/conformance/cases").rglob("saved_model.pb"))


def states_of(model):
    return {name: state.value.tolist() for name, state in model.request().states.items()}


def results_of(model):
    """Of each signature, on ones."""
    results = []
    for name, signature in model.signatures.items():
        feeds = {spec.name: np.ones([size or 1 for size in spec.shape or ()], spec.dtype.as_numpy_dtype)
                 for spec in signature.inputs if spec.dtype.is_floating}
        if len(feeds) == len(signature.inputs):
            outputs = model.request().run(feeds, signature=name)
            results.append((name, {key: np.asarray(value).tolist() for key, value in outputs.items()}))
    return results


@pytest.mark.parametrize("source", FOLDERS, ids=str)
def test_a_pickle_needs_no_files(source, tmp_path):
    folder = tmp_path / "model"
    shutil.copytree(source, folder)
    model = opgraft.load(folder)
    before = states_of(model), results_of(model), list(model.signatures)
    data = pickle.dumps(model)
    shutil.rmtree(folder)
    again = pickle.loads(data)
    assert (states_of(again), results_of(again), list(again.signatures)) == before
    request = again.request()
    for state in request.states.values():
        state.reset()
    assert {name: state.value.tolist() for name, state in request.states.items()} == before[0]
    assert states_of(pickle.loads(pickle.dumps(again.compile(num_threads=2)))) == before[0]


def test_there_is_one_with_variables():
    assert any(states_of(opgraft.load(folder)) for folder in FOLDERS)


def test_a_model_of_keras_goes_by_way_of_a_folder():
    class Functional:
        def export(self, folder):
            shutil.copytree(FOLDERS[0], folder, dirs_exist_ok=True)

    Functional.__module__ = "keras.src.models.functional"
    model = opgraft.load(Functional())
    assert model.signatures.keys() == opgraft.load(FOLDERS[0]).signatures.keys()


def test_modules_and_functions_of_tensorflows(monkeypatch):
    saved = []

    def save(module, folder, signatures=None):
        saved.append((module, signatures))
        shutil.copytree(FOLDERS[0], folder, dirs_exist_ok=True)

    class Module:
        pass

    tensorflow = types.SimpleNamespace(Module=Module, saved_model=types.SimpleNamespace(save=save))
    monkeypatch.setitem(__import__("sys").modules, "tensorflow", tensorflow)
    Module.__module__ = "tensorflow.python.module.module"
    module = Module()
    assert opgraft.load(module).nodes

    class ConcreteFunction:
        structured_outputs = None
        variables = ("v",)

    ConcreteFunction.__module__ = "tensorflow.python.eager.polymorphic_function.concrete_function"
    function = ConcreteFunction()
    assert opgraft.load(function).nodes
    assert saved[0] == (module, None) and saved[1][1] is function
    assert saved[1][0].variables_used == ["v"]
    with pytest.raises(TypeError, match="takes a path"):
        opgraft.load(types.SimpleNamespace())
