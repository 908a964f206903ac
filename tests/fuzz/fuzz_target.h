// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_FUZZ_FUZZ_TARGET_H_
#define TESTS_FUZZ_FUZZ_TARGET_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "absl/strings/string_view.h"

// What a target defines: libFuzzer and replay_main.cc call it with any bytes. It must return,
// quickly, and end the process only if it found something wrong.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace opgraft {

inline absl::string_view TextOf(const uint8_t* data, size_t size) {
  return absl::string_view(reinterpret_cast<const char*>(data), size);
}

// Ends the process with a message unless `is_right`: libFuzzer keeps the input as a finding.
inline void Demand(bool is_right, absl::string_view what) {
  if (is_right) return;
  std::cerr << "finding: " << what << std::endl;
  std::abort();
}

}  // namespace opgraft

#endif  // TESTS_FUZZ_FUZZ_TARGET_H_
