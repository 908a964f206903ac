// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Range: how many elements it has, where its arguments are known.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/range_size.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

template <typename T>
absl::Status SizeOfRange(InferenceContext* c, DimensionHandle* size) {
  const auto at = [c](int i) { return *static_cast<const T*>(c->input_tensor(i)->data()); };
  int64_t n = 0;
  OPGRAFT_RETURN_IF_ERROR(RangeSize<T>(at(0), at(1), at(2), &n));
  *size = c->MakeDim(n);
  return absl::OkStatus();
}

absl::Status SizeOfRange(InferenceContext* c, DataType dtype, DimensionHandle* size) {
  switch (dtype) {
    case DT_INT8:
      return SizeOfRange<int8_t>(c, size);
    case DT_INT16:
      return SizeOfRange<int16_t>(c, size);
    case DT_INT32:
      return SizeOfRange<int32_t>(c, size);
    case DT_INT64:
      return SizeOfRange<int64_t>(c, size);
    case DT_UINT16:
      return SizeOfRange<uint16_t>(c, size);
    case DT_UINT32:
      return SizeOfRange<uint32_t>(c, size);
    case DT_UINT64:
      return SizeOfRange<uint64_t>(c, size);
    case DT_FLOAT:
      return SizeOfRange<float>(c, size);
    case DT_DOUBLE:
      return SizeOfRange<double>(c, size);
    default:
      return absl::OkStatus();  // half and bfloat16: left to the kernel
  }
}

absl::Status RangeShape(InferenceContext* c) {
  static constexpr const char* kNames[] = {"start", "limit", "delta"};
  DataType dtype = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("Tidx", &dtype));
  bool known = true;
  for (int i = 0; i < 3; ++i) {
    ShapeHandle unused;
    const absl::Status status = c->WithRank(c->input(i), 0, &unused);
    if (!status.ok())
      return absl::InvalidArgumentError(
          absl::StrCat(status.message(), "\n\t for '", kNames[i], "'"));
    const Tensor* value = c->input_tensor(i);
    known = known && value != nullptr && value->dtype() == dtype && value->NumElements() == 1;
  }
  DimensionHandle size = c->UnknownDim();
  if (known) OPGRAFT_RETURN_IF_ERROR(SizeOfRange(c, dtype, &size));
  c->set_output(0, c->Vector(size));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Range")
    .Input("start: Tidx")
    .Input("limit: Tidx")
    .Input("delta: Tidx")
    .Output("output: Tidx")
    .Attr(
        "Tidx: {bfloat16, half, float, double, int8, int16, int32, int64, uint16, uint32, uint64} "
        "= DT_INT32")
    .SetShapeFn(RangeShape)
    .Doc(R"doc(
start, start + delta, start + 2 * delta, ... up to but without limit.

start: The first number, a scalar.
limit: Where the numbers end, a scalar; it is not among them.
delta: From one number to the next, a scalar; not 0.
output: A vector.
)doc");

}  // namespace opgraft
