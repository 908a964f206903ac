// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_DATA_NAME_INDEX_H_
#define FRAMEWORK_GRAPH_DATA_NAME_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Finds ids by name in 10 to 20 bytes each. The names are not copied: their owner is asked for them
// (`name_of`), and must always give the same ones.
//
// An open-addressing table of ids with 32 bits of their names' hashes. A name belongs in the slot
// that the low bits of its hash give, or in the next one that is free. With 8 slots:
//
//     name    hash        slots   0     1     2     3     4     5     6     7
//     "a"     ...0 010                        a,id0
//     "b"     ...1 010                              b,id1      (slot 2 is taken)
//     "c"     ...0 101                                          c,id2
//
// A look-up for "b" passes slot 2, whose hash differs, without reading the name "a". So in a large
// graph it costs one fetch from memory: a name is only read if it is, very likely, the right one.
// At most two thirds of the slots are in use. Ids are never removed. Thread-compatible.
class NameIndex {
 public:
  using NameOf = absl::FunctionRef<absl::string_view(int id)>;

  // The id of `name`, or -1.
  int Find(absl::string_view name, NameOf name_of) const;
  // Adds `id` under its name. Returns the id that has this name already, or -1 if it was added.
  int Insert(int id, NameOf name_of);
  // Takes out the id of that name, if there is one.
  void Erase(absl::string_view name, NameOf name_of);
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

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_DATA_NAME_INDEX_H_
