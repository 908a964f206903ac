// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/growing_tensor.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/tensor/variant.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

int64_t Product(const TensorShape& shape, int begin, int end) {
  int64_t product = 1;
  for (int d = begin; d < end; ++d) product *= shape.dim_size(d);
  return product;
}

// Copies `count` parts of so many bytes.
void CopyParts(const char* from, int64_t from_apart, char* to, int64_t to_apart, int64_t bytes,
               int64_t count) {
  if (bytes == 0) return;
  for (int64_t i = 0; i < count; ++i, from += from_apart, to += to_apart)
    std::memcpy(to, from, static_cast<size_t>(bytes));
}

std::string TypeAndShape(DataType type, const TensorShape& shape) {
  return absl::StrCat(DataTypeString(type), shape.DebugString());
}

}  // namespace

// Rows [0, used) of each outer part are values', those behind are free.
struct GrowingTensor::Memory {
  Tensor bytes;   // of the elements' type
  bool is_given;  // by the constructor, as it is
  int64_t rows_apart;
  std::atomic<int64_t> used;
};

// Some rows behind those of another value, which they are given back to.
class GrowingTensor::Claim {
 public:
  Claim(std::shared_ptr<Memory> memory, int64_t begin, int64_t end)
      : memory_(std::move(memory)), begin_(begin), end_(end) {}
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim() {
    int64_t end = end_;
    memory_->used.compare_exchange_strong(end, begin_, std::memory_order_acq_rel);
  }

  const std::shared_ptr<Memory>& memory() const { return memory_; }

 private:
  const std::shared_ptr<Memory> memory_;
  const int64_t begin_;
  const int64_t end_;
};

GrowingTensor::GrowingTensor(const Tensor& dense)
    : shape_(dense.shape()), dtype_(dense.dtype()), axis_(0) {
  const int64_t rows = shape_.dims() == 0 ? 1 : shape_.dim_size(0);
  auto memory = std::make_shared<Memory>();
  memory->bytes = dense;
  memory->is_given = true;
  memory->rows_apart = rows;
  memory->used = rows;
  claim_ = std::make_shared<const Claim>(std::move(memory), rows, rows);
}

GrowingTensor::GrowingTensor(std::shared_ptr<const Claim> claim, DataType dtype,
                             const TensorShape& shape, int axis)
    : claim_(std::move(claim)), shape_(shape), dtype_(dtype), axis_(axis) {}

int64_t GrowingTensor::rows_apart() const { return claim_->memory()->rows_apart; }

char* GrowingTensor::mutable_data() const {
  return static_cast<char*>(claim_->memory()->bytes.data());
}

const char* GrowingTensor::data() const { return mutable_data(); }

int64_t GrowingTensor::RowBytes() const {
  return Product(shape_, axis_ + 1, shape_.dims()) * DataTypeSize(dtype_);
}

int64_t GrowingTensor::OuterParts() const { return Product(shape_, 0, axis_); }

absl::StatusOr<GrowingTensor> GrowingTensor::WithRoom(DataType dtype, const TensorShape& shape,
                                                      int axis) {
  constexpr int64_t kLeastRoom = 16;
  const int64_t rows = shape.dim_size(axis);
  TensorShape with_room = shape;
  OPGRAFT_RETURN_IF_ERROR(with_room.SetDimWithStatus(axis, rows + std::max(rows / 2, kLeastRoom)));
  auto memory = std::make_shared<Memory>();
  OPGRAFT_ASSIGN_OR_RETURN(memory->bytes, Tensor::Create(dtype, with_room));
  memory->is_given = false;
  memory->rows_apart = with_room.dim_size(axis);
  memory->used = rows;
  return GrowingTensor(std::make_shared<const Claim>(std::move(memory), 0, rows), dtype, shape,
                       axis);
}

void GrowingTensor::CopyRows(const char* from, int64_t apart, int64_t count, int64_t first) const {
  const int64_t row = RowBytes(), outer = OuterParts();
  if (outer == 0) return;  // there is no memory
  CopyParts(from, apart * row, mutable_data() + first * row, rows_apart() * row, count * row,
            outer);
}

absl::StatusOr<Tensor> GrowingTensor::ToTensor() const {
  // Other memory is not given away: rows are written anew once the values that had them are gone.
  if (claim_->memory()->is_given) return claim_->memory()->bytes;
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor dense, Tensor::Create(dtype_, shape_));
  const int64_t row = RowBytes(), rows = shape_.dim_size(axis_) * row;
  CopyParts(data(), rows_apart() * row, static_cast<char*>(dense.data()), rows, rows, OuterParts());
  return dense;
}

absl::Status GrowingTensor::CheckAppend(int axis, const Tensor& added, TensorShape* shape) const {
  bool fits =
      axis >= 0 && axis < shape_.dims() && added.dtype() == dtype_ && added.dims() == shape_.dims();
  for (int d = 0; fits && d < shape_.dims(); ++d)
    fits = d == axis || added.dim_size(d) == shape_.dim_size(d);
  if (!fits) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot append ", TypeAndShape(added.dtype(), added.shape()), " to ",
                     TypeAndShape(dtype_, shape_), " along axis ", axis));
  }
  *shape = shape_;
  return shape->SetDimWithStatus(axis, shape_.dim_size(axis) + added.dim_size(axis));
}

absl::StatusOr<GrowingTensor> GrowingTensor::Append(int axis, const Tensor& added) const {
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(CheckAppend(axis, added, &shape));
  const int64_t rows = shape_.dim_size(axis), count = added.dim_size(axis);
  if (count == 0) return *this;  // a claim of no rows would not keep those that it stands on
  const std::shared_ptr<Memory>& memory = claim_->memory();
  int64_t used = rows;
  const bool fits = axis == axis_ && shape.dim_size(axis) <= memory->rows_apart;
  GrowingTensor joined = *this;
  if (fits && memory->used.compare_exchange_strong(used, rows + count, std::memory_order_acq_rel)) {
    joined = GrowingTensor(std::make_shared<const Claim>(memory, rows, rows + count), dtype_, shape,
                           axis);
  } else {
    OPGRAFT_ASSIGN_OR_RETURN(joined, WithRoom(dtype_, shape, axis));
    // Of another axis than this has room along, there is none at all.
    const int64_t apart = axis == axis_ ? rows_apart() : rows;
    joined.CopyRows(data(), apart, rows, 0);
  }
  joined.CopyRows(static_cast<const char*>(added.data()), count, count, rows);
  return joined;
}

absl::StatusOr<GrowingTensor> GrowingTensor::Pick(absl::Span<const int64_t> parts) const {
  if (shape_.dims() == 0) return absl::InvalidArgumentError("cannot pick parts of a scalar");
  TensorShape shape = shape_;
  OPGRAFT_RETURN_IF_ERROR(shape.SetDimWithStatus(0, static_cast<int64_t>(parts.size())));
  OPGRAFT_ASSIGN_OR_RETURN(GrowingTensor picked, WithRoom(dtype_, shape, axis_));
  const int64_t choices = shape_.dim_size(0), inner = Product(shape_, 1, axis_), row = RowBytes();
  const int64_t rows = axis_ == 0 ? 1 : shape_.dim_size(axis_);
  // The parts of dimension 0 are single rows if that is the axis, else `inner` runs of rows.
  const int64_t from_run = (axis_ == 0 ? 1 : rows_apart()) * row;
  const int64_t to_run = (axis_ == 0 ? 1 : picked.rows_apart()) * row;
  const auto bytes = static_cast<size_t>(rows * row);
  char* to = picked.mutable_data();
  for (const int64_t part : parts) {
    const int64_t choice = part < 0 ? part + choices : part;
    const bool is_there = choice >= 0 && choice < choices;
    for (int64_t i = 0; i < inner && bytes > 0; ++i, to += to_run) {
      if (is_there) {
        std::memcpy(to, data() + (choice * inner + i) * from_run, bytes);
      } else {
        std::memset(to, 0, bytes);
      }
    }
  }
  return picked;
}

std::string GrowingTensor::DebugString() const {
  return absl::StrCat(TypeAndShape(dtype_, shape_), " with room for ", rows_apart(),
                      " rows along axis ", axis_);
}

const GrowingTensor* FindGrowingTensor(const Tensor& tensor) {
  if (tensor.dtype() != DT_VARIANT || tensor.dims() != 0 || tensor.data() == nullptr)
    return nullptr;
  return static_cast<const Variant*>(tensor.data())->get<GrowingTensor>();
}

absl::StatusOr<Tensor> DenseValue(const Tensor& tensor) {
  const GrowingTensor* const growing = FindGrowingTensor(tensor);
  if (growing == nullptr) return tensor;
  return growing->ToTensor();
}

absl::StatusOr<Tensor> HoldGrowingTensor(GrowingTensor value) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor holder, Tensor::Create(DT_VARIANT, TensorShape()));
  *static_cast<Variant*>(holder.data()) = std::move(value);
  return holder;
}

}  // namespace opgraft_internal
