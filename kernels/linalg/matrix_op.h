// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LINALG_MATRIX_OP_H_
#define KERNELS_LINALG_MATRIX_OP_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/linalg/batch_plan.h"

namespace opgraft_internal {

// The last two dimensions of an input.
struct MatrixSize {
  int64_t rows = 0;
  int64_t cols = 0;
};

using MatrixSizes = absl::InlinedVector<MatrixSize, 4>;
using OutputShapes = absl::InlinedVector<TensorShape, 3>;

// One problem of a batch.
//
// Plain pointers to the matrices of one position of the batch, by rows; the sizes are borrowed.
// Inputs of half are floats here.
class MatrixProblem {
 public:
  explicit MatrixProblem(const MatrixSizes& sizes) : sizes_(sizes) {}

  const MatrixSizes& sizes() const { return sizes_; }
  // Of matrix `i`: its size, and its elements by rows.
  int64_t rows(size_t i) const { return sizes_[i].rows; }
  int64_t cols(size_t i) const { return sizes_[i].cols; }

  template <typename T>
  const T* in(size_t i) const {
    return static_cast<const T*>(inputs[i]);
  }
  template <typename T>
  T* out(size_t i) const {
    return static_cast<T*>(outputs[i]);
  }

  absl::InlinedVector<const void*, 4> inputs;
  absl::InlinedVector<void*, 3> outputs;

 private:
  const MatrixSizes& sizes_;
};

// An op that does something with each matrix, or each few matrices, of a batch: what is in front of
// the last two dimensions is equal in all inputs (or broadcasts, for two inputs). Problems are
// shared by threads. half is computed in float. Compute is thread-safe if the functions of the
// subclass are, which are called concurrently.
//
// Example: MatrixInverse implements Shapes (the same square) and Solve (which calls
// solvers::Invert); for an input [7, 3, 3] Solve is called 7 times.
class MatrixOp : public OpKernel {
 public:
  void Compute(OpKernelContext* context) override;

 protected:
  // `broadcasts`: for two inputs, whether what is in front of the matrices is broadcast.
  MatrixOp(OpKernelConstruction* context, bool broadcasts = false)
      : OpKernel(context), broadcasts_(broadcasts) {}

  // How many inputs, from the first, are matrices. The others are scalars, which each problem has
  // as matrices of one element.
  virtual int NumMatrices() const { return num_inputs(); }
  // The shapes of the outputs of one problem; INVALID_ARGUMENT if its inputs do not fit.
  virtual absl::Status Shapes(const MatrixSizes& sizes, OutputShapes* outputs) const = 0;
  // False for an output that an attr leaves out: it has no elements, and no batch in front of them.
  virtual bool HasOutput(int /*index*/) const { return true; }
  // No matrix of the inputs is empty unless SolvesEmpty().
  virtual absl::Status Solve(const MatrixProblem& problem) const = 0;
  virtual bool SolvesEmpty() const { return false; }
  // About the nanoseconds of a problem, and how many elements Solve takes from Eigen meanwhile.
  virtual double Cost(const MatrixSizes& sizes) const;
  virtual int64_t Scratch(const MatrixSizes& sizes) const;

  // INVALID_ARGUMENT unless the matrix is square.
  static absl::Status CheckSquare(const MatrixSize& size);

 private:
  struct Batch;

  // The steps of Compute, in their order.
  absl::Status ReadSizes(OpKernelContext* context, MatrixSizes* sizes) const;
  absl::Status Plan(OpKernelContext* context, BatchPlan* plan) const;
  absl::Status TakeInputs(OpKernelContext* context, absl::InlinedVector<Tensor, 4>* inputs) const;
  absl::Status TakeOutputs(OpKernelContext* context, const BatchPlan& plan,
                           const OutputShapes& shapes,
                           absl::InlinedVector<Tensor, 3>* outputs) const;
  void SolveAll(OpKernelContext* context, const Batch& batch) const;
  // The problems [begin, end) of the batch, on one thread.
  absl::Status SolveRange(OpKernelContext* context, const Batch& batch, int64_t begin,
                          int64_t end) const;

  const bool broadcasts_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_LINALG_MATRIX_OP_H_
