# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Any dtype is its name."""


def __getattr__(name):
  return "dtype " + name
