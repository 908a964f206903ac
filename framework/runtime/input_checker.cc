// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/input_checker.h"

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"

namespace opgraft_internal {
namespace {

uint64_t SumOf(const Tensor& tensor) {
  if (DataTypeCanUseMemcpy(tensor.dtype())) return absl::HashOf(tensor.tensor_data());
  uint64_t sum = 0;
  if (tensor.dtype() == DT_STRING && tensor.data() != nullptr) {
    const auto* strings = static_cast<const tstring*>(tensor.data());
    for (int64_t i = 0; i < tensor.NumElements(); ++i) sum = absl::HashOf(sum, strings[i]);
  }
  return sum;
}

}  // namespace

void InputChecker::BeforeKernel(const Program& program, size_t pc, const OpKernelContext& context) {
  inputs_.clear();
  for (int i = 0; i < context.num_inputs(); ++i) {
    // What is not summed up has a place too: inputs keep their indices.
    Input& input = inputs_.emplace_back();
    if (context.input_is_ref(i)) continue;
    input.tensor = context.input(i);
    input.sum = SumOf(input.tensor);
  }
  if (next_ != nullptr) next_->BeforeKernel(program, pc, context);
}

absl::Status InputChecker::AfterKernel(const Program& program, size_t pc,
                                       const OpKernelContext& context) {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (context.input_is_ref(static_cast<int>(i)) || SumOf(inputs_[i].tensor) == inputs_[i].sum)
      continue;
    const int index = static_cast<int>(i);
    return absl::InternalError(absl::StrCat("the kernel changed its input ", index, " '",
                                            context.op_kernel().properties().InputName(index),
                                            "'; use forward_input_or_allocate_output or copy"));
  }
  inputs_.clear();
  return next_ == nullptr ? absl::OkStatus() : next_->AfterKernel(program, pc, context);
}

}  // namespace opgraft_internal
