// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/shape_proto.h"

#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace opgraft_internal {
namespace {

// Refused before the sizes are copied.
absl::Status CheckRank(const TensorShapeProto& proto) {
  if (proto.dim_size() <= TensorShape::kMaxDims) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("a shape of ", proto.dim_size(),
                                                 " dimensions; at most ", TensorShape::kMaxDims,
                                                 " are possible"));
}

absl::InlinedVector<int64_t, 8> Sizes(const TensorShapeProto& proto) {
  absl::InlinedVector<int64_t, 8> sizes;
  for (const auto& dim : proto.dim()) sizes.push_back(dim.size());
  return sizes;
}

// The bounds that the name of an unknown dimension tells: "2..5", "2..", "..5". Any other name
// tells nothing.
DimRange RangeOf(const TensorShapeProto::Dim& dim) {
  const absl::string_view name = dim.name();
  const size_t dots = name.find("..");
  if (dim.size() != -1 || dots == absl::string_view::npos) return DimRange(dim.size());
  const absl::string_view low = name.substr(0, dots);
  const absl::string_view high = name.substr(dots + 2);
  int64_t min = 0;
  int64_t max = DimRange::kUnbounded;
  const bool is_range = (low.empty() || absl::SimpleAtoi(low, &min)) &&
                        (high.empty() || absl::SimpleAtoi(high, &max)) && min >= 0 && min <= max;
  return is_range ? DimRange(min, max) : DimRange();
}

bool HasBounds(const TensorShapeProto& proto) {
  for (const auto& dim : proto.dim()) {
    if (!dim.name().empty() && RangeOf(dim) != DimRange(dim.size())) return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<TensorShape> TensorShapeFromProto(const TensorShapeProto& proto) {
  if (proto.unknown_rank())
    return absl::InvalidArgumentError("the rank is unknown; a tensor's shape must be known");
  const absl::Status status = CheckRank(proto);
  if (!status.ok()) return status;
  return TensorShape::BuildTensorShape(Sizes(proto));
}

absl::StatusOr<PartialTensorShape> PartialTensorShapeFromProto(const TensorShapeProto& proto) {
  const absl::Status status = CheckRank(proto);
  if (!status.ok()) return status;
  if (!proto.unknown_rank()) {
    absl::StatusOr<PartialTensorShape> shape =
        PartialTensorShape::BuildPartialTensorShape(Sizes(proto));
    if (!shape.ok() || !HasBounds(proto)) return shape;
    PartialTensorShape bounded = PartialTensorShape::UnknownOfRank(0);
    for (const auto& dim : proto.dim()) bounded.AddDim(RangeOf(dim));
    return bounded;
  }
  if (proto.dim_size() == 0) return PartialTensorShape();
  return absl::InvalidArgumentError(absl::StrCat(
      "a shape of unknown rank cannot have dimensions; this one has ", proto.dim_size()));
}

absl::Status ValidateShapeProto(const TensorShapeProto& proto) {
  return PartialTensorShapeFromProto(proto).status();
}

void ToProto(const TensorShape& shape, TensorShapeProto* proto) {
  proto->Clear();
  for (int64_t size : shape.sizes()) proto->add_dim()->set_size(size);
}

void ToProto(const PartialTensorShape& shape, TensorShapeProto* proto) {
  proto->Clear();
  proto->set_unknown_rank(shape.unknown_rank());
  for (const DimRange dim : shape.ranges()) {
    auto* const added = proto->add_dim();
    added->set_size(dim.size());
    if (!dim.is_static() && !dim.is_unknown()) added->set_name(dim.DebugString());
  }
}

}  // namespace opgraft_internal

namespace opgraft {

TensorShape::TensorShape(const TensorShapeProto& proto) {
  absl::StatusOr<TensorShape> shape = TensorShapeFromProto(proto);
  if (shape.ok()) {
    *this = *std::move(shape);
  } else {
    *this = TensorShape({-1});
  }
}

void TensorShape::AsProto(TensorShapeProto* proto) const { ToProto(*this, proto); }

absl::Status TensorShape::IsValidShape(const TensorShapeProto& proto) {
  return TensorShapeFromProto(proto).status();
}

PartialTensorShape::PartialTensorShape(const TensorShapeProto& proto) {
  absl::StatusOr<PartialTensorShape> shape = PartialTensorShapeFromProto(proto);
  if (shape.ok()) *this = *std::move(shape);
}

void PartialTensorShape::AsProto(TensorShapeProto* proto) const { ToProto(*this, proto); }

}  // namespace opgraft
