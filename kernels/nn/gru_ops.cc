// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A step of a gated recurrent unit (Cho et al.) and its gradient, in float.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/loops/unary_loops.h"
#include "kernels/math/matrix_product.h"
#include "kernels/nn/lstm_inputs.h"

namespace opgraft_internal {
namespace {

// x [batch, inputs], h_prev [batch, cells], w_ru [inputs + cells, 2 * cells], w_c [inputs + cells,
// cells], b_ru, b_c; the gradient's further inputs are [batch, cells].
class GruOpBase : public OpKernel {
 public:
  explicit GruOpBase(OpKernelConstruction* context) : OpKernel(context), product_(DT_FLOAT) {}

 protected:
  static absl::Status CheckInputs(const OpKernelContext* context, LstmSizes* sizes) {
    const TensorShape& x = context->input(0).shape();
    const TensorShape& h = context->input(1).shape();
    if (x.dims() != 2 || h.dims() != 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("x and h_prev must be 2D, not ", x.DebugString(), " and ", h.DebugString()));
    }
    *sizes = {x.dim_size(0), x.dim_size(1), h.dim_size(1)};
    int64_t gates = 0, joined = 0;
    if (__builtin_mul_overflow(sizes->cells, 2, &gates) ||
        __builtin_add_overflow(sizes->inputs, sizes->cells, &joined))
      return absl::InvalidArgumentError("there are too many cells");
    TensorShape w_ru, w_c;
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape({joined, gates}, &w_ru));
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape({joined, sizes->cells}, &w_c));
    const TensorShape state({sizes->batch, sizes->cells});
    const TensorShape shapes[] = {
        x,     state, w_ru,  w_c,  TensorShape({gates}), TensorShape({sizes->cells}),
        state, state, state, state};
    for (int i = 1; i < context->num_inputs(); ++i) {
      const TensorShape& given = context->input(i).shape();
      if (given == shapes[i]) continue;
      return absl::InvalidArgumentError(absl::StrCat("input ", i, " must have shape ",
                                                     shapes[i].DebugString(), ", not ",
                                                     given.DebugString()));
    }
    return absl::OkStatus();
  }

  static absl::Status MakeTemp(OpKernelContext* context, int64_t rows, int64_t columns,
                               Tensor* tensor) {
    return context->allocate_temp(DT_FLOAT, TensorShape({rows, columns}), tensor);
  }

  // A matrix of floats with one row for each of the batch.
  struct Rows {
    const float* data;
    int64_t columns;
  };

  // c [batch, n] = a [batch, k] times weights [k, n].
  absl::Status Multiply(OpKernelContext* context, const LstmSizes& sizes, const Rows& a,
                        const Tensor& weights, float* c) const {
    return RunProduct(context, sizes, a, weights, weights.dim_size(1), /*transpose=*/false, c);
  }

  // c [batch, n] = a [batch, k] times the transpose of weights [n, k].
  absl::Status MultiplyBack(OpKernelContext* context, const LstmSizes& sizes, const Rows& a,
                            const Tensor& weights, float* c) const {
    return RunProduct(context, sizes, a, weights, weights.dim_size(0), /*transpose=*/true, c);
  }

 private:
  absl::Status RunProduct(OpKernelContext* context, const LstmSizes& sizes, const Rows& a,
                          const Tensor& weights, int64_t n, bool transpose, float* c) const {
    DenseProduct product;
    product.a = a.data;
    product.b = Floats(weights);
    product.c = c;
    product.m = sizes.batch;
    product.n = n;
    product.k = a.columns;
    product.transpose_b = transpose;
    return product_.RunDense(context, product);
  }

  const MatrixProduct product_;
};

// r, u = sigmoid([x h_prev] w_ru + b_ru); c = tanh([x r*h_prev] w_c + b_c);
// h = u * h_prev + (1 - u) * c.
class GruBlockCellOp : public GruOpBase {
 public:
  explicit GruBlockCellOp(OpKernelConstruction* context)
      : GruOpBase(context),
        sigmoid_(loops::FindUnaryLoop(loops::UnaryFunction::kSigmoid, DT_FLOAT)),
        tanh_(loops::FindUnaryLoop(loops::UnaryFunction::kTanh, DT_FLOAT)) {}

  void Compute(OpKernelContext* context) override {
    LstmSizes sizes;
    OP_REQUIRES_OK(context, CheckInputs(context, &sizes));
    Tensor* outputs[4] = {};
    for (int i = 0; i < 4; ++i) {
      OP_REQUIRES_OK(context, context->allocate_output(i, TensorShape({sizes.batch, sizes.cells}),
                                                       &outputs[i]));
    }
    if (outputs[0]->NumElements() == 0) return;
    Tensor joined;
    OP_REQUIRES_OK(context, MakeTemp(context, sizes.batch, sizes.joined(), &joined));
    float *r = Floats(outputs[0]), *u = Floats(outputs[1]);
    float *c = Floats(outputs[2]), *h = Floats(outputs[3]);
    OP_REQUIRES_OK(context, FindGates(context, sizes, &joined, r, u));
    OP_REQUIRES_OK(context, FindCandidate(context, sizes, r, &joined, h, c));
    const float* h_prev = Floats(context->input(1));
    for (int64_t i = 0; i < outputs[0]->NumElements(); ++i)
      h[i] = u[i] * h_prev[i] + (1 - u[i]) * c[i];
  }

 private:
  // r and u. `joined` is scratch.
  absl::Status FindGates(OpKernelContext* context, const LstmSizes& sizes, Tensor* joined, float* r,
                         float* u) const {
    Tensor gates;
    OPGRAFT_RETURN_IF_ERROR(MakeTemp(context, sizes.batch, 2 * sizes.cells, &gates));
    JoinColumns(sizes, Floats(context->input(0)), Floats(context->input(1)), Floats(joined));
    OPGRAFT_RETURN_IF_ERROR(Multiply(context, sizes, {Floats(*joined), sizes.joined()},
                                     context->input(2), Floats(&gates)));
    OpenGates(sizes, Floats(gates), Floats(context->input(4)), r, u);
    return absl::OkStatus();
  }

  // c. `joined` is scratch, and so is `reset`, [batch, cells], which gets r * h_prev.
  absl::Status FindCandidate(OpKernelContext* context, const LstmSizes& sizes, const float* r,
                             Tensor* joined, float* reset, float* c) const {
    const int64_t n = sizes.batch * sizes.cells;
    const float* h_prev = Floats(context->input(1));
    for (int64_t i = 0; i < n; ++i) reset[i] = r[i] * h_prev[i];
    JoinColumns(sizes, Floats(context->input(0)), reset, Floats(joined));
    OPGRAFT_RETURN_IF_ERROR(
        Multiply(context, sizes, {Floats(*joined), sizes.joined()}, context->input(3), c));
    const float* bias = Floats(context->input(5));
    for (int64_t i = 0; i < n; ++i) c[i] += bias[i % sizes.cells];
    tanh_(c, c, n);
    return absl::OkStatus();
  }

  void OpenGates(const LstmSizes& sizes, const float* gates, const float* bias, float* r,
                 float* u) const {
    const int64_t cells = sizes.cells;
    for (int64_t row = 0; row < sizes.batch; ++row) {
      const float* from = gates + row * 2 * cells;
      for (int64_t c = 0; c < cells; ++c) {
        r[row * cells + c] = from[c] + bias[c];
        u[row * cells + c] = from[cells + c] + bias[cells + c];
      }
    }
    sigmoid_(r, r, sizes.batch * cells);
    sigmoid_(u, u, sizes.batch * cells);
  }

  const loops::UnaryLoop sigmoid_;
  const loops::UnaryLoop tanh_;
};

class GruBlockCellGradOp : public GruOpBase {
 public:
  using GruOpBase::GruOpBase;

  void Compute(OpKernelContext* context) override {
    LstmSizes sizes;
    OP_REQUIRES_OK(context, CheckInputs(context, &sizes));
    const TensorShape state({sizes.batch, sizes.cells});
    const TensorShape shapes[] = {context->input(0).shape(), state, state,
                                  TensorShape({sizes.batch, 2 * sizes.cells})};
    Tensor* outputs[4] = {};
    for (int i = 0; i < 4; ++i)
      OP_REQUIRES_OK(context, context->allocate_output(i, shapes[i], &outputs[i]));
    if (sizes.batch == 0) return;
    if (sizes.cells == 0) {
      std::fill_n(Floats(outputs[0]), outputs[0]->NumElements(), 0.f);
      return;
    }
    // What comes back through w_c and w_ru, [batch, joined].
    Tensor by_c, by_ru;
    OP_REQUIRES_OK(context, MakeTemp(context, sizes.batch, sizes.joined(), &by_c));
    OP_REQUIRES_OK(context, MakeTemp(context, sizes.batch, sizes.joined(), &by_ru));
    const auto in = [context](int i) { return Floats(context->input(i)); };
    const Cell cell = {sizes.cells, in(1), in(6), in(7), in(8), in(9)};
    float* d_c_bar = Floats(outputs[2]);
    float* d_ru_bar = Floats(outputs[3]);
    CloseCandidate(cell, state.num_elements(), d_c_bar);
    OP_REQUIRES_OK(context, MultiplyBack(context, sizes, {d_c_bar, sizes.cells}, context->input(3),
                                         Floats(&by_c)));
    CloseGates(sizes, cell, Floats(by_c), d_ru_bar);
    OP_REQUIRES_OK(context, MultiplyBack(context, sizes, {d_ru_bar, 2 * sizes.cells},
                                         context->input(2), Floats(&by_ru)));
    SumUp(sizes, cell, Floats(by_c), Floats(by_ru), Floats(outputs[0]), Floats(outputs[1]));
  }

 private:
  // Each [batch, cells].
  struct Cell {
    int64_t cells;
    const float* h_prev;
    const float* r;
    const float* u;
    const float* c;
    const float* d_h;
  };

  // The gradient by what tanh was taken of.
  static void CloseCandidate(const Cell& cell, int64_t n, float* d_c_bar) {
    for (int64_t i = 0; i < n; ++i)
      d_c_bar[i] = cell.d_h[i] * (1 - cell.u[i]) * (1 - cell.c[i] * cell.c[i]);
  }

  // The gradients by what the sigmoids of r and u were taken of.
  static void CloseGates(const LstmSizes& sizes, const Cell& cell, const float* by_c,
                         float* d_ru_bar) {
    for (int64_t row = 0; row < sizes.batch; ++row) {
      const float* d_hr = by_c + row * sizes.joined() + sizes.inputs;
      float* to = d_ru_bar + row * 2 * sizes.cells;
      for (int64_t k = 0; k < sizes.cells; ++k) {
        const int64_t i = row * sizes.cells + k;
        const float r = cell.r[i], u = cell.u[i];
        to[k] = d_hr[k] * cell.h_prev[i] * r * (1 - r);
        to[sizes.cells + k] = cell.d_h[i] * (cell.h_prev[i] - cell.c[i]) * u * (1 - u);
      }
    }
  }

  static void SumUp(const LstmSizes& sizes, const Cell& cell, const float* by_c, const float* by_ru,
                    float* d_x, float* d_h_prev) {
    for (int64_t row = 0; row < sizes.batch; ++row) {
      const float* c = by_c + row * sizes.joined();
      const float* ru = by_ru + row * sizes.joined();
      for (int64_t k = 0; k < sizes.inputs; ++k) d_x[row * sizes.inputs + k] = c[k] + ru[k];
      for (int64_t k = 0; k < sizes.cells; ++k) {
        const int64_t i = row * sizes.cells + k, at = sizes.inputs + k;
        d_h_prev[i] = ru[at] + c[at] * cell.r[i] + cell.d_h[i] * cell.u[i];
      }
    }
  }
};

REGISTER_KERNEL_BUILDER(Name("GRUBlockCell").Device(DEVICE_CPU), GruBlockCellOp);
REGISTER_KERNEL_BUILDER(Name("GRUBlockCellGrad").Device(DEVICE_CPU), GruBlockCellGradOp);

}  // namespace
}  // namespace opgraft_internal
