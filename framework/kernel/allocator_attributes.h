// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Where a tensor should lie. Opgraft has one kind of memory; the names are kept for sources written
// for TensorFlow.
#ifndef FRAMEWORK_KERNEL_ALLOCATOR_ATTRIBUTES_H_
#define FRAMEWORK_KERNEL_ALLOCATOR_ATTRIBUTES_H_

#include <cstdint>

namespace opgraft {

// Where a tensor lies, for TensorFlow's kernels that ask. Always HOST_MEMORY here.
enum MemoryType {
  DEVICE_MEMORY = 0,
  HOST_MEMORY = 1,
};

// TensorFlow's bit flags. Kept and compared, without effect: all memory is the host's. A value.
// Thread-compatible.
//
// Example, in a kernel of TensorFlow's:
//   AllocatorAttributes attributes;
//   attributes.set_on_host(true);
//   OP_REQUIRES_OK(context, context->allocate_temp(DT_INT32, shape, &temp, attributes));
struct AllocatorAttributes {
  void set_on_host(bool on) { Set(1u << 0, on); }
  bool on_host() const { return (value & (1u << 0)) != 0; }
  void set_nic_compatible(bool on) { Set(1u << 1, on); }
  bool nic_compatible() const { return (value & (1u << 1)) != 0; }
  void set_gpu_compatible(bool on) { Set(1u << 2, on); }
  bool gpu_compatible() const { return (value & (1u << 2)) != 0; }

  void Merge(AllocatorAttributes other) { value |= other.value; }
  bool IsEqualOrLessRestrictiveThan(const AllocatorAttributes& other) const {
    return (value | other.value) == other.value;
  }

  uint32_t value = 0;

 private:
  void Set(uint32_t bit, bool on) { value = on ? value | bit : value & ~bit; }
};

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_ALLOCATOR_ATTRIBUTES_H_
