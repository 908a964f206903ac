// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A part of a tensor.
#include <algorithm>
#include <cstdint>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using Elements = ValueContext::Elements;

// Where a strided slice of a vector begins and ends, and its stride.
struct Stride {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t step = 1;
};

int64_t FromEnd(int64_t index, int64_t size) { return index < 0 ? index + size : index; }

// The elements that a stride runs over.
Elements Take(const Elements& from, Stride stride) {
  const auto size = static_cast<int64_t>(from.size());
  Elements taken;
  const int64_t low = stride.step > 0 ? 0 : -1;
  const int64_t high = stride.step > 0 ? size : size - 1;
  const int64_t end = std::clamp(stride.end, low, high);
  for (int64_t i = std::clamp(stride.begin, low, high); stride.step > 0 ? i < end : i > end;
       i += stride.step) {
    taken.push_back(from[static_cast<size_t>(i)]);
  }
  return taken;
}

void SliceValue(ValueContext* c) {
  const auto from = c->input_elements(0);
  const auto begin = c->InputNumber(1);
  const auto size = c->InputNumber(2);
  if (!from || !begin || !size || *begin < 0 || *begin > static_cast<int64_t>(from->size())) return;
  const int64_t rest = static_cast<int64_t>(from->size()) - *begin;
  if (*size < -1 || *size > rest) return;
  c->set_output(0, Take(*from, {*begin, *begin + (*size == -1 ? rest : *size), 1}));
}

void StridedSliceValue(ValueContext* c) {
  const auto from = c->input_elements(0);
  const auto begin = c->InputNumber(1);
  const auto end = c->InputNumber(2);
  const auto step = c->InputNumber(3);
  if (!from || !begin || !end || !step || *step == 0 || c->input_shape(0).dims() != 1 ||
      c->IntAttr("ellipsis_mask") != 0 || c->IntAttr("new_axis_mask") != 0) {
    return;
  }
  const auto size = static_cast<int64_t>(from->size());
  if ((c->IntAttr("shrink_axis_mask") & 1) != 0) {
    const int64_t index = FromEnd(*begin, size);
    if (index >= 0 && index < size) c->set_output(0, {(*from)[static_cast<size_t>(index)]});
    return;
  }
  constexpr int64_t kFar = ValueContext::kMaxElements;
  Stride stride{FromEnd(*begin, size), FromEnd(*end, size), std::clamp(*step, -kFar, kFar)};
  if ((c->IntAttr("begin_mask") & 1) != 0) stride.begin = stride.step > 0 ? 0 : size - 1;
  if ((c->IntAttr("end_mask") & 1) != 0) stride.end = stride.step > 0 ? size : -1;
  c->set_output(0, Take(*from, stride));
}

}  // namespace

REGISTER_OP("Slice")
    .Input("input: T")
    .Input("begin: Index")
    .Input("size: Index")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Index: {int32, int64}")
    .SetShapeFn(shape_inference::SliceShape)
    .SetValueFn(SliceValue)
    .Doc(R"doc(
A block of a tensor.

input: What the block is cut from.
begin: Where the block begins, a vector with an index for each dimension.
output: The block.
size: -1 takes all that follows `begin`.
)doc");

REGISTER_OP("StridedSlice")
    .Input("input: T")
    .Input("begin: Index")
    .Input("end: Index")
    .Input("strides: Index")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Index: {int16, int32, int64}")
    .Attr("begin_mask: int = 0")
    .Attr("end_mask: int = 0")
    .Attr("ellipsis_mask: int = 0")
    .Attr("new_axis_mask: int = 0")
    .Attr("shrink_axis_mask: int = 0")
    .SetShapeFn(shape_inference::StridedSliceShape)
    .SetValueFn(StridedSliceValue)
    .Doc(R"doc(
input[begin:end:strides, ...] as in NumPy.

input: What is sliced.
begin: Where each item begins, a vector.
end: Where it ends: the first index that is not taken.
strides: The steps; not 0. A negative one goes backwards.
output: The slice.
begin_mask: Bit i: item i has no begin.
end_mask: Bit i: item i has no end.
ellipsis_mask: Bit i: item i is `...`.
new_axis_mask: Bit i: item i is a new dimension of size 1.
shrink_axis_mask: Bit i: item i is one index; its dimension is left out.
)doc");

}  // namespace opgraft
