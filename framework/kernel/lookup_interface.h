// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_LOOKUP_INTERFACE_H_
#define FRAMEWORK_KERNEL_LOOKUP_INTERFACE_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/op_kernel.h"
#include "framework/state/resource_base.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/tensor_shape.h"

namespace opgraft {
namespace lookup {

class InitializableLookupTable;

// A table from keys to values, each a tensor of the same shape: TensorFlow's class. A resource of
// the request, which the LookupTable ops find; implementations are thread-safe, since several
// kernels may use one at a time.
//
// Example, in a kernel:
//   lookup::LookupInterface* table = nullptr;
//   OP_REQUIRES_OK(context, lookup::GetLookupTable("table_handle", context, &table));
//   const core::ScopedUnref unref(table);
//   OP_REQUIRES_OK(context, table->Find(context, keys, values, default_value));
class LookupInterface : public ResourceBase {
 public:
  // The number of entries.
  virtual size_t size() const = 0;
  // Fills `*values`, which has its shape, with the values of `keys`; `default_value` for those that
  // are not there. FAILED_PRECONDITION before a table that needs it was initialised.
  virtual absl::Status Find(OpKernelContext* context, const Tensor& keys, Tensor* values,
                            const Tensor& default_value) = 0;
  // Adds or replaces entries; takes some out. UNIMPLEMENTED for tables that are filled once.
  virtual absl::Status Insert(OpKernelContext* context, const Tensor& keys,
                              const Tensor& values) = 0;
  virtual absl::Status Remove(OpKernelContext* context, const Tensor& keys) = 0;
  // Gives outputs "keys" and "values" of the kernel that asks.
  virtual absl::Status ExportValues(OpKernelContext* context) = 0;
  // Replaces all entries.
  virtual absl::Status ImportValues(OpKernelContext* context, const Tensor& keys,
                                    const Tensor& values) = 0;

  // What keys and values are. A key of shape [] is a scalar, the most common case.
  virtual DataType key_dtype() const = 0;
  virtual DataType value_dtype() const = 0;
  virtual TensorShape key_shape() const = 0;
  virtual TensorShape value_shape() const = 0;

  // INVALID_ARGUMENT unless the tensors are keys and values of this table, as many of one as of the
  // other.
  virtual absl::Status CheckKeyAndValueTensorsForInsert(const Tensor& keys, const Tensor& values);
  virtual absl::Status CheckKeyAndValueTensorsForImport(const Tensor& keys, const Tensor& values);
  virtual absl::Status CheckKeyTensorForRemove(const Tensor& keys);
  // INVALID_ARGUMENT unless `keys` can be looked up and `default_value` is a value, or one for each
  // key.
  virtual absl::Status CheckFindArguments(const Tensor& keys, const Tensor& default_value);
  // Not TensorFlow's: the shape of the values of `keys`. REQUIRES: it ends with that of a key.
  TensorShape ShapeOfValues(const TensorShape& keys) const;

  // This, if it is one; else null.
  virtual InitializableLookupTable* GetInitializableLookupTable() { return nullptr; }

  std::string DebugString() const override;

  // Not TensorFlow's: one of Opgraft's own tables out of what its Serialize gave. UNIMPLEMENTED for
  // bytes of another class, INVALID_ARGUMENT for broken ones.
  static absl::Status Restore(absl::string_view bytes, LookupInterface** table);
  // Not for authors: what Restore asks. The kernels set it, which know the classes.
  using Restorer = absl::Status (*)(absl::string_view bytes, LookupInterface** table);
  static void SetRestorer(Restorer restorer);

 protected:
  absl::Status CheckKeyAndValueTypes(const Tensor& keys, const Tensor& values);
  // The shape of keys ends with that of a key.
  absl::Status CheckKeyShape(const TensorShape& shape);

 private:
  absl::Status CheckKeyAndValueTensors(const Tensor& keys, const Tensor& values);
};

}  // namespace lookup
}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_LOOKUP_INTERFACE_H_
