// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_REGISTRATION_LIST_H_
#define FRAMEWORK_TYPES_REGISTRATION_LIST_H_

#include <algorithm>
#include <type_traits>
#include <vector>

#include "absl/synchronization/mutex.h"

namespace opgraft {

// What the static initialisers of a program and of its libraries registered of one kind. An Entry
// is a static variable: it links itself in when it is constructed and out when its library is
// closed. The list owns no entry; it is never destroyed, so that statics may come and go in any
// order. Thread-safe.
//
// An Entry has a member `older_`, a `const Entry*` that belongs to the list, and `item_`, a
// std::shared_ptr to what is registered.
template <typename Entry>
class RegistrationList {
 public:
  RegistrationList(const RegistrationList&) = delete;
  RegistrationList& operator=(const RegistrationList&) = delete;

  // The process's only one of its kind.
  static RegistrationList& OfProcess() {
    static auto* const list = new RegistrationList;
    return *list;
  }

  void Add(Entry* entry) {
    absl::MutexLock lock(&mutex_);
    entry->older_ = newest_;
    newest_ = entry;
  }

  // Statics leave in the opposite order: nearly always the newest.
  void Remove(const Entry* entry) {
    absl::MutexLock lock(&mutex_);
    const Entry** link = &newest_;
    while (*link != nullptr && *link != entry) link = const_cast<const Entry**>(&(*link)->older_);
    if (*link == entry) *link = entry->older_;
  }

  // The items of the entries added since `position`, an end returned before, oldest first; all of
  // them for null. `*end` becomes the new end of the list, if asked for.
  auto Since(const void* position, const void** end) {
    absl::MutexLock lock(&mutex_);
    std::vector<std::decay_t<decltype(Entry::item_)>> items;
    for (const Entry* entry = newest_; entry != nullptr && entry != position; entry = entry->older_)
      items.push_back(entry->item_);
    std::reverse(items.begin(), items.end());
    if (end != nullptr) *end = newest_;
    return items;
  }

 private:
  RegistrationList() = default;

  absl::Mutex mutex_;
  const Entry* newest_ = nullptr;
};

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_REGISTRATION_LIST_H_
