// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Products with the matrices of a cache, which are read where they lie.
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/linalg/batch_plan.h"
#include "kernels/math/matrix_product.h"
#include "kernels/openvino/cache/cache_operand.h"
#include "kernels/openvino/cache/stepped_input.h"

namespace opgraft_internal {
namespace {

// A product whose first factor and result are dense, and where the second one's matrices lie.
struct Plan {
  loops::MatMulProblem problem = {};
  BatchPlan batch;
};

// The dimensions of `input` in this order; none: as they are. INVALID_ARGUMENT.
absl::Status Reorder(absl::Span<const int64_t> order, SteppedInput* input) {
  if (order.empty()) return absl::OkStatus();
  Integers dims(order.begin(), order.end());
  if (dims.size() != input->steps.size()) {
    return absl::InvalidArgumentError(absl::StrCat("order [", absl::StrJoin(order, ","),
                                                   "] is not of the dimensions of ",
                                                   input->shape.DebugString()));
  }
  OPGRAFT_RETURN_IF_ERROR(FindDistinctAxes(input->shape.dims(), &dims));
  const SteppedInput from = *input;
  for (size_t d = 0; d < dims.size(); ++d) {
    input->steps[d] = from.steps[static_cast<size_t>(dims[d])];
    OPGRAFT_RETURN_IF_ERROR(input->shape.SetDimWithStatus(
        static_cast<int>(d), from.shape.dim_size(static_cast<int>(dims[d]))));
  }
  return absl::OkStatus();
}

// Rows that meet the same matrix of y are rows of one product: the queries of heads that share one
// head of a cache.
//
// Example: x of 2 heads by 4 queries' heads by 1 row and y of 2 heads are 2 products of 4 rows.
void JoinRows(Plan* plan) {
  loops::MatMulProblem& product = plan->problem;
  auto& dims = plan->batch.dims;
  for (; !dims.empty(); dims.pop_back()) {
    const OdometerDim<3>& last = dims.back();
    if (last.size == 1) continue;
    if (last.strides[1] != 0 || last.strides[0] != product.m * product.k) return;
    product.m *= last.size;
  }
}

class CacheMatMulOp : public OpKernel {
 public:
  explicit CacheMatMulOp(OpKernelConstruction* context)
      : OpKernel(context), product_(output_type(0)) {
    OP_REQUIRES(context, num_inputs() <= 3,
                absl::InvalidArgumentError("there is at most one target"));
    OP_REQUIRES_OK(context, context->GetAttr("transpose", &transpose_));
    OP_REQUIRES_OK(context, context->GetAttr("order", &order_));
    OP_REQUIRES_OK(context, context->GetAttr("heads", &sharing_.heads));
    OP_REQUIRES_OK(context, context->GetAttr("bidirectional", &sharing_.is_bidirectional));
  }

  void Compute(OpKernelContext* context) override {
    const GrowingTensor* const cache = FindGrowingTensor(context->input(1));
    OP_REQUIRES(context, cache != nullptr && cache->dtype() == output_type(0),
                absl::InvalidArgumentError(
                    absl::StrCat("input 1 is not a cache of ", DataTypeString(output_type(0)))));
    SteppedInput y = SteppedInput::OfCache(*cache);
    CacheOperand expanded;  // owns y's values if they had to be copied
    int64_t shared = 0;
    OP_REQUIRES_OK(context, ShareHeads(context, *cache, &shared, &expanded, &y));
    OP_REQUIRES_OK(context, Reorder(order_, &y));
    Plan plan;
    OP_REQUIRES_OK(context, PlanProduct(context->input(0).shape(), shared, y, &plan));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, OutputShape(plan, shared > 0), &out));
    if (out->NumElements() == 0) return;
    if (plan.problem.k == 0) {
      std::memset(out->data(), 0, out->TotalBytes());
      return;
    }
    JoinRows(&plan);
    plan.problem.a = context->input(0).data();
    plan.problem.b = y.data;
    plan.problem.c = out->data();
    product_.Run(context, plan.problem, plan.batch.dims);
  }

 private:
  // With a target: gives the cache a dimension of 1 behind the heads if `*shared` heads of x share
  // each of its own; 0: what the target means is copied.
  absl::Status ShareHeads(OpKernelContext* context, const GrowingTensor& cache, int64_t* shared,
                          CacheOperand* expanded, SteppedInput* y) const {
    if (num_inputs() < 3) return absl::OkStatus();
    if (!order_.empty()) return absl::InvalidArgumentError("a target goes without an order");
    const Tensor& target = context->input(2);
    const TensorShape& x = context->input(0).shape();
    *shared = HeadsShared(cache, target, sharing_);
    if (x.dims() != 4 || x.dim_size(1) != sharing_.heads) *shared = 0;
    if (*shared > 0) {
      y->steps.insert(y->steps.begin() + 2, 0);
      return TensorShape::BuildTensorShape(WithHeadDim(cache.shape()), &y->shape);
    }
    OPGRAFT_RETURN_IF_ERROR(ExpandCache(context, cache, target, sharing_, expanded));
    *y = {cache.dtype(), expanded->shape, expanded->data, RowMajorSteps(expanded->shape.sizes())};
    return absl::OkStatus();
  }

  absl::Status PlanProduct(TensorShape x, int64_t shared, const SteppedInput& y, Plan* plan) const {
    if (shared > 0) OPGRAFT_RETURN_IF_ERROR(SplitHeads(shared, &x));
    const int rank = y.shape.dims();
    if (x.dims() < 2 || rank < 2 || !PlanBatch(x, y.shape, &plan->batch) ||
        x.dim_size(x.dims() - 1) != y.shape.dim_size(rank - (transpose_ ? 1 : 2))) {
      return absl::InvalidArgumentError(
          absl::StrCat("matrices ", x.DebugString(), " cannot be multiplied by ",
                       transpose_ ? "transposed " : "", y.shape.DebugString()));
    }
    loops::MatMulProblem& product = plan->problem;
    product.m = x.dim_size(x.dims() - 2);
    product.k = product.a_stride = x.dim_size(x.dims() - 1);
    product.n = product.c_stride = y.shape.dim_size(rank - (transpose_ ? 2 : 1));
    OPGRAFT_RETURN_IF_ERROR(PlaceRows(y, &product));
    const auto missing = plan->batch.dims.size() - static_cast<size_t>(rank - 2);
    for (size_t d = 0; d < plan->batch.dims.size(); ++d) {
      int64_t(&steps)[3] = plan->batch.dims[d].strides;
      steps[0] *= product.m * product.k;
      if (steps[1] != 0) steps[1] = y.steps[d - missing];
      steps[2] *= product.m * product.n;
    }
    return absl::OkStatus();
  }

  // Where y's rows begin, and whether they are the product's rows or its columns.
  absl::Status PlaceRows(const SteppedInput& y, loops::MatMulProblem* product) const {
    const size_t rank = y.steps.size();
    const int64_t row = y.steps[rank - 2], column = y.steps[rank - 1];
    product->transpose_b = (column == 1) == transpose_;
    product->b_stride = column == 1 ? row : column;
    if (column == 1 || row == 1) return absl::OkStatus();
    return absl::InvalidArgumentError("the last dimension of the cache must be of its matrices");
  }

  static TensorShape OutputShape(const Plan& plan, bool joins_heads) {
    TensorShape shape = plan.batch.shape;
    if (joins_heads) {
      const int64_t inner = shape.dim_size(shape.dims() - 1);
      shape.RemoveLastDims(1);
      const int heads = shape.dims() - 1;
      shape.set_dim(heads, shape.dim_size(heads) * inner);
    }
    shape.AddDim(plan.problem.m);
    shape.AddDim(plan.problem.n);
    return shape;
  }

  const MatrixProduct product_;
  HeadSharing sharing_;
  std::vector<int64_t> order_;
  bool transpose_ = false;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>CacheMatMul").Device(DEVICE_CPU), CacheMatMulOp);

}  // namespace
}  // namespace opgraft_internal
