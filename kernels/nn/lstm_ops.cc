// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// LSTMBlockCell, one step; BlockLSTM and BlockLSTMV2, all steps of sequences.
#include <cstring>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/nn/lstm_inputs.h"

namespace opgraft_internal {
namespace {

class LstmOpBase : public LstmKernel {
 public:
  using LstmKernel::LstmKernel;

 protected:
  // All steps [0, steps) of `times`; the others are left zero.
  void Run(OpKernelContext* context, const LstmInputs& inputs, const TensorShape& shape,
           int64_t steps) {
    Tensor* outputs[7] = {};
    Tensor rooms[7];
    for (int i = 0; i < 7; ++i) {
      OP_REQUIRES_OK(context, context->allocate_output(i, shape, &outputs[i]));
      OP_REQUIRES_OK(context, view().Room(context, *outputs[i], false, &rooms[i]));
      if (rooms[i].NumElements() > 0) std::memset(rooms[i].data(), 0, rooms[i].TotalBytes());
    }
    if (shape.num_elements() == 0) return;
    const LstmSizes& sizes = inputs.sizes;
    Tensor joined, gates;
    OP_REQUIRES_OK(context, context->allocate_temp(
                                DT_FLOAT, TensorShape({sizes.batch, sizes.joined()}), &joined));
    OP_REQUIRES_OK(context, context->allocate_temp(
                                DT_FLOAT, TensorShape({sizes.batch, 4 * sizes.cells}), &gates));
    const int64_t step_in = sizes.batch * sizes.inputs, step_out = sizes.batch * sizes.cells;
    for (int64_t t = 0; t < steps; ++t) {
      const auto out = [&](int i) { return Floats(&rooms[i]) + t * step_out; };
      const float* cs_prev = t == 0 ? inputs.cs_prev : out(1) - step_out;
      const float* h_prev = t == 0 ? inputs.h_prev : out(6) - step_out;
      OP_REQUIRES_OK(context,
                     cell().Step(context, sizes, inputs.weights, inputs.x + t * step_in, cs_prev,
                                 h_prev, Floats(&joined), Floats(&gates),
                                 {out(0), out(1), out(2), out(3), out(4), out(5), out(6)}));
    }
    for (int i = 0; i < 7; ++i)
      OP_REQUIRES_OK(context, view().Write(context, rooms[i], false, outputs[i]));
  }
};

class LstmBlockCellOp : public LstmOpBase {
 public:
  explicit LstmBlockCellOp(OpKernelConstruction* context)
      : LstmOpBase(context, /*input_first=*/true) {}

  void Compute(OpKernelContext* context) override {
    LstmInputs inputs;
    OP_REQUIRES_OK(context, Read(context, 0, /*sequences=*/false, &inputs));
    Run(context, inputs, TensorShape({inputs.sizes.batch, inputs.sizes.cells}), 1);
  }
};

template <bool kInputFirst>
class BlockLstmOp : public LstmOpBase {
 public:
  explicit BlockLstmOp(OpKernelConstruction* context) : LstmOpBase(context, kInputFirst) {}

  void Compute(OpKernelContext* context) override {
    LstmInputs inputs;
    OP_REQUIRES_OK(context, Read(context, 1, /*sequences=*/true, &inputs));
    int64_t steps = 0;
    OP_REQUIRES_OK(context, ReadSteps(context, inputs.times, &steps));
    Run(context, inputs, TensorShape({inputs.times, inputs.sizes.batch, inputs.sizes.cells}),
        steps);
  }
};

#define REGISTER_ONE(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);
#define REGISTER(T)                                 \
  REGISTER_ONE("LSTMBlockCell", T, LstmBlockCellOp) \
  REGISTER_ONE("BlockLSTM", T, BlockLstmOp<true>)   \
  REGISTER_ONE("BlockLSTMV2", T, BlockLstmOp<false>)
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal
