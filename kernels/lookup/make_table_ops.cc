// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that make tables: at the first call in a request; then they give the handle.
#include <initializer_list>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/lookup_util.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/resource_mgr.h"
#include "kernels/data_movement/resource_names.h"
#include "kernels/lookup/dense_table.h"
#include "kernels/lookup/tables.h"

namespace opgraft_internal {
namespace {

using lookup::LookupInterface;

absl::Status NoManager() {
  return absl::InternalError("this run has no resource manager; tables need a request");
}

enum class TableKind { kHash, kMutable, kMutableOfTensors, kDense };

class MakeTableOp : public OpKernel {
 public:
  MakeTableOp(OpKernelConstruction* context, TableKind kind) : OpKernel(context), kind_(kind) {
    OP_REQUIRES_OK(context, context->GetAttr("key_dtype", &key_type_));
    OP_REQUIRES_OK(context, context->GetAttr("value_dtype", &value_type_));
    if (kind == TableKind::kHash || kind == TableKind::kMutable) return;
    OP_REQUIRES_OK(context, context->GetAttr("value_shape", &value_shape_));
    if (kind == TableKind::kDense) {
      OP_REQUIRES_OK(context, context->GetAttr("initial_num_buckets", &num_buckets_));
      OP_REQUIRES_OK(context, context->GetAttr("max_load_factor", &max_load_factor_));
      return;
    }
    OP_REQUIRES(context, value_shape_.dims() == 1,
                absl::InvalidArgumentError(absl::StrCat(
                    "Default value must be a vector, got shape ", value_shape_.DebugString())));
  }

 protected:
  // Sets `*table`, with one reference.
  absl::Status Make(OpKernelContext* context, LookupInterface** table) const {
    if (kind_ == TableKind::kHash) {
      *table = new HashTable(key_type_, value_type_);
    } else if (kind_ == TableKind::kDense) {
      DenseTable::Options options;
      options.empty_key = context->input(0);
      if (num_inputs() > 1) options.deleted_key = context->input(1);
      options.value_type = value_type_;
      options.value_shape = value_shape_;
      options.max_load_factor = max_load_factor_;
      OPGRAFT_ASSIGN_OR_RETURN(*table, DenseTable::Create(options, num_buckets_));
    } else {
      *table = new MutableTable(key_type_, value_type_, value_shape_);
    }
    return absl::OkStatus();
  }

  DataType key_type_ = DT_INVALID;
  DataType value_type_ = DT_INVALID;

 private:
  const TableKind kind_;
  TensorShape value_shape_;
  int64_t num_buckets_ = 0;
  float max_load_factor_ = 0;
};

// A table that other nodes of the same shared_name share.
template <TableKind kKind>
class NamedTableOp : public MakeTableOp {
 public:
  explicit NamedTableOp(OpKernelConstruction* context) : MakeTableOp(context, kKind) {
    bool shares_node_name = false;
    OP_REQUIRES_OK(context, context->GetAttr("use_node_name_sharing", &shares_node_name));
    OP_REQUIRES_OK(context, info_.Init(nullptr, def(), shares_node_name));
  }

  void Compute(OpKernelContext* context) override {
    ResourceMgr* const manager = context->resource_manager();
    OP_REQUIRES(context, manager != nullptr, NoManager());
    const std::string& container =
        info_.container().empty() ? manager->default_container() : info_.container();
    const std::string& name = info_.name();
    LookupInterface* table = nullptr;
    OP_REQUIRES_OK(context, manager->LookupOrCreate<LookupInterface>(
                                container, name, &table,
                                [&](LookupInterface** made) { return Make(context, made); }));
    const core::ScopedUnref unref(table);
    OP_REQUIRES_OK(context, lookup::CheckTableDataTypes(*table, key_type_, value_type_, name));
    OP_REQUIRES_OK(context, PutHandle<LookupInterface>(context, {container, name}));
  }

 private:
  ContainerInfo info_;
};

// A new table at each call; the one of the call before goes, for no handle outlives a run.
template <TableKind kKind>
class AnonymousTableOp : public MakeTableOp {
 public:
  explicit AnonymousTableOp(OpKernelConstruction* context)
      : MakeTableOp(context, kKind), name_(absl::StrCat("anonymous/", context->NewStateId())) {}

  void Compute(OpKernelContext* context) override {
    ResourceMgr* const manager = context->resource_manager();
    OP_REQUIRES(context, manager != nullptr, NoManager());
    const std::string& container = manager->default_container();
    const absl::Status gone = manager->Delete<LookupInterface>(container, name_);
    OP_REQUIRES(context, gone.ok() || absl::IsNotFound(gone), gone);
    LookupInterface* table = nullptr;
    OP_REQUIRES_OK(context, Make(context, &table));
    OP_REQUIRES_OK(context, manager->Create<LookupInterface>(container, name_, table));
    OP_REQUIRES_OK(context, PutHandle<LookupInterface>(context, {container, name_}));
  }

 private:
  const std::string name_;
};

#define REGISTER_TABLE(Op, Kernel, Key, ...)                                            \
  REGISTER_KERNEL_BUILDER(                                                              \
      Name(Op)                                                                          \
          .Device(DEVICE_CPU)                                                           \
          .TypeConstraint<Key>("key_dtype")                                             \
          .TypeConstraint("value_dtype", std::initializer_list<DataType>{__VA_ARGS__}), \
      Kernel)
// The op, its second version, and the one that makes tables without a name.
#define REGISTER_TABLES(Kind, kKind, Key, ...)                                 \
  REGISTER_TABLE(Kind, NamedTableOp<TableKind::kKind>, Key, __VA_ARGS__);      \
  REGISTER_TABLE(Kind "V2", NamedTableOp<TableKind::kKind>, Key, __VA_ARGS__); \
  REGISTER_TABLE("Anonymous" Kind, AnonymousTableOp<TableKind::kKind>, Key, __VA_ARGS__)

REGISTER_TABLES("HashTable", kHash, tstring, DT_STRING, DT_INT64, DT_INT32, DT_FLOAT, DT_DOUBLE,
                DT_BOOL);
REGISTER_TABLES("HashTable", kHash, int64_t, DT_STRING, DT_INT64, DT_INT32, DT_FLOAT, DT_DOUBLE);
REGISTER_TABLES("HashTable", kHash, int32_t, DT_STRING, DT_INT32, DT_FLOAT, DT_DOUBLE);
REGISTER_TABLES("MutableHashTable", kMutable, tstring, DT_INT64, DT_INT32, DT_FLOAT, DT_DOUBLE,
                DT_BOOL);
REGISTER_TABLES("MutableHashTable", kMutable, int64_t, DT_VARIANT, DT_STRING, DT_INT64, DT_INT32,
                DT_FLOAT, DT_DOUBLE);
REGISTER_TABLES("MutableHashTable", kMutable, int32_t, DT_INT32, DT_FLOAT, DT_DOUBLE);
REGISTER_TABLES("MutableHashTableOfTensors", kMutableOfTensors, tstring, DT_INT64, DT_INT32,
                DT_FLOAT, DT_DOUBLE, DT_BOOL);
REGISTER_TABLES("MutableHashTableOfTensors", kMutableOfTensors, int64_t, DT_STRING, DT_INT64,
                DT_INT32, DT_FLOAT, DT_DOUBLE);
REGISTER_TABLES("MutableHashTableOfTensors", kMutableOfTensors, int32_t, DT_INT32, DT_FLOAT,
                DT_DOUBLE);
REGISTER_TABLES("MutableDenseHashTable", kDense, tstring, DT_RESOURCE, DT_INT64, DT_INT32, DT_FLOAT,
                DT_DOUBLE, DT_BOOL);
REGISTER_TABLES("MutableDenseHashTable", kDense, int64_t, DT_VARIANT, DT_INT64, DT_INT32, DT_FLOAT,
                DT_DOUBLE, DT_BOOL);
REGISTER_TABLES("MutableDenseHashTable", kDense, int32_t, DT_INT32, DT_FLOAT, DT_DOUBLE);
#undef REGISTER_TABLES
#undef REGISTER_TABLE

}  // namespace
}  // namespace opgraft_internal
