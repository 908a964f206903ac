// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_LOOKUP_TABLE_OP_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_LOOKUP_TABLE_OP_H_

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "tensorflow/core/framework/lookup_interface.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/kernels/initializable_lookup_table.h"
#include "tensorflow/core/kernels/lookup_util.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// The kernel of an op that makes a table: at its first call in a request it creates `Container`,
// whose constructor takes (OpKernelContext*, OpKernel*), and it hands out the handle: a resource
// scalar, or a Ref(string) {container, name}. Attrs: container, shared_name, use_node_name_sharing.
template <class Container, class key_dtype, class value_dtype>
class LookupTableOp : public OpKernel {
 public:
  explicit LookupTableOp(OpKernelConstruction* context) : OpKernel(context) {
    if (context->HasAttr("use_node_name_sharing"))
      OP_REQUIRES_OK(context, context->GetAttr("use_node_name_sharing", &use_node_name_sharing_));
    is_resource_ = context->output_type(0) == DT_RESOURCE;
  }

  void Compute(OpKernelContext* context) override {
    mutex_lock l(mu_);
    ResourceMgr* manager = context->resource_manager();
    OP_REQUIRES(context, manager != nullptr,
                errors::Internal("this run has no resource manager; tables need a request"));
    if (cinfo_.name().empty())
      OP_REQUIRES_OK(context, cinfo_.Init(manager, def(), use_node_name_sharing_));
    lookup::LookupInterface* table = nullptr;
    OP_REQUIRES_OK(context, manager->LookupOrCreate<lookup::LookupInterface>(
                                cinfo_.container(), cinfo_.name(), &table,
                                [this, context](lookup::LookupInterface** made) {
                                  core::RefCountPtr<lookup::LookupInterface> table(
                                      new Container(context, this));
                                  if (!context->status().ok()) return context->status();
                                  *made = table.release();
                                  return absl::OkStatus();
                                }));
    const core::ScopedUnref unref(table);
    OP_REQUIRES_OK(context,
                   lookup::CheckTableDataTypes(*table, DataTypeToEnum<key_dtype>::v(),
                                               DataTypeToEnum<value_dtype>::v(), cinfo_.name()));
    GiveHandle(context);
  }

 private:
  void GiveHandle(OpKernelContext* context) {
    Tensor* handle = nullptr;
    if (is_resource_) {
      OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({}), &handle));
      handle->scalar<ResourceHandle>()() =
          MakeResourceHandle<lookup::LookupInterface>(context, cinfo_.container(), cinfo_.name());
      return;
    }
    OP_REQUIRES_OK(context, context->allocate_temp(DT_STRING, TensorShape({2}), &handle_));
    handle_.flat<tstring>()(0) = cinfo_.container();
    handle_.flat<tstring>()(1) = cinfo_.name();
    context->set_output_ref(0, &mu_, &handle_);
  }

  mutex mu_;
  Tensor handle_;
  ContainerInfo cinfo_;
  bool is_resource_ = false;
  bool use_node_name_sharing_ = false;
};

namespace lookup {

// Integers are copied before they are used, whatever else writes them.
template <typename T>
T SubtleMustCopyIfIntegral(const T& value) {
  return value;
}

// A table of scalars, filled once.
template <class K, class V>
class HashTable : public InitializableLookupTable {
 public:
  HashTable(OpKernelContext*, OpKernel*) {}

  size_t size() const override { return is_initialized() ? table_.size() : 0; }
  DataType key_dtype() const override { return DataTypeToEnum<K>::v(); }
  DataType value_dtype() const override { return DataTypeToEnum<V>::v(); }
  int64_t MemoryUsed() const override {
    return static_cast<int64_t>(sizeof(*this) + size() * (sizeof(K) + sizeof(V)));
  }
  absl::Status ExportValues(OpKernelContext* context) override {
    if (!is_initialized()) return errors::Aborted("HashTable is not initialized.");
    const auto n = static_cast<int64_t>(table_.size());
    Tensor* keys = nullptr;
    Tensor* values = nullptr;
    TF_RETURN_IF_ERROR(context->allocate_output("keys", TensorShape({n}), &keys));
    TF_RETURN_IF_ERROR(context->allocate_output("values", TensorShape({n}), &values));
    int64_t i = 0;
    for (const auto& entry : table_) {
      keys->flat<K>()(i) = entry.first;
      values->flat<V>()(i++) = entry.second;
    }
    return absl::OkStatus();
  }

 protected:
  absl::Status DoPrepare(size_t size) override {
    table_.reserve(size);
    return absl::OkStatus();
  }
  absl::Status DoLazyPrepare(std::function<int64_t()> size_fn) override {
    const int64_t size = size_fn();
    return size > 0 ? DoPrepare(static_cast<size_t>(size)) : absl::OkStatus();
  }
  absl::Status DoInsert(const Tensor& keys, const Tensor& values) override {
    const auto k = keys.flat<K>();
    const auto v = values.flat<V>();
    for (int64_t i = 0; i < k.size(); ++i) {
      const V& value = v(i);
      const auto entry = table_.emplace(k(i), value);
      if (entry.second || entry.first->second == value) continue;
      return errors::FailedPrecondition("HashTable has different value for same key. Key ", k(i),
                                        " has ", entry.first->second, " and trying to add value ",
                                        value);
    }
    return absl::OkStatus();
  }
  absl::Status DoFind(const Tensor& keys, Tensor* values, const Tensor& default_value) override {
    const V missing = default_value.flat<V>()(0);
    const auto k = keys.flat<K>();
    auto v = values->flat<V>();
    for (int64_t i = 0; i < k.size(); ++i) {
      const auto found = table_.find(k(i));
      v(i) = found == table_.end() ? missing : found->second;
    }
    return absl::OkStatus();
  }

 private:
  absl::flat_hash_map<K, V> table_;
};

}  // namespace lookup
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_LOOKUP_TABLE_OP_H_
