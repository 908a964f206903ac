# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Cases of what TensorFlow and OpenVINO answer, through the package: the folders with a case.json
below OPGRAFT_CASES (tests/conformance/cases/README.md says what is in one). tests/conformance runs
them in C++ and looks at more: this is about arrays, names, states and errors on their way to Python.
"""

import json
import os
import pathlib
import tempfile

import numpy as np
import pytest

import opgraft

ROOT = pathlib.Path(os.environ.get("OPGRAFT_CASES", "tests/conformance/cases"))
CASES = sorted(path.parent for path in ROOT.rglob("case.json"))


def array_of(tensor, folder):
    """What a TENSOR of a case is."""
    dtype = opgraft.as_dtype(tensor["type"])
    if "file" in tensor:
        value = np.load(folder / tensor["file"])
        return value.view(dtype.as_numpy_dtype) if value.dtype != object else value
    data = tensor["data"]
    if dtype.name == "string":
        flat = np.array([text.encode("latin-1") for text in data], object)
    elif dtype.is_complex:
        flat = np.array([complex(float(re), float(im)) for re, im in data], dtype.as_numpy_dtype)
    elif dtype.is_floating:
        flat = np.array([float(number) for number in data]).astype(wide_type(dtype))
    else:
        flat = np.array(data, dtype.as_numpy_dtype)
    flat = to_bits(flat, dtype)
    return flat.reshape(tensor["shape"])


def wide_type(dtype):
    """The type that numbers of a case are first made of."""
    kind = dtype.as_numpy_dtype
    return kind if kind.kind == "f" or kind.kind == "V" else np.dtype(np.float32)


def to_bits(flat, dtype):
    """Without ml_dtypes, bfloat16 is its bits: half of a float's, rounded to the nearest."""
    if dtype.name != "bfloat16" or flat.dtype != np.float32:
        return flat
    bits = flat.view(np.uint32)
    rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16
    return np.where(np.isnan(flat), 0x7FC0, rounded).astype(np.uint16)


def numbers_of(value, type_name):
    if type_name == "bfloat16" and value.dtype == np.uint16:
        return (np.atleast_1d(value).astype(np.uint32) << 16).view(np.float32)
    return value.astype(np.float32) if type_name == "bfloat16" else value


def expect_same(value, tensor, case):
    expected = array_of(tensor, case.folder)
    value = np.asarray(value)
    assert value.shape == expected.shape
    dtype = opgraft.as_dtype(tensor["type"])
    if dtype.name == "string":
        as_bytes = lambda text: text.encode() if isinstance(text, str) else text
        assert [as_bytes(text) for text in value.ravel()] == list(expected.ravel())
    elif dtype.is_floating or dtype.is_complex:
        assert value.dtype == expected.dtype
        value, expected = (numbers_of(array, dtype.name) for array in (value, expected))
        tolerance = case.spec.get("tolerance", {})
        np.testing.assert_allclose(value, expected, rtol=tolerance.get("rtol", 0),
                                   atol=tolerance.get("atol", 0), equal_nan=True)
    else:
        assert value.dtype == expected.dtype
        np.testing.assert_array_equal(value, expected)


def names_of(step):
    """What a run feeds, fetches and names as targets; None: the model's own signature."""
    targets = tuple(step.get("targets", []))
    if "fetch" not in step and "outputs" not in step and not targets:
        return None
    return tuple(step.get("inputs", {})), tuple(step.get("fetch", step.get("outputs", {}))), targets


class Case:
    """A case while its steps are taken."""

    def __init__(self, folder):
        self.folder = folder
        self.spec = json.loads((folder / "case.json").read_text())
        self.steps = self.spec.get("steps", [])
        self.must = self.spec.get("must", "ok")
        self.requests = {}
        self.saved = {}
        self.models = {}
        self.refused = {}  # by names: why a signature does not compile

    def why_skipped(self):
        """What the package has no name for; "" if that is nothing."""
        if not self.steps and self.must == "ok":
            return "only what import infers: nothing runs"
        for part in ("transform", "needs"):
            if part in self.spec:
                return f"the case has '{part}'"
        is_folder = (self.folder / self.spec["model"]).is_dir()
        return "a default signature beside others" if self.mixes_signatures() and not is_folder else ""

    def mixes_signatures(self):
        runs = [names_of(step) for step in self.steps if step["do"] == "run"]
        return None in runs and any(names is not None for names in runs)

    def model_of(self, step):
        """The model of a step's file, with the signatures of all its steps."""
        file = step.get("model", self.spec["model"])
        if file not in self.models:
            self.models[file] = self.load(file)
        return self.models[file]

    def load(self, file):
        path = self.folder / file
        steps = [step for step in self.steps
                 if step["do"] == "run" and step.get("model", self.spec["model"]) == file]
        if path.is_dir():
            names = {step["signature"] for step in steps if "signature" in step}
            return opgraft.load(path, signatures=sorted(names)), {}
        wanted = {names_of(step) for step in steps if not self.fails_to_compile(path, step)}
        wanted.discard(None)
        signatures = {f"s{i}": names for i, names in enumerate(sorted(wanted))}
        model = opgraft.load(path, signatures=signatures)
        return model, {names: name for name, names in signatures.items()}

    def fails_to_compile(self, path, step):
        if "error" not in step or names_of(step) is None:
            return False
        try:
            opgraft.load(path, signatures={"": names_of(step)})
        except opgraft.OpError as error:
            self.refused[names_of(step)] = error
        return names_of(step) in self.refused

    def request_of(self, step):
        number = step.get("request", 0)
        if number not in self.requests:
            self.requests[number] = self.model_of(step)[0].request()
        return self.requests[number]

    def run(self, step):
        request = self.request_of(step)
        feeds = {name: array_of(t, self.folder) for name, t in step.get("inputs", {}).items()}
        names, signatures = names_of(step), self.model_of(step)[1]
        if "signature" in step:
            signature = step["signature"]
        elif names is None:
            signature = None
        elif names in signatures:
            signature = signatures[names]
        else:
            raise self.refused[names]
        outputs = request.run(feeds, signature=signature, timeout=step.get("deadline_s"))
        for name, tensor in step.get("outputs", {}).items():
            expect_same(outputs[name], tensor, self)

    def take(self, step):
        request = self.request_of(step)
        if step["do"] == "run":
            self.run(step)
        elif step["do"] == "reset":
            request.states[step["variable"]].reset() if "variable" in step else request.reset()
        elif step["do"] == "set":
            request.states[step["variable"]].value = array_of(step["value"], self.folder)
        elif step["do"] == "fork":
            self.requests[step["as"]] = request.fork()
        elif step["do"] == "save":
            self.saved[step["as"]] = request.save()
        elif step["do"] == "load":
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "state"
                path.write_bytes(self.saved[step["from"]])
                request.load(path)
        else:
            assert step["do"] == "get"

    def expect_states(self, step):
        number = step["as"] if step["do"] == "fork" else step.get("request", 0)
        states = self.requests[number].states
        for name, tensor in step.get("states", {}).items():
            expect_same(states[name].value, tensor, self)
        if "order" in step:
            assert list(states) == step["order"]


def expect_error(step, case, error):
    """The words that a useful message has in it."""
    for word in step["error"].get("contains", []):
        assert word in str(error), str(error)


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_case(folder):
    case = Case(folder)
    if case.why_skipped():
        pytest.skip(case.why_skipped())
    try:
        case.model_of({})
    except opgraft.OpError as error:
        assert case.must != "ok", str(error)
        return
    assert "error" not in case.spec.get("load", {}), "loads and compiles; it must not"
    for step in case.steps:
        try:
            case.take(step)
        except (opgraft.OpError, TypeError, ValueError) as error:
            if case.must != "either":
                assert "error" in step, str(error)
                expect_error(step, case, error)
        else:
            assert "error" not in step or case.must == "either", f"step {step['do']} must fail"
        if step.get("request", 0) in case.requests:
            case.expect_states(step)


def test_there_are_cases():
    assert len(CASES) > (0 if "OPGRAFT_CASES" in os.environ else 150)
