// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/binary_loops.h"

namespace opgraft_internal {
namespace {

// Sums block by block, so that what has been added stays near. half and bfloat16 are rounded once,
// at the end.
class AddNOp : public OpKernel {
 public:
  explicit AddNOp(OpKernelConstruction* context)
      : OpKernel(context),
        add_(loops::FindBinaryLoops(loops::BinaryFunction::kAdd,
                                    ComputeTypeOf(input_type(0)))[loops::kVectorVector]),
        to_sum_(input_type(0), ComputeTypeOf(input_type(0))),
        from_sum_(ComputeTypeOf(input_type(0)), input_type(0)),
        element_size_(DataTypeSize(input_type(0))) {
    if (context->HasAttr("shape")) OP_REQUIRES_OK(context, context->GetAttr("shape", &shape_));
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    OP_REQUIRES(
        context, shape_.Admits(shape),
        absl::InvalidArgumentError(absl::StrCat("input 0 has shape ", shape.DebugString(),
                                                ", the attr shape says ", shape_.DebugString())));
    for (int i = 1; i < context->num_inputs(); ++i) {
      OP_REQUIRES(context, context->input(i).shape() == shape,
                  absl::InvalidArgumentError(absl::StrCat(
                      "Inputs to operation ", name(), " of type ", type_string(),
                      " must have the same size and shape.  Input 0: ", shape.DebugString(),
                      " != input ", i, ": ", context->input(i).shape().DebugString())));
    }
    if (context->num_inputs() == 1) return context->set_output(0, context->input(0));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    char* to = static_cast<char*>(out->data());
    const int64_t n = out->NumElements();
    ShardElements(context, n, 0.3 * context->num_inputs(), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; i += kBlock)
        AddBlock(context, i, std::min(kBlock, end - i), to);
    });
  }

 private:
  static constexpr int64_t kBlock = 1024;
  static constexpr int64_t kLargestElement = 16;

  void AddBlock(const OpKernelContext* context, int64_t begin, int64_t size, char* out) const {
    alignas(16) char sum[kBlock * kLargestElement];
    alignas(16) char wide[kBlock * kLargestElement];
    const int64_t offset = begin * element_size_;
    to_sum_.Run(static_cast<const char*>(context->input(0).data()) + offset, sum, size);
    for (int i = 1; i < context->num_inputs(); ++i) {
      const void* next = static_cast<const char*>(context->input(i).data()) + offset;
      if (ComputeTypeOf(input_type(0)) != input_type(0)) {
        to_sum_.Run(next, wide, size);
        next = wide;
      }
      add_(sum, next, sum, size);
    }
    from_sum_.Run(sum, out + offset, size);
  }

  const loops::BinaryLoop add_;
  const CastFunction to_sum_;
  const CastFunction from_sum_;
  const int64_t element_size_;
  PartialTensorShape shape_;  // AccumulateNV2's
};

#define REGISTER(T)                                                                        \
  REGISTER_KERNEL_BUILDER(Name("AddN").Device(DEVICE_CPU).TypeConstraint<T>("T"), AddNOp); \
  REGISTER_KERNEL_BUILDER(Name("AccumulateNV2").Device(DEVICE_CPU).TypeConstraint<T>("T"), AddNOp);
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
