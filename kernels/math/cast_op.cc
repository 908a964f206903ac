// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_kernel.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

class CastOp : public OpKernel {
 public:
  explicit CastOp(OpKernelConstruction* context)
      : OpKernel(context), function_(input_type(0), output_type(0), Truncates(context)) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    if (input_type(0) == output_type(0)) return context->set_output(0, in);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &out));
    const char* from = static_cast<const char*>(in.data());
    char* to = static_cast<char*>(out->data());
    const int64_t from_size = DataTypeSize(input_type(0));
    const int64_t to_size = DataTypeSize(output_type(0));
    ShardElements(context, in.NumElements(), kElementNs, [&](int64_t begin, int64_t end) {
      function_.Run(from + begin * from_size, to + begin * to_size, end - begin);
    });
  }

 private:
  static constexpr double kElementNs = 0.5;

  static bool Truncates(OpKernelConstruction* context) {
    bool truncate = false;
    context->SetStatus(context->GetAttr("Truncate", &truncate));
    return truncate;
  }

  const CastFunction function_;
};

REGISTER_KERNEL_BUILDER(Name("Cast")
                            .Device(DEVICE_CPU)
                            .TypeConstraint("SrcT", CastableTypes())
                            .TypeConstraint("DstT", CastableTypes()),
                        CastOp);

}  // namespace
}  // namespace opgraft_internal
