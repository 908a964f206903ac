// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/array/row_table.h"

#include <algorithm>
#include <cstring>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"
#include "framework/types/visit_type.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"

namespace opgraft_internal {
namespace {

// Makes -0 of a row 0. True if there is a NaN.
template <typename T>
bool NormalizeRow(T* row, int64_t length) {
  bool has_nan = false;
  for (int64_t i = 0; i < length; ++i) {
    has_nan = has_nan || row[i] != row[i];
    if (row[i] == static_cast<T>(0.0F)) row[i] = static_cast<T>(0.0F);
  }
  return has_nan;
}

}  // namespace

absl::Status CopyRows(OpKernelContext* ctx, const Tensor& x, const Slices& slices, Tensor* rows) {
  const int64_t length = slices.length();
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(x.dtype(), TensorShape({slices.rows, length}), rows));
  StridedCopy({{slices.rows, slices.inner, length},
               {slices.outer, slices.rows * slices.inner, slices.inner},
               {slices.inner, 1, 1}})
      .Run(x.dtype(), x.data(), rows->data(), ctx->device());
  return absl::OkStatus();
}

void WriteRows(const Tensor& x, const Slices& slices, const int64_t* numbers, int64_t count,
               Tensor* y) {
  if (y->NumElements() == 0) return;
  WithRuns(x.dtype(), slices.inner, [&](auto elements, int64_t length) {
    using E = decltype(elements);
    const int64_t bytes = length * E::kSize;
    const char* const from = static_cast<const char*>(x.data());
    char* to = static_cast<char*>(y->data());
    for (int64_t o = 0; o < slices.outer; ++o) {
      for (int64_t u = 0; u < count; ++u, to += bytes)
        E::CopyRun(from + (o * slices.rows + numbers[u]) * bytes, to, length);
    }
  });
}

absl::Status RowTable::Init(OpKernelContext* ctx, const Tensor& rows, int64_t count,
                            int64_t length) {
  rows_ = rows;
  data_ = static_cast<const char*>(rows_.data());
  length_ = length;
  row_bytes_ = length * DataTypeSize(rows_.dtype());
  int64_t slots = 4;
  while (slots / 2 < count) slots *= 2;
  mask_ = slots - 1;
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({slots}), &slot_tensor_));
  slots_ = static_cast<int64_t*>(slot_tensor_.data());
  std::fill_n(slots_, slots, -1);
  return DataTypeIsFloating(rows_.dtype()) ? Normalize(ctx, count) : absl::OkStatus();
}

absl::Status RowTable::Normalize(OpKernelContext* ctx, int64_t count) {
  OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_BOOL, TensorShape({count}), &unlike_tensor_));
  bool* const unlike = static_cast<bool*>(unlike_tensor_.data());
  unlike_ = unlike;
  VisitType(rows_.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half> ||
                  std::is_same_v<T, bfloat16>) {
      for (int64_t r = 0; r < count; ++r)
        unlike[r] = NormalizeRow(static_cast<T*>(rows_.data()) + r * length_, length_);
    }
  });
  return absl::OkStatus();
}

uint64_t RowTable::HashOf(int64_t row) const {
  if (rows_.dtype() == DT_STRING) {
    const tstring* const texts = static_cast<const tstring*>(rows_.data()) + row * length_;
    uint64_t hash = 0;
    for (int64_t i = 0; i < length_; ++i)
      hash = absl::HashOf(hash, absl::string_view(texts[i].data(), texts[i].size()));
    return hash;
  }
  const char* const bytes = data_ + row * row_bytes_;
  if (row_bytes_ > static_cast<int64_t>(sizeof(uint64_t)))
    return absl::HashOf(absl::string_view(bytes, static_cast<size_t>(row_bytes_)));
  uint64_t number = 0;
  std::memcpy(&number, bytes, static_cast<size_t>(row_bytes_));
  return absl::HashOf(number);
}

bool RowTable::Equal(int64_t a, int64_t b) const {
  if (rows_.dtype() == DT_STRING) {
    const tstring* const texts = static_cast<const tstring*>(rows_.data());
    return std::equal(texts + a * length_, texts + (a + 1) * length_, texts + b * length_);
  }
  return std::memcmp(data_ + a * row_bytes_, data_ + b * row_bytes_,
                     static_cast<size_t>(row_bytes_)) == 0;
}

int64_t RowTable::SlotOf(int64_t row) const {
  int64_t slot = static_cast<int64_t>(HashOf(row)) & mask_;
  // Nothing equals a row with a NaN, and there is always an empty slot.
  while (slots_[slot] >= 0 && (HasNan(row) || !Equal(slots_[slot], row))) slot = (slot + 1) & mask_;
  return slot;
}

int64_t RowTable::FindOrAdd(int64_t row) {
  if (HasNan(row)) return row;
  int64_t& slot = slots_[SlotOf(row)];
  if (slot < 0) slot = row;
  return slot;
}

}  // namespace opgraft_internal
