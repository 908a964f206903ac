// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOKUP_DENSE_TABLE_H_
#define KERNELS_LOOKUP_DENSE_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/lookup_interface.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// TensorFlow's MutableDenseHashTable: keys and values, scalars or vectors, in two tensors of
// buckets, which are what it exports and imports. A key lies in the first bucket that was free on
// its way: from its hash, which is TensorFlow's, on by 1, 2, 3, ... So checkpoints of one have a
// meaning for the other. An example of four buckets with empty key 0 and keys 1, 5 and 2:
//   keys   0 1 5 2       hash 5 & 3 is 1, which is taken; 2 comes to bucket 2, then to 3
//
// Thread-safe. A method that fails leaves the entries as they were, but for INTERNAL: imported
// buckets may be so many that not every one lies on a key's way. A copy for a fork shares the
// buckets until one of the two is changed.
class DenseTable : public lookup::LookupInterface {
 public:
  struct Options {
    // The key of buckets without an entry: a scalar or a vector.
    Tensor empty_key;
    // The key of buckets whose entry was removed; DT_INVALID if entries cannot be removed.
    Tensor deleted_key;
    DataType value_type = DT_INVALID;
    // The shape of a scalar or of a vector.
    TensorShape value_shape;
    float max_load_factor = 0.8f;
  };
  // A table with one reference. INVALID_ARGUMENT; RESOURCE_EXHAUSTED.
  static absl::StatusOr<lookup::LookupInterface*> Create(const Options& options,
                                                         int64_t num_buckets);
  // Out of what Serialize gave, behind the tag. INVALID_ARGUMENT for other bytes.
  static absl::Status Restore(absl::string_view bytes, lookup::LookupInterface** table);
  static constexpr absl::string_view kTag = "opgraft.DenseTable.1;";

  size_t size() const override;
  absl::Status Find(OpKernelContext* context, const Tensor& keys, Tensor* values,
                    const Tensor& default_value) override;
  absl::Status Insert(OpKernelContext* context, const Tensor& keys, const Tensor& values) override;
  // UNIMPLEMENTED without a deleted key.
  absl::Status Remove(OpKernelContext* context, const Tensor& keys) override;
  absl::Status ExportValues(OpKernelContext* context) override;
  // Takes buckets as they are: what was exported.
  absl::Status ImportValues(OpKernelContext* context, const Tensor& keys,
                            const Tensor& values) override;
  absl::Status CheckKeyAndValueTensorsForImport(const Tensor& keys, const Tensor& values) override;
  DataType key_dtype() const override { return options_.empty_key.dtype(); }
  DataType value_dtype() const override { return options_.value_type; }
  TensorShape key_shape() const override { return options_.empty_key.shape(); }
  TensorShape value_shape() const override { return options_.value_shape; }
  int64_t MemoryUsed() const override;
  absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const override;
  absl::Status Serialize(std::string* bytes) const override;

 private:
  // Two matrices, a row a bucket. A value.
  struct Buckets {
    Tensor keys;
    Tensor values;
    int64_t num_entries = 0;

    int64_t size() const { return keys.dim_size(0); }
  };

  DenseTable(const Options& options, Buckets buckets);
  // With one reference and keys of its own; takes no keys before it has buckets. INVALID_ARGUMENT.
  static absl::StatusOr<core::RefCountPtr<DenseTable>> WithoutBuckets(const Options& options);

  bool IsSameKey(const Tensor& a, int64_t i, const Tensor& b, int64_t j) const;
  // Whether bucket `i` has no entry.
  bool IsFree(const Tensor& keys, int64_t i) const;
  // TensorFlow's hash of key `i`, by which buckets are chosen in files.
  uint64_t HashOf(const Tensor& keys, int64_t i) const;
  // How many keys these are. INVALID_ARGUMENT for another shape, and for the empty or deleted key.
  absl::Status CheckKeys(const Tensor& keys, int64_t* count) const;
  // The bucket that holds key `i`, or -1; and `*free`, the first one on its way that has no entry.
  int64_t BucketOf(const Buckets& buckets, const Tensor& keys, int64_t i, int64_t* free) const;
  // Allocates `count` buckets without entries.
  absl::Status MakeBuckets(int64_t count, Buckets* buckets) const;
  // INTERNAL if there is no room.
  absl::Status Put(const Tensor& keys, const Tensor& values, int64_t i, Buckets* buckets) const;
  // Makes `*buckets` a copy of ours with room for `more` entries, or one that shares nothing.
  absl::Status Grow(int64_t more, Buckets* buckets) const ABSL_SHARED_LOCKS_REQUIRED(mu_);
  // How many of the buckets have an entry: for imported ones.
  int64_t CountEntries(const Tensor& keys) const;

  const Options options_;
  const int64_t key_size_;
  const int64_t value_size_;
  mutable absl::Mutex mu_;
  Buckets buckets_ ABSL_GUARDED_BY(mu_);
};

}  // namespace opgraft_internal

#endif  // KERNELS_LOOKUP_DENSE_TABLE_H_
