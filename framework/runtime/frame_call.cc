// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/frame_call.h"

#include "framework/tensor/tensor_access.h"

namespace opgraft_internal {

void PassArguments(const Step& call, Frame* caller, Frame* callee) {
  for (int i = 0; i < call.binding.num_inputs; ++i) {
    TensorAccess::Borrow(&callee->slots[i], caller->slots[call.binding.inputs[i]]);
    callee->fed.Add(static_cast<size_t>(i));
  }
  callee->caller = caller;
  callee->call = &call;
}

void PassResults(Frame* callee) {
  Frame* const caller = callee->caller;
  for (int i = 0; i < callee->call->binding.num_outputs; ++i) {
    const int32_t from = callee->program->ret_slots[i];
    const int32_t to = callee->call->binding.outputs[i];
    BufferRegion* const source = callee->RegionOf(from);
    BufferRegion* const target = caller->RegionOf(to);
    const Tensor& value = callee->slots[from];
    if (source == nullptr || target == nullptr || !source->Owns(value)) {
      caller->slots[to] = value;
      continue;
    }
    const TensorShape shape = value.shape();
    source->SwapBuffers(target);
    TensorAccess::BorrowBuffer(&caller->slots[to], const_cast<TensorBuffer*>(target->buffer()),
                               value.dtype(), shape);
  }
}

}  // namespace opgraft_internal
