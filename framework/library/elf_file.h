// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_ELF_FILE_H_
#define FRAMEWORK_LIBRARY_ELF_FILE_H_

#include <elf.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace opgraft {

// A look into the bytes of a shared library, which is not trusted: every offset and size is checked
// against the end. Holds views into the contents, which must outlive it. Thread-safe.
class ElfFile {
 public:
  // INVALID_ARGUMENT says in words what the file is instead of a shared library of this machine, or
  // that it is cut off: what this accepts lies within the file as far as the dynamic linker maps
  // it. `name` is for messages.
  static absl::StatusOr<ElfFile> Parse(absl::string_view contents, absl::string_view name);

  // The libraries it wants beside itself: "libopgraft.so.0".
  std::vector<absl::string_view> NeededLibraries() const;

  struct Symbol {
    absl::string_view name;  // mangled
    bool defined;
    bool weak;
  };
  // The symbols it exports or wants, or, with `all`, every one that was not stripped; stops when
  // `visit` gives false.
  void VisitSymbols(bool all, const std::function<bool(const Symbol&)>& visit) const;

  // The texts of the notes that belong to `owner`.
  std::vector<absl::string_view> Notes(absl::string_view owner) const;

 private:
  struct Section {
    Elf64_Shdr header;
    absl::string_view bytes;  // empty if they are not in the file
  };

  absl::Status ReadSegments(const Elf64_Ehdr& header, absl::string_view name) const;
  absl::Status ReadSections(const Elf64_Ehdr& header, absl::string_view name);
  absl::string_view BytesAt(uint64_t offset, uint64_t size) const;

  absl::string_view contents_;
  std::vector<Section> sections_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_LIBRARY_ELF_FILE_H_
