// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/state/resource_base.h"

#include <cxxabi.h>

#include <cstdlib>

namespace opgraft {

absl::Status ResourceBase::Clone(core::RefCountPtr<ResourceBase>*) const {
  return absl::UnimplementedError("its class offers no Clone");
}

absl::Status ResourceBase::Serialize(std::string*) const {
  return absl::UnimplementedError("its class offers no Serialize");
}

ResourceType ResourceType::Of(const std::type_info& type) {
  int failed = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &failed), std::free);
  ResourceType result;
  result.hash_code = type.hash_code();
  result.name = failed == 0 && name != nullptr ? name.get() : type.name();
  return result;
}

}  // namespace opgraft
