// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_OPENED_LIBRARY_H_
#define FRAMEWORK_LIBRARY_OPENED_LIBRARY_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/files/mapped_file.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A library's file, opened once: what was read is what it is, whatever its path leads to later.
// Immutable, so thread-safe.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(const OpenedLibrary library, OpenedLibrary::Open("roi.so"));
//   OPGRAFT_RETURN_IF_ERROR(CheckLibraryContents(library.contents(), "roi.so").status());
//   void* const handle = dlopen(library.path_to_load().c_str(), RTLD_NOW);
//   if (!library.IsLoadedAs(handle)) ...
class OpenedLibrary {
 public:
  // NOT_FOUND if it cannot be read.
  static absl::StatusOr<OpenedLibrary> Open(const std::string& path);

  absl::string_view contents() const {
    return file_ == nullptr ? absl::string_view() : file_->bytes();
  }
  // The path to give to dlopen: where the file really is, so that nobody can turn a link on the way
  // to another one. But with `uses_origin`, if a link leads to another folder, the path as it was
  // given: its dependencies are looked for beside that.
  std::string path_to_load(bool uses_origin) const;
  // Whether what dlopen gave is this file. True too if the system does not tell.
  bool IsLoadedAs(void* handle) const;

 private:
  std::string path_;
  std::string real_path_;
  std::shared_ptr<const MappedFile> file_;  // null: empty
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_OPENED_LIBRARY_H_
