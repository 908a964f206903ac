// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOKUP_TABLES_H_
#define KERNELS_LOOKUP_TABLES_H_

#include <cstddef>
#include <functional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/initializable_lookup_table.h"
#include "framework/kernel/lookup_interface.h"
#include "framework/types/internal_namespace.h"
#include "kernels/lookup/table_contents.h"

namespace opgraft_internal {

// TensorFlow's HashTable: scalar keys and values, filled once by an initialiser. A copy for a fork
// shares the entries. Thread-safe.
class HashTable : public lookup::InitializableLookupTable {
 public:
  HashTable(DataType key_type, DataType value_type)
      : contents_(key_type, value_type, TensorShape()) {}
  // With entries.
  explicit HashTable(const TableContents& contents) : contents_(contents) { SetInitialized(); }

  size_t size() const override {
    return is_initialized() ? static_cast<size_t>(contents_.size()) : 0;
  }
  // ABORTED before it was initialised, as TensorFlow's.
  absl::Status ExportValues(OpKernelContext* context) override;
  DataType key_dtype() const override { return contents_.key_type(); }
  DataType value_dtype() const override { return contents_.value_type(); }
  int64_t MemoryUsed() const override { return contents_.MemoryUsed(); }
  absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const override;
  absl::Status Serialize(std::string* bytes) const override;

 protected:
  absl::Status DoPrepare(size_t) override { return absl::OkStatus(); }
  absl::Status DoLazyPrepare(std::function<int64_t()>) override { return absl::OkStatus(); }
  absl::Status DoInsert(const Tensor& keys, const Tensor& values) override {
    return contents_.Insert(keys, values, TableContents::Repeated::kMustBeEqual);
  }
  absl::Status DoFind(const Tensor& keys, Tensor* values, const Tensor& default_value) override;

 private:
  // Does not change once the table is initialised.
  TableContents contents_;
};

// TensorFlow's MutableHashTable and MutableHashTableOfTensors: scalar keys, values of one shape.
// Thread-safe.
//
// Example: Insert of a key that is there replaces its value; Remove of one that is not does
// nothing.
class MutableTable : public lookup::LookupInterface {
 public:
  // Empty, or with entries.
  MutableTable(DataType key_type, DataType value_type, const TensorShape& value_shape)
      : contents_(key_type, value_type, value_shape) {}
  explicit MutableTable(const TableContents& contents) : contents_(contents) {}

  size_t size() const override;
  absl::Status Find(OpKernelContext* context, const Tensor& keys, Tensor* values,
                    const Tensor& default_value) override;
  absl::Status Insert(OpKernelContext* context, const Tensor& keys, const Tensor& values) override;
  absl::Status Remove(OpKernelContext* context, const Tensor& keys) override;
  absl::Status ExportValues(OpKernelContext* context) override;
  absl::Status ImportValues(OpKernelContext* context, const Tensor& keys,
                            const Tensor& values) override;
  DataType key_dtype() const override { return contents_.key_type(); }
  DataType value_dtype() const override { return contents_.value_type(); }
  TensorShape key_shape() const override { return TensorShape(); }
  TensorShape value_shape() const override { return contents_.value_shape(); }
  int64_t MemoryUsed() const override;
  absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const override;
  absl::Status Serialize(std::string* bytes) const override;

 private:
  mutable absl::Mutex mu_;
  // Guarded by mu_, but for its types and shapes, which do not change.
  TableContents contents_;
};

// A HashTable or MutableTable out of what its Serialize gave; INVALID_ARGUMENT for other bytes.
absl::Status RestoreTable(absl::string_view bytes, lookup::LookupInterface** table);

}  // namespace opgraft_internal

#endif  // KERNELS_LOOKUP_TABLES_H_
