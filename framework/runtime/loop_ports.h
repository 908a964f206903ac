// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_LOOP_PORTS_H_
#define FRAMEWORK_RUNTIME_LOOP_PORTS_H_

#include <cstdint>
#include <vector>

#include "framework/op/call_site.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/tensor_shape.h"

namespace opgraft_internal {

// What the iterations of a loop take and leave, beside what they carry. Slots of a program; -1:
// none. Plain data; immutable once compiled.
struct LoopPorts {
  // Slot `to` becomes a part of slot `from`, which is input `input` of the loop.
  struct Sliced {
    int input = -1;
    CallSite::Slices slices;
    int32_t from = -1;
    int32_t to = -1;
  };
  // What slot `from` is after each iteration becomes a part of slot `to`, output `output`.
  struct Joined {
    int output = -1;
    CallSite::Slices slices;
    int32_t from = -1;
    int32_t to = -1;
    TensorShape empty;  // of it after no iteration
  };

  // Bounds the iterations, if it is not negative.
  int32_t trip_count = -1;
  // Tells whether to begin at all.
  int32_t begins = -1;
  // Tells after each iteration whether to go on.
  int32_t goes_on = -1;
  // That, or a function, may end it before its bound.
  bool is_conditional = false;
  // An output that is what the last iteration gave.
  int gives_last = -1;
  std::vector<Sliced> sliced;
  std::vector<Joined> joined;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_LOOP_PORTS_H_
