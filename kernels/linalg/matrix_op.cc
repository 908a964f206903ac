// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/linalg/matrix_op.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/linalg/solver_stop.h"

namespace opgraft_internal {
namespace {

// What Solve is given elements of.
DataType SolvedType(DataType dtype) { return ComputeTypeOf(dtype); }

absl::Status Incompatible(const TensorShape& x, const TensorShape& y) {
  return absl::InvalidArgumentError(
      absl::StrCat("All input tensors must have the same outer dimensions, not those of ",
                   x.DebugString(), " and ", y.DebugString()));
}

bool HaveEmpty(const MatrixSizes& sizes) {
  return std::any_of(sizes.begin(), sizes.end(),
                     [](const MatrixSize& size) { return size.rows == 0 || size.cols == 0; });
}

}  // namespace

struct MatrixOp::Batch {
  const BatchPlan& plan;
  const MatrixSizes& sizes;
  const OutputShapes& shapes;
  absl::InlinedVector<Tensor, 4> inputs;
  absl::InlinedVector<Tensor, 3> outputs;
};

double MatrixOp::Cost(const MatrixSizes& sizes) const {
  const auto rows = static_cast<double>(sizes[0].rows), cols = static_cast<double>(sizes[0].cols);
  return 100 + rows * cols * std::max(rows, cols);
}

int64_t MatrixOp::Scratch(const MatrixSizes& sizes) const {
  const int64_t side = std::max(sizes[0].rows, sizes[0].cols);
  return 2 * sizes[0].rows * sizes[0].cols + 4 * side;
}

absl::Status MatrixOp::CheckSquare(const MatrixSize& size) {
  return size.rows == size.cols ? absl::OkStatus()
                                : absl::InvalidArgumentError("Input matrix must be square.");
}

absl::Status MatrixOp::ReadSizes(OpKernelContext* context, MatrixSizes* sizes) const {
  for (int i = 0; i < num_inputs(); ++i) {
    const TensorShape& shape = context->input(i).shape();
    const bool is_matrix = i < NumMatrices();
    if (!is_matrix && shape.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("input ", i, " must be scalar, got shape ", shape.DebugString()));
    }
    if (is_matrix && shape.dims() < 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input tensor ", i, " must have rank >= 2, got ", shape.dims()));
    }
    sizes->push_back(
        is_matrix ? MatrixSize{shape.dim_size(shape.dims() - 2), shape.dim_size(shape.dims() - 1)}
                  : MatrixSize{1, 1});
  }
  return absl::OkStatus();
}

absl::Status MatrixOp::Plan(OpKernelContext* context, BatchPlan* plan) const {
  const TensorShape& first = context->input(0).shape();
  for (int i = 1; i < NumMatrices() && !broadcasts_; ++i) {
    const TensorShape& shape = context->input(i).shape();
    if (shape.dims() != first.dims())
      return absl::InvalidArgumentError("All input tensors must have the same rank.");
    for (int d = 0; d + 2 < first.dims(); ++d) {
      if (shape.dim_size(d) != first.dim_size(d)) return Incompatible(first, shape);
    }
  }
  const TensorShape& second = context->input(NumMatrices() > 1 ? 1 : 0).shape();
  return PlanBatch(first, second, plan) ? absl::OkStatus() : Incompatible(first, second);
}

absl::Status MatrixOp::TakeInputs(OpKernelContext* context,
                                  absl::InlinedVector<Tensor, 4>* inputs) const {
  for (int i = 0; i < num_inputs(); ++i) {
    Tensor input = context->input(i);
    const DataType solved = SolvedType(input.dtype());
    if (solved != input.dtype()) {
      Tensor wide;
      OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(solved, input.shape(), &wide));
      CastFunction(input.dtype(), solved).Run(input.data(), wide.data(), input.NumElements());
      input = std::move(wide);
    }
    inputs->push_back(std::move(input));
  }
  return absl::OkStatus();
}

absl::Status MatrixOp::TakeOutputs(OpKernelContext* context, const BatchPlan& plan,
                                   const OutputShapes& shapes,
                                   absl::InlinedVector<Tensor, 3>* outputs) const {
  for (int i = 0; i < num_outputs(); ++i) {
    TensorShape shape = HasOutput(i) ? plan.shape : TensorShape();
    shape.AppendShape(shapes[static_cast<size_t>(i)]);
    Tensor* output = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(i, shape, &output));
    Tensor solved = *output;
    const DataType type = SolvedType(output->dtype());
    if (type != output->dtype())
      OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type, shape, &solved));
    outputs->push_back(std::move(solved));
  }
  return absl::OkStatus();
}

void MatrixOp::Compute(OpKernelContext* context) {
  BatchPlan plan;
  MatrixSizes sizes;
  OutputShapes shapes;
  OP_REQUIRES_OK(context, ReadSizes(context, &sizes));
  OP_REQUIRES_OK(context, Plan(context, &plan));
  OP_REQUIRES_OK(context, Shapes(sizes, &shapes));
  Batch batch = {plan, sizes, shapes, {}, {}};
  OP_REQUIRES_OK(context, TakeOutputs(context, plan, shapes, &batch.outputs));
  OP_REQUIRES_OK(context, TakeInputs(context, &batch.inputs));
  if (!HaveEmpty(sizes) || SolvesEmpty()) SolveAll(context, batch);
  for (int i = 0; i < num_outputs() && context->status().ok(); ++i) {
    const Tensor& solved = batch.outputs[static_cast<size_t>(i)];
    Tensor* const output = context->mutable_output(i);
    if (solved.dtype() == output->dtype()) continue;
    CastFunction(solved.dtype(), output->dtype())
        .Run(solved.data(), output->data(), solved.NumElements());
  }
}

void MatrixOp::SolveAll(OpKernelContext* context, const Batch& batch) const {
  ShardElements(context, batch.plan.shape.num_elements(), Cost(batch.sizes),
                [&](int64_t begin, int64_t end) {
                  const absl::Status status = SolveRange(context, batch, begin, end);
                  if (!status.ok()) context->SetStatus(status);
                });
}

absl::Status MatrixOp::SolveRange(OpKernelContext* context, const Batch& batch, int64_t begin,
                                  int64_t end) const {
  // Eigen takes its memory where no budget sees it, so as much is set aside here.
  Tensor reserved;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(batch.inputs[0].dtype(),
                                                 TensorShape({Scratch(batch.sizes)}), &reserved));
  const solvers::StopScope scope(context->cancellation_manager());
  Odometer<3> position(batch.plan.dims, begin);
  for (int64_t index = begin; index < end; ++index, position.Next()) {
    MatrixProblem problem(batch.sizes);
    for (size_t i = 0; i < batch.inputs.size(); ++i) {
      const Tensor& input = batch.inputs[i];
      int64_t matrix = i < 2 ? position.offset(static_cast<int>(i)) : index;
      if (static_cast<int>(i) >= NumMatrices()) matrix = 0;
      problem.inputs.push_back(static_cast<const char*>(input.data()) +
                               matrix * batch.sizes[i].rows * batch.sizes[i].cols *
                                   DataTypeSize(input.dtype()));
    }
    for (size_t i = 0; i < batch.outputs.size(); ++i) {
      const Tensor& output = batch.outputs[i];
      problem.outputs.push_back(static_cast<char*>(output.data()) +
                                index * batch.shapes[i].num_elements() *
                                    DataTypeSize(output.dtype()));
    }
    const absl::Status status = Solve(problem);
    if (solvers::IsStopped()) return absl::CancelledError("cancelled between steps of a solver");
    OPGRAFT_RETURN_IF_ERROR(status);
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
