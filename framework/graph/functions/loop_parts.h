// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_FUNCTIONS_LOOP_PARTS_H_
#define FRAMEWORK_GRAPH_FUNCTIONS_LOOP_PARTS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/op/call_site.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// Where the parts lie that the iterations of a loop take along an axis. A value.
//
// Example: of 6 rows, {start 0, end -1, stride 2, part_size 2} are three parts, which begin at 0, 2
// and 4; {start -1, end 0, stride -2, part_size 2} are the same from the last to the first.
struct LoopParts {
  int64_t first = 0;  // where part 0 begins
  int64_t step = 1;   // from a part to the next
  int64_t count = 0;

  int64_t BeginOf(int64_t part) const { return first + part * step; }
};

// The parts of an axis of `size` elements. INVALID_ARGUMENT if they lie outside of it or leave a
// rest. REQUIRES: MakeCallSite checked the slices.
absl::StatusOr<LoopParts> PartsOf(const CallSite::Slices& slices, int64_t size);

// The axis of the slices, counted from the first; INVALID_ARGUMENT if a tensor of so many
// dimensions has none such.
absl::StatusOr<int> AxisOf(const CallSite::Slices& slices, int dims);

// Finds how many iterations the ports of a loop ask for: all the same, or there is an error.
// Thread-compatible.
//
// Example: Add("input 1", {axis 0}, [5,2]) and Add("input 2", {axis 1}, [2,4]) give
// INVALID_ARGUMENT "input 1 has 5 parts, but input 2 has 4".
class PartCount {
 public:
  // A port that is cut, as far as its shape is known. INVALID_ARGUMENT also as PartsOf and AxisOf.
  absl::Status Add(absl::string_view port, const CallSite::Slices& slices,
                   const PartialTensorShape& shape);
  // A port that is joined: it asks for a number if both ends of its slices count from the begin.
  absl::Status AddJoined(absl::string_view port, const CallSite::Slices& slices);

  // -1 if that is not known.
  int64_t count() const { return count_; }

 private:
  absl::Status AddCount(absl::string_view port, int64_t count);

  int64_t count_ = -1;
  std::string port_;  // that has so many
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_FUNCTIONS_LOOP_PARTS_H_
