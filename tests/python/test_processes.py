# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Threads, signals, forks."""

import hashlib
import multiprocessing
import os
import signal
import threading
import time

import numpy as np
import pytest

import opgraft


def test_ctrl_c_cancels_a_long_run_and_leaves_the_state(spin):
    request = spin.request()
    request.run(n=5)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        request.run(n=2**62, max_steps=2**62)
    assert time.monotonic() - began < 5
    assert request.states["v"].value == 5 and request.run(n=2)["y"] == 2
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    time.sleep(0.1)
    with pytest.raises(KeyboardInterrupt):  # Python's own handler is back
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)


@pytest.mark.parametrize("pause", [0, 1.2])  # after which the thread that watches runs sleeps
def test_ctrl_c_cancels_a_run_from_its_first_moment_on(spin, pause):
    request = spin.request()
    request.run(n=5)
    time.sleep(pause)
    for delay in [i / 2000 for i in range(60 if pause == 0 else 4)]:
        def interrupt(until=time.monotonic() + 0.005 + delay):
            while time.monotonic() < until:
                pass
            os.kill(os.getpid(), signal.SIGINT)

        with pytest.raises(KeyboardInterrupt):
            threading.Thread(target=interrupt).start()
            request.run(n=2**62, max_steps=2**62, timeout=10)
            time.sleep(1)  # if it came before the run, which nothing prevents
        time.sleep(pause)
    assert request.states["v"].value == 5 and request.run(n=2)["y"] == 2


def test_a_signal_that_was_handled_cancels_no_later_run(spin):
    request = spin.request()
    request.run(n=1)
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)
    began = time.monotonic()
    with pytest.raises(opgraft.DeadlineExceededError):
        request.run(n=2**62, max_steps=2**62, timeout=0.2)
    assert time.monotonic() - began > 0.15


def test_ctrl_c_under_a_handler_that_is_set_later(spin):
    request = spin.request()
    request.run(n=1)
    seen = []
    before = signal.signal(signal.SIGINT, lambda *_: seen.append(1))  # in place of ours
    try:
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(opgraft.CancelledError):  # the handler raises nothing
            request.run(n=2**62, max_steps=2**62, timeout=10)
        assert seen == [1]
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.kill(os.getpid(), signal.SIGINT)
        assert request.run(n=1)["y"] == 1
    finally:
        signal.signal(signal.SIGINT, before)
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)


def test_ctrl_c_ends_a_load():
    numbers = b"float_val: 1.5\n" * 10_000_000  # some seconds of parsing
    graph = (b'node { name: "c" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "value" '
             b'value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 10000000 } } ' + numbers + b"} } } }")
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        opgraft.load(graph)
    assert time.monotonic() - began < 2.5


def test_ctrl_c_ends_a_compile():
    numbers = np.random.default_rng(1).normal(size=(1500, 1500))
    with opgraft.Graph() as graph:
        opgraft.ops.svd(numbers, name="svd")  # follows from a constant: compiling computes it
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        graph.compile()
    assert time.monotonic() - began < 2.5


def test_cancel_from_another_thread(spin):
    request = spin.request()
    threading.Timer(0.1, request.cancel).start()
    with pytest.raises(opgraft.CancelledError):
        request.run(n=2**62)


def test_the_gil_is_free_meanwhile(spin):
    request = spin.request()
    ticks = []
    thread = threading.Thread(target=lambda: pytest.raises(
        opgraft.DeadlineExceededError, request.run, n=2**62, timeout=0.5))
    thread.start()
    while thread.is_alive():
        ticks.append(1)
        time.sleep(0.01)
    assert len(ticks) > 10


def test_a_busy_request_is_refused(spin):
    request = spin.request()
    thread = threading.Thread(target=lambda: pytest.raises(
        opgraft.CancelledError, request.run, n=2**62))
    thread.start()
    time.sleep(0.1)
    for call in (lambda: request.run(n=1), request.reset, request.save, request.close,
                 lambda: request.states):
        with pytest.raises(opgraft.FailedPreconditionError, match="busy"):
            call()
    request.cancel()
    thread.join()
    assert request.run(n=1)["y"] == 1


def test_threads_over_one_model(model):
    def sums(results, i):
        request = model.request()
        results[i] = [request.run(x=[float(v)])["out"][0] for v in range(200)][-1]

    results = [None] * 4
    threads = [threading.Thread(target=sums, args=(results, i)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(results)) == 1


def _scaling(make_work, runs=100):
    """How much faster two threads are than one, at so many calls in all; each has work of its own that it has done before."""
    seconds = [_seconds([make_work() for _ in range(count)], runs // count) for count in (1, 2)]
    return seconds[0] / seconds[1]


def _seconds(works, runs):
    ready = threading.Barrier(len(works) + 1)

    def repeat(work):
        work()
        ready.wait()
        for _ in range(runs):
            work()

    threads = [threading.Thread(target=repeat, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    ready.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began


def test_two_threads_over_one_model_are_faster_than_one():
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("there is one core")
    model = opgraft.load("examples/mlp/mlp.pb")
    feeds = {model.inputs[0].name: np.zeros((500, 10), np.float32)}
    block = bytes(1 << 18)

    def run_a_request():
        request = model.request()
        return lambda: request.run(feeds)

    best, best_of_sums = 0, 0
    for _ in range(20):  # others may have the cores now
        best = max(best, _scaling(run_a_request))
        if best >= 1.4:
            return
        # What threads gain here that share nothing: a checksum of much is computed without the GIL.
        best_of_sums = max(best_of_sums, _scaling(lambda: lambda: hashlib.sha256(block)))
    if best_of_sums < 1.6:
        pytest.skip(f"others have the cores: threads that share nothing are {best_of_sums:.2f} times as fast")
    assert best >= 1.4


def _child(model, request, queue):
    try:
        request.run(x=[1])
    except opgraft.FailedPreconditionError as error:
        queue.put(str(error))
    queue.put(model.request().run(x=[7])["out"][0])
    queue.put(model(x=[9])["out"][0] + opgraft.ops.add_v2(1, 2).item())
    fresh = opgraft.load("examples/summator/summator.pbtxt").request()
    queue.put(fresh.run(x=[8], timeout=10)["out"][0])


def test_a_forked_process_is_told_what_to_do(model):
    request = model.request()
    request.run(x=[1])
    assert model(x=[1])["out"] == [1] and opgraft.ops.add_v2(1, 2).item() == 3
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_child, args=(model, request, queue))
    child.start()
    assert "forked" in queue.get(timeout=20)
    assert [queue.get(timeout=20) for _ in range(3)] == [7, 12, 8]
    child.join(20)
    assert child.exitcode == 0
    assert request.run(x=[1])["out"] == [3]


def test_a_model_with_threads_does_not_go_along(model):
    threaded = model.compile(num_threads=2)
    assert threaded(x=[1])["out"] == [1]
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            threaded.request()
        except opgraft.FailedPreconditionError as error:
            os.write(write, str(error).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.close(write)
    assert b"load it in this one" in os.read(read, 1000)


def test_a_deleted_model_lives_as_long_as_its_outputs():
    model = opgraft.load("examples/mlp/mlp.pb")
    out = model(x=np.zeros((5000, 10), np.float32))
    copy = {name: array.copy() for name, array in out.items()}
    del model
    for name, array in out.items():
        assert (array == copy[name]).all()
