#!/bin/sh
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Stands in for the coverage tools that Bazel would download.
exit 0
