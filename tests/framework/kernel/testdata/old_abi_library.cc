// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Compiled with the C++ ABI of before GCC 5; any code of it that runs ends the process.
#include <cstdlib>

#include "framework/op/op_def_builder.h"

namespace {

const bool kMustNotRun = [] {
  std::abort();
  return true;
}();
REGISTER_OP("LoaderTestOldAbi").Input("x: float");

}  // namespace
