// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_VALUE_INFERENCE_H_
#define FRAMEWORK_OP_VALUE_INFERENCE_H_

#include <cstdint>
#include <vector>

#include "absl/types/optional.h"
#include "framework/op/node_attrs.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// What a value function (OpDefBuilder::SetValueFn) sees of its node, and where it puts what is
// known of the values of outputs that are a few integers: those that shapes are made of. They are
// scalars or vectors; a matrix is one on the way from a vector to a vector, its elements by rows.
// An element is an interval; a negative number counts as unknown, as in a shape. Made for one node.
//
// Example: for y = Pack(StridedSlice(Shape(x), 0), 3) with x of shape [2..5,7] each function adds
// its part: Shape tells {2..5, 7}, StridedSlice takes {2..5} of it, Pack puts {2..5, 3} together.
// So Reshape(z, y) is [2..5,3] before anything runs.
class ValueContext {
 public:
  using Elements = std::vector<DimRange>;
  // Longer vectors cannot be shapes.
  static constexpr int kMaxElements = TensorShape::kMaxDims;

  virtual ~ValueContext() = default;

  virtual const NodeAttrs& attrs() const = 0;
  virtual int num_inputs() const = 0;
  virtual int num_outputs() const = 0;
  // Unknown if there is no such input or output.
  virtual const PartialTensorShape& input_shape(int i) const = 0;
  virtual const PartialTensorShape& output_shape(int i) const = 0;
  // The elements of an input of a few integers; nothing if not even their number is known.
  virtual absl::optional<Elements> input_elements(int i) = 0;
  // The value of an input; null if it is not known.
  virtual const Tensor* input_value(int i) = 0;
  // Tells the elements of output `i`; one element for a scalar. What is not told is unknown.
  virtual void set_output(int i, Elements elements) = 0;

  // The numbers of an integer scalar or vector whose value is known and short, else nothing. May be
  // negative.
  absl::optional<std::vector<int64_t>> InputNumbers(int i);
  // The one number of a scalar or of a vector of one element.
  absl::optional<int64_t> InputNumber(int i);
  // The attr; 0 if there is none.
  int64_t IntAttr(absl::string_view name) const;
};

// The elements of `value` if it is a short integer scalar or vector, else nothing.
absl::optional<std::vector<int64_t>> ShortIntegers(const Tensor* value);

// A value function: output 0 has the elements of input 0 in their order. For Reshape and its like,
// whose outputs spell the same sizes.
void PassElementsOn(ValueContext* c);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_VALUE_INFERENCE_H_
