// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_MAP_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_MAP_UTIL_H_

#include <utility>

#include "tensorflow/core/platform/logging.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace gtl {

template <class Map, class Key>
const typename Map::mapped_type* FindOrNull(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}
template <class Map, class Key>
typename Map::mapped_type* FindOrNull(Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}
// Of maps to pointers: the pointer, or null.
template <class Map, class Key>
typename Map::mapped_type FindPtrOrNull(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? typename Map::mapped_type() : found->second;
}
template <class Map, class Key>
const typename Map::mapped_type& FindWithDefault(const Map& map, const Key& key,
                                                 const typename Map::mapped_type& value) {
  const auto found = map.find(key);
  return found == map.end() ? value : found->second;
}
template <class Map, class Key>
const typename Map::mapped_type& FindOrDie(const Map& map, const Key& key) {
  const auto found = map.find(key);
  CHECK(found != map.end()) << "Map key not found";
  return found->second;
}
template <class Map, class Key>
bool ContainsKey(const Map& map, const Key& key) {
  return map.find(key) != map.end();
}
// True if the key was new.
template <class Map>
bool InsertOrUpdate(Map* map, const typename Map::key_type& key,
                    const typename Map::mapped_type& value) {
  return map->insert_or_assign(key, value).second;
}
template <class Map>
bool InsertIfNotPresent(Map* map, const typename Map::key_type& key,
                        const typename Map::mapped_type& value) {
  return map->emplace(key, value).second;
}
template <class Set>
bool InsertIfNotPresent(Set* set, const typename Set::value_type& value) {
  return set->insert(value).second;
}
template <class Map>
void InsertOrDie(Map* map, const typename Map::key_type& key,
                 const typename Map::mapped_type& value) {
  CHECK(InsertIfNotPresent(map, key, value)) << "duplicate key";
}
template <class Map>
typename Map::mapped_type& LookupOrInsert(Map* map, const typename Map::key_type& key,
                                          const typename Map::mapped_type& value) {
  return map->emplace(key, value).first->second;
}

}  // namespace gtl
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_GTL_MAP_UTIL_H_
