// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/compressed/compressed_weights.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/types/data_type.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

using loops::WeightType;

// The input of scale; zero follows it.
constexpr int kScale = 2;

WeightType ParseWeightType(const std::string& name) {
  if (name == "i4") return WeightType::kInt4;
  if (name == "u4") return WeightType::kUint4;
  if (name == "nf4") return WeightType::kNf4;
  if (name == "i8") return WeightType::kInt8;
  if (name == "u8") return WeightType::kUint8;
  return name == "f16" ? WeightType::kHalf : WeightType::kBfloat16;
}

CastFunction RestCast(const OpKernelConstruction* context, int input) {
  const DataType type = input < context->num_inputs() ? context->input_type(input) : DT_FLOAT;
  return CastFunction(type, DT_FLOAT);
}

}  // namespace

CompressedWeights::CompressedWeights(const OpKernelConstruction* context, int input)
    : input_(input),
      num_inputs_(context->num_inputs()),
      to_float_{RestCast(context, kScale), RestCast(context, kScale + 1)} {}

absl::Status CompressedWeights::Read(OpKernelConstruction* context) {
  std::string type;
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("weight_type", &type));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("rows", &rows_));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("columns", &columns_));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("group_size", &group_));
  type_ = ParseWeightType(type);
  int64_t bytes = 0;
  if (columns_ % group_ == 0 && num_inputs_ <= kScale + 2 &&
      !__builtin_mul_overflow(rows_, columns_, &bytes) &&
      !__builtin_mul_overflow(bytes, int64_t{4}, &bytes))
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("rows ", rows_, ", columns ", columns_, " and group_size ", group_,
                   " do not fit each other, or there are more than 4 inputs"));
}

absl::Status CompressedWeights::Check(const OpKernelContext* context) const {
  const int64_t bytes = (rows_ * columns_ * loops::HalfBytes(type_) + 1) / 2;
  if (context->input(input_).NumElements() != bytes) {
    return absl::InvalidArgumentError(absl::StrCat("weights must have ", bytes, " bytes, not ",
                                                   context->input(input_).NumElements()));
  }
  for (int i = kScale; i < num_inputs_; ++i) {
    if (context->input(i).NumElements() == rows_ * groups()) continue;
    return absl::InvalidArgumentError(absl::StrCat("input ", i, " must have shape [", rows_, ",",
                                                   groups(), "], not ",
                                                   context->input(i).shape().DebugString()));
  }
  return absl::OkStatus();
}

loops::WeightRows CompressedWeights::RowsAt(const OpKernelContext* context, int64_t first,
                                            int64_t count, float* room, int64_t* before) const {
  const int64_t half_bytes = first * columns_ * loops::HalfBytes(type_);
  *before = half_bytes % 2;
  const int64_t size = count * groups();
  const auto numbers = [&](int input, float* to) {
    const Tensor& from = context->input(input);
    to_float_[input - kScale].Run(
        static_cast<const char*>(from.data()) + first * groups() * DataTypeSize(from.dtype()), to,
        size);
    return to;
  };
  std::fill_n(room, num_inputs_ > kScale ? 0 : size, 1.f);
  const float* scale = num_inputs_ > kScale ? numbers(kScale, room) : room;
  return {static_cast<const char*>(context->input(input_).data()) + half_bytes / 2,
          count,
          columns_,
          group_,
          scale,
          num_inputs_ > kScale + 1 ? numbers(kScale + 1, room + size) : nullptr};
}

}  // namespace opgraft_internal
