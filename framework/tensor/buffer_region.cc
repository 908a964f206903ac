// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/buffer_region.h"

#include <utility>

namespace opgraft {
namespace {

void Unref(TensorBuffer* buffer) {
  if (buffer != nullptr) buffer->Unref();
}

}  // namespace

BufferRegion::BufferRegion(BufferRegion&& other) noexcept
    : buffer_(std::exchange(other.buffer_, nullptr)),
      retired_(std::exchange(other.retired_, nullptr)),
      reserved_bytes_(other.reserved_bytes_) {}

BufferRegion& BufferRegion::operator=(BufferRegion&& other) noexcept {
  if (this != &other) {
    Trim();
    std::swap(buffer_, other.buffer_);
    std::swap(retired_, other.retired_);
    reserved_bytes_ = other.reserved_bytes_;
  }
  return *this;
}

bool BufferRegion::Allocate(DataType dtype, const TensorShape& shape, Tensor* slot) {
  // The slot may count on a buffer that a kernel put there.
  if (!slot->is_borrowed() && slot->buffer() != nullptr) {
    const TensorShape copy = shape;  // `shape` may be the slot's own
    *slot = Tensor();
    return Allocate(dtype, copy, slot);
  }
  const int64_t bytes = TensorBuffer::BytesFor(dtype, shape.num_elements());
  if (bytes < 0 || !Provide(dtype, shape.num_elements(), bytes)) {
    *slot = Tensor();
    return false;
  }
  buffer_->ClearObjects(shape.num_elements());
  slot->BorrowBuffer(buffer_, dtype, shape);
  return true;
}

bool BufferRegion::Provide(DataType dtype, int64_t elements, int64_t bytes) {
  if (ABSL_PREDICT_TRUE(Usable(buffer_, dtype, bytes))) return true;
  if (Usable(retired_, dtype, bytes)) {
    // A buffer that is held outside stays with its holder; one that is only too small is kept for
    // later.
    std::swap(buffer_, retired_);
    if (retired_ != nullptr && !retired_->RefCountIsOne()) Unref(std::exchange(retired_, nullptr));
    return true;
  }
  const bool too_small = buffer_ != nullptr && buffer_->RefCountIsOne() &&
                         buffer_->bytes() < static_cast<size_t>(bytes);
  // What outgrows the plan will grow again.
  const int64_t half_more =
      too_small ? static_cast<int64_t>(buffer_->bytes() + buffer_->bytes() / 2) : 0;
  const int64_t roomy = bytes > reserved_bytes_ ? half_more : reserved_bytes_;
  // Given back first: its contents are not needed.
  Unref(std::exchange(buffer_, nullptr));
  if (roomy > bytes)
    buffer_ = TensorBuffer::Allocate(dtype, roomy / TensorBuffer::BytesFor(dtype, 1));
  if (buffer_ == nullptr) buffer_ = TensorBuffer::Allocate(dtype, elements);
  return buffer_ != nullptr;
}

bool BufferRegion::Usable(const TensorBuffer* buffer, DataType dtype, int64_t bytes) {
  return buffer != nullptr && buffer->RefCountIsOne() && buffer->Fits(dtype, bytes);
}

TensorBuffer* BufferRegion::Take() {
  return std::exchange(buffer_, std::exchange(retired_, nullptr));
}

void BufferRegion::Retire(TensorBuffer* buffer) {
  if (buffer_ == nullptr) {
    buffer_ = buffer;
  } else if (retired_ == nullptr || (buffer != nullptr && buffer->bytes() > retired_->bytes())) {
    Unref(std::exchange(retired_, buffer));
  } else {
    Unref(buffer);
  }
}

void BufferRegion::Trim() {
  Unref(std::exchange(buffer_, nullptr));
  Unref(std::exchange(retired_, nullptr));
}

}  // namespace opgraft
