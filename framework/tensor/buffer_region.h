// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_BUFFER_REGION_H_
#define FRAMEWORK_TENSOR_BUFFER_REGION_H_

#include <utility>

#include "absl/base/optimization.h"
#include "framework/tensor/tensor.h"
#include "framework/tensor/tensor_buffer.h"

namespace opgraft {

// One buffer of a plan: the place where outputs of kernels are put. Slots whose lifetimes do not
// overlap share one.
//
// The region holds one reference to its buffer; a slot's Tensor borrows it (Tensor::is_borrowed)
// and does not count. So a count of one means that nothing outside the plan holds the buffer, and
// it may be written again. A buffer that is held outside (a kept output, a state) stays with its
// holder; the region falls back to its retired buffer or allocates a new one. Thread-compatible:
// belongs to one request.
//
// Example, two runs of a request whose user keeps the first output:
//
//     run 1   the slot borrows A (count 1); the user copies the output: count 2
//     run 2   A is held outside: the region drops its reference, the user has the last one, and
//             the slot borrows B, the retired buffer or a new one
class BufferRegion {
 public:
  BufferRegion() = default;
  ~BufferRegion() { Trim(); }
  BufferRegion(BufferRegion&& other) noexcept;
  BufferRegion& operator=(BufferRegion&& other) noexcept;
  BufferRegion(const BufferRegion&) = delete;
  BufferRegion& operator=(const BufferRegion&) = delete;

  // Whenever the region allocates, it allocates at least `bytes` if the limits allow it: the plan
  // knows the largest tensor that will be put here.
  void Reserve(int64_t bytes) { reserved_bytes_ = bytes; }

  // Makes `*slot` a tensor of `dtype` and `shape` over this region: trivial elements are not
  // initialised, others are empty. Allocates nothing and takes no atomic read-modify-write if the
  // buffer at hand has room and nobody else holds it. False, and the slot holds nothing of use, if
  // there is no memory or the shape is not valid.
  bool Allocate(DataType dtype, const TensorShape& shape, Tensor* slot);

  // The fast path of Allocate, for a slot that was in a region before and so has its type: makes it
  // a tensor of `shape` at this region's start. False, and nothing has changed, if the elements are
  // objects, if Allocate must look for a buffer, or if `shape` is not the slot's and `may_reshape`
  // is false. `element_size` is in bytes.
  bool Reuse(int64_t element_size, const TensorShape& shape, bool may_reshape, Tensor* slot) {
    if (buffer_ == nullptr || !slot->is_borrowed() || !buffer_->RefCountIsOne() ||
        buffer_->element_type() != DT_INVALID || !HasRoom(element_size, shape)) {
      return false;
    }
    // To copy a shape is cheaper than to see whether it is another.
    if (may_reshape) {
      slot->Retarget(buffer_, shape);
      return true;
    }
    if (slot->shape() != shape) return false;
    slot->Retarget(buffer_);
    return true;
  }

  // True if `tensor` borrows the start of this region's buffer and nobody else holds that: it may
  // be written or taken.
  bool Owns(const Tensor& tensor) const { return IsViewedBy(tensor) && buffer_->RefCountIsOne(); }

  // True if `tensor` borrows the start of this region's buffer, whoever else holds that.
  bool IsViewedBy(const Tensor& tensor) const {
    return buffer_ != nullptr && tensor.buffer() == buffer_ && tensor.is_borrowed() &&
           tensor.data() == buffer_->data();
  }

  // Releases the buffer and its reference to the caller; the retired buffer, if any, takes its
  // place. Null if there was no buffer.
  TensorBuffer* Take();
  // Gives the buffer to `tensor` for its own. REQUIRES: both have one, `tensor` counts, and this
  // one has room for it.
  void ExchangeWith(Tensor* tensor) { buffer_ = tensor->ExchangeBuffer(buffer_); }
  // Takes the reference to `buffer` (null: none) and keeps it for when the buffer in use is taken
  // or held outside. Of two such buffers the larger stays.
  void Retire(TensorBuffer* buffer);
  // Exchanges the buffers of two regions: a forwarded input.
  void SwapBuffers(BufferRegion* other) noexcept { std::swap(buffer_, other->buffer_); }
  // Gives the memory back.
  void Trim();

  const TensorBuffer* buffer() const { return buffer_; }

 private:
  // True if `shape` is valid and the buffer has room for it. REQUIRES: there is a buffer.
  bool HasRoom(int64_t element_size, const TensorShape& shape) const {
    // As many elements as bytes at most: the product is then within its type.
    const auto elements = static_cast<uint64_t>(shape.num_elements());
    return elements <= buffer_->bytes() &&
           elements * static_cast<uint64_t>(element_size) <= buffer_->bytes();
  }
  // Makes buffer_ one that nobody else holds and that has room.
  bool Provide(DataType dtype, int64_t elements, int64_t bytes);
  static bool Usable(const TensorBuffer* buffer, DataType dtype, int64_t bytes);

  // One reference.
  TensorBuffer* buffer_ = nullptr;
  // One reference; used when `buffer_` is held outside.
  TensorBuffer* retired_ = nullptr;
  int64_t reserved_bytes_ = 0;
};

}  // namespace opgraft

#endif  // FRAMEWORK_TENSOR_BUFFER_REGION_H_
