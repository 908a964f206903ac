// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's ScatterUpdate, ScatterElementsUpdate and ScatterNDUpdate.
#include <algorithm>
#include <string>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/visit_type.h"
#include "kernels/array/join_rows.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/take_input.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/openvino/array/long_indices.h"

namespace opgraft_internal {
namespace {

absl::Status ReadAxis(const Tensor& tensor, int rank, int* axis) {
  int64_t dim = 0;
  if (tensor.NumElements() != 1) return absl::InvalidArgumentError("axis must be one number");
  OPGRAFT_RETURN_IF_ERROR(FindAxis(IntegerAt(tensor, 0), rank, &dim));
  *axis = static_cast<int>(dim);
  return absl::OkStatus();
}

// The join that an attr `reduction` names; a mean is a sum that is divided.
Join JoinOf(const std::string& reduction) {
  if (reduction == "sum" || reduction == "mean") return Join::kAdd;
  if (reduction == "sub") return Join::kSub;
  if (reduction == "prod") return Join::kMul;
  if (reduction == "min") return Join::kMin;
  return reduction == "max" ? Join::kMax : Join::kReplace;
}

absl::Status CheckIs(const TensorShape& expected, const TensorShape& updates) {
  if (updates == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("updates must be ", expected.DebugString(),
                                                 ", but are ", updates.DebugString()));
}

// A kernel with an attr `reduction`.
class ReducingScatterOp : public OpKernel {
 public:
  explicit ReducingScatterOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("reduction", &reduction_));
    join_ = FindJoinLoop(JoinOf(reduction_), output_type(0));
    OP_REQUIRES(ctx, join_ != nullptr,
                absl::InvalidArgumentError(absl::StrCat("unknown reduction '", reduction_, "' of ",
                                                        DataTypeString(output_type(0)))));
  }

 protected:
  const std::string& reduction() const { return reduction_; }

  JoinLoop join() const { return join_; }

 private:
  std::string reduction_;
  JoinLoop join_ = nullptr;
};

// data is [outer, choices, inner], updates [outer, picks, inner].
class ScatterUpdateOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input(0).shape();
    const Tensor& updates = ctx->input(2);
    int axis = 0;
    Tensor targets;
    OP_REQUIRES_OK(ctx, ReadAxis(ctx->input(3), shape.dims(), &axis));
    OP_REQUIRES_OK(ctx, CheckUpdates(shape, ctx->input(1).shape(), updates.shape(), axis));
    OP_REQUIRES_OK(ctx, ResolveIndices(ctx, ctx->input(1), shape.dim_size(axis), false, &targets));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, TakeFirstInput(ctx, &output));
    if (updates.NumElements() == 0) return;
    const JoinLoop replace = FindJoinLoop(Join::kReplace, output->dtype());
    const int64_t outer = ProductOf(shape.sizes(), 0, axis);
    RowJob job;
    job.targets = static_cast<const int64_t*>(targets.data());
    job.count = targets.NumElements();
    job.length = job.end = ProductOf(shape.sizes(), axis + 1, shape.dims());
    const int64_t rows = job.count * job.length, row = shape.dim_size(axis) * job.length;
    ShardElements(ctx, outer, static_cast<double>(rows) / 4 + 5, [&](int64_t begin, int64_t end) {
      RowJob part = job;
      for (int64_t o = begin; o < end; ++o) {
        part.rows = ElementAt(updates, o * rows);
        part.to = ElementAt(output, o * row);
        replace(part, output->dtype());
      }
    });
  }

 private:
  static absl::Status CheckUpdates(const TensorShape& data, const TensorShape& indices,
                                   const TensorShape& updates, int axis) {
    TensorShape expected(data.sizes().first(static_cast<size_t>(axis)));
    OPGRAFT_RETURN_IF_ERROR(expected.AppendShapeWithStatus(indices));
    for (int d = axis + 1; d < data.dims(); ++d)
      OPGRAFT_RETURN_IF_ERROR(expected.AddDimWithStatus(data.dim_size(d)));
    return CheckIs(expected, updates);
  }
};

// Divides whole numbers so that they are rounded down, others as they are.
void DivideEach(DataType dtype, const int64_t* count, int64_t n, void* numbers) {
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* const number = static_cast<T*>(numbers);
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      for (int64_t i = 0; i < n; ++i) {
        if (count[i] < 2) continue;
        const T by = static_cast<T>(count[i]);
        // A type in which so many cannot be counted: of that many what is left is nothing or -1.
        if (static_cast<int64_t>(by) != count[i]) {
          number[i] = number[i] < 0 ? static_cast<T>(-1) : T{0};
          continue;
        }
        const T whole = static_cast<T>(number[i] / by);
        const bool cut_up = number[i] < 0 && number[i] % by != 0;
        number[i] = static_cast<T>(whole - (cut_up ? 1 : 0));
      }
    } else if constexpr (std::is_same_v<T, double>) {
      for (int64_t i = 0; i < n; ++i)
        number[i] /= static_cast<double>(std::max<int64_t>(count[i], 1));
    } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, half> ||
                         std::is_same_v<T, bfloat16>) {
      for (int64_t i = 0; i < n; ++i) {
        number[i] = static_cast<T>(static_cast<float>(number[i]) /
                                   static_cast<float>(std::max<int64_t>(count[i], 1)));
      }
    }
  });
}

class ScatterElementsUpdateOp : public ReducingScatterOp {
 public:
  explicit ScatterElementsUpdateOp(OpKernelConstruction* ctx) : ReducingScatterOp(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("use_init_val", &uses_old_));
    OP_REQUIRES(ctx, reduction() != "mean" || output_type(0) != DT_BOOL,
                absl::InvalidArgumentError("bool has no mean"));
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input(0).shape();
    const Tensor& updates = ctx->input(2);
    int axis = 0;
    Tensor targets;
    OP_REQUIRES_OK(ctx, ReadAxis(ctx->input(3), shape.dims(), &axis));
    OP_REQUIRES_OK(ctx, CheckUpdates(shape, ctx->input(1).shape(), updates.shape(), axis));
    OP_REQUIRES_OK(ctx, ResolveIndices(ctx, ctx->input(1), shape.dim_size(axis), true, &targets));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, TakeFirstInput(ctx, &output));
    if (updates.NumElements() == 0) return;
    int64_t* const target = static_cast<int64_t*>(targets.data());
    FindElements(shape, updates.shape(), axis, target);
    RowJob job;
    job.rows = updates.data();
    job.to = output->data();
    job.targets = target;
    job.count = updates.NumElements();
    if (reduction() == "none" || (uses_old_ && reduction() != "mean"))
      return join()(job, output->dtype());
    OP_REQUIRES_OK(ctx, JoinCounted(ctx, job, output));
  }

 private:
  static absl::Status CheckUpdates(const TensorShape& data, const TensorShape& indices,
                                   const TensorShape& updates, int axis) {
    bool fits = updates == indices && updates.dims() == data.dims();
    for (int d = 0; fits && d < data.dims(); ++d)
      fits = d == axis || updates.dim_size(d) <= data.dim_size(d);
    if (fits) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("updates ", updates.DebugString(), " must have the shape of indices ",
                     indices.DebugString(), ", which must lie inside data ", data.DebugString()));
  }

  // From the index of each update along the axis to that of its element: at the update's own place
  // in the other dimensions.
  static void FindElements(const TensorShape& data, const TensorShape& updates, int axis,
                           int64_t* target) {
    const auto steps = RowMajorSteps(data.sizes());
    const auto rank = static_cast<size_t>(data.dims());
    absl::InlinedVector<int64_t, 6> at(rank, 0);
    int64_t place = 0;  // of the update, but for the axis
    for (int64_t i = 0; i < updates.num_elements(); ++i) {
      target[i] = target[i] * steps[static_cast<size_t>(axis)] + place;
      for (size_t d = rank; d-- > 0;) {
        const int64_t step = d == static_cast<size_t>(axis) ? 0 : steps[d];
        place += step;
        if (++at[d] < updates.sizes()[d]) break;
        place -= at[d] * step;
        at[d] = 0;
      }
    }
  }

  // Joins where it matters how often an element is joined: for a mean, and where the first update
  // replaces what is there.
  absl::Status JoinCounted(OpKernelContext* ctx, const RowJob& job, Tensor* output) const {
    Tensor counts, later;
    const int64_t n = output->NumElements();
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({n}), &counts));
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({job.count}), &later));
    int64_t* const count = static_cast<int64_t*>(counts.data());
    int64_t* const rest = static_cast<int64_t*>(later.data());
    std::fill_n(count, n, 0);
    const int64_t* const target = job.targets;
    RowJob joined = job;
    joined.targets = rest;
    if (!uses_old_) {
      // The first ones by themselves: the others stay out.
      for (int64_t i = 0; i < job.count; ++i) rest[i] = count[target[i]]++ == 0 ? target[i] : -1;
      FindJoinLoop(Join::kReplace, output->dtype())(joined, output->dtype());
      for (int64_t i = 0; i < job.count; ++i) rest[i] = rest[i] < 0 ? target[i] : -1;
    } else {
      for (int64_t i = 0; i < job.count; ++i) count[rest[i] = target[i]] += 1;
    }
    join()(joined, output->dtype());
    if (reduction() != "mean") return absl::OkStatus();
    for (int64_t i = 0; uses_old_ && i < n; ++i) count[i] += count[i] > 0 ? 1 : 0;
    DivideEach(output->dtype(), count, n, output->data());
    return absl::OkStatus();
  }

  bool uses_old_ = true;
};

class ScatterNdUpdateOp : public ReducingScatterOp {
 public:
  using ReducingScatterOp::ReducingScatterOp;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input(0).shape();
    const Tensor& indices = ctx->input(1);
    const Tensor& updates = ctx->input(2);
    OP_REQUIRES_OK(ctx, CheckUpdates(shape, indices.shape(), updates.shape()));
    const auto depth = static_cast<size_t>(indices.dim_size(indices.dims() - 1));
    Tensor targets;
    if (updates.NumElements() > 0) {
      OP_REQUIRES_OK(ctx, FindParts(ctx, indices, shape.sizes().first(depth), 1, &targets));
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, TakeFirstInput(ctx, &output));
    if (updates.NumElements() == 0) return;
    JoinSlices(ctx, join(), targets, updates, output);
  }

 private:
  static absl::Status CheckUpdates(const TensorShape& data, const TensorShape& indices,
                                   const TensorShape& updates) {
    if (indices.dims() < 1 || indices.dim_size(indices.dims() - 1) > data.dims()) {
      return absl::InvalidArgumentError(absl::StrCat("indices of shape ", indices.DebugString(),
                                                     " do not name parts of ", data.DebugString()));
    }
    const auto depth = static_cast<size_t>(indices.dim_size(indices.dims() - 1));
    TensorShape expected(indices.sizes().first(static_cast<size_t>(indices.dims() - 1)));
    OPGRAFT_RETURN_IF_ERROR(
        expected.AppendShapeWithStatus(TensorShape(data.sizes().subspan(depth))));
    return CheckIs(expected, updates);
  }
};

#define REGISTER(op, Class) REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).Forwards(0), Class)
REGISTER("OpenVINO>ScatterUpdate", ScatterUpdateOp);
REGISTER("OpenVINO>ScatterElementsUpdate", ScatterElementsUpdateOp);
REGISTER("OpenVINO>ScatterNDUpdate", ScatterNdUpdateOp);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
