// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's TopK and NonZero.
#include <algorithm>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "kernels/array/non_zero.h"
#include "kernels/array/order_entries.h"

namespace opgraft_internal {
namespace {

class TopKOp : public OpKernel {
 public:
  explicit TopKOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string mode, sort;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("mode", &mode));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("sort", &sort));
    smallest_ = mode == "min";
    by_index_ = sort == "index";
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    int64_t axis = 0, k = 0;
    OP_REQUIRES_OK(ctx, FindAxis(axis_, data.dims(), &axis));
    OrderedRows rows;
    rows.length = data.dim_size(static_cast<int>(axis));
    rows.step = ProductOf(data.shape().sizes(), static_cast<int>(axis) + 1, data.dims());
    rows.smallest_first = smallest_;
    OP_REQUIRES_OK(ctx, ReadK(ctx->input(1), rows.length, &k));
    TensorShape shape = data.shape();
    OP_REQUIRES_OK(ctx, shape.SetDimWithStatus(static_cast<int>(axis), k));
    Tensor* values = nullptr;
    Tensor* indices = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &values));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, shape, &indices));
    if (shape.num_elements() == 0) return;
    OP_REQUIRES_OK(ctx, HasLongEntries(data.dtype())
                            ? FindTop<LongEntry>(ctx, rows, k, values, indices)
                            : FindTop<ShortEntry>(ctx, rows, k, values, indices));
  }

 private:
  static absl::Status ReadK(const Tensor& tensor, int64_t length, int64_t* k) {
    if (tensor.dims() != 0) return absl::InvalidArgumentError("k must be a scalar");
    *k = IntegerAt(tensor, 0);
    if (length > std::numeric_limits<int32_t>::max()) {
      return absl::InvalidArgumentError(
          absl::StrCat("TopK cannot look through ", length, " elements"));
    }
    if (*k >= 0 && *k <= length) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("k is ", *k, ", but there are ", length));
  }

  template <typename Entry>
  absl::Status FindTop(OpKernelContext* ctx, const OrderedRows& rows, int64_t k, Tensor* values,
                       Tensor* indices) const {
    const Tensor& data = ctx->input(0);
    return ForEachRow<Entry>(ctx, data, rows, [&](int64_t row, Entry* entries) {
      SortTop(entries, rows.length, k);
      if (by_index_) {
        std::sort(entries, entries + k,
                  [](const Entry& a, const Entry& b) { return a.place() < b.place(); });
      }
      const int64_t to = rows.Begin(row, k);
      CopyValues(data.dtype(), ElementAt(data, rows.Begin(row, rows.length)), rows.step, entries, k,
                 ElementAt(values, to));
      for (int64_t i = 0; i < k; ++i) {
        const int64_t at = to + i * rows.step;
        if (indices->dtype() == DT_INT32) {
          static_cast<int32_t*>(indices->data())[at] = static_cast<int32_t>(entries[i].place());
        } else {
          static_cast<int64_t*>(indices->data())[at] = entries[i].place();
        }
      }
    });
  }

  int64_t axis_ = 0;
  bool smallest_ = false;
  bool by_index_ = false;
};

class NonZeroOp : public OpKernel {
 public:
  explicit NonZeroOp(OpKernelConstruction* ctx) : OpKernel(ctx), finder_(input_type(0)) {}

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Tensor data = input;
    if (input.dims() == 0) {
      OP_REQUIRES(ctx, data.CopyFrom(input, TensorShape({1})),
                  absl::InternalError("cannot view a scalar as a vector of one element"));
    }
    Tensor ends;
    int64_t count = 0;
    OP_REQUIRES_OK(ctx, finder_.Count(ctx, data, &ends, &count));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({data.dims(), count}), &output));
    if (output->dtype() == DT_INT32) {
      finder_.Write(ctx, data, ends, 1, count, static_cast<int32_t*>(output->data()));
    } else {
      finder_.Write(ctx, data, ends, 1, count, static_cast<int64_t*>(output->data()));
    }
  }

 private:
  const NonZeroFinder finder_;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>TopK").Device(DEVICE_CPU), TopKOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>NonZero").Device(DEVICE_CPU), NonZeroOp);

}  // namespace
}  // namespace opgraft_internal
