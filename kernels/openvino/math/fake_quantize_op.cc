// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as they will be when quantised: rounded to the steps of a range, one for all or for each
// channel.
#include <algorithm>
#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/blocks_in_wider_type.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/odometer.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/curve_loops.h"

namespace opgraft_internal {
namespace {

constexpr int kLimits = 4;  // inputs behind the data

// Which elements have the same limits: `inner` of them follow each other, at each position of the
// outer dimensions.
struct LimitsPlan {
  absl::InlinedVector<OdometerDim<kLimits>, 6> outer;
  int64_t inner = 1;
};

class FakeQuantizeOp : public OpKernel {
 public:
  explicit FakeQuantizeOp(OpKernelConstruction* context)
      : OpKernel(context),
        loop_(loops::FindStepsLoop(ComputeTypeOf(input_type(0)))),
        blocks_(input_type(0)),
        to_double_(input_type(0), DT_DOUBLE) {
    OP_REQUIRES_OK(context, context->GetAttr("levels", &levels_));
    OP_REQUIRES(context, levels_ > 1,
                absl::InvalidArgumentError(absl::StrCat("levels ", levels_, " is not above 1")));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    LimitsPlan plan;
    Tensor limits[kLimits];
    OP_REQUIRES_OK(context, Plan(context, in.shape(), &plan));
    for (int i = 0; i < kLimits; ++i)
      OP_REQUIRES_OK(context, ReadLimits(context, context->input(i + 1), &limits[i]));
    const void* const from = in.data();
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, in.shape(), &out));
    if (out->NumElements() == 0) return;
    void* const to = out->data();
    const int64_t count = out->NumElements(), positions = count / plan.inner;
    if (positions == 1) {  // cut among threads as one run
      ShardElements(context, count, kElementNs, [&](int64_t begin, int64_t end) {
        Run(limits, Odometer<kLimits>(plan.outer), from, to, begin, end);
      });
      return;
    }
    ShardElements(context, positions, 10 + kElementNs * static_cast<double>(plan.inner),
                  [&](int64_t begin, int64_t end) {
                    Odometer<kLimits> at(plan.outer, begin);
                    for (int64_t i = begin; i < end; ++i, at.Next())
                      Run(limits, at, from, to, i * plan.inner, (i + 1) * plan.inner);
                  });
  }

 private:
  static constexpr double kElementNs = 2;

  // The limits of input `i` + 1 broadcast to the data: how far they move with each of its
  // dimensions.
  static absl::Status Plan(OpKernelContext* context, const TensorShape& data, LimitsPlan* plan) {
    const int rank = data.dims();
    plan->outer.resize(static_cast<size_t>(rank));
    for (int d = 0; d < rank; ++d) plan->outer[static_cast<size_t>(d)] = {data.dim_size(d), {}};
    for (int i = 0; i < kLimits; ++i) {
      const TensorShape& shape = context->input(i + 1).shape();
      const int extra = shape.dims() - rank;
      int64_t step = 1;
      for (int d = shape.dims() - 1; d >= 0; --d) {
        const int64_t size = shape.dim_size(d);
        if (size == 1) continue;
        if (d < extra || data.dim_size(d - extra) != size) {
          return absl::InvalidArgumentError(
              absl::StrCat("input ", i + 1, " of shape ", shape.DebugString(),
                           " does not broadcast to ", data.DebugString()));
        }
        plan->outer[static_cast<size_t>(d - extra)].strides[i] = step;
        step *= size;
      }
    }
    while (!plan->outer.empty() && StandsStill(plan->outer.back())) {
      plan->inner *= plan->outer.back().size;
      plan->outer.pop_back();
    }
    return absl::OkStatus();
  }
  static bool StandsStill(const OdometerDim<kLimits>& dim) {
    return std::all_of(dim.strides, dim.strides + kLimits, [](int64_t step) { return step == 0; });
  }

  absl::Status ReadLimits(OpKernelContext* context, const Tensor& input, Tensor* limits) const {
    if (input.NumElements() == 0) return absl::InvalidArgumentError("the limits are empty");
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_DOUBLE, input.shape(), limits));
    to_double_.Run(input.data(), limits->data(), input.NumElements());
    return absl::OkStatus();
  }

  // The elements [begin, end), which have the limits at one position.
  void Run(const Tensor* limits, const Odometer<kLimits>& at, const void* from, void* to,
           int64_t begin, int64_t end) const {
    double parameters[kLimits + 1];
    for (int i = 0; i < kLimits; ++i)
      parameters[i] = static_cast<const double*>(limits[i].data())[at.offset(i)];
    parameters[kLimits] = static_cast<double>(levels_ - 1);
    blocks_.Run(from, nullptr, to, begin, end, [&](const void* x, const void*, void* y, int64_t n) {
      loop_(x, parameters, y, n);
    });
  }

  const loops::CurveLoop loop_;
  const BlocksInWiderType blocks_;
  const CastFunction to_double_;
  int64_t levels_ = 0;
};

#define REGISTER(T)                                                                        \
  REGISTER_KERNEL_BUILDER(                                                                 \
      Name("OpenVINO>FakeQuantize").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
      FakeQuantizeOp);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
