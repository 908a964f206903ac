// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPS_OPENVINO_ARRAY_KNOWN_INPUTS_H_
#define OPS_OPENVINO_ARRAY_KNOWN_INPUTS_H_

#include <cstdint>

#include "absl/types/optional.h"
#include "framework/op/integer_input.h"
#include "framework/op/shape_inference.h"

// What OpenVINO calls any integer type.
#define OPGRAFT_INTEGERS "{int8, int16, int32, int64, uint8, uint16, uint32, uint64}"

namespace opgraft {

// The elements of input `i`, a tensor of integers; nothing if its value is not known, or if there
// is no such input.
absl::optional<Integers> KnownIntegers(shape_inference::InferenceContext* c, int i);
// The one element of a scalar or of a vector of one element.
absl::optional<int64_t> KnownInteger(shape_inference::InferenceContext* c, int i);
// The elements of input `i`, a vector of sizes, as dimensions: as far as they are known; what is
// negative counts as unknown. Not known at all if not even their number is.
absl::Status KnownSizes(shape_inference::InferenceContext* c, int i,
                        shape_inference::ShapeHandle* sizes);

// Puts the dimension of `shape` that attr `name` names into `*dim`. REQUIRES: known rank.
absl::Status AxisAttr(shape_inference::InferenceContext* c, absl::string_view name,
                      shape_inference::ShapeHandle shape, int64_t* dim);

// The shape with unknown dimensions in the place of those named.
shape_inference::ShapeHandle Forget(shape_inference::InferenceContext* c,
                                    shape_inference::ShapeHandle shape, const Integers& dims);

// Output 0 is of the shape of input 0.
absl::Status ShapeOfFirstInput(shape_inference::InferenceContext* c);

// INVALID_ARGUMENT unless there are no more than `most` inputs.
absl::Status AtMostInputs(shape_inference::InferenceContext* c, int most);

}  // namespace opgraft

#endif  // OPS_OPENVINO_ARRAY_KNOWN_INPUTS_H_
