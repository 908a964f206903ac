#!python
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""The command, where pip installs programs: runs the one in the package."""

import importlib.util
import os
import sys

# Found, not imported: NumPy would come with it.
program = os.path.join(os.path.dirname(importlib.util.find_spec("opgraft").origin), "bin", "opgraft")
os.execv(program, [program] + sys.argv[1:])
