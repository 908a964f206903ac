#ifndef FRAMEWORK_GRAPH_NAME_INDEX_H_
#define FRAMEWORK_GRAPH_NAME_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"

namespace opgraft {

// Finds ids by name in 5 to 10 bytes each: an open-addressing table of ids; the names stay where they are and are asked
// for. Thread-compatible.
class NameIndex {
 public:
  using NameOf = absl::FunctionRef<absl::string_view(int id)>;

  // The id of that name, or -1.
  int Find(absl::string_view name, NameOf name_of) const;
  // Adds `id`. Returns the id that has its name already, or -1 if it was added.
  int Insert(int id, NameOf name_of);
  // Makes room for `count` names in all.
  void Reserve(size_t count, NameOf name_of);

 private:
  // The slot that holds `name`, or the free one where it belongs.
  size_t SlotOf(absl::string_view name, NameOf name_of) const;

  std::vector<int32_t> slots_;  // none or a power of two; -1: free
  size_t size_ = 0;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_NAME_INDEX_H_
