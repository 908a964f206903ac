// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/lookup_util.h"

#include "absl/strings/str_cat.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace lookup {

absl::Status GetResourceLookupTable(absl::string_view input_name, OpKernelContext* context,
                                    LookupInterface** table) {
  ResourceHandle handle;
  OPGRAFT_RETURN_IF_ERROR(HandleFromInput(context, input_name, &handle));
  return LookupResource(context, handle, table);
}

absl::Status GetReferenceLookupTable(absl::string_view input_name, OpKernelContext* context,
                                     LookupInterface** table) {
  const Tensor* handle = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->input(input_name, &handle));
  OPGRAFT_ASSIGN_OR_RETURN(const absl::Span<const tstring> names, handle->TryFlat<tstring>());
  if (names.size() != 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("Lookup table handle must be a container and a name, but had shape: ",
                     handle->shape().DebugString()));
  }
  if (context->resource_manager() == nullptr)
    return absl::InternalError("this run has no resource manager; tables need a request");
  return context->resource_manager()->Lookup<LookupInterface>(names[0], names[1], table);
}

absl::Status GetLookupTable(absl::string_view input_name, OpKernelContext* context,
                            LookupInterface** table) {
  DataType dtype = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(context->input_dtype(input_name, &dtype));
  return dtype == DT_RESOURCE ? GetResourceLookupTable(input_name, context, table)
                              : GetReferenceLookupTable(input_name, context, table);
}

absl::Status GetInitializableLookupTable(absl::string_view input_name, OpKernelContext* context,
                                         InitializableLookupTable** table) {
  LookupInterface* found = nullptr;
  OPGRAFT_RETURN_IF_ERROR(GetLookupTable(input_name, context, &found));
  *table = found->GetInitializableLookupTable();
  if (*table != nullptr) return absl::OkStatus();
  found->Unref();
  return absl::InvalidArgumentError(absl::StrCat("Table ", input_name, " is not initializable"));
}

absl::Status CheckTableDataTypes(const LookupInterface& table, DataType key_dtype,
                                 DataType value_dtype, const std::string& table_name) {
  if (table.key_dtype() == key_dtype && table.value_dtype() == value_dtype) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Conflicting key/value dtypes ", DataTypeString(key_dtype), "->",
                   DataTypeString(value_dtype), " with ", DataTypeString(table.key_dtype()), "->",
                   DataTypeString(table.value_dtype()), " for table ", table_name));
}

}  // namespace lookup
}  // namespace opgraft
