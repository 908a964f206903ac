// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/lookup/dense_table.h"

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/hash64.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/lookup/table_bytes.h"

namespace opgraft_internal {
namespace {

bool IsScalarOrVector(const TensorShape& shape) { return shape.dims() <= 1; }

char* ElementAt(const Tensor& tensor, int64_t i) {
  return static_cast<char*>(tensor.data()) + i * ElementSize(tensor.dtype());
}

// Copies row `i` of `from` to row `at` of `to`.
void CopyRow(const Tensor& from, int64_t i, int64_t row_size, Tensor* to, int64_t at) {
  if (row_size == 0) return;
  WithElements(to->dtype(), [&](auto of) {
    decltype(of)::CopyRun(ElementAt(from, i * row_size), ElementAt(*to, at * row_size), row_size);
  });
}

// With memory of its own.
absl::StatusOr<Tensor> CopyOf(const Tensor& tensor) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, Tensor::Create(tensor.dtype(), tensor.shape()));
  CopyRow(tensor, 0, tensor.NumElements(), &copy, 0);
  return copy;
}

uint64_t HashOfElement(const Tensor& keys, int64_t i) {
  switch (keys.dtype()) {
    case DT_STRING:
      return Hash64(keys.flat<tstring>()(i));
    case DT_INT32:
      return static_cast<uint64_t>(int64_t{keys.flat<int32_t>()(i)});
    default:
      return static_cast<uint64_t>(keys.flat<int64_t>()(i));
  }
}

absl::Status Check(const DenseTable::Options& options) {
  if (!(options.max_load_factor > 0 && options.max_load_factor < 1)) {
    return absl::InvalidArgumentError(
        absl::StrCat("max_load_factor must be between 0 and 1, got: ", options.max_load_factor));
  }
  if (!IsScalarOrVector(options.value_shape)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Empty value must be a scalar or a vector, got shape ", options.value_shape.DebugString()));
  }
  const TensorShape& empty = options.empty_key.shape();
  if (!IsScalarOrVector(empty)) {
    return absl::InvalidArgumentError(
        absl::StrCat("Empty key must be a scalar or a vector, got shape ", empty.DebugString()));
  }
  if (options.deleted_key.dtype() == DT_INVALID || options.deleted_key.shape() == empty)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Empty and deleted keys must have same shape, got shapes: ", empty.DebugString(),
                   " and ", options.deleted_key.shape().DebugString()));
}

}  // namespace

DenseTable::DenseTable(const Options& options, Buckets buckets)
    : options_(options),
      key_size_(options.empty_key.NumElements()),
      value_size_(options.value_shape.num_elements()),
      buckets_(std::move(buckets)) {}

absl::StatusOr<lookup::LookupInterface*> DenseTable::Create(const Options& options,
                                                            int64_t num_buckets) {
  OPGRAFT_ASSIGN_OR_RETURN(core::RefCountPtr<DenseTable> made, WithoutBuckets(options));
  const absl::MutexLock lock(&made->mu_);
  OPGRAFT_RETURN_IF_ERROR(made->MakeBuckets(num_buckets, &made->buckets_));
  return made.release();
}

absl::StatusOr<core::RefCountPtr<DenseTable>> DenseTable::WithoutBuckets(const Options& options) {
  OPGRAFT_RETURN_IF_ERROR(Check(options));
  // What is fed may change after the run.
  Options kept = options;
  OPGRAFT_ASSIGN_OR_RETURN(kept.empty_key, CopyOf(options.empty_key));
  const bool has_deleted = options.deleted_key.dtype() != DT_INVALID;
  if (has_deleted) {
    OPGRAFT_ASSIGN_OR_RETURN(kept.deleted_key, CopyOf(options.deleted_key));
  }
  core::RefCountPtr<DenseTable> made(new DenseTable(kept, {}));
  if (has_deleted && made->IsSameKey(kept.empty_key, 0, kept.deleted_key, 0))
    return absl::InvalidArgumentError("Empty and deleted keys cannot be equal");
  return made;
}

bool DenseTable::IsSameKey(const Tensor& a, int64_t i, const Tensor& b, int64_t j) const {
  if (key_dtype() != DT_STRING) {
    const auto bytes = static_cast<size_t>(key_size_ * DataTypeSize(key_dtype()));
    return bytes == 0 ||
           std::memcmp(ElementAt(a, i * key_size_), ElementAt(b, j * key_size_), bytes) == 0;
  }
  for (int64_t k = 0; k < key_size_; ++k) {
    if (a.flat<tstring>()(i * key_size_ + k) != b.flat<tstring>()(j * key_size_ + k)) return false;
  }
  return true;
}

bool DenseTable::IsFree(const Tensor& keys, int64_t i) const {
  return IsSameKey(keys, i, options_.empty_key, 0) || (options_.deleted_key.dtype() != DT_INVALID &&
                                                       IsSameKey(keys, i, options_.deleted_key, 0));
}

uint64_t DenseTable::HashOf(const Tensor& keys, int64_t i) const {
  if (key_size_ == 1) return HashOfElement(keys, i);
  uint64_t hash = 0;
  for (int64_t k = 0; k < key_size_; ++k) {
    hash ^=
        HashOfElement(keys, i * key_size_ + k) + 0x9e3779b97f4a7800 + (hash << 10) + (hash >> 4);
  }
  return hash;
}

absl::Status DenseTable::CheckKeys(const Tensor& keys, int64_t* count) const {
  *count = keys.dims() == 0 ? 1 : keys.dim_size(0);
  if (keys.NumElements() != *count * key_size_) {
    TensorShape expected({*count});
    expected.AppendShape(key_shape());
    return absl::InvalidArgumentError(absl::StrCat("Expected key shape ", expected.DebugString(),
                                                   " got ", keys.shape().DebugString()));
  }
  for (int64_t i = 0; i < *count; ++i) {
    if (!IsFree(keys, i)) continue;
    const bool is_empty = IsSameKey(keys, i, options_.empty_key, 0);
    return absl::InvalidArgumentError(absl::StrCat("Using the ", is_empty ? "empty" : "deleted",
                                                   "_key as a table key is not allowed"));
  }
  return absl::OkStatus();
}

int64_t DenseTable::BucketOf(const Buckets& buckets, const Tensor& keys, int64_t i,
                             int64_t* free) const {
  *free = -1;
  if (buckets.size() == 0) return -1;
  const int64_t mask = buckets.size() - 1;
  int64_t bucket = static_cast<int64_t>(HashOf(keys, i) & static_cast<uint64_t>(mask));
  for (int64_t probes = 1; probes <= buckets.size(); ++probes) {
    if (IsSameKey(buckets.keys, bucket, keys, i)) return bucket;
    if (*free < 0 && IsFree(buckets.keys, bucket)) *free = bucket;
    if (IsSameKey(buckets.keys, bucket, options_.empty_key, 0)) return -1;
    bucket = (bucket + probes) & mask;
  }
  return -1;
}

absl::Status DenseTable::MakeBuckets(int64_t count, Buckets* buckets) const {
  if (count < 4 || (count & (count - 1)) != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("Number of buckets must be at least 4 and a power of 2, got: ", count));
  }
  TensorShape key_rows({count}), value_rows({count});
  OPGRAFT_RETURN_IF_ERROR(key_rows.AddDimWithStatus(key_size_));
  OPGRAFT_RETURN_IF_ERROR(value_rows.AddDimWithStatus(value_size_));
  OPGRAFT_ASSIGN_OR_RETURN(buckets->keys, Tensor::Create(key_dtype(), key_rows));
  OPGRAFT_ASSIGN_OR_RETURN(buckets->values, Tensor::Create(value_dtype(), value_rows));
  for (int64_t i = 0; i < count; ++i) CopyRow(options_.empty_key, 0, key_size_, &buckets->keys, i);
  ClearElements(value_dtype(), buckets->values.data(), buckets->values.NumElements());
  buckets->num_entries = 0;
  return absl::OkStatus();
}

absl::Status DenseTable::Put(const Tensor& keys, const Tensor& values, int64_t i,
                             Buckets* buckets) const {
  int64_t free = -1;
  int64_t bucket = BucketOf(*buckets, keys, i, &free);
  if (bucket < 0) {
    if (free < 0) return absl::InternalError("the table has no bucket for a key");
    bucket = free;
    CopyRow(keys, i, key_size_, &buckets->keys, bucket);
    ++buckets->num_entries;
  }
  CopyRow(values, i, value_size_, &buckets->values, bucket);
  return absl::OkStatus();
}

absl::Status DenseTable::Grow(int64_t more, Buckets* buckets) const {
  constexpr int64_t kMaxBuckets = int64_t{1} << 40;
  const auto entries = static_cast<float>(buckets_.num_entries + more);
  int64_t count = buckets_.size();
  while (count > 0 && entries > static_cast<float>(count) * options_.max_load_factor) {
    if (count >= kMaxBuckets) return absl::ResourceExhaustedError("the table has too many buckets");
    count *= 2;
  }
  if (count == buckets_.size() && count > 0) {
    OPGRAFT_ASSIGN_OR_RETURN(buckets->keys, CopyOf(buckets_.keys));
    OPGRAFT_ASSIGN_OR_RETURN(buckets->values, CopyOf(buckets_.values));
    buckets->num_entries = buckets_.num_entries;
    return absl::OkStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(MakeBuckets(count, buckets));
  for (int64_t i = 0; i < buckets_.size(); ++i) {
    if (!IsFree(buckets_.keys, i))
      OPGRAFT_RETURN_IF_ERROR(Put(buckets_.keys, buckets_.values, i, buckets));
  }
  return absl::OkStatus();
}

size_t DenseTable::size() const {
  const absl::ReaderMutexLock lock(&mu_);
  return static_cast<size_t>(buckets_.num_entries);
}

absl::Status DenseTable::Find(OpKernelContext*, const Tensor& keys, Tensor* values,
                              const Tensor& default_value) {
  int64_t count = 0;
  OPGRAFT_RETURN_IF_ERROR(CheckKeys(keys, &count));
  const absl::ReaderMutexLock lock(&mu_);
  for (int64_t i = 0; i < count; ++i) {
    int64_t free = -1;
    const int64_t bucket = BucketOf(buckets_, keys, i, &free);
    // TensorFlow takes the first of several defaults for all keys.
    CopyRow(bucket < 0 ? default_value : buckets_.values, bucket < 0 ? 0 : bucket, value_size_,
            values, i);
  }
  return absl::OkStatus();
}

absl::Status DenseTable::Insert(OpKernelContext*, const Tensor& keys, const Tensor& values) {
  int64_t count = 0;
  OPGRAFT_RETURN_IF_ERROR(CheckKeys(keys, &count));
  const absl::MutexLock lock(&mu_);
  const bool is_shared = !buckets_.keys.RefCountIsOne() || !buckets_.values.RefCountIsOne();
  const bool has_room = static_cast<float>(buckets_.num_entries + count) <=
                        static_cast<float>(buckets_.size()) * options_.max_load_factor;
  if (is_shared || !has_room) {
    Buckets grown;
    OPGRAFT_RETURN_IF_ERROR(Grow(count, &grown));
    buckets_ = std::move(grown);
  }
  for (int64_t i = 0; i < count; ++i) OPGRAFT_RETURN_IF_ERROR(Put(keys, values, i, &buckets_));
  return absl::OkStatus();
}

absl::Status DenseTable::Remove(OpKernelContext*, const Tensor& keys) {
  if (options_.deleted_key.dtype() == DT_INVALID)
    return absl::UnimplementedError("a table without a deleted_key cannot remove entries");
  int64_t count = 0;
  OPGRAFT_RETURN_IF_ERROR(CheckKeys(keys, &count));
  const absl::MutexLock lock(&mu_);
  if (!buckets_.keys.RefCountIsOne()) {
    OPGRAFT_ASSIGN_OR_RETURN(buckets_.keys, CopyOf(buckets_.keys));
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t free = -1;
    const int64_t bucket = BucketOf(buckets_, keys, i, &free);
    if (bucket < 0) continue;
    CopyRow(options_.deleted_key, 0, key_size_, &buckets_.keys, bucket);
    --buckets_.num_entries;
  }
  return absl::OkStatus();
}

absl::Status DenseTable::ExportValues(OpKernelContext* context) {
  const absl::ReaderMutexLock lock(&mu_);
  OPGRAFT_RETURN_IF_ERROR(context->set_output("keys", buckets_.keys));
  return context->set_output("values", buckets_.values);
}

absl::Status DenseTable::CheckKeyAndValueTensorsForImport(const Tensor& keys,
                                                          const Tensor& values) {
  OPGRAFT_RETURN_IF_ERROR(CheckKeyAndValueTypes(keys, values));
  if (keys.dims() == 2 && keys.dim_size(1) == key_size_ && values.dims() == 2 &&
      values.dim_size(0) == keys.dim_size(0) && values.dim_size(1) == value_size_)
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "Expected keys of shape [n,", key_size_, "] and values of shape [n,", value_size_, "], got ",
      keys.shape().DebugString(), " and ", values.shape().DebugString()));
}

int64_t DenseTable::CountEntries(const Tensor& keys) const {
  int64_t count = 0;
  for (int64_t i = 0; i < keys.dim_size(0); ++i) count += IsFree(keys, i) ? 0 : 1;
  return count;
}

absl::Status DenseTable::ImportValues(OpKernelContext*, const Tensor& keys, const Tensor& values) {
  Buckets imported;
  OPGRAFT_ASSIGN_OR_RETURN(imported.keys, CopyOf(keys));
  OPGRAFT_ASSIGN_OR_RETURN(imported.values, CopyOf(values));
  imported.num_entries = CountEntries(keys);
  const absl::MutexLock lock(&mu_);
  buckets_ = std::move(imported);
  return absl::OkStatus();
}

int64_t DenseTable::MemoryUsed() const {
  const absl::ReaderMutexLock lock(&mu_);
  return static_cast<int64_t>(buckets_.keys.TotalBytes() + buckets_.values.TotalBytes());
}

absl::Status DenseTable::Clone(core::RefCountPtr<ResourceBase>* copy) const {
  const absl::ReaderMutexLock lock(&mu_);
  copy->reset(new DenseTable(options_, buckets_));
  return absl::OkStatus();
}

// The keys, the factor, the shape of a value, the buckets; an empty deleted key of the type of
// floats stands for none.
absl::Status DenseTable::Serialize(std::string* bytes) const {
  const absl::ReaderMutexLock lock(&mu_);
  const bool has_deleted = options_.deleted_key.dtype() != DT_INVALID;
  const Tensor none(DT_FLOAT, TensorShape({0}));
  const Tensor factor(options_.max_load_factor);
  Tensor is_vector(options_.value_shape.dims() == 1);
  bytes->assign(kTag.data(), kTag.size());
  for (const Tensor* tensor :
       {&options_.empty_key, has_deleted ? &options_.deleted_key : &none, &factor,
        static_cast<const Tensor*>(&is_vector), &buckets_.keys, &buckets_.values})
    OPGRAFT_RETURN_IF_ERROR(AppendTensor(*tensor, bytes));
  return absl::OkStatus();
}

absl::Status DenseTable::Restore(absl::string_view bytes, lookup::LookupInterface** table) {
  Options options;
  Tensor factor, is_vector, keys, values;
  for (Tensor* tensor :
       {&options.empty_key, &options.deleted_key, &factor, &is_vector, &keys, &values})
    OPGRAFT_RETURN_IF_ERROR(TakeTensor(&bytes, tensor));
  const DataType type = keys.dtype();
  const bool has_key_type = type == DT_STRING || type == DT_INT32 || type == DT_INT64;
  const bool is_whole = bytes.empty() && has_key_type && options.empty_key.dtype() == type &&
                        factor.dtype() == DT_FLOAT && factor.dims() == 0 &&
                        is_vector.dtype() == DT_BOOL && is_vector.dims() == 0 && keys.dims() == 2 &&
                        values.dims() == 2 && keys.dim_size(0) == values.dim_size(0) &&
                        CheckCanBeSaved(values.dtype()).ok();
  const DataType deleted_type = options.deleted_key.dtype();
  if (!is_whole || (deleted_type != type && deleted_type != DT_FLOAT)) return BrokenTable();
  if (deleted_type == DT_FLOAT) options.deleted_key = Tensor();
  options.max_load_factor = factor.scalar<float>()();
  options.value_type = values.dtype();
  if (is_vector.scalar<bool>()()) options.value_shape.AddDim(values.dim_size(1));
  // Only the buckets that are there: others may be too wide for the memory.
  OPGRAFT_ASSIGN_OR_RETURN(core::RefCountPtr<DenseTable> made, WithoutBuckets(options));
  OPGRAFT_RETURN_IF_ERROR(made->CheckKeyAndValueTensorsForImport(keys, values));
  OPGRAFT_RETURN_IF_ERROR(made->ImportValues(nullptr, keys, values));
  *table = made.release();
  return absl::OkStatus();
}

}  // namespace opgraft_internal
