// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The notes that op libraries carry: one a line.
#include "framework/types/library_note.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/library/note_check.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

void TryNotes(absl::string_view text) {
  std::vector<absl::string_view> notes = absl::StrSplit(text, '\n');
  const absl::Status status = CheckLibraryNotes(notes, "fuzzed.so");
  Demand(status.ok() || status.code() == absl::StatusCode::kInvalidArgument,
         absl::StrCat("a note that does not fit is an invalid argument: ", status.ToString()));
  // Opgraft's own note fits, and hides none of the others.
  notes.push_back(OPGRAFT_NOTE_TEXT);
  const absl::Status with_own = CheckLibraryNotes(notes, "fuzzed.so");
  Demand(with_own == status, absl::StrCat("a note that fits changes nothing: ", with_own.ToString(),
                                          " was ", status.ToString()));
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  opgraft::TryNotes(opgraft::TextOf(data, size));
  return 0;
}
