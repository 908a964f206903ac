#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Builds the wheel, installs it apart from everything and tries what people do first, and the
# notebooks. NumPy and what runs notebooks are the system's.
set -euo pipefail
cd "$(dirname "$0")/.."
sources=$PWD
more_packages=(python3-venv python3-nbclient python3-ipykernel python3-matplotlib)
. tools/setup.sh
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
wheel=$(tools/wheel.sh --out "$place/dist" | tail -n 1)
size=$(stat -c %s "$wheel")
printf '%s: %s bytes\n' "$(basename "$wheel")" "$size"
[ "$size" -le 12000000 ] || { echo 'the wheel has more than 12 MB'; exit 1; }
/usr/bin/python3 -m venv --system-site-packages "$place/venv"
"$place/venv/bin/pip" install -q --no-index --no-deps "$wheel"
cd "$place"
export PYTHONNOUSERSITE=1 XDG_CACHE_HOME=$place/cache
venv/bin/opgraft --version
cp "$sources/examples/first_op/zero_out.cc" "$sources/examples/summator/summator.pbtxt" .
venv/bin/python - <<'PROGRAM'
import time
import numpy as np
begin = time.perf_counter()
import opgraft
print(f"import: {1000 * (time.perf_counter() - begin):.0f} ms beyond NumPy's")
request = opgraft.load("summator.pbtxt").request()
assert [y["out"][0] for y in request.stream([[1], [2], [3]])] == [1, 4, 9]
assert opgraft.compile_op("zero_out.cc").zero_out([5, 4, 3]).tolist() == [5, 0, 0]
a = np.float32([1])
run = request.run
best = 1.0
for _ in range(20):
    begin = time.perf_counter()
    for _ in range(2000):
        run(x=a)
    best = min(best, (time.perf_counter() - begin) / 2000)
print(f"request.run(x=a): {1e9 * best:.0f} ns")
assert best < 4e-6
PROGRAM
printf 'from opgraft import ops\nprint(ops.add_v2(1, 2))\n' >right.py
printf 'from opgraft import ops\nprint(ops.add_v2(1))\n' >wrong.py
mypy --strict --python-executable venv/bin/python right.py
! mypy --strict --python-executable venv/bin/python wrong.py || { echo 'a missing argument passes'; exit 1; }
venv/bin/python -m pytest -q -p no:cacheprovider --noconftest "$sources/tests/python/test_notebooks.py"
# Nothing but the C and C++ run time is needed, and nothing of it is seen by others.
site=$(venv/bin/python -c 'import importlib.util, os; print(os.path.dirname(importlib.util.find_spec("opgraft").origin))')
if readelf -d "$site"/lib/*.so.0 "$site"/lib/_core.*.so | grep NEEDED | grep -vE 'lib(opgraft[a-z_]*|stdc\+\+|gcc_s|c|m|dl|pthread)\.so|ld-linux'; then
  echo 'more is needed'
  exit 1
fi
[ "$(nm -D --defined-only "$site"/lib/_core.*.so | awk '{print $3}')" = PyInit__core ]
