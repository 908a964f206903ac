// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <complex>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/permute.h"

namespace opgraft_internal {
namespace {

// Reads a permutation of [0, rank) into `*perm`; negative ones count from the end.
absl::Status ReadPermutation(const Tensor& tensor, int rank, IndexValues* perm) {
  if (tensor.dims() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("perm must be rank 1, got shape ", tensor.shape().DebugString()));
  }
  if (tensor.NumElements() != rank) {
    return absl::InvalidArgumentError(absl::StrCat("transpose expects a vector of size ", rank,
                                                   ". But input(1) is a vector of size ",
                                                   tensor.NumElements()));
  }
  *perm = ReadIndices(tensor);
  absl::InlinedVector<bool, 8> used(perm->size(), false);
  for (int64_t& d : *perm) {
    int dim = 0;
    if (!ResolveAxis(d, rank, &dim)) {
      return absl::InvalidArgumentError(
          absl::StrCat(d < 0 ? d + rank : d, " is out of range [0 .. ", rank, ")"));
    }
    d = dim;
    used[static_cast<size_t>(dim)] = true;
  }
  for (int d = 0; d < rank; ++d) {
    if (used[static_cast<size_t>(d)]) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(d, " is missing from {", absl::StrJoin(*perm, ","), "}."));
  }
  return absl::OkStatus();
}

class TransposeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override { Transpose(ctx, ctx->input(0)); }

 protected:
  // Output 0 becomes `input` in the order that input 1 says.
  static void Transpose(OpKernelContext* ctx, const Tensor& input) {
    IndexValues perm;
    OP_REQUIRES_OK(ctx, ReadPermutation(ctx->input(1), input.dims(), &perm));
    TensorShape shape;
    for (const int64_t d : perm)
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(input.dim_size(static_cast<int>(d))));
    OP_REQUIRES_OK(ctx, Permute(ctx, input, input.shape().sizes(), perm, shape));
  }
};

// Of complex numbers the conjugates.
class ConjugateTransposeOp : public TransposeOp {
 public:
  using TransposeOp::TransposeOp;

  void Compute(OpKernelContext* ctx) override {
    const DataType dtype = ctx->input(0).dtype();
    if (dtype == DT_COMPLEX64) return TransposeConjugates<complex64>(ctx);
    if (dtype == DT_COMPLEX128) return TransposeConjugates<complex128>(ctx);
    Transpose(ctx, ctx->input(0));
  }

 private:
  template <typename T>
  static void TransposeConjugates(OpKernelContext* ctx) {
    const Tensor& input = ctx->input(0);
    Tensor conjugates;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(input.dtype(), input.shape(), &conjugates));
    const T* const from = static_cast<const T*>(input.data());
    std::transform(from, from + input.NumElements(), static_cast<T*>(conjugates.data()),
                   [](const T& z) { return std::conj(z); });
    Transpose(ctx, conjugates);
  }
};

REGISTER_KERNEL_BUILDER(Name("Transpose").Device(DEVICE_CPU), TransposeOp);
REGISTER_KERNEL_BUILDER(Name("ConjugateTranspose").Device(DEVICE_CPU), ConjugateTransposeOp);

}  // namespace
}  // namespace opgraft_internal
