// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_LOOKUP_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_LOOKUP_UTIL_H_

#include <string>

#include "tensorflow/core/framework/lookup_interface.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/kernels/initializable_lookup_table.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace lookup {

// The table whose handle is input `input_name`: a resource, or the Ref(string) {container, name}.
// With a reference for the caller. NOT_FOUND if there is none.
inline absl::Status GetResourceLookupTable(absl::string_view input_name, OpKernelContext* context,
                                           LookupInterface** table) {
  ResourceHandle handle;
  TF_RETURN_IF_ERROR(HandleFromInput(context, input_name, &handle));
  return LookupResource(context, handle, table);
}

inline absl::Status GetReferenceLookupTable(absl::string_view input_name, OpKernelContext* context,
                                            LookupInterface** table) {
  const Tensor* handle = nullptr;
  TF_RETURN_IF_ERROR(context->input(input_name, &handle));
  if (handle->NumElements() != 2) {
    return errors::InvalidArgument("Lookup table handle must be scalar, but had shape: ",
                                   handle->shape().DebugString());
  }
  const auto names = handle->flat<tstring>();
  return context->resource_manager()->Lookup<LookupInterface>(names(0), names(1), table);
}

inline absl::Status GetLookupTable(absl::string_view input_name, OpKernelContext* context,
                                   LookupInterface** table) {
  DataType dtype = DT_INVALID;
  TF_RETURN_IF_ERROR(context->input_dtype(input_name, &dtype));
  return dtype == DT_RESOURCE ? GetResourceLookupTable(input_name, context, table)
                              : GetReferenceLookupTable(input_name, context, table);
}

inline absl::Status GetInitializableLookupTable(absl::string_view input_name,
                                                OpKernelContext* context,
                                                InitializableLookupTable** table) {
  LookupInterface* found = nullptr;
  TF_RETURN_IF_ERROR(GetLookupTable(input_name, context, &found));
  *table = found->GetInitializableLookupTable();
  if (*table != nullptr) return absl::OkStatus();
  found->Unref();
  return errors::InvalidArgument("Table ", input_name, " is not initializable");
}

// INVALID_ARGUMENT unless the table maps `key_dtype` to `value_dtype`.
inline absl::Status CheckTableDataTypes(const LookupInterface& table, DataType key_dtype,
                                        DataType value_dtype, const std::string& table_name) {
  if (table.key_dtype() == key_dtype && table.value_dtype() == value_dtype) return absl::OkStatus();
  return errors::InvalidArgument("Conflicting key/value dtypes ", DataTypeString(key_dtype), "->",
                                 DataTypeString(value_dtype), " with ",
                                 DataTypeString(table.key_dtype()), "->",
                                 DataTypeString(table.value_dtype()), " for table ", table_name);
}

}  // namespace lookup
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_LOOKUP_UTIL_H_
