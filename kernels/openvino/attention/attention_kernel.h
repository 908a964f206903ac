// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_ATTENTION_ATTENTION_KERNEL_H_
#define KERNELS_OPENVINO_ATTENTION_ATTENTION_KERNEL_H_

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/openvino/attention/attention.h"

namespace opgraft_internal {

// What the kernels of attention have in common: an attr `causal`, and as last inputs, from `rest`
// on, a mask, a scale and a sink, none of which need be there.
//
// Float and double compute in their type, other types in float. Subclasses set query, key and value
// of the call, then call ReadRest and Attend. Thread-safe: immutable once it is made.
class AttentionKernel : public OpKernel {
 protected:
  // INVALID_ARGUMENT if the types of the inputs from `rest` on do not fit.
  AttentionKernel(OpKernelConstruction* context, int rest);

  DataType type() const { return type_; }
  // Notes mask and sink.
  void ReadRest(const OpKernelContext* context, AttentionShapes* shapes, AttentionCall* call) const;
  // Computes output 0; `joins_heads`: dimensions 1 and 2 of what comes out are one.
  absl::Status Attend(OpKernelContext* context, const AttentionShapes& shapes, bool joins_heads,
                      AttentionCall* call) const;

 private:
  // Which inputs these are.
  int mask() const { return rest_; }
  int scale() const { return rest_ + 1; }
  int sink() const { return rest_ + 2; }
  absl::Status CheckTypes() const;
  // 1 / sqrt(depth) without an input for it.
  absl::Status ReadScale(const OpKernelContext* context, AttentionCall* call) const;

  const DataType type_;
  const int rest_;
  const Attention<float> in_float_;
  const Attention<double> in_double_;
  const CastFunction to_double_;
  bool causal_ = false;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_ATTENTION_ATTENTION_KERNEL_H_
