#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# output_test.sh EXPECTED COMMAND...: the command prints what the file holds and ends well.
set -uo pipefail
expected=$1
shift
command=$1
case $command in /*) ;; *) command=./$command ;; esac
diff -u "$expected" <("$command" "${@:2}" 2>&1)
