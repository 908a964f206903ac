// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Shape functions of Slice and StridedSlice.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/strided_slice_spec.h"

namespace opgraft {
namespace shape_inference {
namespace {

// The sizes are known: -1 takes all from `begin` on.
absl::Status SliceOfKnownSizes(InferenceContext* c, ShapeHandle input, ShapeHandle begin,
                               const Tensor& sizes) {
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(begin, sizes.NumElements(), &begin));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(input, sizes.NumElements(), &input));
  std::vector<DimensionHandle> dims(static_cast<size_t>(sizes.NumElements()));
  for (size_t i = 0; i < dims.size(); ++i) {
    const int64_t d = static_cast<int64_t>(i), size = IndexAt(sizes, d);
    if (size < -1)
      return absl::InvalidArgumentError(
          absl::StrCat("size[", i, "] must be -1 or more, not ", size));
    if (size >= 0) {
      dims[i] = c->MakeDim(size);
    } else {
      OPGRAFT_RETURN_IF_ERROR(c->Subtract(c->Dim(input, d), c->Dim(begin, d), &dims[i]));
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

// A part, of unknown size, of a dimension.
DimensionHandle UnknownPart(InferenceContext* c, DimensionHandle dim, int64_t stride) {
  const int64_t max = c->Bounds(dim).max();
  if (max == DimRange::kUnbounded || max == 0) return c->MakeBoundedDim(DimRange(0, max));
  // The negation of the least int64 is itself; as unsigned it is right.
  const uint64_t step = stride > 0 ? static_cast<uint64_t>(stride) : -static_cast<uint64_t>(stride);
  return c->MakeBoundedDim(
      DimRange(0, static_cast<int64_t>((static_cast<uint64_t>(max) - 1) / step + 1)));
}

absl::Status ReadMasks(InferenceContext* c, StridedSliceMasks* masks) {
  const auto read = [c](const char* name, uint32_t* mask) {
    int32_t bits = 0;
    const absl::Status status = c->GetAttr(name, &bits);
    *mask = static_cast<uint32_t>(bits);
    return status;
  };
  OPGRAFT_RETURN_IF_ERROR(read("begin_mask", &masks->begin));
  OPGRAFT_RETURN_IF_ERROR(read("end_mask", &masks->end));
  OPGRAFT_RETURN_IF_ERROR(read("ellipsis_mask", &masks->ellipsis));
  OPGRAFT_RETURN_IF_ERROR(read("new_axis_mask", &masks->new_axis));
  return read("shrink_axis_mask", &masks->shrink_axis);
}

DimensionHandle DimOf(InferenceContext* c, ShapeHandle input, const StridedSliceSpec& spec,
                      const StridedSliceSpec::OutputDim& out) {
  if (out.input_dim < 0) return c->MakeDim(out.size);
  const StridedSliceSpec::Range& range = spec.ranges[static_cast<size_t>(out.input_dim)];
  const DimensionHandle dim = c->Dim(input, out.input_dim);
  if (range.whole) return dim;
  return out.size >= 0 ? c->MakeDim(out.size) : UnknownPart(c, dim, range.stride);
}

ShapeHandle OutputOf(InferenceContext* c, ShapeHandle input, const StridedSliceSpec& spec) {
  std::vector<DimensionHandle> dims;
  for (const StridedSliceSpec::OutputDim& out : spec.output)
    dims.push_back(DimOf(c, input, spec, out));
  return c->MakeShape(dims);
}

// begin, end and strides are vectors of one length.
absl::Status CheckSpecShapes(InferenceContext* c) {
  ShapeHandle spec_shape, other;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &spec_shape));
  for (int i : {2, 3}) {
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &other));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(spec_shape, other, &spec_shape));
  }
  return absl::OkStatus();
}

// Points `*bound` at the values of begin or end, which `*values` then holds; leaves it null if they
// are not known.
absl::Status ReadBound(InferenceContext* c, int input, int64_t num_strides,
                       std::vector<int64_t>* values, const int64_t** bound) {
  const Tensor* tensor = c->input_tensor(input);
  if (tensor == nullptr) return absl::OkStatus();
  if (!IsIndexTensor(*tensor) || tensor->NumElements() != num_strides) {
    return absl::InvalidArgumentError(
        "Expected begin, end, and strides to be 1D equal size tensors");
  }
  *values = IndicesOf(*tensor);
  *bound = values->data();
  return absl::OkStatus();
}

}  // namespace

absl::Status SliceShape(InferenceContext* c) {
  ShapeHandle input = c->input(0), begin_shape, size_shape, begin, sizes;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &begin_shape));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &size_shape));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(begin_shape, size_shape, &begin_shape));
  const DimensionHandle rank = c->Dim(begin_shape, 0);
  if (c->ValueKnown(rank)) OPGRAFT_RETURN_IF_ERROR(c->WithRank(input, c->Value(rank), &input));
  // Read as a shape, begin may be partly known.
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(1, &begin));
  // Sizes may not be read so, when their values are known: -1 means something else.
  const Tensor* size_values = c->input_tensor(2);
  if (size_values != nullptr && IsIndexTensor(*size_values))
    return SliceOfKnownSizes(c, input, begin, *size_values);
  // A size that is not known may be -1, so only those that are known tell.
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &sizes));
  if (c->RankKnown(sizes)) {
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(begin, c->Rank(sizes), &begin));
    c->set_output(0, sizes);
  } else {
    c->set_output(0,
                  c->RankKnown(input) ? c->UnknownShapeOfRank(c->Rank(input)) : c->UnknownShape());
  }
  return absl::OkStatus();
}

absl::Status StridedSliceShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckSpecShapes(c));
  const ShapeHandle input = c->input(0);
  const Tensor* strides = c->input_tensor(3);
  if (!c->RankKnown(input) || strides == nullptr || !IsIndexTensor(*strides)) {
    c->set_output(0, c->UnknownShape());
    return absl::OkStatus();
  }
  const std::vector<int64_t> stride_values = IndicesOf(*strides);
  std::vector<int64_t> sizes, begin_values, end_values;
  for (int32_t i = 0; i < c->Rank(input); ++i) sizes.push_back(c->Value(c->Dim(input, i)));
  StridedSliceArgs args;
  OPGRAFT_RETURN_IF_ERROR(ReadMasks(c, &args.masks));
  args.input_sizes = sizes;
  args.strides = stride_values;
  OPGRAFT_RETURN_IF_ERROR(ReadBound(c, 1, strides->NumElements(), &begin_values, &args.begin));
  OPGRAFT_RETURN_IF_ERROR(ReadBound(c, 2, strides->NumElements(), &end_values, &args.end));
  StridedSliceSpec spec;
  OPGRAFT_RETURN_IF_ERROR(UnderstandStridedSlice(args, &spec));
  c->set_output(0, OutputOf(c, input, spec));
  return absl::OkStatus();
}

}  // namespace shape_inference
}  // namespace opgraft
