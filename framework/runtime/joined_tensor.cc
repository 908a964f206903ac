// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/joined_tensor.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/graph/functions/loop_parts.h"
#include "framework/runtime/string_charge.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/tensor_access.h"
#include "framework/tensor/variant.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"

namespace opgraft_internal {
namespace {

// Parts that there is room for at first, where it is not known how many there will be.
constexpr int64_t kFirstRoom = 4;

// Runs of elements that lie at equal distances.
struct Runs {
  int64_t begin = 0;
  int64_t distance = 0;
};

// Copies `count` runs of `length` elements. Within one tensor they may only move to the front.
void CopyRuns(const Tensor& from, const Runs& source, const Runs& target, int64_t count,
              int64_t length, Tensor* to) {
  if (count == 0 || length == 0) return;
  VisitType(from.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T* const read = static_cast<const T*>(from.data()) + source.begin;
    T* const write = static_cast<T*>(to->data()) + target.begin;
    for (int64_t i = 0; i < count; ++i)
      std::copy_n(read + i * source.distance, length, write + i * target.distance);
  });
}

// The product of some dimensions.
int64_t Product(absl::Span<const int64_t> sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) product *= size;
  return product;
}

// Whose strings are charged.
constexpr char kParts[] = "a loop's parts";

bool IsPowerOfTwo(int64_t n) { return (n & (n - 1)) == 0; }

// A scalar is a part of one element.
TensorShape PartShape(const Tensor& part) {
  return part.dims() == 0 ? TensorShape({1}) : part.shape();
}

}  // namespace

absl::Status TakePart(const Tensor& from, int axis, int64_t begin, int64_t size,
                      BufferRegion* region, Tensor* to) {
  const auto sizes = from.shape().sizes();
  const int64_t rows = Product(sizes.first(axis));
  const int64_t inner = Product(sizes.subspan(axis + 1));
  const int64_t along = from.dim_size(axis);
  TensorShape shape = from.shape();
  shape.set_dim(axis, size);
  if (shape.num_elements() == 0) {
    *to = Tensor(from.dtype(), shape);
    return absl::OkStatus();
  }
  if (rows == 1) {
    Tensor flat;
    TensorAccess::BorrowAs(&flat, from, TensorShape({along, inner}));
    TensorAccess::BorrowAs(to, flat.Slice(begin, begin + size), shape);
    return absl::OkStatus();
  }
  if (!region->Allocate(from.dtype(), shape, to)) return NoMemoryError(from.dtype(), shape);
  CopyRuns(from, {begin * inner, along * inner}, {0, size * inner}, rows, size * inner, to);
  return ChargeStrings(*to, kParts);
}

absl::Status JoinedTensor::Add(const Tensor& part, int64_t number, int64_t most, bool is_exact) {
  OPGRAFT_RETURN_IF_ERROR(CheckPart(part, number));
  if (number == 0) OPGRAFT_RETURN_IF_ERROR(Begin(part, most, is_exact));
  Layout layout = LayoutOf(part);
  if (number == layout.room) OPGRAFT_RETURN_IF_ERROR(Grow(&layout, most));
  const int64_t place = is_backward() ? layout.room - 1 - number : number;
  CopyRuns(part, {0, layout.part}, {place * layout.part, layout.room * layout.part}, layout.rows,
           layout.part, tensor_);
  return IsPowerOfTwo(number + 1) ? ChargeStrings(*tensor_, kParts) : absl::OkStatus();
}

absl::Status JoinedTensor::CheckPart(const Tensor& part, int64_t number) const {
  const TensorShape shape = PartShape(part);
  OPGRAFT_ASSIGN_OR_RETURN(const int axis, AxisOf(slices_, part.dims() == 0 ? 1 : part.dims()));
  if (shape.dim_size(axis) != slices_.part_size) {
    return absl::InvalidArgumentError(absl::StrCat("iteration ", number, " gives ",
                                                   part.shape().DebugString(), ", which is not ",
                                                   slices_.part_size, " along axis ", axis));
  }
  if (number == 0) return absl::OkStatus();
  TensorShape before = tensor_->shape();
  if (before.dims() > axis) before.set_dim(axis, slices_.part_size);
  if (before == shape) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("iteration ", number, " gives ", part.shape().DebugString(),
                   ", the iterations before gave ", before.DebugString()));
}

JoinedTensor::Layout JoinedTensor::LayoutOf(const Tensor& part) const {
  const TensorShape shape = PartShape(part);
  Layout layout;
  layout.axis = *AxisOf(slices_, shape.dims());
  layout.rows = Product(shape.sizes().first(layout.axis));
  layout.part = Product(shape.sizes().subspan(layout.axis));
  layout.room = tensor_->dim_size(layout.axis) / slices_.part_size;
  return layout;
}

absl::Status JoinedTensor::Begin(const Tensor& part, int64_t most, bool is_exact) {
  const TensorShape shape = PartShape(part);
  const int axis = *AxisOf(slices_, shape.dims());
  const int64_t room = is_exact ? most : std::min(most, kFirstRoom);
  OPGRAFT_RETURN_IF_ERROR(Allocate(part.dtype(), shape, axis, room));
  const int64_t bytes = TensorBuffer::BytesFor(part.dtype(), part.NumElements());
  if (is_exact || bytes <= 0 || region_->buffer() == nullptr) return absl::OkStatus();
  // An earlier run left more.
  const auto has = static_cast<int64_t>(region_->buffer()->bytes()) / bytes;
  if (has <= room) return absl::OkStatus();
  return Allocate(part.dtype(), shape, axis, std::min(most, has));
}

// What is there moves to where it lies in a larger tensor.
absl::Status JoinedTensor::Grow(Layout* layout, int64_t most) {
  const Tensor before = *tensor_;  // keeps the memory, so that the region takes other
  const int64_t room = layout->room <= most / 2 ? layout->room * 2 : most;
  OPGRAFT_RETURN_IF_ERROR(Allocate(before.dtype(), before.shape(), layout->axis, room));
  const int64_t old_row = layout->room * layout->part;
  const int64_t row = room * layout->part;
  CopyRuns(before, {0, old_row}, {is_backward() ? row - old_row : 0, row}, layout->rows, old_row,
           tensor_);
  layout->room = room;
  return absl::OkStatus();
}

absl::Status JoinedTensor::Allocate(DataType dtype, TensorShape shape, int axis, int64_t room) {
  int64_t size = 0;
  const bool fits = !__builtin_mul_overflow(room, slices_.part_size, &size) &&
                    shape.SetDimWithStatus(axis, size).ok();
  if (!fits) {
    return absl::ResourceExhaustedError(
        absl::StrCat("no memory for ", room, " parts of ", shape.DebugString()));
  }
  if (shape.num_elements() == 0) {
    *tensor_ = Tensor(dtype, shape);
    return absl::OkStatus();
  }
  return region_->Allocate(dtype, shape, tensor_) ? absl::OkStatus() : NoMemoryError(dtype, shape);
}

absl::Status JoinedTensor::Finish(int64_t count) {
  const TensorShape now = tensor_->shape();
  const int axis = *AxisOf(slices_, now.dims());
  const int64_t unit = slices_.part_size * Product(now.sizes().subspan(axis + 1));
  const int64_t room = now.dim_size(axis) / slices_.part_size;
  if (room > count) {
    TensorShape shape = now;
    shape.set_dim(axis, count * slices_.part_size);
    CopyRuns(*tensor_, {is_backward() ? (room - count) * unit : 0, room * unit}, {0, count * unit},
             Product(now.sizes().first(axis)), count * unit, tensor_);
    if (tensor_->buffer() == nullptr) {
      *tensor_ = Tensor(tensor_->dtype(), shape);
    } else {
      TensorAccess::BorrowBuffer(tensor_, const_cast<TensorBuffer*>(tensor_->buffer()),
                                 tensor_->dtype(), shape);
    }
  }
  return ChargeStrings(*tensor_, kParts);
}

}  // namespace opgraft_internal
