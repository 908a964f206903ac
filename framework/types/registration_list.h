// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_REGISTRATION_LIST_H_
#define FRAMEWORK_TYPES_REGISTRATION_LIST_H_

#include <cxxabi.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <type_traits>
#include <vector>

#include "absl/synchronization/mutex.h"

namespace opgraft {

// What the static initialisers of a program and of its libraries registered of one kind. An Entry
// is a static variable: it links itself in when it is constructed, and the list drops it when its
// library is closed or the program ends. The list is never destroyed, so that statics may come and
// go in any order. Thread-safe.
//
// An Entry has the members `item_`, which is what is registered, a pointer or a few; `older_`, a
// `const Entry*` that belongs to the list; and `library_`, a ThisLibrary(). It needs no destructor:
// a program that registers thousands would pay for asking the C++ runtime to run each. The list
// asks once for each library.
//
// Adding takes no lock either: an entry points at the newest and becomes the newest, by one
// exchange. Those who drop or read entries lock each other out, and touch the link to the newest by
// exchanges only:
//
//     newest_ --> [c] --> [b] --> [a]
//        ^
//        [d]  points at [c], then takes its place
//
// Example:
//   class RegisteredOp {
//     friend class RegistrationList<RegisteredOp>;
//     explicit RegisteredOp(...) { RegistrationList<RegisteredOp>::OfProcess().Add(this); }
//     ...
//   };
template <typename Entry>
class RegistrationList {
 public:
  RegistrationList(const RegistrationList&) = delete;
  RegistrationList& operator=(const RegistrationList&) = delete;

  using Item = std::decay_t<decltype(Entry::item_)>;

  // The process's only one of its kind.
  static RegistrationList& OfProcess() {
    static auto* const list = new RegistrationList;
    return *list;
  }

  // Makes `entry` the newest. Called by static initialisers, on any thread; takes a lock only for
  // the first entry of a library.
  void Add(Entry* entry) {
    entry->older_ = newest_.load(std::memory_order_relaxed);
    while (!newest_.compare_exchange_weak(entry->older_, entry, std::memory_order_release,
                                          std::memory_order_relaxed)) {
    }
    if (entry->library_ != last_library_.load(std::memory_order_relaxed))
      AwaitEndOf(entry->library_);
  }

  // The items of the entries added since `position`, an end returned before, oldest first; all of
  // them for null. `*end` becomes the new end of the list, if asked for.
  std::vector<Item> Since(const void* position, const void** end) {
    absl::MutexLock lock(&mutex_);
    const Entry* const newest = newest_.load(std::memory_order_acquire);
    const auto is_in = [position](const Entry* e) { return e != nullptr && e != position; };
    size_t count = 0;
    for (const Entry* entry = newest; is_in(entry); entry = entry->older_) ++count;
    std::vector<Item> items;
    items.reserve(count);
    for (const Entry* entry = newest; is_in(entry); entry = entry->older_)
      items.push_back(entry->item_);
    std::reverse(items.begin(), items.end());
    if (end != nullptr) *end = newest;
    return items;
  }

  // Drops the entries of a library. Their items stay reachable: what they point to may be in use.
  void RemoveLibrary(const void* library) {
    absl::MutexLock lock(&mutex_);
    libraries_.erase(std::remove(libraries_.begin(), libraries_.end(), library), libraries_.end());
    last_library_ = nullptr;
    const Entry* newer = nullptr;
    for (const Entry* entry = newest_; entry != nullptr; entry = entry->older_) {
      if (entry->library_ != library) {
        newer = entry;
        continue;
      }
      removed_.push_back(entry->item_);
      newer = Unlink(entry, newer);
    }
  }

 private:
  RegistrationList() = default;

  // Sees to it that the entries of the library are dropped when it is closed.
  void AwaitEndOf(void* library) {
    absl::MutexLock lock(&mutex_);
    last_library_ = library;
    if (std::find(libraries_.begin(), libraries_.end(), library) != libraries_.end()) return;
    libraries_.push_back(library);
    abi::__cxa_atexit([](void* closed) { OfProcess().RemoveLibrary(closed); }, library, library);
  }

  // `newer` is null if `entry` was the newest when it was found; entries may have come since.
  // Returns the entry above the gap, null if there is none.
  const Entry* Unlink(const Entry* entry, const Entry* newer) {
    const Entry* newest = entry;
    if (newer == nullptr && newest_.compare_exchange_strong(newest, entry->older_)) return nullptr;
    if (newer == nullptr) newer = newest;
    while (newer->older_ != entry) newer = newer->older_;
    const_cast<Entry*>(newer)->older_ = entry->older_;
    return newer;
  }

  std::atomic<const Entry*> newest_{nullptr};
  // The library of an entry lately added, which is in libraries_: most entries follow one of their
  // own.
  std::atomic<const void*> last_library_{nullptr};
  // Held while entries are read or dropped.
  absl::Mutex mutex_;
  // The libraries whose end is awaited.
  std::vector<const void*> libraries_;
  // What entries of closed libraries registered: kept, since it may be in use.
  std::vector<Item> removed_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_REGISTRATION_LIST_H_
