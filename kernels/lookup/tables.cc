// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/lookup/tables.h"

#include "framework/types/status_macros.h"
#include "kernels/lookup/dense_table.h"
#include "kernels/lookup/table_bytes.h"

namespace opgraft_internal {
namespace {

// The bytes of a table: a tag, then keys and values.
constexpr absl::string_view kFilledTag = "opgraft.HashTable.1;";
constexpr absl::string_view kEmptyTag = "opgraft.HashTable.0;";  // not initialised
constexpr absl::string_view kMutableTag = "opgraft.MutableTable.1;";

absl::Status Write(absl::string_view tag, const TableContents& contents, std::string* bytes) {
  OPGRAFT_RETURN_IF_ERROR(CheckCanBeSaved(contents.value_type()));
  bytes->assign(tag.data(), tag.size());
  OPGRAFT_RETURN_IF_ERROR(AppendTensor(contents.Keys(), bytes));
  bytes->append(BytesOf(contents.Values()));
  return absl::OkStatus();
}

bool AreEntries(const Tensor& keys, const Tensor& values) {
  const DataType type = keys.dtype();
  return (type == DT_STRING || type == DT_INT32 || type == DT_INT64) && keys.dims() == 1 &&
         values.dims() >= 1 && values.dim_size(0) == keys.dim_size(0) &&
         values.dtype() != DT_RESOURCE && values.dtype() != DT_VARIANT;
}

// Keys and values behind the tag.
absl::Status Read(absl::string_view bytes, Tensor* keys, Tensor* values) {
  OPGRAFT_RETURN_IF_ERROR(TakeTensor(&bytes, keys));
  OPGRAFT_RETURN_IF_ERROR(ReadTensor(bytes, values));
  return AreEntries(*keys, *values) ? absl::OkStatus() : BrokenTable();
}

// Gives the outputs views; the table copies what a later change would write.
absl::Status Export(const TableContents& contents, OpKernelContext* context) {
  OPGRAFT_RETURN_IF_ERROR(context->set_output("keys", contents.Keys()));
  return context->set_output("values", contents.Values());
}

[[maybe_unused]] const bool restorer_is_set =
    (lookup::LookupInterface::SetRestorer(RestoreTable), true);

}  // namespace

absl::Status HashTable::ExportValues(OpKernelContext* context) {
  if (!is_initialized()) return absl::AbortedError("HashTable is not initialized.");
  return Export(contents_, context);
}

// TensorFlow takes the first of several defaults for all keys.
absl::Status HashTable::DoFind(const Tensor& keys, Tensor* values, const Tensor& default_value) {
  contents_.Find(keys, default_value, /*one_default=*/true, values);
  return absl::OkStatus();
}

absl::Status HashTable::Clone(core::RefCountPtr<ResourceBase>* copy) const {
  if (is_initialized()) {
    copy->reset(new HashTable(contents_));
  } else {
    copy->reset(new HashTable(key_dtype(), value_dtype()));
  }
  return absl::OkStatus();
}

absl::Status HashTable::Serialize(std::string* bytes) const {
  if (is_initialized()) return Write(kFilledTag, contents_, bytes);
  return Write(kEmptyTag, TableContents(key_dtype(), value_dtype(), TensorShape()), bytes);
}

size_t MutableTable::size() const {
  const absl::ReaderMutexLock lock(&mu_);
  return static_cast<size_t>(contents_.size());
}

int64_t MutableTable::MemoryUsed() const {
  const absl::ReaderMutexLock lock(&mu_);
  return contents_.MemoryUsed();
}

absl::Status MutableTable::Find(OpKernelContext*, const Tensor& keys, Tensor* values,
                                const Tensor& default_value) {
  const absl::ReaderMutexLock lock(&mu_);
  contents_.Find(keys, default_value, default_value.shape() == value_shape(), values);
  return absl::OkStatus();
}

absl::Status MutableTable::Insert(OpKernelContext*, const Tensor& keys, const Tensor& values) {
  const absl::MutexLock lock(&mu_);
  return contents_.Insert(keys, values, TableContents::Repeated::kReplace);
}

absl::Status MutableTable::Remove(OpKernelContext*, const Tensor& keys) {
  const absl::MutexLock lock(&mu_);
  return contents_.Remove(keys);
}

absl::Status MutableTable::ExportValues(OpKernelContext* context) {
  const absl::ReaderMutexLock lock(&mu_);
  return Export(contents_, context);
}

absl::Status MutableTable::ImportValues(OpKernelContext*, const Tensor& keys,
                                        const Tensor& values) {
  const absl::MutexLock lock(&mu_);
  return contents_.Replace(keys, values);
}

absl::Status MutableTable::Clone(core::RefCountPtr<ResourceBase>* copy) const {
  const absl::ReaderMutexLock lock(&mu_);
  copy->reset(new MutableTable(contents_));
  return absl::OkStatus();
}

absl::Status MutableTable::Serialize(std::string* bytes) const {
  const absl::ReaderMutexLock lock(&mu_);
  return Write(kMutableTag, contents_, bytes);
}

absl::Status RestoreTable(absl::string_view bytes, lookup::LookupInterface** table) {
  const absl::string_view tag = bytes.substr(0, bytes.find(';') + 1);
  if (tag == DenseTable::kTag) return DenseTable::Restore(bytes.substr(tag.size()), table);
  const bool is_known = tag == kFilledTag || tag == kEmptyTag || tag == kMutableTag;
  if (!is_known) return absl::UnimplementedError("the saved table is of another class");
  Tensor keys;
  Tensor values;
  OPGRAFT_RETURN_IF_ERROR(Read(bytes.substr(tag.size()), &keys, &values));
  TensorShape value_shape = values.shape();
  value_shape.RemoveDim(0);
  TableContents contents(keys.dtype(), values.dtype(), value_shape);
  OPGRAFT_RETURN_IF_ERROR(contents.Insert(keys, values, TableContents::Repeated::kReplace));
  if (tag == kMutableTag) {
    *table = new MutableTable(contents);
    return absl::OkStatus();
  }
  if (value_shape.dims() != 0) return BrokenTable();
  *table = tag == kFilledTag ? new HashTable(contents)
                             : new HashTable(contents.key_type(), contents.value_type());
  return absl::OkStatus();
}

}  // namespace opgraft_internal
