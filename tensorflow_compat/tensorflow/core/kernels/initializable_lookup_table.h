// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_INITIALIZABLE_LOOKUP_TABLE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_INITIALIZABLE_LOOKUP_TABLE_H_

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "tensorflow/core/framework/lookup_interface.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace lookup {

// A table that is filled once, and not changed afterwards. Thread-safe.
class InitializableLookupTable : public LookupInterface {
 public:
  // The entries that a table is filled with, some at a time. Thread-compatible.
  class InitTableIterator {
   public:
    InitTableIterator() = default;
    virtual ~InitTableIterator() = default;
    InitTableIterator(const InitTableIterator&) = delete;
    InitTableIterator& operator=(const InitTableIterator&) = delete;
    virtual void Next() = 0;
    virtual bool Valid() const = 0;
    virtual const Tensor& keys() const = 0;
    virtual const Tensor& values() const = 0;
    virtual absl::Status status() const = 0;
    // How many there are in all; -1 if not known.
    virtual int64_t total_size() const = 0;
  };
  // Where a table's entries came from; Opgraft writes no graphs of it.
  class InitializerSerializer {};

  absl::Status Find(OpKernelContext*, const Tensor& keys, Tensor* values,
                    const Tensor& default_value) final {
    if (!is_initialized()) return errors::FailedPrecondition("Table not initialized.");
    return DoFind(keys, values, default_value);
  }
  absl::Status Insert(OpKernelContext*, const Tensor&, const Tensor&) final {
    return errors::Unimplemented(
        "Insert not supported by InitializableLookupTable implementations");
  }
  absl::Status Remove(OpKernelContext*, const Tensor&) final {
    return errors::Unimplemented(
        "Remove not supported by InitializableLookupTable implementations");
  }
  absl::Status ExportValues(OpKernelContext*) override {
    return errors::Unimplemented(
        "ExportValues not supported by InitializableLookupTable implementations");
  }
  absl::Status ImportValues(OpKernelContext*, const Tensor&, const Tensor&) final {
    return errors::Unimplemented(
        "ImportValues not supported by InitializableLookupTable implementations");
  }
  TensorShape key_shape() const final { return TensorShape(); }
  TensorShape value_shape() const override { return TensorShape(); }

  // Fills the table. FAILED_PRECONDITION if it was filled with other entries before.
  absl::Status Initialize(InitTableIterator& iterator) { return Initialize(iterator, nullptr); }
  absl::Status Initialize(InitTableIterator& iterator, std::unique_ptr<InitializerSerializer>) {
    if (!iterator.Valid()) return iterator.status();
    TF_RETURN_IF_ERROR(CheckKeyAndValueTensorsForInsert(iterator.keys(), iterator.values()));
    mutex_lock l(mu_);
    if (is_initialized()) {
      bool same = false;
      TF_RETURN_IF_ERROR(AreEntriesSame(iterator, &same));
      if (same) return absl::OkStatus();
      return errors::FailedPrecondition("Table already initialized.");
    }
    const auto size = [&iterator] { return iterator.total_size(); };
    TF_RETURN_IF_ERROR(DoLazyPrepare(size));
    for (; iterator.Valid(); iterator.Next())
      TF_RETURN_IF_ERROR(DoInsert(iterator.keys(), iterator.values()));
    if (!errors::IsOutOfRange(iterator.status())) return iterator.status();
    is_initialized_.store(true, std::memory_order_release);
    return absl::OkStatus();
  }
  bool is_initialized() const { return is_initialized_.load(std::memory_order_acquire); }

  InitializableLookupTable* GetInitializableLookupTable() override { return this; }

 protected:
  virtual absl::Status DoPrepare(size_t expected_num_elements) = 0;
  virtual absl::Status DoLazyPrepare(std::function<int64_t()> size_fn) {
    const int64_t size = size_fn();
    if (size < 0) return errors::Internal("DoLazyPrepare: the size is not known");
    return DoPrepare(static_cast<size_t>(size));
  }
  virtual absl::Status DoInsert(const Tensor& keys, const Tensor& values) = 0;
  virtual absl::Status DoFind(const Tensor& keys, Tensor* values, const Tensor& default_value) = 0;
  // Whether the table, which is filled, has the entries of `iterator`; here, as many.
  virtual absl::Status AreEntriesSame(const InitTableIterator& iterator, bool* result) {
    *result = static_cast<size_t>(iterator.total_size()) == size();
    return absl::OkStatus();
  }

  mutex mu_;

 private:
  std::atomic<bool> is_initialized_{false};
};

// The entries of two vectors, all at once. Borrows them.
class KeyValueTensorIterator : public InitializableLookupTable::InitTableIterator {
 public:
  KeyValueTensorIterator(const Tensor* keys, const Tensor* values) : keys_(keys), values_(values) {
    if (keys->NumElements() != values->NumElements()) {
      status_ = errors::Internal("Keys and values have different sizes: ", keys->NumElements(),
                                 " vs ", values->NumElements());
    }
  }
  void Next() override {
    if (status_.ok()) status_ = errors::OutOfRange("No more data.");
  }
  bool Valid() const override { return status_.ok(); }
  const Tensor& keys() const override { return *keys_; }
  const Tensor& values() const override { return *values_; }
  absl::Status status() const override { return status_; }
  int64_t total_size() const override { return keys_->NumElements(); }

 private:
  const Tensor* keys_;
  const Tensor* values_;
  absl::Status status_;
};

}  // namespace lookup
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_INITIALIZABLE_LOOKUP_TABLE_H_
