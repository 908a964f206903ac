// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Rows of weights that stay compressed, as embeddings of tokens are: only those that are taken are
// decompressed.
#include <algorithm>

#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/status_macros.h"
#include "kernels/nn/loop_view.h"
#include "kernels/nn/share_with_scratch.h"
#include "kernels/openvino/compressed/compressed_weights.h"

namespace opgraft_internal {
namespace {

class CompressedGatherOp : public OpKernel {
 public:
  explicit CompressedGatherOp(OpKernelConstruction* context)
      : OpKernel(context), view_(output_type(0)), weights_(context, 0) {
    OP_REQUIRES_OK(context, weights_.Read(context));
    // OpenVINO's Gather rounds the numbers of nf4 to halves; its MatMul does not.
    const bool is_nf4 = weights_.type() == loops::WeightType::kNf4;
    decompress_ = loops::FindDecompressLoop(is_nf4 ? loops::WeightType::kHalfNf4 : weights_.type());
  }

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_OK(context, weights_.Check(context));
    const Tensor& indices = context->input(1);
    TensorShape shape = indices.shape();
    OP_REQUIRES_OK(context, shape.AddDimWithStatus(weights_.columns()));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    Tensor room;
    OP_REQUIRES_OK(context, view_.Room(context, *out, false, &room));
    OP_REQUIRES_OK(context, Gather(context, indices, static_cast<float*>(room.data())));
    OP_REQUIRES_OK(context, view_.Write(context, room, false, out));
  }

 private:
  // As OpenVINO's Gather: negative indices count from the end, of what is not there come zeros.
  absl::Status Gather(OpKernelContext* context, const Tensor& indices, float* out) const {
    const int64_t columns = weights_.columns();
    const int64_t scratch = weights_.RoomFor(1) * static_cast<int64_t>(sizeof(float));
    return ShareWithScratch(context, indices.NumElements(), 0.5 * static_cast<double>(columns),
                            scratch, [&](int64_t i, char* room) {
                              const int64_t index = IntegerAt(indices, i);
                              const int64_t row = index < 0 ? index + weights_.rows() : index;
                              if (row < 0 || row >= weights_.rows()) {
                                std::fill_n(out + i * columns, columns, 0.f);
                                return;
                              }
                              int64_t before = 0;
                              const loops::WeightRows rows = weights_.RowsAt(
                                  context, row, 1, reinterpret_cast<float*>(room), &before);
                              decompress_(rows, before, out + i * columns);
                            });
  }

  const LoopView view_;
  CompressedWeights weights_;
  loops::DecompressLoop decompress_ = nullptr;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>CompressedGather").Device(DEVICE_CPU), CompressedGatherOp);

}  // namespace
}  // namespace opgraft_internal
