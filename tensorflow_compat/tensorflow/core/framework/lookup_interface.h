// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_LOOKUP_INTERFACE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_LOOKUP_INTERFACE_H_

#include <string>

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

namespace lookup {

class InitializableLookupTable;

// A table from keys to values, each a tensor of the same shape: TensorFlow's class. A resource of
// the request; implementations are thread-safe.
class LookupInterface : public ResourceBase {
 public:
  // The number of entries.
  virtual size_t size() const = 0;
  // Fills `*values`, which has its shape, with the values of `keys`; `default_value` for those that
  // are not there. FAILED_PRECONDITION before a table that needs it was initialised.
  virtual absl::Status Find(OpKernelContext* context, const Tensor& keys, Tensor* values,
                            const Tensor& default_value) = 0;
  virtual absl::Status Insert(OpKernelContext* context, const Tensor& keys,
                              const Tensor& values) = 0;
  virtual absl::Status Remove(OpKernelContext* context, const Tensor& keys) = 0;
  // Gives outputs "keys" and "values" of the kernel that asks.
  virtual absl::Status ExportValues(OpKernelContext* context) = 0;
  // Replaces all entries.
  virtual absl::Status ImportValues(OpKernelContext* context, const Tensor& keys,
                                    const Tensor& values) = 0;

  virtual DataType key_dtype() const = 0;
  virtual DataType value_dtype() const = 0;
  virtual TensorShape key_shape() const = 0;
  virtual TensorShape value_shape() const = 0;

  // INVALID_ARGUMENT unless the tensors are keys and values of this table, as many of one as of the
  // other.
  virtual absl::Status CheckKeyAndValueTensorsForInsert(const Tensor& keys, const Tensor& values) {
    return CheckKeyAndValueTensors(keys, values);
  }
  virtual absl::Status CheckKeyAndValueTensorsForImport(const Tensor& keys, const Tensor& values) {
    return CheckKeyAndValueTensors(keys, values);
  }
  virtual absl::Status CheckKeyTensorForRemove(const Tensor& keys) {
    if (keys.dtype() != key_dtype()) {
      return errors::InvalidArgument("Key must be type ", DataTypeString(key_dtype()), " but got ",
                                     DataTypeString(keys.dtype()));
    }
    return CheckKeyShape(keys.shape());
  }
  // INVALID_ARGUMENT unless `keys` can be looked up and `default_value` is a value.
  virtual absl::Status CheckFindArguments(const Tensor& keys, const Tensor& default_value) {
    TF_RETURN_IF_ERROR(CheckKeyAndValueTypes(keys, default_value));
    TF_RETURN_IF_ERROR(CheckKeyShape(keys.shape()));
    if (default_value.shape() == value_shape()) return absl::OkStatus();
    if (default_value.dims() == keys.dims() - key_shape().dims() + value_shape().dims())
      return absl::OkStatus();
    return errors::InvalidArgument("Expected shape ", value_shape().DebugString(),
                                   " for default value, got ", default_value.shape().DebugString());
  }

  // This, if it is one; else null.
  virtual InitializableLookupTable* GetInitializableLookupTable() { return nullptr; }

  std::string DebugString() const override {
    return absl::StrCat("A lookup table of size: ", size());
  }

 protected:
  absl::Status CheckKeyAndValueTypes(const Tensor& keys, const Tensor& values) {
    if (keys.dtype() == key_dtype() && values.dtype() == value_dtype()) return absl::OkStatus();
    return errors::InvalidArgument(
        "Expected keys and values of types ", DataTypeString(key_dtype()), " and ",
        DataTypeString(value_dtype()), ", got ", DataTypeString(keys.dtype()), " and ",
        DataTypeString(values.dtype()));
  }
  // The shape of keys ends with that of a key.
  absl::Status CheckKeyShape(const TensorShape& shape) {
    if (TensorShapeUtils::EndsWith(shape, key_shape())) return absl::OkStatus();
    return errors::InvalidArgument("Input key shape ", shape.DebugString(),
                                   " must end with the table's key shape ",
                                   key_shape().DebugString());
  }

 private:
  absl::Status CheckKeyAndValueTensors(const Tensor& keys, const Tensor& values) {
    TF_RETURN_IF_ERROR(CheckKeyAndValueTypes(keys, values));
    TF_RETURN_IF_ERROR(CheckKeyShape(keys.shape()));
    TensorShape expected = keys.shape();
    expected.RemoveLastDims(key_shape().dims());
    expected.AppendShape(value_shape());
    if (values.shape() == expected) return absl::OkStatus();
    return errors::InvalidArgument("Expected shape ", expected.DebugString(), " for value, got ",
                                   values.shape().DebugString());
  }
};

}  // namespace lookup
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_LOOKUP_INTERFACE_H_
