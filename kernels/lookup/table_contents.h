// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOKUP_TABLE_CONTENTS_H_
#define KERNELS_LOOKUP_TABLE_CONTENTS_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The entries of a table: scalar keys (strings or integers) and values of one shape, in two tensors
// that grow, and an index of row numbers over the keys. The tensors count as those of the run that
// made them, so its limits hold. Copies share them until one of the two is changed.
//
// Thread-compatible. A method that fails leaves the entries as they were.
class TableContents {
 public:
  // What an entry does whose key is there already.
  enum class Repeated {
    kReplace,
    // FAILED_PRECONDITION unless its value is the same; of numbers, bit for bit.
    kMustBeEqual,
  };

  TableContents(DataType key_type, DataType value_type, const TensorShape& value_shape);
  // A copy.
  TableContents(const TableContents& other);
  TableContents& operator=(const TableContents&) = delete;

  DataType key_type() const { return keys_.dtype(); }
  DataType value_type() const { return values_.dtype(); }
  const TensorShape& value_shape() const { return value_shape_; }
  int64_t size() const { return size_; }
  // Bytes of keys, values and the index.
  int64_t MemoryUsed() const;

  // REQUIRES of all that follows: tensors of the types of the table; as many values as keys.

  // Adds entries in their order. RESOURCE_EXHAUSTED.
  absl::Status Insert(const Tensor& keys, const Tensor& values, Repeated repeated);
  // Those that are not there are passed over. RESOURCE_EXHAUSTED.
  absl::Status Remove(const Tensor& keys);
  // Makes these the only entries. RESOURCE_EXHAUSTED.
  absl::Status Replace(const Tensor& keys, const Tensor& values);
  // Makes `*values`, which has room, the values of `keys`; of those that are not there it takes the
  // value at their place among `defaults`, or the first if `one_default`.
  void Find(const Tensor& keys, const Tensor& defaults, bool one_default, Tensor* values) const;

  // Views: keys [size], values [size, value shape...], in one order.
  Tensor Keys() const { return keys_.Slice(0, size_); }
  Tensor Values() const { return values_.Slice(0, size_); }

 private:
  // Of a key: the characters of a string, the bytes of a number.
  struct KeyHash {
    using is_transparent = void;
    const TableContents* table;
    size_t operator()(absl::string_view key) const { return absl::HashOf(key); }
    size_t operator()(int64_t row) const { return absl::HashOf(table->KeyAt(row)); }
  };
  struct KeyEqual {
    using is_transparent = void;
    const TableContents* table;
    bool operator()(int64_t a, int64_t b) const { return a == b; }
    bool operator()(int64_t row, absl::string_view key) const { return table->KeyAt(row) == key; }
    bool operator()(absl::string_view key, int64_t row) const { return table->KeyAt(row) == key; }
  };
  using Rows = absl::flat_hash_set<int64_t, KeyHash, KeyEqual>;

  // The bytes or characters of a key; views, good until the tensor changes.
  static absl::string_view KeyOf(const Tensor& keys, int64_t i);
  absl::string_view KeyAt(int64_t row) const { return KeyOf(keys_, row); }
  // -1 if the key is not there.
  int64_t RowOf(absl::string_view key) const;
  bool IsValueEqual(int64_t row, const Tensor& values, int64_t i) const;
  // The error of a row that has another value than element `i`.
  absl::Status TwoValues(int64_t row, const Tensor& values, int64_t i) const;
  // Makes room for `rows` in tensors that are not shared.
  absl::Status Reserve(int64_t rows);
  // Copies value `i` of `from` to row `at`.
  void CopyValue(const Tensor& from, int64_t i, Tensor* to, int64_t at) const;
  // The last row takes its place.
  void RemoveRow(int64_t row);

  TensorShape value_shape_;
  Tensor keys_;
  Tensor values_;
  int64_t size_ = 0;
  Rows rows_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_LOOKUP_TABLE_CONTENTS_H_
