# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Stands in for Opgraft's package: what generated functions call, and nothing else (docs/wrappers.md)."""
