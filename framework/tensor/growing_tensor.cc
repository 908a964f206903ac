// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/growing_tensor.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
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

// Are all sizes the same but that of `axis`?
bool AgreeBeside(int axis, const TensorShape& a, const TensorShape& b) {
  if (a.dims() != b.dims()) return false;
  for (int d = 0; d < a.dims(); ++d) {
    if (d != axis && a.dim_size(d) != b.dim_size(d)) return false;
  }
  return true;
}

std::string TypeAndShape(DataType type, const TensorShape& shape) {
  return absl::StrCat(DataTypeString(type), shape.DebugString());
}

}  // namespace

// Rows [0, used) of each outer part are values', those behind are free.
struct GrowingTensor::Memory {
  // Hands the previous block to the next Append, once, if it is otherwise unused.
  std::shared_ptr<Memory> TakeSpare() {
    const absl::MutexLock lock(&mutex);
    std::shared_ptr<Memory> taken = std::move(spare);
    spare = nullptr;
    const bool is_free = taken != nullptr && taken->claims.load(std::memory_order_acquire) == 0 &&
                         taken->bytes.RefCountIsOne();
    return is_free ? std::move(taken) : nullptr;
  }
  void SetSpare(std::shared_ptr<Memory> memory) {
    const absl::MutexLock lock(&mutex);
    spare = std::move(memory);
  }

  // There is room for this shape, whose rows may be fewer along the axis.
  bool IsFor(DataType dtype, TensorShape shape, int axis) const {
    if (bytes.dtype() != dtype || bytes.dims() != shape.dims() ||
        bytes.dim_size(axis) < shape.dim_size(axis))
      return false;
    shape.set_dim(axis, bytes.dim_size(axis));
    return shape == bytes.shape();
  }

  Tensor bytes;  // of the elements' type
  std::atomic<int64_t> used{0};
  std::atomic<int64_t> claims{0};  // how many there are
  absl::Mutex mutex;
  std::shared_ptr<Memory> spare ABSL_GUARDED_BY(mutex);
};

// Some rows behind those of another value, which they are given back to.
class GrowingTensor::Claim {
 public:
  Claim(std::shared_ptr<Memory> memory, int64_t begin, int64_t end)
      : memory_(std::move(memory)), begin_(begin), end_(end) {
    memory_->claims.fetch_add(1, std::memory_order_relaxed);
  }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim() {
    int64_t end = end_;
    if (!is_shown_.load(std::memory_order_relaxed))
      memory_->used.compare_exchange_strong(end, begin_, std::memory_order_acq_rel);
    memory_->claims.fetch_sub(1, std::memory_order_release);
  }

  const std::shared_ptr<Memory>& memory() const { return memory_; }
  // A tensor shares the rows from now on: they are not given back, nor are any before them.
  void NoteShown() const { is_shown_.store(true, std::memory_order_relaxed); }

 private:
  const std::shared_ptr<Memory> memory_;
  const int64_t begin_;
  const int64_t end_;
  mutable std::atomic<bool> is_shown_{false};
};

GrowingTensor::GrowingTensor(const Tensor& dense)
    : shape_(dense.shape()),
      rows_apart_(shape_.dims() == 0 ? 1 : shape_.dim_size(0)),
      dtype_(dense.dtype()),
      axis_(0) {
  auto memory = std::make_shared<Memory>();
  memory->bytes = dense;
  memory->used = rows_apart_;
  memory->claims = 1;  // who gave it
  claim_ = std::make_shared<const Claim>(std::move(memory), rows_apart_, rows_apart_);
}

char* GrowingTensor::mutable_data() const {
  char* const start = static_cast<char*>(claim_->memory()->bytes.data());
  return start == nullptr ? nullptr : start + begin_ * RowBytes();
}

const char* GrowingTensor::data() const { return mutable_data(); }

int64_t GrowingTensor::RowBytes() const {
  return Product(shape_, axis_ + 1, shape_.dims()) * DataTypeSize(dtype_);
}

int64_t GrowingTensor::OuterParts() const { return Product(shape_, 0, axis_); }

GrowingTensor GrowingTensor::In(std::shared_ptr<Memory> memory, DataType dtype,
                                const TensorShape& shape, int axis) {
  const int64_t rows = shape.dim_size(axis), apart = memory->bytes.dim_size(axis);
  memory->used = rows;
  return GrowingTensor(std::make_shared<const Claim>(std::move(memory), 0, rows), dtype, shape,
                       axis, apart);
}

absl::StatusOr<GrowingTensor> GrowingTensor::WithRoom(DataType dtype, const TensorShape& shape,
                                                      int axis, int64_t room,
                                                      std::shared_ptr<Memory> spare) {
  constexpr int64_t kMinRoom = 16;
  TensorShape with_room = shape;
  OPGRAFT_RETURN_IF_ERROR(
      with_room.SetDimWithStatus(axis, shape.dim_size(axis) + std::max(room, kMinRoom)));
  if (spare != nullptr && spare->IsFor(dtype, with_room, axis))
    return In(std::move(spare), dtype, shape, axis);
  auto memory = std::make_shared<Memory>();
  OPGRAFT_ASSIGN_OR_RETURN(memory->bytes, Tensor::Create(dtype, with_room));
  return In(std::move(memory), dtype, shape, axis);
}

absl::StatusOr<GrowingTensor> GrowingTensor::NextWithRoom(const TensorShape& shape) const {
  if (begin_ == 0) return WithRoom(dtype_, shape, axis_, shape.dim_size(axis_) / 2, nullptr);
  const std::shared_ptr<Memory>& memory = claim_->memory();
  OPGRAFT_ASSIGN_OR_RETURN(
      GrowingTensor next,
      WithRoom(dtype_, shape, axis_, shape_.dim_size(axis_), memory->TakeSpare()));
  next.claim_->memory()->SetSpare(memory);
  return next;
}

absl::StatusOr<GrowingTensor> GrowingTensor::Along(int axis) const {
  if (axis == axis_) return *this;
  const bool has_room = begin_ > 0 || rows_apart_ > shape_.dim_size(axis_);
  if (has_room) {
    OPGRAFT_ASSIGN_OR_RETURN(const Tensor dense, ToTensor());
    return GrowingTensor(dense).Along(axis);
  }
  GrowingTensor same = *this;
  same.axis_ = axis;
  same.rows_apart_ = shape_.dim_size(axis);
  return same;
}

void GrowingTensor::CopyRows(const char* from, int64_t apart, int64_t count, int64_t first) const {
  const int64_t row = RowBytes(), outer = OuterParts();
  if (outer == 0) return;  // there is no memory
  CopyParts(from, apart * row, mutable_data() + first * row, rows_apart() * row, count * row,
            outer);
}

void GrowingTensor::CopyTo(Tensor* out) const {
  const int64_t row = RowBytes(), rows = shape_.dim_size(axis_) * row;
  CopyParts(data(), rows_apart() * row, static_cast<char*>(out->data()), rows, rows, OuterParts());
}

absl::StatusOr<Tensor> GrowingTensor::ToTensor() const {
  if (!IsDense()) {
    OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, Tensor::Create(dtype_, shape_));
    CopyTo(&copy);
    return copy;
  }
  claim_->NoteShown();
  const Tensor& bytes = claim_->memory()->bytes;
  const TensorShape flat({bytes.NumElements()});
  Tensor values;
  OPGRAFT_RETURN_IF_ERROR(values.BitcastFrom(bytes, dtype_, flat));
  const int64_t first = begin_ * Product(shape_, axis_ + 1, shape_.dims());
  OPGRAFT_RETURN_IF_ERROR(
      values.BitcastFrom(values.Slice(first, first + shape_.num_elements()), dtype_, shape_));
  return values;
}

absl::Status GrowingTensor::CheckAppend(int axis, const Tensor& added, TensorShape* shape) const {
  const bool fits = axis >= 0 && axis < shape_.dims() && added.dtype() == dtype_ &&
                    AgreeBeside(axis, added.shape(), shape_);
  if (!fits) {
    return absl::InvalidArgumentError(
        absl::StrCat("cannot append ", TypeAndShape(added.dtype(), added.shape()), " to ",
                     TypeAndShape(dtype_, shape_), " along axis ", axis));
  }
  *shape = shape_;
  return shape->SetDimWithStatus(axis, shape_.dim_size(axis) + added.dim_size(axis));
}

// Who holds only a cut value may write over the rows that were cut off. Copies of one value may be
// appended to at the same time, so they take turns: the first one's claim is there when the next
// one looks. All others hold a claim of their own.
std::shared_ptr<const GrowingTensor::Claim> GrowingTensor::ClaimNext(int64_t count) const {
  const std::shared_ptr<Memory>& memory = claim_->memory();
  const int64_t end = begin_ + shape_.dim_size(axis_);
  if (count > rows_apart_ - end) return nullptr;
  const auto claim = [&]() -> std::shared_ptr<const Claim> {
    int64_t used = end;
    if (!memory->used.compare_exchange_strong(used, end + count, std::memory_order_acq_rel))
      return nullptr;
    return std::make_shared<const Claim>(memory, end, end + count);
  };
  if (!is_cut_) return claim();
  const absl::MutexLock lock(&memory->mutex);
  if (claim_.use_count() == 1 && memory->claims.load(std::memory_order_acquire) == 1 &&
      memory->bytes.RefCountIsOne()) {
    claim_->NoteShown();  // what it claims is not to be given back: others will have it
    memory->used.store(end, std::memory_order_release);
  }
  return claim();
}

absl::StatusOr<GrowingTensor> GrowingTensor::Append(int axis, const Tensor& added) const {
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(CheckAppend(axis, added, &shape));
  if (axis != axis_) {
    OPGRAFT_ASSIGN_OR_RETURN(const GrowingTensor same, Along(axis));
    return same.Append(axis, added);
  }
  const int64_t rows = shape_.dim_size(axis), count = added.dim_size(axis);
  if (count == 0) return *this;  // a claim of no rows would not keep those that it stands on
  std::shared_ptr<const Claim> next = ClaimNext(count);
  GrowingTensor joined = *this;
  joined.shape_ = shape;
  joined.is_cut_ = false;
  if (next != nullptr) {
    joined.claim_ = std::move(next);
  } else {
    OPGRAFT_ASSIGN_OR_RETURN(joined, NextWithRoom(shape));
    joined.CopyRows(data(), rows_apart_, rows, 0);
  }
  joined.CopyRows(static_cast<const char*>(added.data()), count, count, rows);
  return joined;
}

absl::StatusOr<GrowingTensor> GrowingTensor::RowsFrom(int axis, int64_t begin) const {
  if (axis < 0 || axis >= shape_.dims()) {
    return absl::InvalidArgumentError(
        absl::StrCat(TypeAndShape(dtype_, shape_), " has no axis ", axis));
  }
  OPGRAFT_ASSIGN_OR_RETURN(GrowingTensor rest, Along(axis));
  const int64_t rows = shape_.dim_size(axis);
  begin = std::clamp<int64_t>(begin < 0 ? begin + rows : begin, 0, rows);
  rest.begin_ += begin;
  OPGRAFT_RETURN_IF_ERROR(rest.shape_.SetDimWithStatus(axis, rows - begin));
  return rest;
}

GrowingTensor GrowingTensor::FirstRows(int64_t count) const {
  GrowingTensor first = *this;
  first.shape_.set_dim(axis_, count);
  first.is_cut_ = true;
  return first;
}

absl::StatusOr<GrowingTensor> GrowingTensor::Pick(absl::Span<const int64_t> parts) const {
  if (shape_.dims() == 0) return absl::InvalidArgumentError("cannot pick parts of a scalar");
  TensorShape shape = shape_;
  OPGRAFT_RETURN_IF_ERROR(shape.SetDimWithStatus(0, static_cast<int64_t>(parts.size())));
  OPGRAFT_ASSIGN_OR_RETURN(GrowingTensor picked,
                           WithRoom(dtype_, shape, axis_, shape.dim_size(axis_) / 2, nullptr));
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

void SetGrowingTensor(GrowingTensor value, Tensor* holder) {
  *static_cast<Variant*>(holder->data()) = std::move(value);
}

absl::StatusOr<Tensor> HoldGrowingTensor(GrowingTensor value) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor holder, Tensor::Create(DT_VARIANT, TensorShape()));
  SetGrowingTensor(std::move(value), &holder);
  return holder;
}

}  // namespace opgraft_internal
