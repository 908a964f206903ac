// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/matmul_loops.h"

namespace opgraft_internal {
namespace {

class MatMulOp : public OpKernel {
 public:
  explicit MatMulOp(OpKernelConstruction* context)
      : OpKernel(context),
        type_(ComputeTypeOf(input_type(0))),
        product_(loops::FindMatMulLoop(type_)),
        row_product_(loops::FindRowMatMulLoop(type_)),
        to_product_(input_type(0), type_),
        from_product_(type_, input_type(0)),
        size_(DataTypeSize(type_)) {
    OP_REQUIRES_OK(context, context->GetAttr("transpose_a", &transpose_a_));
    OP_REQUIRES_OK(context, context->GetAttr("transpose_b", &transpose_b_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& a = context->input(0);
    const Tensor& b = context->input(1);
    OP_REQUIRES_OK(context, CheckShapes(a.shape(), b.shape()));
    const int64_t m = a.dim_size(transpose_a_ ? 1 : 0);
    const int64_t k = a.dim_size(transpose_a_ ? 0 : 1);
    const int64_t n = b.dim_size(transpose_b_ ? 0 : 1);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({m, n}), &out));
    if (m == 0 || n == 0) return;
    if (k == 0) {
      std::memset(out->data(), 0, out->TotalBytes());
      return;
    }
    OP_REQUIRES_OK(context, type_ == input_type(0)
                                ? Multiply(context, a, b, {m, n, k}, out->data())
                                : MultiplyWidened(context, a, b, {m, n, k}, out));
  }

 private:
  struct Sizes {
    int64_t m;
    int64_t n;
    int64_t k;
  };

  absl::Status CheckShapes(const TensorShape& a, const TensorShape& b) const {
    const TensorShape* shapes[] = {&a, &b};
    for (int i = 0; i < 2; ++i) {
      if (shapes[i]->dims() == 2) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "In[", i, "] is not a matrix. Instead it has shape ", shapes[i]->DebugString()));
    }
    if (a.dim_size(transpose_a_ ? 0 : 1) == b.dim_size(transpose_b_ ? 1 : 0))
      return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "Matrix size-incompatible: In[0]: ", a.DebugString(), ", In[1]: ", b.DebugString()));
  }

  // half and bfloat16: all in float, rounded once.
  absl::Status MultiplyWidened(OpKernelContext* context, const Tensor& a, const Tensor& b,
                               Sizes sizes, Tensor* out) const {
    Tensor wide_a, wide_b, wide_out;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, a.shape(), &wide_a));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, b.shape(), &wide_b));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, out->shape(), &wide_out));
    to_product_.Run(a.data(), wide_a.data(), a.NumElements());
    to_product_.Run(b.data(), wide_b.data(), b.NumElements());
    OPGRAFT_RETURN_IF_ERROR(Multiply(context, wide_a, wide_b, sizes, wide_out.data()));
    from_product_.Run(wide_out.data(), out->data(), out->NumElements());
    return absl::OkStatus();
  }

  absl::Status Multiply(OpKernelContext* context, const Tensor& a, const Tensor& b, Sizes s,
                        void* out) const {
    loops::MatMulProblem problem = {
        a.data(), b.data(), out, s.m, s.n, s.k, s.k, transpose_b_ ? s.k : s.n, s.n, transpose_b_};
    if (row_product_ != nullptr && (s.m == 1 || s.n == 1)) {
      // A column times is a row times the transposed, and lies in memory as a row does.
      if (s.m != 1)
        problem = {b.data(), a.data(),     out, 1, s.m, s.k, s.k, transpose_a_ ? s.m : s.k,
                   s.m,      !transpose_a_};
      RunRow(context, problem);
      return absl::OkStatus();
    }
    Tensor turned;
    if (transpose_a_) {
      OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, TensorShape({s.m, s.k}), &turned));
      StridedCopy({{s.k, s.m, 1}, {s.m, 1, s.k}}).Run(type_, a.data(), turned.data());
      problem.a = turned.data();
    }
    RunInBlocks(context, problem);
    return absl::OkStatus();
  }

  // Each of the columns is added up alone.
  void RunRow(OpKernelContext* context, const loops::MatMulProblem& whole) const {
    ShardElements(
        context, whole.n, 0.1 * static_cast<double>(whole.k),
        [&](int64_t begin, int64_t end) { row_product_(Columns(whole, begin, end - begin)); });
  }

  loops::MatMulProblem Columns(const loops::MatMulProblem& whole, int64_t begin,
                               int64_t count) const {
    loops::MatMulProblem part = whole;
    part.n = count;
    part.b = static_cast<const char*>(whole.b) +
             begin * (whole.transpose_b ? whole.b_stride : 1) * size_;
    part.c = static_cast<char*>(whole.c) + begin * size_;
    return part;
  }

  loops::MatMulProblem Rows(const loops::MatMulProblem& whole, int64_t begin, int64_t count) const {
    loops::MatMulProblem part = whole;
    part.m = count;
    part.a = static_cast<const char*>(whole.a) + begin * whole.a_stride * size_;
    part.c = static_cast<char*>(whole.c) + begin * whole.c_stride * size_;
    return part;
  }

  // Blocks of rows or columns, cut by the sizes alone: what is added up in which order does not
  // depend on the threads.
  void RunInBlocks(OpKernelContext* context, const loops::MatMulProblem& whole) const {
    constexpr int64_t kBlock = 192;
    const bool by_rows = whole.m >= whole.n;
    const int64_t extent = by_rows ? whole.m : whole.n;
    const double block_ns = 0.05 * static_cast<double>(whole.k * (by_rows ? whole.n : whole.m) *
                                                       std::min(extent, kBlock));
    ShardElements(context, (extent - 1) / kBlock + 1, block_ns, [&](int64_t begin, int64_t end) {
      for (int64_t block = begin; block < end; ++block) {
        const int64_t start = block * kBlock;
        const int64_t count = std::min(kBlock, extent - start);
        product_(by_rows ? Rows(whole, start, count) : Columns(whole, start, count));
      }
    });
  }

  const DataType type_;
  const loops::MatMulLoop product_;
  const loops::MatMulLoop row_product_;  // null where it would not be faster
  const CastFunction to_product_;
  const CastFunction from_product_;
  const int64_t size_;
  bool transpose_a_ = false;
  bool transpose_b_ = false;
};

#define REGISTER(T) \
  REGISTER_KERNEL_BUILDER(Name("MatMul").Device(DEVICE_CPU).TypeConstraint<T>("T"), MatMulOp);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_uint8(REGISTER);
TF_CALL_uint16(REGISTER);
TF_CALL_uint32(REGISTER);
TF_CALL_uint64(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
