// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Broadcast, Tile and OneHot.
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "kernels/data_movement/one_hot.h"
#include "kernels/data_movement/repeat.h"

namespace opgraft_internal {
namespace {

class BroadcastOp : public OpKernel {
 public:
  explicit BroadcastOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string mode;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("mode", &mode));
    is_explicit_ = mode == "explicit" || mode == "none";
    is_bidirectional_ = mode == "bidirectional";
    OP_REQUIRES(ctx, !is_explicit_ || num_inputs() > 2,
                absl::InvalidArgumentError("mode 'explicit' needs an input axes_mapping"));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    OP_REQUIRES(ctx, ctx->input(1).dims() == 1,
                absl::InvalidArgumentError("target_shape must be a vector"));
    Integers sizes = IntegersOf(ctx->input(1));
    if (is_bidirectional_) OP_REQUIRES_OK(ctx, Widen(data.shape(), &sizes));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShape::BuildTensorShape(sizes, &shape));
    Integers mapping;
    if (is_explicit_) {
      mapping = IntegersOf(ctx->input(2));
    } else {
      for (int d = 0; d < data.dims(); ++d) mapping.push_back(d + shape.dims() - data.dims());
    }
    absl::InlinedVector<int, 8> sources(static_cast<size_t>(shape.dims()), -1);
    OP_REQUIRES_OK(ctx, FindSources(data.shape(), mapping, shape, &sources));
    OP_REQUIRES_OK(ctx, BroadcastInto(ctx, data, shape, sources));
  }

 private:
  // Makes of the target what both shapes broadcast to.
  static absl::Status Widen(const TensorShape& data, Integers* sizes) {
    const int rank = std::max(data.dims(), static_cast<int>(sizes->size()));
    sizes->insert(sizes->begin(), static_cast<size_t>(rank) - sizes->size(), 1);
    for (int d = 0; d < data.dims(); ++d) {
      int64_t& size = (*sizes)[static_cast<size_t>(rank - data.dims() + d)];
      if (size == 1) size = data.dim_size(d);
    }
    return absl::OkStatus();
  }

  static absl::Status FindSources(const TensorShape& data, const Integers& mapping,
                                  const TensorShape& shape, absl::InlinedVector<int, 8>* sources) {
    bool fits = static_cast<int>(mapping.size()) == data.dims();
    for (int d = 0; fits && d < data.dims(); ++d) {
      const auto i = static_cast<size_t>(d);
      fits =
          mapping[i] >= 0 && mapping[i] < shape.dims() && (i == 0 || mapping[i] > mapping[i - 1]);
      if (!fits) break;
      const int64_t size = shape.dim_size(static_cast<int>(mapping[i]));
      fits = data.dim_size(d) == 1 || data.dim_size(d) == size;
      (*sources)[static_cast<size_t>(mapping[i])] = d;
    }
    if (fits) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("cannot broadcast shape ", data.DebugString(), " to ", shape.DebugString()));
  }

  bool is_explicit_ = false;
  bool is_bidirectional_ = false;
};

class TileOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    OP_REQUIRES(ctx,
                ctx->input(1).dims() == 1 && ctx->input(1).NumElements() <= TensorShape::kMaxDims,
                absl::InvalidArgumentError("repeats must be a vector with a number a dimension"));
    Integers repeats = IntegersOf(ctx->input(1));
    Integers sizes(data.shape().sizes().begin(), data.shape().sizes().end());
    // The shorter one is filled with ones in front; less than once is not at all.
    const size_t rank = std::max(sizes.size(), repeats.size());
    sizes.insert(sizes.begin(), rank - sizes.size(), 1);
    repeats.insert(repeats.begin(), rank - repeats.size(), 1);
    for (int64_t& times : repeats) times = std::max<int64_t>(times, 0);
    OP_REQUIRES_OK(ctx, TileInto(ctx, data, sizes, repeats));
  }
};

class OneHotOp : public OpKernel {
 public:
  explicit OneHotOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string mode;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("negative_indices_mode", &mode));
    wraps_ = mode == "normalize";
  }

  void Compute(OpKernelContext* ctx) override {
    for (int i = 1; i < 4; ++i) {
      OP_REQUIRES(ctx, ctx->input(i).dims() == 0,
                  absl::InvalidArgumentError("depth, on_value and off_value must be scalars"));
    }
    int64_t axis = 0;
    OP_REQUIRES_OK(ctx, FindAxis(axis_, ctx->input(0).dims() + 1, &axis));
    const int64_t depth = IntegerAt(ctx->input(1), 0);
    OP_REQUIRES(
        ctx, depth >= 0,
        absl::InvalidArgumentError(absl::StrCat("depth must not be negative, but is ", depth)));
    OP_REQUIRES_OK(ctx, WriteOneHot(ctx, depth, static_cast<int>(axis), wraps_));
  }

 private:
  int64_t axis_ = -1;
  bool wraps_ = false;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>Broadcast").Device(DEVICE_CPU), BroadcastOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>Tile").Device(DEVICE_CPU), TileOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>OneHot").Device(DEVICE_CPU), OneHotOp);

}  // namespace
}  // namespace opgraft_internal
