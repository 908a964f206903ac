// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/name_index.h"

#include <utility>

#include "absl/hash/hash.h"

namespace opgraft_internal {

uint32_t NameIndex::HashOf(absl::string_view name) {
  const size_t hash = absl::Hash<absl::string_view>()(name);
  return static_cast<uint32_t>(hash ^ (hash >> 32));
}

size_t NameIndex::SlotOf(absl::string_view name, uint32_t hash, NameOf name_of) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = hash & mask;
  while (slots_[slot].id >= 0 && (slots_[slot].hash != hash || name_of(slots_[slot].id) != name)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

int NameIndex::Find(absl::string_view name, NameOf name_of) const {
  return slots_.empty() ? -1 : slots_[SlotOf(name, HashOf(name), name_of)].id;
}

int NameIndex::Insert(int id, NameOf name_of) {
  Reserve(size_ + 1);
  const absl::string_view name = name_of(id);
  const uint32_t hash = HashOf(name);
  Slot& slot = slots_[SlotOf(name, hash, name_of)];
  if (slot.id >= 0) return slot.id;
  slot = {id, hash};
  ++size_;
  return -1;
}

// Those behind the hole that would no longer be found move up into it: the run of taken slots that
// a search walks along must have no gap. Example: a, b and c all belong to slot 3 and stand at 3, 4
// and 5. Without a, b moves to 3, c to 4, and 5 is free.
void NameIndex::Erase(absl::string_view name, NameOf name_of) {
  if (slots_.empty()) return;
  const size_t mask = slots_.size() - 1;
  size_t hole = SlotOf(name, HashOf(name), name_of);
  if (slots_[hole].id < 0) return;
  --size_;
  for (size_t next = (hole + 1) & mask; slots_[next].id >= 0; next = (next + 1) & mask) {
    const size_t home = slots_[next].hash & mask;
    if (((next - home) & mask) < ((next - hole) & mask)) continue;  // its home is behind the hole
    slots_[hole] = slots_[next];
    hole = next;
  }
  slots_[hole] = Slot();
}

void NameIndex::Reserve(size_t count) {
  if (count + count / 2 < slots_.size()) return;
  size_t num_slots = 4;
  while (num_slots <= count + count / 2) num_slots *= 2;
  std::vector<Slot> old(num_slots);
  std::swap(old, slots_);
  for (const Slot& moved : old) {
    if (moved.id < 0) continue;
    // Names are known to differ: only a free slot has to be found.
    size_t slot = moved.hash & (num_slots - 1);
    while (slots_[slot].id >= 0) slot = (slot + 1) & (num_slots - 1);
    slots_[slot] = moved;
  }
}

}  // namespace opgraft_internal
