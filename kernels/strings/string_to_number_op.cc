// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/strings/parse_number.h"

namespace opgraft_internal {
namespace {

template <typename Out>
class StringToNumberOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, input.shape(), &output));
    const auto texts = input.flat<tstring>();
    auto numbers = output->flat<Out>();
    for (int64_t i = 0; i < input.NumElements(); ++i) {
      OP_REQUIRES(ctx, ParseNumber(texts(i), &numbers(i)),
                  absl::InvalidArgumentError(absl::StrCat(
                      "StringToNumberOp could not correctly convert string: ", texts(i))));
    }
  }
};

#define REGISTER_STRING_TO_NUMBER(T)                                                               \
  REGISTER_KERNEL_BUILDER(Name("StringToNumber").Device(DEVICE_CPU).TypeConstraint<T>("out_type"), \
                          StringToNumberOp<T>)
TF_CALL_float(REGISTER_STRING_TO_NUMBER);
TF_CALL_double(REGISTER_STRING_TO_NUMBER);
TF_CALL_int32(REGISTER_STRING_TO_NUMBER);
TF_CALL_int64(REGISTER_STRING_TO_NUMBER);
TF_CALL_uint32(REGISTER_STRING_TO_NUMBER);
TF_CALL_uint64(REGISTER_STRING_TO_NUMBER);
#undef REGISTER_STRING_TO_NUMBER

}  // namespace
}  // namespace opgraft_internal
