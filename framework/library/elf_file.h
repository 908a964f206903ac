// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_ELF_FILE_H_
#define FRAMEWORK_LIBRARY_ELF_FILE_H_

#include <elf.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/library/elf_image.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A reader of the ELF structures of a shared library. The bytes are not trusted: every offset and
// size is checked against the end. Holds views into the contents, which must outlive it. Immutable,
// so thread-safe.
//
// Example:
//
//   absl::StatusOr<ElfFile> file = ElfFile::Parse(contents, "roi.so");
//   if (!file.ok()) return file.status();
//   for (absl::string_view library : file->NeededLibraries()) ...
class ElfFile {
 public:
  // INVALID_ARGUMENT if the bytes are not a shared library for this machine, with what they are
  // instead, or if the file is truncated or broken: all that the dynamic linker would map of an
  // accepted file is there, and what it would follow leads somewhere. `name` is for messages.
  static absl::StatusOr<ElfFile> Parse(absl::string_view contents, absl::string_view name);

  // The libraries it depends on: "libopgraft.so.0".
  std::vector<absl::string_view> NeededLibraries() const;
  // What the dynamic linker will see.
  const ElfImage& image() const { return *image_; }

  // The symbol versions it needs of them: "OPGRAFT_0", "GLIBC_2.34".
  std::vector<absl::string_view> NeededVersions() const;

  // A name of the dynamic symbol table: defined ones are exported, the others imported.
  struct Symbol {
    absl::string_view name;  // mangled
    bool defined;
    bool weak;
  };
  // Visits the symbols it exports or imports, or, with `all`, every one that was not stripped;
  // stops when `visit` returns false.
  void VisitSymbols(bool all, const std::function<bool(const Symbol&)>& visit) const;

  // The texts of the notes that belong to `owner`.
  std::vector<absl::string_view> Notes(absl::string_view owner) const;

 private:
  struct Section {
    Elf64_Shdr header;
    // Empty if they are not in the file.
    absl::string_view bytes;
  };

  // Fill in `image_` and `sections_`. INVALID_ARGUMENT for what lies outside of the file.
  absl::Status ReadSegments(const Elf64_Ehdr& header, absl::string_view name);
  absl::Status ReadSections(const Elf64_Ehdr& header, absl::string_view name);
  absl::string_view BytesAt(uint64_t offset, uint64_t size) const;
  // Those of a type, as long as they are no larger together than the file: they overlap otherwise.
  std::vector<const Section*> SectionsOf(uint32_t type) const;
  absl::string_view NamesOf(const Section& section) const;

  absl::string_view contents_;
  std::vector<Section> sections_;
  std::shared_ptr<const ElfImage> image_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_ELF_FILE_H_
