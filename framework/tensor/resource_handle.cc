// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/resource_handle.h"

#include "absl/strings/str_cat.h"

namespace opgraft {

bool ResourceHandle::operator==(const ResourceHandle& other) const {
  return device_ == other.device_ && container_ == other.container_ && name_ == other.name_ &&
         hash_code_ == other.hash_code_ && maybe_type_name_ == other.maybe_type_name_ &&
         dtypes_and_shapes_ == other.dtypes_and_shapes_;
}

std::string ResourceHandle::DebugString() const {
  std::string text = absl::StrCat("ResourceHandle(name='", name_, "', container='", container_,
                                  "', type='", maybe_type_name_, "'");
  for (const DtypeAndPartialTensorShape& item : dtypes_and_shapes_) {
    absl::StrAppend(&text, ", ", DataTypeString(item.dtype), item.shape.DebugString());
  }
  text += ')';
  return text;
}

std::ostream& operator<<(std::ostream& out, const ResourceHandle& handle) {
  return out << handle.DebugString();
}

}  // namespace opgraft
