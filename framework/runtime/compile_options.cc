// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/compile_options.h"

#include <unistd.h>

namespace opgraft {

int64_t MachineBytes() {
  static const int64_t bytes = int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
  return bytes > 0 ? bytes : INT64_MAX;
}

}  // namespace opgraft
