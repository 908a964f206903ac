// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_STL_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_STL_UTIL_H_

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace gtl {

inline char* string_as_array(std::string* text) { return text->empty() ? nullptr : &(*text)[0]; }
template <typename T, typename Allocator>
T* vector_as_array(std::vector<T, Allocator>* v) {
  return v->empty() ? nullptr : v->data();
}
template <typename String>
void STLStringResizeUninitialized(String* text, size_t size) {
  text->resize(size);
}
template <typename Container>
void STLDeleteElements(Container* container) {
  if (container == nullptr) return;
  for (auto* element : *container) delete element;
  container->clear();
}
template <typename Map>
void STLDeleteValues(Map* map) {
  if (map == nullptr) return;
  for (auto& entry : *map) delete entry.second;
  map->clear();
}
template <typename Container>
void STLSortAndRemoveDuplicates(Container* container) {
  std::sort(container->begin(), container->end());
  container->erase(std::unique(container->begin(), container->end()), container->end());
}

}  // namespace gtl
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_STL_UTIL_H_
