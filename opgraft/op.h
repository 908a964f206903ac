// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// All that the author of an op includes.
//
//   #include "opgraft/op.h"
//
//   REGISTER_OP("ZeroOut")
//       .Attr("T: {float, double, int32, int64}")
//       .Attr("preserve_index: int >= 0 = 0")
//       .Input("to_zero: T")
//       .Output("zeroed: T")
//       .SetShapeFn(opgraft::shape_inference::UnchangedShape)
//       .Doc("Keeps one element, zeroes the rest.");
//
//   template <typename T>
//   class ZeroOutOp : public opgraft::OpKernel {
//    public:
//     explicit ZeroOutOp(opgraft::OpKernelConstruction* c) : OpKernel(c) {
//       OP_REQUIRES_OK(c, c->GetAttr("preserve_index", &preserve_index_));
//     }
//     void Compute(opgraft::OpKernelContext* c) override {
//       const opgraft::Tensor& in = c->input(0);
//       OP_REQUIRES(c, preserve_index_ < std::max<int64_t>(in.NumElements(), 1),
//                   absl::InvalidArgumentError("preserve_index out of range"));
//       opgraft::Tensor* out = nullptr;
//       OP_REQUIRES_OK(c, c->allocate_output(0, in.shape(), &out));
//       out->flat<T>().setZero();
//       if (in.NumElements() > 0) out->flat<T>()(preserve_index_) = in.flat<T>()(preserve_index_);
//     }
//
//    private:
//     int64_t preserve_index_ = 0;
//   };
//
//   #define REGISTER(T)
//   REGISTER_KERNEL_BUILDER(Name("ZeroOut").Device("CPU").TypeConstraint<T>("T"), ZeroOutOp<T>);
//   TF_CALL_float(REGISTER) TF_CALL_double(REGISTER) TF_CALL_int32(REGISTER)
//   TF_CALL_int64(REGISTER)
//
// Nothing here includes a protobuf header.
#ifndef OPGRAFT_OP_H_
#define OPGRAFT_OP_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/kernel/work_sharder.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_inference.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/partial_tensor_shape.h"
#include "framework/types/status_macros.h"
#include "framework/types/tensor_shape.h"

#endif  // OPGRAFT_OP_H_
