// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/guarded_tensor.h"

#include <cstring>
#include <memory>
#include <utility>

#include "framework/tensor/tensor_access.h"

namespace opgraft_internal {

GuardedTensor::GuardedTensor(const Tensor& original, uint8_t fill)
    : original_(original.DeepCopy().value_or(Tensor())),
      tensor_(original_.DeepCopy().value_or(Tensor())) {
  if (!DataTypeCanUseMemcpy(original.dtype()) || original.NumElements() == 0) return;
  std::unique_ptr<FencedBlock> block = FencedBlock::Make(original.TotalBytes(), fill, fill);
  if (block == nullptr) return;
  std::memcpy(block->data(), original.data(), original.TotalBytes());
  block_ = block.get();
  const auto release = [](void* owned) {
    const std::unique_ptr<FencedBlock> last(static_cast<FencedBlock*>(owned));
  };
  uint8_t* const data = block->data();
  TensorBuffer* const buffer =
      TensorBuffer::Wrap(data, original.TotalBytes(), release, block.release());
  Tensor view;
  TensorAccess::BorrowBuffer(&view, buffer, original.dtype(), original.shape());
  tensor_ = Tensor();
  TensorAccess::AdoptAs(&tensor_, buffer, view);
}

GuardedTensor::~GuardedTensor() = default;

}  // namespace opgraft_internal
