// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The gradients of LSTMBlockCell, BlockLSTM and BlockLSTMV2. Sequences go from the last step to the
// first; the gradient of the weights is one product over all of them.
#include <algorithm>
#include <cstring>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/nn/lstm_inputs.h"

namespace opgraft_internal {
namespace {

// An output and its numbers as floats, zero at first.
struct GradientOutput {
  absl::Status Make(OpKernelContext* context, const LoopView& view, int index,
                    const TensorShape& shape) {
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(index, shape, &output));
    OPGRAFT_RETURN_IF_ERROR(view.Room(context, *output, false, &room));
    if (room.NumElements() > 0) std::memset(room.data(), 0, room.TotalBytes());
    return absl::OkStatus();
  }
  float* data() { return Floats(&room); }

  Tensor* output = nullptr;
  Tensor room;
};

class LstmGradOpBase : public LstmKernel {
 public:
  using LstmKernel::LstmKernel;

 protected:
  // What the forward steps made and what comes back: i, cs, f, o, ci, co[, h], cs_grad, h_grad from
  // input `first` on, all of this shape.
  absl::Status ReadSteps(OpKernelContext* context, int first, int count, const TensorShape& shape,
                         std::vector<Tensor>* tensors) const {
    tensors->resize(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
      OPGRAFT_RETURN_IF_ERROR(
          ReadOfShape(context, first + i, shape, &(*tensors)[static_cast<size_t>(i)]));
    }
    return absl::OkStatus();
  }

  template <size_t kCount>
  absl::Status WriteAll(OpKernelContext* context, GradientOutput (&outputs)[kCount]) const {
    for (GradientOutput& output : outputs)
      OPGRAFT_RETURN_IF_ERROR(view().Write(context, output.room, false, output.output));
    return absl::OkStatus();
  }
};

class LstmBlockCellGradOp : public LstmGradOpBase {
 public:
  explicit LstmBlockCellGradOp(OpKernelConstruction* context)
      : LstmGradOpBase(context, /*input_first=*/true) {}

  void Compute(OpKernelContext* context) override {
    LstmInputs inputs;
    OP_REQUIRES_OK(context, Read(context, 0, /*sequences=*/false, &inputs));
    const int64_t batch = inputs.sizes.batch, cells = inputs.sizes.cells;
    const TensorShape state({batch, cells});
    std::vector<Tensor> steps;
    OP_REQUIRES_OK(context, ReadSteps(context, 8, 8, state, &steps));
    const TensorShape shapes[] = {state, TensorShape({batch, 4 * cells}), TensorShape({cells}),
                                  TensorShape({cells}), TensorShape({cells})};
    GradientOutput outputs[5];
    for (int i = 0; i < 5; ++i)
      OP_REQUIRES_OK(context, outputs[i].Make(context, view(), i, shapes[i]));
    const auto at = [&](size_t i) { return Floats(steps[i]); };
    if (state.num_elements() > 0) {
      cell().StepBack(inputs.sizes, inputs.weights, inputs.cs_prev,
                      {at(0), at(1), at(2), at(3), at(4), at(5), nullptr},
                      {at(6), at(7), outputs[0].data(), outputs[1].data(), outputs[2].data(),
                       outputs[3].data(), outputs[4].data()});
    }
    OP_REQUIRES_OK(context, WriteAll(context, outputs));
  }
};

template <bool kInputFirst>
class BlockLstmGradOp : public LstmGradOpBase {
 public:
  explicit BlockLstmGradOp(OpKernelConstruction* context) : LstmGradOpBase(context, kInputFirst) {}

  void Compute(OpKernelContext* context) override {
    LstmInputs inputs;
    OP_REQUIRES_OK(context, Read(context, 1, /*sequences=*/true, &inputs));
    int64_t steps = 0;
    OP_REQUIRES_OK(context, LstmKernel::ReadSteps(context, inputs.times, &steps));
    const LstmSizes& sizes = inputs.sizes;
    std::vector<Tensor> made;
    OP_REQUIRES_OK(
        context, LstmGradOpBase::ReadSteps(
                     context, 9, 9, TensorShape({inputs.times, sizes.batch, sizes.cells}), &made));
    GradientOutput outputs[8];
    for (int i = 0; i < 8; ++i) {
      OP_REQUIRES_OK(context, outputs[i].Make(context, view(), i, context->input(i + 1).shape()));
    }
    if (steps > 0 && sizes.batch > 0 && sizes.cells > 0)
      OP_REQUIRES_OK(context, GoBack(context, inputs, steps, made, outputs));
    OP_REQUIRES_OK(context, WriteAll(context, outputs));
  }

 private:
  // What the steps back write besides the outputs.
  struct Scratch {
    Tensor joined;       // [x h_prev] of all steps, [steps, batch, joined]
    Tensor gates;        // the gradients of the gates of all steps, [steps, batch, 4 * cells]
    Tensor joined_grad;  // of one step, [batch, joined]
    Tensor state_grads;  // of cs and h of one step, [2, batch, cells]

    absl::Status Allocate(OpKernelContext* context, const LstmSizes& sizes, int64_t steps) {
      const auto allocate = [&](const TensorShape& shape, Tensor* tensor) {
        return context->allocate_temp(DT_FLOAT, shape, tensor);
      };
      OPGRAFT_RETURN_IF_ERROR(allocate(TensorShape({steps, sizes.batch, sizes.joined()}), &joined));
      OPGRAFT_RETURN_IF_ERROR(allocate(TensorShape({steps, sizes.batch, 4 * sizes.cells}), &gates));
      OPGRAFT_RETURN_IF_ERROR(allocate(TensorShape({sizes.batch, sizes.joined()}), &joined_grad));
      return allocate(TensorShape({2, sizes.batch, sizes.cells}), &state_grads);
    }
  };

  // From the last step to the first; the weights' gradients are sums over all of them.
  absl::Status GoBack(OpKernelContext* context, const LstmInputs& inputs, int64_t steps,
                      const std::vector<Tensor>& made, GradientOutput* outputs) const {
    const LstmSizes& sizes = inputs.sizes;
    Scratch scratch;
    OPGRAFT_RETURN_IF_ERROR(scratch.Allocate(context, sizes, steps));
    for (int64_t t = steps; t-- > 0;)
      OPGRAFT_RETURN_IF_ERROR(StepBack(context, inputs, t, made, &scratch, outputs));
    return SumWeights(context, sizes, steps * sizes.batch, Floats(scratch.joined),
                      Floats(scratch.gates), outputs);
  }

  absl::Status StepBack(OpKernelContext* context, const LstmInputs& inputs, int64_t t,
                        const std::vector<Tensor>& made, Scratch* scratch,
                        GradientOutput* outputs) const {
    const LstmSizes& sizes = inputs.sizes;
    const int64_t state = sizes.batch * sizes.cells;
    const auto at = [&](size_t i) { return Floats(made[i]) + t * state; };
    const bool first = t == 0;
    // What comes from the next step is in the outputs cs_prev_grad and h_prev_grad.
    float* cs_grad = Floats(&scratch->state_grads);
    float* h_grad = cs_grad + state;
    for (int64_t i = 0; i < state; ++i) {
      cs_grad[i] = at(7)[i] + outputs[1].data()[i];
      h_grad[i] = at(8)[i] + outputs[2].data()[i];
    }
    JoinColumns(sizes, inputs.x + t * sizes.batch * sizes.inputs,
                first ? inputs.h_prev : at(6) - state,
                Floats(&scratch->joined) + t * sizes.batch * sizes.joined());
    float* own_gates = Floats(&scratch->gates) + t * sizes.batch * 4 * sizes.cells;
    cell().StepBack(sizes, inputs.weights, first ? inputs.cs_prev : at(1) - state,
                    {at(0), at(1), at(2), at(3), at(4), at(5), nullptr},
                    {cs_grad, h_grad, outputs[1].data(), own_gates, outputs[4].data(),
                     outputs[5].data(), outputs[6].data()});
    return PassOn(context, inputs, own_gates, Floats(&scratch->joined_grad),
                  outputs[0].data() + t * sizes.batch * sizes.inputs, outputs[2].data());
  }

  // By x and h_prev of one step.
  absl::Status PassOn(OpKernelContext* context, const LstmInputs& inputs, const float* gates,
                      float* joined_grad, float* x_grad, float* h_prev_grad) const {
    const LstmSizes& sizes = inputs.sizes;
    DenseProduct product;
    product.a = gates;
    product.b = inputs.weights.w;
    product.c = joined_grad;
    product.m = sizes.batch;
    product.n = sizes.joined();
    product.k = 4 * sizes.cells;
    product.transpose_b = true;
    OPGRAFT_RETURN_IF_ERROR(cell().product().RunDense(context, product));
    for (int64_t row = 0; row < sizes.batch; ++row) {
      const float* from = joined_grad + row * sizes.joined();
      std::copy_n(from, sizes.inputs, x_grad + row * sizes.inputs);
      std::copy_n(from + sizes.inputs, sizes.cells, h_prev_grad + row * sizes.cells);
    }
    return absl::OkStatus();
  }

  // By w and b, over `rows` of all steps.
  absl::Status SumWeights(OpKernelContext* context, const LstmSizes& sizes, int64_t rows,
                          const float* joined, const float* gates, GradientOutput* outputs) const {
    DenseProduct product;
    product.a = joined;
    product.b = gates;
    product.c = outputs[3].data();
    product.m = sizes.joined();
    product.n = 4 * sizes.cells;
    product.k = rows;
    product.transpose_a = true;
    OPGRAFT_RETURN_IF_ERROR(cell().product().RunDense(context, product));
    float* bias = outputs[7].data();
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t c = 0; c < product.n; ++c) bias[c] += gates[row * product.n + c];
    }
    return absl::OkStatus();
  }
};

#define REGISTER_ONE(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);
#define REGISTER(T)                                         \
  REGISTER_ONE("LSTMBlockCellGrad", T, LstmBlockCellGradOp) \
  REGISTER_ONE("BlockLSTMGrad", T, BlockLstmGradOp<true>)   \
  REGISTER_ONE("BlockLSTMGradV2", T, BlockLstmGradOp<false>)
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal
