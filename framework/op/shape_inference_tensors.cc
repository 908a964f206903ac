// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// InferenceContext: shapes and dimensions from values, protos and PartialTensorShapes.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/index_tensor.h"
#include "framework/op/shape_inference.h"

namespace opgraft {
namespace shape_inference {
namespace {

// A shape is spelled by int32 or int64 only.
bool MaySpellShape(const Tensor& t) { return IsIndexTensor(t) && t.dtype() != DT_INT16; }

std::string TooManyDims(int64_t rank) {
  return absl::StrCat("Tensor used for shape spells ", rank, " dimensions; a tensor has at most ",
                      InferenceContext::kMaxRank);
}

}  // namespace

// --- PartialTensorShapes ---

ShapeHandle InferenceContext::FromPartialTensorShape(const PartialTensorShape& shape) {
  if (shape.unknown_rank()) return UnknownShape();
  std::vector<DimensionHandle> dims;
  for (const DimRange& size : shape.ranges()) dims.push_back(MakeBoundedDim(size));
  return MakeShape(dims);
}

PartialTensorShape InferenceContext::ToPartialTensorShape(ShapeHandle s) const {
  if (!RankKnown(s)) return PartialTensorShape();
  std::vector<DimRange> dims;
  for (DimensionHandle d : s.ptr_->dims_) dims.push_back(Bounds(d));
  return PartialTensorShape::OfRanges(dims);
}

absl::Status InferenceContext::MakeShapeFromPartialTensorShape(const PartialTensorShape& shape,
                                                               ShapeHandle* out) {
  *out = FromPartialTensorShape(shape);
  return absl::OkStatus();
}

absl::Status InferenceContext::MakeShapeFromTensorShape(const TensorShape& shape,
                                                        ShapeHandle* out) {
  const absl::Status status = shape.Validate();
  if (!status.ok()) return Fail(std::string(status.message()), out);
  *out = FromPartialTensorShape(shape);
  return absl::OkStatus();
}

// --- Values ---

absl::Status InferenceContext::MakeShapeFromShapeTensor(int input_idx, ShapeHandle* out) {
  ShapeHandle tensor_shape;
  const absl::Status status = WithRank(input(input_idx), 1, &tensor_shape);
  if (!status.ok()) return Fail(std::string(status.message()), out);
  return MakeShapeFromShapeTensorTreatScalarAsUnknownShape(input_idx, out);
}

absl::Status InferenceContext::MakeShapeFromShapeTensorTreatScalarAsUnknownShape(int input_idx,
                                                                                 ShapeHandle* out) {
  ShapeHandle tensor_shape;
  const absl::Status status = WithRankAtMost(input(input_idx), 1, &tensor_shape);
  if (!status.ok()) return Fail(std::string(status.message()), out);
  // A scalar spells no dimension: its -1 is any shape.
  if (Rank(tensor_shape) != 0) *out = input_tensor_as_shape(input_idx);
  if (Rank(tensor_shape) != 0 && RankKnown(*out)) return absl::OkStatus();
  return MakeShapeFromTensor(input_tensor(input_idx), tensor_shape, out);
}

absl::Status InferenceContext::MakeShapeFromTensor(const Tensor* t, ShapeHandle tensor_shape,
                                                   ShapeHandle* out) {
  if (t != nullptr) return ShapeSpelledBy(*t, out);
  // The value is not known; its length may be.
  ShapeHandle vector;
  const absl::Status status = WithRankAtMost(tensor_shape, 1, &vector);
  if (!status.ok()) return Fail(std::string(status.message()), out);
  const int64_t rank = Rank(vector) == 1 ? Value(Dim(vector, 0)) : kUnknownDim;
  if (rank > kMaxRank) return Fail(TooManyDims(rank), out);
  *out = rank == kUnknownDim ? UnknownShape() : UnknownShapeOfRank(rank);
  return absl::OkStatus();
}

absl::Status InferenceContext::ShapeSpelledBy(const Tensor& t, ShapeHandle* out) {
  if (!MaySpellShape(t)) {
    return Fail(
        absl::StrCat("Input tensor must be int32 or int64, but was ", DataTypeString(t.dtype())),
        out);
  }
  if (t.dims() == 0) {
    *out = UnknownShape();
    const int64_t value = IndexAt(t, 0);
    if (value == -1) return absl::OkStatus();
    return Fail(
        absl::StrCat(
            "Input tensor must be rank 1, or if its rank 0 it must have value -1 (representing an "
            "unknown shape).  Saw value: ",
            value),
        out);
  }
  if (t.dims() != 1)
    return Fail(absl::StrCat("Input tensor must be rank 1, but was rank ", t.dims()), out);
  if (t.NumElements() > kMaxRank) return Fail(TooManyDims(t.NumElements()), out);
  std::vector<DimensionHandle> dims;
  for (int64_t i = 0; i < t.NumElements(); ++i) {
    const int64_t size = IndexAt(t, i);
    if (size < -1) return Fail(absl::StrCat("Invalid value in tensor used for shape: ", size), out);
    dims.push_back(MakeDim(size));
  }
  *out = MakeShape(dims);
  return absl::OkStatus();
}

absl::Status InferenceContext::GetScalarFromTensor(const Tensor* t, int64_t* value) {
  if (t->dims() != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Input must be scalar but has rank ", t->dims()));
  }
  if (!MaySpellShape(*t)) {
    return absl::InvalidArgumentError(
        absl::StrCat("Scalar input must be int32 or int64, but was ", DataTypeString(t->dtype())));
  }
  *value = IndexAt(*t, 0);
  return absl::OkStatus();
}

absl::Status InferenceContext::MakeDimForScalarInput(int idx, DimensionHandle* out) {
  *out = UnknownDim();
  const Tensor* t = input_tensor(idx);
  if (t == nullptr) return absl::OkStatus();
  int64_t value = 0;
  const absl::Status status = GetScalarFromTensor(t, &value);
  if (!status.ok()) return Fail(std::string(status.message()), out);
  if (value < 0) {
    return Fail(absl::StrCat("Dimension size, given by scalar input ", idx,
                             ", must be non-negative but is ", value),
                out);
  }
  *out = MakeDim(value);
  return absl::OkStatus();
}

absl::Status InferenceContext::MakeDimForScalarInputWithNegativeIndexing(int idx,
                                                                         int32_t input_rank,
                                                                         DimensionHandle* out) {
  *out = UnknownDim();
  const Tensor* t = input_tensor(idx);
  if (t == nullptr) return absl::OkStatus();
  int64_t value = 0;
  const absl::Status status = GetScalarFromTensor(t, &value);
  if (!status.ok()) return Fail(std::string(status.message()), out);
  if (input_rank != kUnknownRank && (value < -input_rank || value >= input_rank)) {
    return Fail(absl::StrCat("Dimension size, given by scalar input ", value,
                             " must be in range [-", input_rank, ", ", input_rank, ")"),
                out);
  }
  if (value >= 0 || input_rank != kUnknownRank)
    *out = MakeDim(value < 0 ? value + input_rank : value);
  return absl::OkStatus();
}

}  // namespace shape_inference
}  // namespace opgraft
