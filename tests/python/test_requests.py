# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs, state, errors."""

import asyncio
import pickle
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import opgraft
from opgraft import ops


def test_a_run_gives_a_dict_of_arrays_of_the_callers_own(request_):
    first = request_.run(x=np.float32([1]))
    second = request_.run({"x": np.float32([2])})
    assert list(first) == ["out"] and first["out"] == [1] and second["out"] == [4]
    first["out"][0] = 100
    assert request_.run(x=np.float32([3]))["out"] == [9]


def test_lists_and_numbers_are_taken(request_):
    assert request_.run(x=[1])["out"] == [1]
    assert request_.run(x=(True,))["out"] == [3]


def test_out_is_written_into(request_):
    mine = np.zeros(1, np.float32)
    got = request_.run(x=[5.0], out={"out": mine})
    assert got["out"] is mine and mine == [5]
    got = request_.run(x=[1.0], out={"out:0": mine})
    assert got["out"] is mine and mine == [11]


@pytest.mark.parametrize("bad, why", [
    (np.zeros(1), "dtype"), (np.zeros((1, 1), np.float32), "shape"), ([0.0], "not a NumPy array"),
    (np.zeros(2, np.float32)[::2][:1].reshape(1)[::-1].repeat(2)[:2][::2], None)])
def test_a_wrong_out_is_refused_before_the_run(request_, bad, why):
    if why is None:
        bad = np.zeros(1, np.float32)
        bad.flags.writeable = False
        why = "read-only"
    with pytest.raises(opgraft.InvalidArgumentError, match=why):
        request_.run(x=[5.0], out={"out": bad})
    assert not request_.states["sum"].is_set


def test_fetch_chooses_and_names_the_nearest(request_):
    assert list(request_.run(x=[1], fetch=["out:0"])) == ["out"]
    assert request_.run(x=[1], fetch=[]) == {}
    with pytest.raises(opgraft.NotFoundError, match="nearest: 'out'") as error:
        request_.run(x=[1], fetch=["ouT"])
    assert error.value.hint == "nearest: 'out'"
    assert request_.states["sum"].value == [2]  # the third run was not


def test_any_tensor_may_be_fed_and_fetched(model):
    small = model.compile(inputs=["ReadValue"] if "ReadValue" in dict(model.nodes) else ["x"],
                          outputs=[dict((op, name) for name, op in model.nodes)["ReadValue"]])
    assert len(small.outputs) == 1


def test_state_is_a_mapping(request_):
    request_.run(x=[3])
    states = request_.states
    assert list(states) == ["sum"] and "sum" in states and len(states) == 1
    assert states["sum"].value == [3] and states["sum"].is_set
    states["sum"].value = np.float32([10])
    assert request_.run(x=[1])["out"] == [21]
    states["sum"].reset()
    assert not states["sum"].is_set and states["sum"].value == [0]
    assert request_.states.get("none") is None and request_.states.get("sum").name == "sum"
    with pytest.raises(opgraft.InvalidArgumentError, match="no array of numbers"):
        request_.states["sum"].value = None
    with pytest.raises(opgraft.NotFoundError, match="nearest: 'sum'"):
        states["sun"]
    with pytest.raises(opgraft.InvalidArgumentError):
        states["sum"].value = np.zeros(2, np.float32)


def test_save_load_fork_reset_and_pickle(request_, tmp_path):
    request_.run(x=[3])
    state = request_.save(tmp_path / "a.state")
    other = request_.fork()
    third = pickle.loads(pickle.dumps(request_))
    request_.run(x=[1])
    assert [r.states["sum"].value[0] for r in (request_, other, third)] == [4, 3, 3]
    request_.load(tmp_path / "a.state")
    assert request_.states["sum"].value == [3]
    request_.reset()
    assert request_.states["sum"].value == [0]
    request_.load(state)
    assert request_.states["sum"].value == [3]
    with pytest.raises(opgraft.InvalidArgumentError):
        request_.load(b"no state")
    assert request_.states["sum"].value == [3]


def test_a_transaction_goes_back_if_the_block_raises(request_):
    request_.run(x=[1])
    with pytest.raises(KeyError):
        with request_.transaction():
            request_.run(x=[5])
            raise KeyError
    assert request_.states["sum"].value == [1]
    with request_.transaction() as r:
        r.run(x=[5])
    assert request_.states["sum"].value == [6]


def test_a_transaction_writes_no_state_down_and_brings_back_what_kernels_opened(monkeypatch):
    with opgraft.Graph() as g:
        x = opgraft.placeholder("x", "float32", [])
        ops.assign_variable_op(ops.var_handle_op("float32", [], shared_name="v"), x)
    request = g.compile().request()

    def refused(self):
        raise AssertionError("the state is written down")

    monkeypatch.setattr(opgraft.Request, "_save", refused, raising=False)
    for before in (None, 1.0):
        if before is not None:
            request.run(x=before)
        with pytest.raises(KeyError):
            with request.transaction():
                request.run(x=5.0)
                assert request.states["v"].value == 5
                raise KeyError
        assert request.states["v"].is_set == (before is not None)
        assert request.states["v"].value == (before or 0)
    with pytest.raises(KeyError):
        with request.transaction():
            request.close()
            raise KeyError


def test_streams(request_):
    assert [y["out"][0] for y in request_.stream([[1], [2], [3]])] == [1, 4, 9]
    assert [y["out"][0] for y in request_.stream({"x": [v]} for v in (1, 2))] == [13, 16]


def test_async_runs_and_their_cancellation(model, spin):
    async def both():
        a, b = model.request(), model.request()
        return await asyncio.gather(a.run_async(x=[1]), b.run_async({"x": [2]}))

    assert [y["out"][0] for y in asyncio.run(both())] == [1, 2]
    endless = spin.request()

    async def stopped():
        await asyncio.wait_for(endless.run_async(n=2**62), 0.1)

    with pytest.raises(asyncio.TimeoutError):
        asyncio.run(stopped())
    assert not endless.states["v"].is_set


def test_a_task_that_is_cancelled_before_its_run_begins(spin):
    endless = spin.request()

    async def cancelled_at_once():
        task = asyncio.ensure_future(endless.run_async(n=2**62, max_steps=2**62, timeout=20))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    began = time.monotonic()
    for _ in range(20):
        asyncio.run(cancelled_at_once())
    assert time.monotonic() - began < 15
    assert endless.run(n=2)["y"] == 2

    async def without_a_thread():
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        first, waiting = spin.request(), spin.request()
        busy = asyncio.ensure_future(first.run_async(n=2**62, max_steps=2**62, timeout=20))
        await asyncio.sleep(0.05)
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(waiting.run_async(n=2), 0.05)
        assert not busy.done() and waiting.run(n=2)["y"] == 2
        busy.cancel()
        with pytest.raises(asyncio.CancelledError):
            await busy

    began = time.monotonic()
    asyncio.run(without_a_thread())
    assert time.monotonic() - began < 15


def test_a_run_out_of_time_changes_nothing(spin):
    request = spin.request()
    assert request.run(n=3)["y"] == 3
    with pytest.raises(opgraft.DeadlineExceededError):
        request.run(n=2**62, timeout=0.05)
    with pytest.raises(opgraft.ResourceExhaustedError, match="max_steps"):
        request.run(n=2**40, max_steps=1000)
    assert request.states["v"].value == 3


@pytest.mark.parametrize("feeds, error, text", [
    ({"y": [1]}, opgraft.NotFoundError, "Inputs: 'x'"),
    ({"x": np.float64([1])}, opgraft.InvalidArgumentError, "x.astype"),
    ({"x": np.int32([1])}, opgraft.InvalidArgumentError, "x.astype"),
    ({"x": [1, 2]}, opgraft.InvalidArgumentError, "shape"),
    ({"x": "a"}, opgraft.InvalidArgumentError, "float32"),
    ({"x": [[1], [2, 3]]}, ValueError, ""),
    ({"x": object()}, opgraft.InvalidArgumentError, "float32"),
    ({"x": None}, opgraft.InvalidArgumentError, "float32"),
    ({}, opgraft.InvalidArgumentError, "'x' is missing"),
    ({1: [1]}, TypeError, "names of inputs"),
    ({"x": [1], "x:0": [1]}, opgraft.InvalidArgumentError, "twice"),
])
def test_wrong_feeds_are_exceptions_that_say_what_to_do(request_, feeds, error, text):
    with pytest.raises(error, match=text):
        request_.run(feeds)
    assert not request_.states["sum"].is_set
    assert request_.run(x=[1])["out"] == [1]  # it is as good as before


def test_wrong_calls(request_):
    with pytest.raises(TypeError, match="named arguments"):
        request_.run(5)
    with pytest.raises(TypeError):
        request_.run({}, {})
    with pytest.raises(opgraft.NotFoundError, match="nearest: 'timeout'"):
        request_.run(x=[1], timout=3)
    with pytest.raises(opgraft.NotFoundError, match="signature"):
        request_.run(x=[1], signature="none")
    with pytest.raises(TypeError, match="timeout must be a number of seconds, not str"):
        request_.run(x=[1], timeout="soon")
    with pytest.raises(opgraft.InvalidArgumentError, match="nan"):
        request_.run(x=[1], timeout=float("nan"))


def test_a_closed_request_says_so(model):
    with model.request() as request:
        request.run(x=[1])
    with pytest.raises(opgraft.FailedPreconditionError, match="closed"):
        request.run(x=[1])
    with pytest.raises(opgraft.FailedPreconditionError, match="closed"):
        request.states
    assert request.closed and "closed" in repr(request)


def test_a_request_keeps_its_model():
    request = opgraft.load("examples/summator/summator.pbtxt").request()
    assert request.run(x=[1])["out"] == [1]


def test_a_request_that_was_not_made_does_not_crash():
    class Mine(opgraft.Request):
        def __init__(self):
            pass

    with pytest.raises((RuntimeError, TypeError)):
        Mine().run(x=[1])


def test_a_profile_names_the_nodes(request_):
    with request_.profile() as profile:
        for _ in range(3):
            request_.run(x=[1])
    assert {node.op for node in profile.nodes} == {"AddV2"}
    assert all(node.calls == 3 for node in profile.nodes)
    request_.run(x=[1])
    assert all(node.calls == 3 for node in profile.nodes)
    assert "AddV2" in str(profile) and "<table>" in profile._repr_html_()
