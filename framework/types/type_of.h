// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_TYPE_OF_H_
#define FRAMEWORK_TYPES_TYPE_OF_H_

#include <exception>
#include <typeinfo>

namespace opgraft_internal {

// typeid(T), in headers that are also read by sources which are compiled without RTTI: those may
// hand a Variant or a resource on, but not make one of a T or look for a T in it.
template <typename T>
const std::type_info& TypeOf() {
#ifdef __GXX_RTTI
  return typeid(T);
#else
  static_assert(sizeof(T) == 0, "values of any type need RTTI: leave -fno-rtti out");
  std::terminate();
#endif
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_TYPE_OF_H_
