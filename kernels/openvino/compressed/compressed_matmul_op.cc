// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Products with weights that stay compressed. A few rows of x are multiplied by the weights as they
// lie, at the speed they can be read; for more of them, panels of weights are decompressed into the
// cache and multiplied as matrices are.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/loops/compressed_loops.h"
#include "kernels/loops/matmul_loops.h"
#include "kernels/nn/loop_view.h"
#include "kernels/nn/share_with_scratch.h"
#include "kernels/openvino/compressed/compressed_weights.h"

namespace opgraft_internal {
namespace {

class CompressedMatMulOp : public OpKernel {
 public:
  explicit CompressedMatMulOp(OpKernelConstruction* context)
      : OpKernel(context),
        view_(input_type(0)),
        product_(loops::FindMatMulLoop(DT_FLOAT)),
        row_product_(loops::FindRowMatMulLoop(DT_FLOAT)),
        weights_(context, 1) {
    OP_REQUIRES_OK(context, weights_.Read(context));
    loops_ = loops::FindCompressedLoops(weights_.type(), weights_.columns(), weights_.group());
    decompress_ = loops::FindDecompressLoop(weights_.type());
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_OK(context, CheckInputs(context));
    const Tensor& x = context->input(0);
    TensorShape shape = x.shape();
    shape.RemoveDim(x.dims() - 1);
    OP_REQUIRES_OK(context, shape.AddDimWithStatus(weights_.rows()));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    Tensor in, room;
    OP_REQUIRES_OK(context, view_.Read(context, x, false, &in));
    OP_REQUIRES_OK(context, view_.Room(context, *out, false, &room));
    Call call = {static_cast<const float*>(in.data()), static_cast<float*>(room.data()),
                 out->NumElements() / weights_.rows()};
    OP_REQUIRES_OK(context, call.count <= kFewRows && loops_.dot != nullptr
                                ? MultiplyAsTheyLie(context, call)
                                : MultiplyPanels(context, call));
    OP_REQUIRES_OK(context, view_.Write(context, room, false, out));
  }

 private:
  static constexpr int64_t kFewRows = 4;
  // Rows of weights that a thread takes at a time, long enough to be one stream of memory; and
  // those of them whose scales are in float at a time.
  static constexpr int64_t kPart = 128;
  static constexpr int64_t kPiece = 32;

  // [count, columns] and [count, rows].
  struct Call {
    const float* x;
    float* out;
    int64_t count;
  };

  absl::Status CheckInputs(const OpKernelContext* context) const {
    const TensorShape& x = context->input(0).shape();
    if (x.dims() < 1 || x.dim_size(x.dims() - 1) != weights_.columns()) {
      return absl::InvalidArgumentError(absl::StrCat("x must have ", weights_.columns(),
                                                     " columns, not shape ", x.DebugString()));
    }
    return weights_.Check(context);
  }

  absl::Status MultiplyAsTheyLie(OpKernelContext* context, const Call& call) const {
    const int64_t all_rows = weights_.rows(), columns = weights_.columns();
    const int64_t arranged_size = loops::ArrangedSize(weights_.type(), columns);
    const int64_t size =
        arranged_size + loops::SumsSize(weights_.type(), columns, weights_.group());
    Tensor arranged;
    OPGRAFT_RETURN_IF_ERROR(
        context->allocate_temp(DT_FLOAT, TensorShape({call.count, size}), &arranged));
    float* const vectors = static_cast<float*>(arranged.data());
    for (int64_t i = 0; i < call.count; ++i) {
      loops_.arrange(call.x + i * columns, columns, weights_.group(), vectors + i * size,
                     vectors + i * size + arranged_size);
    }
    const int64_t parts = (all_rows - 1) / kPart + 1;
    const double part_ns = 0.05 * static_cast<double>(kPart * call.count * columns);
    const int64_t scratch = weights_.RoomFor(kPiece) * static_cast<int64_t>(sizeof(float));
    return ShareWithScratch(context, parts, part_ns, scratch, [&](int64_t part, char* room) {
      const int64_t end = std::min((part + 1) * kPart, all_rows);
      for (int64_t first = part * kPart; first < end; first += kPiece) {
        int64_t before = 0;
        const loops::WeightRows rows = weights_.RowsAt(
            context, first, std::min(kPiece, end - first), reinterpret_cast<float*>(room), &before);
        for (int64_t i = 0; i < call.count; ++i) {
          const float* vector = vectors + i * size;
          loops_.dot(rows, {vector, vector + arranged_size}, call.out + i * all_rows + first);
        }
      }
    });
  }

  absl::Status MultiplyPanels(OpKernelContext* context, const Call& call) const {
    constexpr int64_t kPanelFloats = 256 << 10;
    const int64_t all_rows = weights_.rows(), columns = weights_.columns();
    const int64_t panel = std::min(all_rows, std::clamp<int64_t>(kPanelFloats / columns, 16, 192));
    const int64_t parts = (all_rows - 1) / panel + 1;
    const double part_ns =
        static_cast<double>(panel * columns) * (0.5 + 0.05 * static_cast<double>(call.count));
    const int64_t scratch =
        (panel * columns + weights_.RoomFor(panel)) * static_cast<int64_t>(sizeof(float));
    return ShareWithScratch(context, parts, part_ns, scratch, [&](int64_t part, char* room) {
      float* const weights = reinterpret_cast<float*>(room);
      const int64_t first = part * panel, count = std::min(panel, all_rows - first);
      int64_t before = 0;
      const loops::WeightRows rows =
          weights_.RowsAt(context, first, count, weights + panel * columns, &before);
      decompress_(rows, before, weights);
      const auto product = call.count == 1 ? row_product_ : product_;
      product({call.x, weights, call.out + first, call.count, count, columns, columns, columns,
               all_rows, /*transpose_b=*/true});
    });
  }

  const LoopView view_;
  const loops::MatMulLoop product_;
  const loops::MatMulLoop row_product_;
  CompressedWeights weights_;
  loops::CompressedLoops loops_;
  loops::DecompressLoop decompress_ = nullptr;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>CompressedMatMul").Device(DEVICE_CPU), CompressedMatMulOp);

}  // namespace
}  // namespace opgraft_internal
