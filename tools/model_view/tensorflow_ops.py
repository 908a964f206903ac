# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Makes tensorflow_ops.txt from a wheel of TensorFlow, which need not be installed:

    pip download --no-deps tensorflow-cpu==2.21.0
    python3 tools/model_view/tensorflow_ops.py tensorflow_cpu-2.21.0-*.whl > tools/model_view/tensorflow_ops.txt

The names are those of the ops that TensorFlow's generated Python functions run.
"""

import re
import sys
import zipfile

GENERATED = re.compile(r"tensorflow/python/.*/gen_\w+_ops\.py$|tensorflow/python/ops/gen_\w+\.py$")
CALL = re.compile(r'_op_def_library\._apply_op_helper\(\s*"([A-Z][A-Za-z0-9_>]*)"')


def main():
    wheel = zipfile.ZipFile(sys.argv[1])
    names = set()
    for member in wheel.namelist():
        if GENERATED.match(member):
            names.update(CALL.findall(wheel.read(member).decode()))
    print("# The names of TensorFlow's ops. Made by tensorflow_ops.py; do not edit.")
    for name in sorted(names):
        print(name)


if __name__ == "__main__":
    main()
