// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_INITIALIZABLE_LOOKUP_TABLE_H_
#define FRAMEWORK_KERNEL_INITIALIZABLE_LOOKUP_TABLE_H_

#include <atomic>
#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/lookup_interface.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace lookup {

// A table that is filled once, and not changed afterwards. TensorFlow's class. Thread-safe:
// Initialize may be called by several kernels at once, and Find while that goes on answers
// FAILED_PRECONDITION until the table is full.
//
// Subclasses say how entries are stored (DoPrepare, DoInsert) and found (DoFind).
//
// Example:
//   class Words : public lookup::InitializableLookupTable {
//    protected:
//     absl::Status DoPrepare(size_t expected) override { words_.reserve(expected); ... }
//     absl::Status DoInsert(const Tensor& keys, const Tensor& values) override { ... }
//     absl::Status DoFind(const Tensor& keys, Tensor* values, const Tensor& missing) override { ...
//     }
//   };
class InitializableLookupTable : public LookupInterface {
 public:
  // The entries that a table is filled with, some at a time. Thread-compatible.
  //
  // Example:
  //   for (; iterator.Valid(); iterator.Next()) Add(iterator.keys(), iterator.values());
  //   if (!absl::IsOutOfRange(iterator.status())) return iterator.status();
  class InitTableIterator {
   public:
    InitTableIterator() = default;
    virtual ~InitTableIterator() = default;
    InitTableIterator(const InitTableIterator&) = delete;
    InitTableIterator& operator=(const InitTableIterator&) = delete;
    // Goes on to the next entries. At the end Valid() is false and status() OUT_OF_RANGE; after an
    // error Valid() is false and status() that error.
    virtual void Next() = 0;
    virtual bool Valid() const = 0;
    // The entries at hand: as many keys as values. REQUIRES: Valid().
    virtual const Tensor& keys() const = 0;
    virtual const Tensor& values() const = 0;
    virtual absl::Status status() const = 0;
    // How many there are in all; -1 if not known.
    virtual int64_t total_size() const = 0;
  };
  // Where a table's entries came from; Opgraft writes no graphs of it.
  class InitializerSerializer {};

  // LookupInterface's methods. Tables of this kind take no single entries, and do not list theirs
  // unless they say how.
  absl::Status Find(OpKernelContext*, const Tensor& keys, Tensor* values,
                    const Tensor& default_value) final {
    if (!is_initialized()) return absl::FailedPreconditionError("Table not initialized.");
    return DoFind(keys, values, default_value);
  }
  absl::Status Insert(OpKernelContext*, const Tensor&, const Tensor&) final {
    return absl::UnimplementedError(
        "Insert not supported by InitializableLookupTable implementations");
  }
  absl::Status Remove(OpKernelContext*, const Tensor&) final {
    return absl::UnimplementedError(
        "Remove not supported by InitializableLookupTable implementations");
  }
  absl::Status ExportValues(OpKernelContext*) override {
    return absl::UnimplementedError(
        "ExportValues not supported by InitializableLookupTable implementations");
  }
  // As Initialize, with the entries of two vectors.
  absl::Status ImportValues(OpKernelContext*, const Tensor& keys, const Tensor& values) final;
  TensorShape key_shape() const final { return TensorShape(); }
  TensorShape value_shape() const override { return TensorShape(); }

  // Fills the table. Entries it was filled with before may come again: OK, and nothing happens.
  // FAILED_PRECONDITION if they are others; else the iterator's error or DoInsert's. One call at a
  // time; others wait.
  absl::Status Initialize(InitTableIterator& iterator) { return Initialize(iterator, nullptr); }
  absl::Status Initialize(InitTableIterator& iterator, std::unique_ptr<InitializerSerializer>) {
    if (!iterator.Valid()) return iterator.status();
    OPGRAFT_RETURN_IF_ERROR(CheckKeyAndValueTensorsForInsert(iterator.keys(), iterator.values()));
    const absl::MutexLock lock(&initialize_mu_);
    if (is_initialized()) {
      bool same = false;
      OPGRAFT_RETURN_IF_ERROR(AreEntriesSame(iterator, &same));
      if (same) return absl::OkStatus();
      return absl::FailedPreconditionError("Table was already initialized with different data.");
    }
    const auto size = [&iterator] { return iterator.total_size(); };
    OPGRAFT_RETURN_IF_ERROR(DoLazyPrepare(size));
    for (; iterator.Valid(); iterator.Next())
      OPGRAFT_RETURN_IF_ERROR(DoInsert(iterator.keys(), iterator.values()));
    if (!absl::IsOutOfRange(iterator.status())) return iterator.status();
    SetInitialized();
    return absl::OkStatus();
  }
  // True once all entries are there: then Find reads without a lock.
  bool is_initialized() const { return is_initialized_.load(std::memory_order_acquire); }

  InitializableLookupTable* GetInitializableLookupTable() override { return this; }

 protected:
  // For subclasses; called by Initialize, before the first DoInsert, on one thread at a time.
  // DoPrepare makes room; DoLazyPrepare does so where finding the number takes work that may be
  // spared.
  virtual absl::Status DoPrepare(size_t expected_num_elements) = 0;
  virtual absl::Status DoLazyPrepare(std::function<int64_t()> size_fn) {
    const int64_t size = size_fn();
    if (size < 0) return absl::InternalError("DoLazyPrepare: the size is not known");
    return DoPrepare(static_cast<size_t>(size));
  }
  // Adds entries; ALREADY_EXISTS or the like for what cannot be.
  virtual absl::Status DoInsert(const Tensor& keys, const Tensor& values) = 0;
  // As LookupInterface::Find, once the table is filled. Called by several threads at once.
  virtual absl::Status DoFind(const Tensor& keys, Tensor* values, const Tensor& default_value) = 0;
  // Sets `*result` to whether the table, which is filled, has the entries of `iterator`. This one
  // only compares their numbers; a table that can should look closer.
  virtual absl::Status AreEntriesSame(const InitTableIterator& iterator, bool* result) {
    *result = static_cast<size_t>(iterator.total_size()) == size();
    return absl::OkStatus();
  }

  // Not TensorFlow's: for a table that is made with its entries.
  void SetInitialized() { is_initialized_.store(true, std::memory_order_release); }

 private:
  // Held by Initialize; Find reads is_initialized_ alone.
  absl::Mutex initialize_mu_;
  std::atomic<bool> is_initialized_{false};
};

// The entries of two vectors, all at once. Borrows them. INTERNAL if they are not equally long.
// Thread-compatible.
//
// Example:
//   lookup::KeyValueTensorIterator entries(&keys, &values);
//   OP_REQUIRES_OK(context, table->Initialize(entries));
class KeyValueTensorIterator : public InitializableLookupTable::InitTableIterator {
 public:
  KeyValueTensorIterator(const Tensor* keys, const Tensor* values) : keys_(keys), values_(values) {
    if (keys->NumElements() != values->NumElements()) {
      status_ = absl::InternalError(
          absl::StrCat("Keys and values have different sizes: ", keys->NumElements(), " vs ",
                       values->NumElements()));
    }
  }
  void Next() override {
    if (status_.ok()) status_ = absl::OutOfRangeError("No more data.");
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

inline absl::Status InitializableLookupTable::ImportValues(OpKernelContext*, const Tensor& keys,
                                                           const Tensor& values) {
  KeyValueTensorIterator entries(&keys, &values);
  return Initialize(entries);
}

}  // namespace lookup
}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_INITIALIZABLE_LOOKUP_TABLE_H_
