#!/usr/bin/env bash
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
# Puts the package together, as it is imported: stage_package.sh SOURCES CORE LIBRARY DIR. SOURCES is
# python/opgraft, CORE the extension that was built, LIBRARY libopgraft.so.0; DIR/opgraft is made.
set -euo pipefail
sources=$1 core=$2 library=$3 package=$4/opgraft
mkdir -p "$package/lib"
cp -L "$sources"/*.py "$sources"/*.pyi "$sources/py.typed" "$package"
# The name says for which Python the extension is: the one whose headers it was compiled with.
suffix=$(/usr/bin/python3 -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')
cp -L "$core" "$package/lib/_core$suffix"
cp -L "$library" "$package/lib/libopgraft.so.0"
chmod -R u+w "$package"
