// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Has a source that was compiled with the headers of Opgraft's first ABI; any code of it that runs
// ends the process.
#include <cstdlib>

#include "framework/op/op_def_builder.h"

#undef OPGRAFT_ABI_VERSION
#define OPGRAFT_ABI_VERSION 1

namespace {

OPGRAFT_LIBRARY_NOTE(kNoteOfAnOlderSource, OPGRAFT_NOTE_TEXT);

const bool kMustNotRun = [] {
  std::abort();
  return true;
}();
REGISTER_OP("LoaderTestAbi1").Input("x: float");

}  // namespace
