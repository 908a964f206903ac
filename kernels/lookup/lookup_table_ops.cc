// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that ask and change a table, whichever class it is of.
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/lookup_util.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

using lookup::LookupInterface;
using TablePtr = core::RefCountPtr<LookupInterface>;

absl::StatusOr<TablePtr> TableOf(OpKernelContext* context) {
  LookupInterface* table = nullptr;
  OPGRAFT_RETURN_IF_ERROR(lookup::GetLookupTable("table_handle", context, &table));
  return TablePtr(table);
}

class FindOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const TablePtr table, context, TableOf(context));
    const Tensor& keys = context->input(1);
    const Tensor& default_value = context->input(2);
    OP_REQUIRES_OK(context, table->CheckFindArguments(keys, default_value));
    Tensor* values = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_output(0, table->ShapeOfValues(keys.shape()), &values));
    OP_REQUIRES_OK(context, table->Find(context, keys, values, default_value));
  }
};

class SizeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const TablePtr table, context, TableOf(context));
    Tensor* size = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &size));
    *static_cast<int64_t*>(size->data()) = static_cast<int64_t>(table->size());
  }
};

class ExportOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const TablePtr table, context, TableOf(context));
    OP_REQUIRES_OK(context, lookup::CheckTableDataTypes(*table, output_type(0), output_type(1),
                                                        requested_input(0)));
    OP_REQUIRES_OK(context, table->ExportValues(context));
  }
};

class ImportOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const TablePtr table, context, TableOf(context));
    const Tensor& keys = context->input(1);
    const Tensor& values = context->input(2);
    OP_REQUIRES_OK(context, table->CheckKeyAndValueTensorsForImport(keys, values));
    OP_REQUIRES_OK(context, table->ImportValues(context, keys, values));
  }
};

class InsertOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const TablePtr table, context, TableOf(context));
    const Tensor& keys = context->input(1);
    const Tensor& values = context->input(2);
    OP_REQUIRES_OK(context, table->CheckKeyAndValueTensorsForInsert(keys, values));
    OP_REQUIRES_OK(context, table->Insert(context, keys, values));
  }
};

class RemoveOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const TablePtr table, context, TableOf(context));
    OP_REQUIRES_OK(context, table->CheckKeyTensorForRemove(context->input(1)));
    OP_REQUIRES_OK(context, table->Remove(context, context->input(1)));
  }
};

class InitializeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    lookup::InitializableLookupTable* found = nullptr;
    OP_REQUIRES_OK(context, lookup::GetInitializableLookupTable("table_handle", context, &found));
    const core::ScopedUnref unref(found);
    const Tensor& keys = context->input(1);
    const Tensor& values = context->input(2);
    OP_REQUIRES(context, keys.dims() == 1,
                absl::InvalidArgumentError(absl::StrCat("Keys must be a vector, but received shape",
                                                        keys.shape().DebugString())));
    OP_REQUIRES(context, values.dims() == 1,
                absl::InvalidArgumentError(absl::StrCat(
                    "Values must be a vector, but received shape", values.shape().DebugString())));
    OP_REQUIRES(
        context, keys.NumElements() == values.NumElements(),
        absl::InvalidArgumentError(absl::StrCat("Keys and values must have the same size ",
                                                keys.NumElements(), " vs ", values.NumElements())));
    lookup::KeyValueTensorIterator entries(&keys, &values);
    OP_REQUIRES_OK(context, found->Initialize(entries));
  }
};

#define REGISTER_BOTH(Op, Kernel)                               \
  REGISTER_KERNEL_BUILDER(Name(Op).Device(DEVICE_CPU), Kernel); \
  REGISTER_KERNEL_BUILDER(Name(Op "V2").Device(DEVICE_CPU), Kernel)
REGISTER_BOTH("LookupTableFind", FindOp);
REGISTER_BOTH("LookupTableSize", SizeOp);
REGISTER_BOTH("LookupTableExport", ExportOp);
REGISTER_BOTH("LookupTableImport", ImportOp);
REGISTER_BOTH("LookupTableInsert", InsertOp);
REGISTER_BOTH("InitializeTable", InitializeOp);
REGISTER_KERNEL_BUILDER(Name("LookupTableRemoveV2").Device(DEVICE_CPU), RemoveOp);
#undef REGISTER_BOTH

}  // namespace
}  // namespace opgraft_internal
