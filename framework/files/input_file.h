// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_FILES_INPUT_FILE_H_
#define FRAMEWORK_FILES_INPUT_FILE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/files/descriptor.h"
#include "framework/files/mapped_file.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The most bytes that a reader takes of a file.
struct ByteLimit {
  int64_t bytes;
  // The option that raises it, for messages; "" if no option does.
  absl::string_view option;
};

// A file opened for reading, once: a pipe gives its bytes one time only, and a path may name
// another file the next time. What was opened may be a FIFO, a device or a descriptor of the
// process as well. Errors name the path and say the system's reason. Movable; not for several
// threads.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(InputFile file, InputFile::Open("model.pb"));
//   OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes, file.ReadAll({1 << 30, "--max-bytes"}));
class InputFile {
 public:
  // NOT_FOUND if it is absent, INVALID_ARGUMENT for a folder, PERMISSION_DENIED.
  static absl::StatusOr<InputFile> Open(const std::string& path);

  // Appends the next `count` bytes, or less if the file ends before.
  absl::Status Read(int64_t count, std::string* bytes);
  // All that comes. RESOURCE_EXHAUSTED if it is more than the limit; nothing is read then if the
  // file tells its size, and one byte more than the limit if it does not.
  absl::StatusOr<std::string> ReadAll(const ByteLimit& limit);
  // The whole file as memory, without reading it. Null if something was read, if it is not a
  // regular file, or has less than `least` bytes or more than `most`: then ReadAll is the way.
  std::shared_ptr<const MappedFile> Map(int64_t least, int64_t most) const;

  const std::string& path() const { return path_; }

 private:
  InputFile(std::string path, Descriptor file, int64_t size)
      : path_(std::move(path)), file_(std::move(file)), size_(size) {}
  // Bytes that a regular file has from here on; 0 for any other file.
  int64_t BytesAhead() const;

  std::string path_;
  Descriptor file_;
  // The size of a regular file when it was opened; else 0.
  int64_t size_;
};

// The bytes of a file: Open and ReadAll.
absl::StatusOr<std::string> ReadFile(const std::string& path, const ByteLimit& limit);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_FILES_INPUT_FILE_H_
