// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Products with weights that stay compressed. A few rows of x are multiplied by the weights as they
// lie, at the speed they can be read; for more of them, panels of weights are decompressed into the
// cache and multiplied as matrices are.
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/loops/compressed_loops.h"
#include "kernels/loops/matmul_loops.h"
#include "kernels/nn/loop_view.h"
#include "kernels/nn/share_with_scratch.h"

namespace opgraft_internal {
namespace {

using loops::WeightType;

WeightType ParseWeightType(const std::string& name) {
  if (name == "i4") return WeightType::kInt4;
  if (name == "u4") return WeightType::kUint4;
  if (name == "nf4") return WeightType::kNf4;
  if (name == "i8") return WeightType::kInt8;
  if (name == "u8") return WeightType::kUint8;
  return name == "f16" ? WeightType::kHalf : WeightType::kBfloat16;
}

class CompressedMatMulOp : public OpKernel {
 public:
  explicit CompressedMatMulOp(OpKernelConstruction* context)
      : OpKernel(context),
        view_(input_type(0)),
        to_float_{RestCast(context, 2), RestCast(context, 3)},
        product_(loops::FindMatMulLoop(DT_FLOAT)),
        row_product_(loops::FindRowMatMulLoop(DT_FLOAT)) {
    std::string type;
    OP_REQUIRES_OK(context, context->GetAttr("weight_type", &type));
    OP_REQUIRES_OK(context, context->GetAttr("rows", &rows_));
    OP_REQUIRES_OK(context, context->GetAttr("columns", &columns_));
    OP_REQUIRES_OK(context, context->GetAttr("group_size", &group_));
    OP_REQUIRES_OK(context, CheckSizes());
    type_ = ParseWeightType(type);
    loops_ = loops::FindCompressedLoops(type_, columns_, group_);
    decompress_ = loops::FindDecompressLoop(type_);
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_OK(context, CheckInputs(context));
    const Tensor& x = context->input(0);
    TensorShape shape = x.shape();
    shape.RemoveDim(x.dims() - 1);
    OP_REQUIRES_OK(context, shape.AddDimWithStatus(rows_));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    Tensor in, room;
    OP_REQUIRES_OK(context, view_.Read(context, x, false, &in));
    OP_REQUIRES_OK(context, view_.Room(context, *out, false, &room));
    Call call = {static_cast<const float*>(in.data()), static_cast<float*>(room.data()),
                 out->NumElements() / rows_};
    OP_REQUIRES_OK(context, call.count <= kFewRows && loops_.dot != nullptr
                                ? MultiplyAsTheyLie(context, call)
                                : MultiplyPanels(context, call));
    OP_REQUIRES_OK(context, view_.Write(context, room, false, out));
  }

 private:
  static constexpr int64_t kFewRows = 4;
  // Rows of weights that a thread takes at a time.
  static constexpr int64_t kPart = 32;

  // [count, columns] and [count, rows].
  struct Call {
    const float* x;
    float* out;
    int64_t count;
  };

  static CastFunction RestCast(OpKernelConstruction* context, int input) {
    const DataType type = input < context->num_inputs() ? context->input_type(input) : DT_FLOAT;
    return CastFunction(type, DT_FLOAT);
  }

  int64_t groups() const { return columns_ / group_; }

  absl::Status CheckSizes() const {
    int64_t bytes = 0;
    if (columns_ % group_ == 0 && num_inputs() <= 4 &&
        !__builtin_mul_overflow(rows_, columns_, &bytes) &&
        !__builtin_mul_overflow(bytes, int64_t{4}, &bytes))
      return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("rows ", rows_, ", columns ", columns_, " and group_size ", group_,
                     " do not fit each other, or there are more than 4 inputs"));
  }

  absl::Status CheckInputs(const OpKernelContext* context) const {
    const TensorShape& x = context->input(0).shape();
    if (x.dims() < 1 || x.dim_size(x.dims() - 1) != columns_) {
      return absl::InvalidArgumentError(
          absl::StrCat("x must have ", columns_, " columns, not shape ", x.DebugString()));
    }
    const int64_t bytes = (rows_ * columns_ * loops::HalfBytes(type_) + 1) / 2;
    if (context->input(1).NumElements() != bytes) {
      return absl::InvalidArgumentError(absl::StrCat("weights must have ", bytes, " bytes, not ",
                                                     context->input(1).NumElements()));
    }
    for (int i = 2; i < num_inputs(); ++i) {
      if (context->input(i).NumElements() == rows_ * groups()) continue;
      return absl::InvalidArgumentError(absl::StrCat("input ", i, " must have shape [", rows_, ",",
                                                     groups(), "], not ",
                                                     context->input(i).shape().DebugString()));
    }
    return absl::OkStatus();
  }

  // Rows [first, first + count); scale and zero in float at `room`. `*before`: weights that lie in
  // front of the first in its byte.
  loops::WeightRows RowsAt(const OpKernelContext* context, int64_t first, int64_t count,
                           float* room, int64_t* before) const {
    const int64_t half_bytes = first * columns_ * loops::HalfBytes(type_);
    *before = half_bytes % 2;
    const int64_t size = count * groups();
    const auto numbers = [&](int input, float* to) {
      const Tensor& from = context->input(input);
      to_float_[input - 2].Run(
          static_cast<const char*>(from.data()) + first * groups() * DataTypeSize(from.dtype()), to,
          size);
      return to;
    };
    std::fill_n(room, num_inputs() > 2 ? 0 : size, 1.f);
    const float* scale = num_inputs() > 2 ? numbers(2, room) : room;
    return {static_cast<const char*>(context->input(1).data()) + half_bytes / 2,
            count,
            columns_,
            group_,
            scale,
            num_inputs() > 3 ? numbers(3, room + size) : nullptr};
  }

  absl::Status MultiplyAsTheyLie(OpKernelContext* context, const Call& call) const {
    const int64_t arranged_size = loops::ArrangedSize(type_, columns_);
    const int64_t size = arranged_size + loops::SumsSize(type_, columns_, group_);
    Tensor arranged;
    OPGRAFT_RETURN_IF_ERROR(
        context->allocate_temp(DT_FLOAT, TensorShape({call.count, size}), &arranged));
    float* const vectors = static_cast<float*>(arranged.data());
    for (int64_t i = 0; i < call.count; ++i) {
      loops_.arrange(call.x + i * columns_, columns_, group_, vectors + i * size,
                     vectors + i * size + arranged_size);
    }
    const int64_t parts = (rows_ - 1) / kPart + 1;
    const double part_ns = 0.05 * static_cast<double>(kPart * call.count * columns_);
    const int64_t scratch = 2 * kPart * groups() * static_cast<int64_t>(sizeof(float));
    return ShareWithScratch(context, parts, part_ns, scratch, [&](int64_t part, char* room) {
      const int64_t first = part * kPart;
      int64_t before = 0;
      const loops::WeightRows rows = RowsAt(context, first, std::min(kPart, rows_ - first),
                                            reinterpret_cast<float*>(room), &before);
      for (int64_t i = 0; i < call.count; ++i) {
        const float* vector = vectors + i * size;
        loops_.dot(rows, {vector, vector + arranged_size}, call.out + i * rows_ + first);
      }
    });
  }

  absl::Status MultiplyPanels(OpKernelContext* context, const Call& call) const {
    constexpr int64_t kPanelFloats = 256 << 10;
    const int64_t panel = std::clamp<int64_t>(kPanelFloats / columns_, 16, 192);
    const int64_t parts = (rows_ - 1) / panel + 1;
    const double part_ns =
        static_cast<double>(panel * columns_) * (0.5 + 0.05 * static_cast<double>(call.count));
    const int64_t scratch = panel * (columns_ + 2 * groups()) * static_cast<int64_t>(sizeof(float));
    return ShareWithScratch(context, parts, part_ns, scratch, [&](int64_t part, char* room) {
      float* const weights = reinterpret_cast<float*>(room);
      const int64_t first = part * panel, count = std::min(panel, rows_ - first);
      int64_t before = 0;
      const loops::WeightRows rows =
          RowsAt(context, first, count, weights + panel * columns_, &before);
      decompress_(rows, before, weights);
      const auto product = call.count == 1 ? row_product_ : product_;
      product({call.x, weights, call.out + first, call.count, count, columns_, columns_, columns_,
               rows_, /*transpose_b=*/true});
    });
  }

  const LoopView view_;
  const CastFunction to_float_[2];
  const loops::MatMulLoop product_;
  const loops::MatMulLoop row_product_;
  int64_t rows_ = 0;
  int64_t columns_ = 0;
  int64_t group_ = 1;
  WeightType type_ = WeightType::kInt8;
  loops::CompressedLoops loops_;
  loops::DecompressLoop decompress_ = nullptr;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>CompressedMatMul").Device(DEVICE_CPU), CompressedMatMulOp);

}  // namespace
}  // namespace opgraft_internal
