// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_LSTM_CELL_H_
#define KERNELS_NN_LSTM_CELL_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/unary_loops.h"
#include "kernels/math/matrix_product.h"

namespace opgraft_internal {

// The sizes of one step: how many sequences, and the lengths of x and of the state h.
struct LstmSizes {
  int64_t batch = 0;
  int64_t inputs = 0;
  int64_t cells = 0;

  int64_t joined() const { return inputs + cells; }
};

// [joined, 4 * cells], three vectors of `cells` that let the gates see the cells' state (null: they
// do not), and the bias of the gates.
struct LstmWeights {
  const float* w = nullptr;
  const float* wci = nullptr;
  const float* wcf = nullptr;
  const float* wco = nullptr;
  const float* b = nullptr;
};

// What one step makes, each [batch, cells]: gates i, f and o, the state cs, what came in (ci), what
// goes out (co), the output h.
template <typename Float>
struct LstmStep {
  Float* i = nullptr;
  Float* cs = nullptr;
  Float* f = nullptr;
  Float* o = nullptr;
  Float* ci = nullptr;
  Float* co = nullptr;
  Float* h = nullptr;
};

// What a step takes, and memory for it to work in.
struct LstmStepInputs {
  const float* x = nullptr;        // [batch, inputs]
  const float* cs_prev = nullptr;  // [batch, cells]
  const float* h_prev = nullptr;   // [batch, cells]
  // Scratch, [batch, joined]: x and h_prev side by side afterwards.
  float* joined = nullptr;
  // Scratch, [batch, 4 * cells].
  float* gates = nullptr;
};

// What comes back to a step and what it passes on.
struct LstmStepGradient {
  const float* cs_grad = nullptr;  // [batch, cells]
  const float* h_grad = nullptr;
  float* cs_prev_grad = nullptr;
  // [batch, 4 * cells]: the gradients of the sums that the gates were made of.
  float* gates = nullptr;
  // Added to, [cells]; null without peepholes.
  float* wci_grad = nullptr;
  float* wcf_grad = nullptr;
  float* wco_grad = nullptr;
};

// One step of long short-term memory (Hochreiter and Schmidhuber, with peepholes as Gers and
// Schmidhuber have them), in float. A value; const uses are thread-safe.
//
// With [x h] for the columns side by side and . for the product of elements:
//
//     [i ci f o] = [x h_prev] w + b      and forget_bias is added to f
//     i  = sigmoid(i + cs_prev . wci)    f = sigmoid(f + cs_prev . wcf)    ci = tanh(ci)
//     cs = ci . i + cs_prev . f          clipped to +-cell_clip if that is above 0
//     o  = sigmoid(o + cs . wco)         co = tanh(cs)
//     h  = co . o
class LstmCell {
 public:
  // `input_first`: the columns of w are those of i, ci, f, o; else of i, f, ci, o.
  LstmCell(bool input_first, float forget_bias, float cell_clip)
      : forget_bias_(forget_bias),
        cell_clip_(cell_clip),
        c_(input_first ? 1 : 2),
        f_(input_first ? 2 : 1),
        sigmoid_(loops::FindUnaryLoop(loops::UnaryFunction::kSigmoid, DT_FLOAT)),
        tanh_(loops::FindUnaryLoop(loops::UnaryFunction::kTanh, DT_FLOAT)),
        product_(DT_FLOAT) {}

  // Fails only if the product cannot get memory for its work.
  absl::Status Step(OpKernelContext* context, const LstmSizes& sizes, const LstmWeights& weights,
                    const LstmStepInputs& in, const LstmStep<float>& step) const;

  // The gradient, but for the weights of the gates, which callers sum over all steps.
  void StepBack(const LstmSizes& sizes, const LstmWeights& weights, const float* cs_prev,
                const LstmStep<const float>& step, const LstmStepGradient& gradient) const;

  // For callers that pass gradients on.
  const MatrixProduct& product() const { return product_; }

 private:
  // Fills i, ci, f and o of one row with the sums that their functions are taken of.
  void SumGates(int64_t n, const LstmWeights& weights, const float* gates, const float* cs_prev,
                const LstmStep<float>& row) const;
  // One row of the batch, from the sums that the product gave.
  void StepRow(const LstmSizes& sizes, const LstmWeights& weights, const float* gates,
               const float* cs_prev, const LstmStep<float>& row) const;

  float forget_bias_;
  float cell_clip_;
  int64_t c_;  // which gate is which, among the columns
  int64_t f_;
  loops::UnaryLoop sigmoid_;
  loops::UnaryLoop tanh_;
  MatrixProduct product_;
};

// Puts x [batch, inputs] and h [batch, cells] side by side.
void JoinColumns(const LstmSizes& sizes, const float* x, const float* h, float* joined);

}  // namespace opgraft_internal

#endif  // KERNELS_NN_LSTM_CELL_H_
