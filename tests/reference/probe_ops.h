// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that let a test look into a run, and act in it. Linking the library registers them:
//   TestProbe(x: T) -> y: T         y is x, given on in the way that attr 'way' tells
//   TestBump(x: T) -> y: T          x + 1, written over x where the plan allows it (Forwards)
//   TestEffect(x: T)                stateful, without outputs: inside a function it runs whatever
//                                   the results
#ifndef TESTS_REFERENCE_PROBE_OPS_H_
#define TESTS_REFERENCE_PROBE_OPS_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/tensor/tensor.h"

namespace opgraft {

// How a TestProbe gives its input on; values of attr 'way'.
enum class ProbeWay {
  kCopy,         // into an output it allocated
  kShare,        // set_output: the same buffer, counted
  kForward,      // forward_input_or_allocate_output; then bumps it as TestBump does, if it is float
  kKeep,         // copies, and keeps both tensors for the rest of the test
  kAllocateTwo,  // into a temporary first
};
inline constexpr int kNumProbeWays = 5;

// What the probes of a process saw and are to do. One thread.
struct ProbeLog {
  // A tensor that a kernel kept, with a copy of what it was then.
  struct Kept {
    Tensor tensor;
    Tensor copy;
  };
  std::vector<std::string> ran;  // names of the nodes that ran, in order
  std::vector<Kept> kept;
  std::function<absl::Status()> act;  // called in the probe whose turn it is; may throw
  int act_at = -1;                    // index into `ran`; -1: never
};
ProbeLog* Probes();

}  // namespace opgraft

#endif  // TESTS_REFERENCE_PROBE_OPS_H_
