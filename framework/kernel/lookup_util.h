// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_LOOKUP_UTIL_H_
#define FRAMEWORK_KERNEL_LOOKUP_UTIL_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/initializable_lookup_table.h"
#include "framework/kernel/lookup_interface.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/data_type.h"

namespace opgraft {
namespace lookup {

// The table whose handle is input `input_name`: a resource, or the Ref(string) {container, name}.
// With a reference for the caller, who gives it back (core::ScopedUnref). NOT_FOUND if there is no
// such table or input. Thread-safe.
absl::Status GetResourceLookupTable(absl::string_view input_name, OpKernelContext* context,
                                    LookupInterface** table);
// For ops whose handle is a Ref(string), TensorFlow's before resources. INVALID_ARGUMENT unless it
// has two elements.
absl::Status GetReferenceLookupTable(absl::string_view input_name, OpKernelContext* context,
                                     LookupInterface** table);
// Either, by the type of the input.
absl::Status GetLookupTable(absl::string_view input_name, OpKernelContext* context,
                            LookupInterface** table);
// INVALID_ARGUMENT for a table that is not filled by an initialiser.
absl::Status GetInitializableLookupTable(absl::string_view input_name, OpKernelContext* context,
                                         InitializableLookupTable** table);

// INVALID_ARGUMENT unless the table maps `key_dtype` to `value_dtype`.
absl::Status CheckTableDataTypes(const LookupInterface& table, DataType key_dtype,
                                 DataType value_dtype, const std::string& table_name);

}  // namespace lookup
}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_LOOKUP_UTIL_H_
