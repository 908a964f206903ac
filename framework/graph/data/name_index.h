// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_NAME_INDEX_H_
#define FRAMEWORK_GRAPH_DATA_NAME_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace opgraft {

// Finds ids by name in 10 to 20 bytes each: an open-addressing table of ids with a part of their
// names' hashes; the names stay where they are and are asked for. In a large graph a look-up costs
// what it costs to fetch its one slot from memory: a name is only looked at if it is the right one.
// Thread-compatible.
class NameIndex {
 public:
  using NameOf = absl::FunctionRef<absl::string_view(int id)>;

  // The id of that name, or -1.
  int Find(absl::string_view name, NameOf name_of) const;
  // Adds `id`. Returns the id that has its name already, or -1 if it was added.
  int Insert(int id, NameOf name_of);
  // Makes room for `count` names in all.
  void Reserve(size_t count);

 private:
  struct Slot {
    int32_t id = -1;  // -1: free
    uint32_t hash = 0;
  };
  static uint32_t HashOf(absl::string_view name);
  // The slot that holds `name`, or the free one where it belongs.
  size_t SlotOf(absl::string_view name, uint32_t hash, NameOf name_of) const;

  std::vector<Slot> slots_;  // none or a power of two
  size_t size_ = 0;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_DATA_NAME_INDEX_H_
