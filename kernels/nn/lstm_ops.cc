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
    OP_REQUIRES_OK(context, RunSteps(context, inputs, steps, rooms));
    for (int i = 0; i < 7; ++i)
      OP_REQUIRES_OK(context, view().Write(context, rooms[i], false, outputs[i]));
  }

 private:
  // Writes the seven results of each step, [times, batch, cells], into `rooms`; each step reads cs
  // and h of the one before from there.
  absl::Status RunSteps(OpKernelContext* context, const LstmInputs& inputs, int64_t steps,
                        Tensor* rooms) {
    const LstmSizes& sizes = inputs.sizes;
    Tensor joined, gates;
    OPGRAFT_RETURN_IF_ERROR(
        context->allocate_temp(DT_FLOAT, TensorShape({sizes.batch, sizes.joined()}), &joined));
    OPGRAFT_RETURN_IF_ERROR(
        context->allocate_temp(DT_FLOAT, TensorShape({sizes.batch, 4 * sizes.cells}), &gates));
    const int64_t step_in = sizes.batch * sizes.inputs, step_out = sizes.batch * sizes.cells;
    LstmStepInputs in = {inputs.x, inputs.cs_prev, inputs.h_prev, Floats(&joined), Floats(&gates)};
    for (int64_t t = 0; t < steps; ++t) {
      const auto out = [&](int i) { return Floats(&rooms[i]) + t * step_out; };
      OPGRAFT_RETURN_IF_ERROR(
          cell().Step(context, sizes, inputs.weights, in,
                      {out(0), out(1), out(2), out(3), out(4), out(5), out(6)}));
      in.x += step_in;
      in.cs_prev = out(1);
      in.h_prev = out(6);
    }
    return absl::OkStatus();
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
