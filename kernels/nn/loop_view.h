// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_NN_LOOP_VIEW_H_
#define KERNELS_NN_LOOP_VIEW_H_

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/cast_function.h"

namespace opgraft_internal {

// Tensors of one type as loops take them: in the type that computes theirs (half as float), and
// images with their channels last. What is so already is not copied. A value; thread-safe.
//
// Example:
//   Tensor in, out;
//   OP_REQUIRES_OK(context, view_.Read(context, context->input(0), channels_first, &in));
//   OP_REQUIRES_OK(context, view_.Room(context, *output, &out));
//   Compute(in, &out);
//   OP_REQUIRES_OK(context, view_.Write(context, out, channels_first, output));
class LoopView {
 public:
  explicit LoopView(DataType type);
  // Tensors of `type` for loops that take `loop_type`.
  LoopView(DataType type, DataType loop_type);

  // The type that loops take.
  DataType type() const { return type_; }

  // RESOURCE_EXHAUSTED beyond memory or its limits. `channels_first`: `from` is [batch, channels,
  // rest...].
  absl::Status Read(OpKernelContext* context, const Tensor& from, bool channels_first,
                    Tensor* to) const;
  // Room for the numbers of `output`, uninitialised.
  absl::Status Room(OpKernelContext* context, const Tensor& output, bool channels_first,
                    Tensor* room) const;
  // Puts what a loop left in Room into the output, in its type and order.
  absl::Status Write(OpKernelContext* context, const Tensor& room, bool channels_first,
                     Tensor* output) const;

 private:
  // Whether channels have to be moved for this tensor.
  static bool Moves(const Tensor& tensor, bool channels_first);

  DataType type_;
  bool casts_;
  CastFunction widen_;
  CastFunction narrow_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_NN_LOOP_VIEW_H_
