// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/exception_text.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <typeinfo>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

std::string TypeName(const std::type_info* type) {
  if (type == nullptr) return "an exception";
  int failed = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(type->name(), nullptr, nullptr, &failed), std::free);
  return failed == 0 && name != nullptr ? name.get() : type->name();
}

}  // namespace

std::string TextOfCurrentException() {
  const std::string type = TypeName(abi::__cxa_current_exception_type());
  try {
    throw;
  } catch (const std::exception& error) {
    return absl::StrCat(type, ": ", error.what());
  } catch (...) {
    return absl::StrCat(type, ", which is not a std::exception");
  }
}

}  // namespace opgraft_internal
