#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a wheel: make_wheel.py TREE VERSION OUT_DIR, of what lies in TREE. Prints its path.

The same files give the same bytes. TREE/opgraft is the package, TREE/scripts what goes where programs
are.
"""

import base64
import hashlib
import os
import stat
import sys
import sysconfig
import zipfile

METADATA = """Metadata-Version: 2.1
Name: opgraft
Version: {version}
Summary: TensorFlow's way of registering ops, without TensorFlow; with OpenVINO's state
License: Apache-2.0
Requires-Python: =={python}.*
Requires-Dist: numpy>=1.22
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: {python}
Description-Content-Type: text/markdown

{readme}"""


def files_below(tree):
    for folder, folders, names in os.walk(tree):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(folder, name)
            yield os.path.relpath(path, tree), path


class Wheel:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.record = []

    def add(self, name, data, mode=0o644):
        info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
        info.external_attr = (stat.S_IFREG | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, data, compresslevel=9)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")

    def close(self, record):
        self.record.append(f"{record},,")
        self.add(record, ("\n".join(self.record) + "\n").encode())
        self.zip.close()


# From the root of the sources, whose README it shows.
def main(tree, version, out):
    python = sysconfig.get_python_version()
    tag = "cp" + python.replace(".", "")
    tags = f"{tag}-{tag}-{sysconfig.get_platform().replace('-', '_')}"
    info = f"opgraft-{version}.dist-info"
    for name in os.listdir(out):
        if name.startswith("opgraft-") and name.endswith(".whl"):
            os.remove(os.path.join(out, name))
    path = os.path.join(out, f"opgraft-{version}-{tags}.whl")
    wheel = Wheel(path)
    for name, source in files_below(tree):
        if name.startswith("scripts/"):
            name = f"opgraft-{version}.data/{name}"
        elif not name.startswith("opgraft/"):
            name = f"{info}/{name}"
        with open(source, "rb") as f:
            wheel.add(name, f.read(), 0o755 if os.access(source, os.X_OK) else 0o644)
    with open("README.md", encoding="utf-8") as f:
        readme = f.read()
    wheel.add(f"{info}/METADATA",
              METADATA.format(version=version, python=python, readme=readme).encode())
    wheel.add(f"{info}/WHEEL", (f"Wheel-Version: 1.0\nGenerator: opgraft\nRoot-Is-Purelib: false\n"
                                f"Tag: {tags}\n").encode())
    wheel.close(f"{info}/RECORD")
    print(path)


main(*sys.argv[1:])
