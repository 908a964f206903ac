// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_LSTM_INPUTS_H_
#define KERNELS_NN_LSTM_INPUTS_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/nn/loop_view.h"
#include "kernels/nn/lstm_cell.h"

namespace opgraft_internal {

// The elements of a tensor of floats.
inline float* Floats(Tensor* tensor) { return static_cast<float*>(tensor->data()); }
inline const float* Floats(const Tensor& tensor) {
  return static_cast<const float*>(tensor.data());
}

// The inputs that all kernels of long short-term memory have, as floats. The pointers point into
// `tensors`, which are the inputs themselves, or copies where these are of smaller floats.
struct LstmInputs {
  LstmSizes sizes;
  int64_t times = 1;
  LstmWeights weights;
  const float* x = nullptr;
  const float* cs_prev = nullptr;
  const float* h_prev = nullptr;
  // What the pointers point to.
  std::vector<Tensor> tensors;
};

// What the ops have in common: reading x, cs_prev, h_prev, w, wci, wcf, wco and b, which follow
// each other among the inputs, and checking that they fit each other.
//
// Shapes: cs_prev and h_prev [batch, cells], w [inputs + cells, 4 * cells], wci, wcf and wco
// [cells], b [4 * cells]. INVALID_ARGUMENT names the input that has another one.
class LstmKernel : public OpKernel {
 public:
  // `input_first`: see LstmCell.
  LstmKernel(OpKernelConstruction* context, bool input_first);

 protected:
  // `first` is the input x: [batch, inputs], or of `sequences` [times, batch, inputs].
  absl::Status Read(OpKernelContext* context, int first, bool sequences, LstmInputs* inputs) const;
  // Input 0: how many of the steps to take.
  static absl::Status ReadSteps(const OpKernelContext* context, int64_t times, int64_t* steps);
  // Input `input` as floats; INVALID_ARGUMENT unless it has this shape.
  absl::Status ReadOfShape(OpKernelContext* context, int input, const TensorShape& shape,
                           Tensor* tensor) const;

  const LoopView& view() const { return view_; }
  const LstmCell& cell() const { return cell_; }

 private:
  // Fills in the sizes and `times`. INVALID_ARGUMENT for other ranks.
  static absl::Status ReadSizes(const TensorShape& x, const TensorShape& cs_prev, bool sequences,
                                LstmInputs* inputs);
  // Points at the elements of the tensors; at those of peepholes only if the op uses them.
  void PointAtTensors(LstmInputs* inputs) const;

  LoopView view_;
  bool peephole_ = false;
  LstmCell cell_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_LSTM_INPUTS_H_
