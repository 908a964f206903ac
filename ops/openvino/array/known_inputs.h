// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPS_OPENVINO_ARRAY_KNOWN_INPUTS_H_
#define OPS_OPENVINO_ARRAY_KNOWN_INPUTS_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/optional.h"
#include "framework/op/integer_input.h"
#include "framework/op/shape_inference.h"
#include "ops/type_lists.h"

namespace opgraft {

// The elements of input `i`, a tensor of integers; nothing if its value is not known, or if there
// is no such input.
absl::optional<Integers> KnownIntegers(shape_inference::InferenceContext* c, int i);
// The one element of a scalar or of a vector of one element.
//
// Nothing if it is not known, or if there are more elements.
absl::optional<int64_t> KnownInteger(shape_inference::InferenceContext* c, int i);
// The elements of input `i`, a vector of sizes, as dimensions: as far as they are known; what is
// negative counts as unknown. Not known at all if not even their number is.
absl::Status KnownSizes(shape_inference::InferenceContext* c, int i,
                        shape_inference::ShapeHandle* sizes);

// What is known of an integer: an interval of numbers that are not negative, or one number.
struct KnownRange {
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t most = std::numeric_limits<int64_t>::max();

  bool is_known() const { return least >= 0 || is_exact(); }
  bool is_exact() const { return least == most; }
};
// The elements of input `i`, a vector of integers, as far as they are known; none if not even their
// number is.
std::vector<KnownRange> KnownRanges(shape_inference::InferenceContext* c, int i);

// Puts the dimension of `shape` that attr `name` names into `*dim`. REQUIRES: known rank.
//
// Negative ones count from the end. INVALID_ARGUMENT for a dimension that the shape has not.
absl::Status AxisAttr(shape_inference::InferenceContext* c, absl::string_view name,
                      shape_inference::ShapeHandle shape, int64_t* dim);

// The shape with unknown dimensions in the place of those named.
//
// Example: [2, 3, 4] without dimension 1 is [2, ?, 4].
shape_inference::ShapeHandle Forget(shape_inference::InferenceContext* c,
                                    shape_inference::ShapeHandle shape, const Integers& dims);

// Output 0 is of the shape of input 0.
absl::Status ShapeOfFirstInput(shape_inference::InferenceContext* c);

// INVALID_ARGUMENT unless there are no more than `most` inputs.
absl::Status AtMostInputs(shape_inference::InferenceContext* c, int most);

}  // namespace opgraft

#endif  // OPS_OPENVINO_ARRAY_KNOWN_INPUTS_H_
