#include "framework/graph/name_index.h"

#include <utility>

#include "absl/hash/hash.h"

namespace opgraft {

size_t NameIndex::SlotOf(absl::string_view name, NameOf name_of) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = absl::Hash<absl::string_view>()(name) & mask;
  while (slots_[slot] >= 0 && name_of(slots_[slot]) != name) slot = (slot + 1) & mask;
  return slot;
}

int NameIndex::Find(absl::string_view name, NameOf name_of) const {
  return slots_.empty() ? -1 : slots_[SlotOf(name, name_of)];
}

int NameIndex::Insert(int id, NameOf name_of) {
  Reserve(size_ + 1, name_of);
  const size_t slot = SlotOf(name_of(id), name_of);
  if (slots_[slot] >= 0) return slots_[slot];
  slots_[slot] = id;
  ++size_;
  return -1;
}

void NameIndex::Reserve(size_t count, NameOf name_of) {
  if (count + count / 2 < slots_.size()) return;
  size_t num_slots = 16;
  while (num_slots <= count + count / 2) num_slots *= 2;
  std::vector<int32_t> old(num_slots, -1);
  std::swap(old, slots_);
  for (int32_t id : old) {
    if (id >= 0) slots_[SlotOf(name_of(id), name_of)] = id;
  }
}

}  // namespace opgraft
