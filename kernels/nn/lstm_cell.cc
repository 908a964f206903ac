// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/lstm_cell.h"

#include <algorithm>

#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

LstmStep<float> RowOf(const LstmStep<float>& step, int64_t offset) {
  return {step.i + offset,  step.cs + offset, step.f + offset, step.o + offset,
          step.ci + offset, step.co + offset, step.h + offset};
}

}  // namespace

void JoinColumns(const LstmSizes& sizes, const float* x, const float* h, float* joined) {
  for (int64_t row = 0; row < sizes.batch; ++row) {
    float* to = joined + row * sizes.joined();
    std::copy_n(x + row * sizes.inputs, sizes.inputs, to);
    std::copy_n(h + row * sizes.cells, sizes.cells, to + sizes.inputs);
  }
}

absl::Status LstmCell::Step(OpKernelContext* context, const LstmSizes& sizes,
                            const LstmWeights& weights, const LstmStepInputs& in,
                            const LstmStep<float>& step) const {
  JoinColumns(sizes, in.x, in.h_prev, in.joined);
  DenseProduct product;
  product.a = in.joined;
  product.b = weights.w;
  product.c = in.gates;
  product.m = sizes.batch;
  product.n = 4 * sizes.cells;
  product.k = sizes.joined();
  OPGRAFT_RETURN_IF_ERROR(product_.RunDense(context, product));
  for (int64_t row = 0; row < sizes.batch; ++row) {
    StepRow(sizes, weights, in.gates + row * 4 * sizes.cells, in.cs_prev + row * sizes.cells,
            RowOf(step, row * sizes.cells));
  }
  return absl::OkStatus();
}

void LstmCell::SumGates(int64_t n, const LstmWeights& weights, const float* gates,
                        const float* cs_prev, const LstmStep<float>& row) const {
  const float* b = weights.b;
  for (int64_t c = 0; c < n; ++c) {
    row.i[c] = gates[c] + b[c];
    row.ci[c] = gates[c_ * n + c] + b[c_ * n + c];
    row.f[c] = gates[f_ * n + c] + b[f_ * n + c] + forget_bias_;
    row.o[c] = gates[3 * n + c] + b[3 * n + c];
  }
  if (weights.wci == nullptr) return;
  for (int64_t c = 0; c < n; ++c) {
    row.i[c] += cs_prev[c] * weights.wci[c];
    row.f[c] += cs_prev[c] * weights.wcf[c];
  }
}

void LstmCell::StepRow(const LstmSizes& sizes, const LstmWeights& weights, const float* gates,
                       const float* cs_prev, const LstmStep<float>& row) const {
  const int64_t n = sizes.cells;
  SumGates(n, weights, gates, cs_prev, row);
  sigmoid_(row.i, row.i, n);
  tanh_(row.ci, row.ci, n);
  sigmoid_(row.f, row.f, n);
  for (int64_t c = 0; c < n; ++c) row.cs[c] = row.ci[c] * row.i[c] + row.f[c] * cs_prev[c];
  if (cell_clip_ > 0) {
    for (int64_t c = 0; c < n; ++c) row.cs[c] = std::clamp(row.cs[c], -cell_clip_, cell_clip_);
  }
  if (weights.wco != nullptr) {
    for (int64_t c = 0; c < n; ++c) row.o[c] += row.cs[c] * weights.wco[c];
  }
  sigmoid_(row.o, row.o, n);
  tanh_(row.cs, row.co, n);
  for (int64_t c = 0; c < n; ++c) row.h[c] = row.o[c] * row.co[c];
}

void LstmCell::StepBack(const LstmSizes& sizes, const LstmWeights& weights, const float* cs_prev,
                        const LstmStep<const float>& step, const LstmStepGradient& gradient) const {
  const int64_t n = sizes.cells;
  for (int64_t row = 0; row < sizes.batch; ++row) {
    float* gates = gradient.gates + row * 4 * n;
    for (int64_t c = 0; c < n; ++c) {
      const int64_t at = row * n + c;
      const float i = step.i[at], f = step.f[at], o = step.o[at];
      const float ci = step.ci[at], co = step.co[at];
      const float by_h = gradient.h_grad[at];
      const float by_o = o * (1 - o) * by_h * co;
      float by_cs = (1 - co * co) * by_h * o + gradient.cs_grad[at];
      if (weights.wco != nullptr) by_cs += by_o * weights.wco[c];
      const float by_ci = (1 - ci * ci) * by_cs * i;
      const float by_f = f * (1 - f) * by_cs * cs_prev[at];
      const float by_i = i * (1 - i) * by_cs * ci;
      gates[c] = by_i;
      gates[c_ * n + c] = by_ci;
      gates[f_ * n + c] = by_f;
      gates[3 * n + c] = by_o;
      float by_cs_prev = by_cs * f;
      if (weights.wci != nullptr) {
        by_cs_prev += by_i * weights.wci[c] + by_f * weights.wcf[c];
        gradient.wci_grad[c] += by_i * cs_prev[at];
        gradient.wcf_grad[c] += by_f * cs_prev[at];
        gradient.wco_grad[c] += by_o * step.cs[at];
      }
      gradient.cs_prev_grad[at] = by_cs_prev;
    }
  }
}

}  // namespace opgraft_internal
