// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/lookup/table_contents.h"

#include <algorithm>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/element_move.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMinRoom = 8;

TensorShape RowsOf(int64_t rows, const TensorShape& row) {
  TensorShape shape({rows});
  shape.AppendShape(row);
  return shape;
}

char* ElementAt(const Tensor& tensor, int64_t i) {
  return static_cast<char*>(tensor.data()) + i * ElementSize(tensor.dtype());
}

// A tensor of `rows` rows that begins with the first `kept` of `old`.
absl::StatusOr<Tensor> Grown(const Tensor& old, const TensorShape& row, int64_t rows,
                             int64_t kept) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor grown, Tensor::Create(old.dtype(), RowsOf(rows, row)));
  const int64_t elements = kept * row.num_elements();
  if (elements > 0) {
    WithElements(old.dtype(), [&](auto of) {
      decltype(of)::CopyRun(ElementAt(old, 0), ElementAt(grown, 0), elements);
    });
  }
  return grown;
}

}  // namespace

TableContents::TableContents(DataType key_type, DataType value_type, const TensorShape& value_shape)
    : value_shape_(value_shape),
      keys_(key_type, TensorShape({0})),
      values_(value_type, RowsOf(0, value_shape)),
      rows_(0, KeyHash{this}, KeyEqual{this}) {}

TableContents::TableContents(const TableContents& other)
    : value_shape_(other.value_shape_),
      keys_(other.keys_),
      values_(other.values_),
      size_(other.size_),
      rows_(static_cast<size_t>(other.size_), KeyHash{this}, KeyEqual{this}) {
  for (int64_t row = 0; row < size_; ++row) rows_.insert(row);
}

int64_t TableContents::MemoryUsed() const {
  return static_cast<int64_t>(keys_.TotalBytes() + values_.TotalBytes() +
                              rows_.capacity() * sizeof(int64_t));
}

absl::string_view TableContents::KeyOf(const Tensor& keys, int64_t i) {
  if (keys.dtype() == DT_STRING) return static_cast<const tstring*>(keys.data())[i];
  return {ElementAt(keys, i), static_cast<size_t>(DataTypeSize(keys.dtype()))};
}

int64_t TableContents::RowOf(absl::string_view key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? -1 : *found;
}

void TableContents::CopyValue(const Tensor& from, int64_t i, Tensor* to, int64_t at) const {
  const int64_t elements = value_shape_.num_elements();
  if (elements == 0) return;
  WithElements(values_.dtype(), [&](auto of) {
    decltype(of)::CopyRun(ElementAt(from, i * elements), ElementAt(*to, at * elements), elements);
  });
}

bool TableContents::IsValueEqual(int64_t row, const Tensor& values, int64_t i) const {
  const int64_t elements = value_shape_.num_elements();
  if (values.dtype() != DT_STRING) {
    const auto bytes = static_cast<size_t>(elements * DataTypeSize(values.dtype()));
    return bytes == 0 || std::memcmp(ElementAt(values_, row * elements),
                                     ElementAt(values, i * elements), bytes) == 0;
  }
  const auto* const held = static_cast<const tstring*>(values_.data()) + row * elements;
  return std::equal(held, held + elements,
                    static_cast<const tstring*>(values.data()) + i * elements);
}

absl::Status TableContents::Reserve(int64_t rows) {
  const bool is_shared = !keys_.RefCountIsOne() || !values_.RefCountIsOne();
  if (rows <= keys_.dim_size(0) && !is_shared) return absl::OkStatus();
  const int64_t room =
      rows <= keys_.dim_size(0) ? rows : std::max({rows, 2 * keys_.dim_size(0), kMinRoom});
  OPGRAFT_ASSIGN_OR_RETURN(Tensor keys, Grown(keys_, TensorShape(), room, size_));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor values, Grown(values_, value_shape_, room, size_));
  keys_ = std::move(keys);
  values_ = std::move(values);
  return absl::OkStatus();
}

absl::Status TableContents::Insert(const Tensor& keys, const Tensor& values, Repeated repeated) {
  const int64_t count = keys.NumElements();
  const int64_t old_size = size_;
  int64_t num_new = 0;
  for (int64_t i = 0; i < count; ++i) num_new += RowOf(KeyOf(keys, i)) < 0 ? 1 : 0;
  if (count == 0) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(Reserve(size_ + num_new));
  rows_.reserve(static_cast<size_t>(size_ + num_new));
  for (int64_t i = 0; i < count; ++i) {
    int64_t row = RowOf(KeyOf(keys, i));
    if (row >= 0 && repeated == Repeated::kMustBeEqual) {
      if (IsValueEqual(row, values, i)) continue;
      absl::Status status = TwoValues(row, values, i);
      while (size_ > old_size) RemoveRow(size_ - 1);
      return status;
    }
    if (row < 0) {
      row = size_++;
      WithElements(keys.dtype(), [&](auto of) {
        decltype(of)::CopyOne(ElementAt(keys, i), ElementAt(keys_, row));
      });
      rows_.insert(row);
    }
    CopyValue(values, i, &values_, row);
  }
  return absl::OkStatus();
}

absl::Status TableContents::TwoValues(int64_t row, const Tensor& values, int64_t i) const {
  TableContents other(key_type(), value_type(), value_shape_);
  OPGRAFT_RETURN_IF_ERROR(other.Reserve(1));
  other.CopyValue(values, i, &other.values_, 0);
  return absl::FailedPreconditionError(absl::StrCat(
      "HashTable has different value for same key. Key ", keys_.SubSlice(row).SummarizeValue(1),
      " has ", values_.SubSlice(row).SummarizeValue(3), " and trying to add value ",
      other.values_.SubSlice(0).SummarizeValue(3)));
}

// The last row takes the place of the one that goes.
void TableContents::RemoveRow(int64_t row) {
  const int64_t last = size_ - 1;
  rows_.erase(row);
  if (row != last) {
    rows_.erase(last);
    WithElements(keys_.dtype(), [&](auto of) {
      decltype(of)::CopyOne(ElementAt(keys_, last), ElementAt(keys_, row));
    });
    CopyValue(values_, last, &values_, row);
    rows_.insert(row);
  }
  // What the last row held is given back.
  ClearElements(keys_.dtype(), ElementAt(keys_, last), 1);
  const int64_t elements = value_shape_.num_elements();
  ClearElements(values_.dtype(), ElementAt(values_, last * elements), elements);
  --size_;
}

absl::Status TableContents::Remove(const Tensor& keys) {
  if (size_ == 0) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(Reserve(size_));
  for (int64_t i = 0; i < keys.NumElements(); ++i) {
    const int64_t row = RowOf(KeyOf(keys, i));
    if (row >= 0) RemoveRow(row);
  }
  return absl::OkStatus();
}

absl::Status TableContents::Replace(const Tensor& keys, const Tensor& values) {
  TableContents made(key_type(), value_type(), value_shape_);
  OPGRAFT_RETURN_IF_ERROR(made.Insert(keys, values, Repeated::kReplace));
  rows_.clear();
  keys_ = std::move(made.keys_);
  values_ = std::move(made.values_);
  size_ = made.size_;
  rows_.reserve(static_cast<size_t>(size_));
  for (int64_t row = 0; row < size_; ++row) rows_.insert(row);
  return absl::OkStatus();
}

void TableContents::Find(const Tensor& keys, const Tensor& defaults, bool one_default,
                         Tensor* values) const {
  for (int64_t i = 0; i < keys.NumElements(); ++i) {
    const int64_t row = RowOf(KeyOf(keys, i));
    if (row >= 0) {
      CopyValue(values_, row, values, i);
    } else {
      CopyValue(defaults, one_default ? 0 : i, values, i);
    }
  }
}

}  // namespace opgraft_internal
