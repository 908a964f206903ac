# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Ops in C++, compiled from Python against what the package brings."""

import os
import pathlib
import pickle
import subprocess

import pytest

import opgraft

SOURCE = pathlib.Path("examples/first_op/zero_out.cc")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def renamed(tmp_path, op, name="my_op.cc", **changes):
    text = SOURCE.read_text().replace("ZeroOut", op)
    for old, new in changes.items():
        text = text.replace(old, new)
    path = tmp_path / name
    path.write_text(text)
    return path


def test_a_source_is_compiled_and_cached(tmp_path, cache):
    path = renamed(tmp_path, "ZeroMine")
    module = opgraft.compile_op(path)
    assert module.zero_mine([5, 4, 3]).tolist() == [5, 0, 0]
    made = list(cache.rglob("*.so"))
    assert len(made) == 1
    before = made[0].stat().st_mtime_ns
    assert opgraft.compile_op(str(path)).zero_mine([7]).tolist() == [7]
    assert made[0].stat().st_mtime_ns == before and list(cache.rglob("*.so")) == made


def test_a_source_whose_library_is_loaded_already(tmp_path):
    path = renamed(tmp_path, "ZeroTwice")
    library = tmp_path / "zero_twice.so"
    command = [opgraft.sysconfig.get_command(), "build", str(path), "-o", str(library)]
    subprocess.run(command, check=True)
    assert opgraft.load_op_library(library).zero_twice([5, 4]).tolist() == [5, 0]
    with pytest.raises(opgraft.InvalidArgumentError, match="op 'ZeroTwice' is there already, from '"):
        opgraft.compile_op(path, flags=["-O0"])  # other code of the same op
    assert opgraft.compile_op(path).zero_twice([5, 4]).tolist() == [5, 0]  # a copy


def test_the_cache_knows_included_files_and_flags(tmp_path, cache):
    (tmp_path / "value.h").write_text("#define MY_VALUE 1\n")
    path = tmp_path / "op.cc"
    path.write_text('#include "value.h"\n' + SOURCE.read_text().replace("ZeroOut", "ZeroIncluding") +
                    "__attribute__((used)) static const int my_value = MY_VALUE;\n")
    opgraft.compile_op(path)
    (tmp_path / "value.h").write_text("#define MY_VALUE 2  // other\n")
    with pytest.raises(opgraft.FailedPreconditionError, match="restart"):
        opgraft.compile_op(path)
    assert len(list(cache.rglob("*.so"))) == 2


def test_errors_of_the_compiler_are_shortened_to_the_users_lines(tmp_path, cache):
    path = renamed(tmp_path, "ZeroBad", **{"setZero()": "setZerro()"})
    with pytest.raises(opgraft.CompileError) as error:
        opgraft.compile_op(path)
    text = str(error.value)
    assert "setZerro" in text and "my_op.cc:" in text and "^" in text
    assert "/include/opgraft/" not in text and len(text.splitlines()) <= 15 and text != error.value.log
    assert not list(cache.rglob("*.so"))


def test_wrong_registrations_are_errors(tmp_path):
    path = renamed(tmp_path, "ZeroSpec", **{"{float, double, int32, int64}": "{float, doubel}"})
    with pytest.raises(opgraft.InvalidArgumentError, match="doubel"):
        opgraft.compile_op(path)


def test_files_and_compilers_that_are_not_there(tmp_path, monkeypatch):
    with pytest.raises(opgraft.NotFoundError, match="nothing.cc"):
        opgraft.compile_op("nothing.cc")
    monkeypatch.setenv("CXX", "no_such_compiler")
    with pytest.raises(opgraft.NotFoundError, match="apt-get install g"):
        opgraft.compile_op(SOURCE)


def test_sysconfig_is_enough_to_compile_by_hand(tmp_path):
    assert os.path.exists(os.path.join(opgraft.sysconfig.get_include(), "opgraft", "op.h"))
    assert os.path.exists(os.path.join(opgraft.sysconfig.get_lib(), "libopgraft.so.0"))
    path, made = renamed(tmp_path, "ZeroByHand"), tmp_path / "by_hand.so"
    subprocess.run(["c++", *opgraft.sysconfig.get_compile_flags(), "-shared", path, "-o", made,
                    *opgraft.sysconfig.get_link_flags()], check=True)
    assert opgraft.load_op_library(made).zero_by_hand([2, 1]).tolist() == [2, 0]


def test_an_error_of_the_compiler_pickles():
    error = opgraft.CompileError("one.cc:3: error: nonsense", "all that was said. Use it }; ")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.log) == (opgraft.CompileError, str(error), error.log)
    assert again.hint == ""
