// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Sorted string tables, the files of LevelDB (doc/table_format.md of LevelDB): keys and values in
// blocks, each with a checksum.
#ifndef CHECKPOINT_SORTED_TABLE_H_
#define CHECKPOINT_SORTED_TABLE_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Calls `visit` for each entry of the table that `file` is, in order. The key is valid in the call,
// the value as long as the file. DATA_LOSS for what is no table, is cut off, lies about places, or
// has a wrong checksum; UNIMPLEMENTED for a compressed block. What `visit` answers. Keys are no
// longer than the file.
//
// Example: std::vector<std::string> keys;
//   ReadSortedTable(file, [&](auto key, auto value) { keys.emplace_back(key); return OkStatus();
//   });
absl::Status ReadSortedTable(
    absl::string_view file,
    absl::FunctionRef<absl::Status(absl::string_view key, absl::string_view value)> visit);

// A table of these entries, whose keys must ascend. ReadSortedTable reads it, as does TensorFlow.
std::string WriteSortedTable(const std::vector<std::pair<std::string, std::string>>& entries);

}  // namespace opgraft_internal

#endif  // CHECKPOINT_SORTED_TABLE_H_
