// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPE_INDEX_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPE_INDEX_H_

#include <cstdint>
#include <typeindex>
#include <typeinfo>

#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// A C++ type, told at run time: std::type_index with TensorFlow's maker. A value.
class TypeIndex : public std::type_index {
 public:
  TypeIndex() : TypeIndex(typeid(void)) {}
  TypeIndex(const std::type_info& type)
      : std::type_index(type), type_(&type) {}  // NOLINT: implicit as TensorFlow's
  template <typename T>
  static TypeIndex Make() {
    return TypeIndex(typeid(T));
  }
  const std::type_info& type_info() const { return *type_; }

 private:
  const std::type_info* type_;
};

template <typename T>
TypeIndex MakeTypeIndex() {
  return TypeIndex::Make<T>();
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPE_INDEX_H_
