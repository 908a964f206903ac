// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Files of op libraries: what is read of them before the dynamic linker sees them.
#include "absl/strings/str_cat.h"
#include "framework/library/elf_check.h"
#include "framework/library/elf_file.h"
#include "framework/types/library_note.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

// Reads the first and the last byte of a view, and demands that it lies within the file.
void DemandWithin(absl::string_view view, absl::string_view contents) {
  if (view.empty()) return;
  Demand(view.data() >= contents.data() &&
             view.data() + view.size() <= contents.data() + contents.size(),
         "what is read of a library lies within its file");
}

void TryElfFile(absl::string_view contents) {
  const absl::StatusOr<ElfFile> file = ElfFile::Parse(contents, "fuzzed.so");
  if (!file.ok()) return;
  for (absl::string_view library : file->NeededLibraries()) DemandWithin(library, contents);
  for (absl::string_view note : file->Notes(kLibraryNoteOwner)) DemandWithin(note, contents);
  for (const bool all : {false, true}) {
    file->VisitSymbols(all, [contents](const ElfFile::Symbol& symbol) {
      Demand(!symbol.name.empty(), "a symbol has a name");
      DemandWithin(symbol.name, contents);
      return true;
    });
  }
}

void TryLibrary(absl::string_view contents) {
  TryElfFile(contents);
  const absl::Status status = CheckLibraryContents(contents, "fuzzed.so").status();
  if (status.ok()) return;
  Demand(status.code() == absl::StatusCode::kInvalidArgument,
         absl::StrCat("a library that does not fit is an invalid argument: ", status.ToString()));
  Demand(absl::string_view(status.message()).substr(0, 12) == "'fuzzed.so' ",
         absl::StrCat("a refusal names the library: ", status.ToString()));
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  opgraft::TryLibrary(opgraft::TextOf(data, size));
  return 0;
}
