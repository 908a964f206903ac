// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Local files: Opgraft has no others. RandomAccessFile and WritableFile are Env's.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_FILE_SYSTEM_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_FILE_SYSTEM_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow/core/platform/file_statistics.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/core/platform/stringpiece.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"
#include "tensorflow_compat/platform/env.h"

namespace opgraft {

// What Env can do with files, as TensorFlow's class of that name. Thread-safe.
class FileSystem {
 public:
  absl::Status NewRandomAccessFile(const std::string& name,
                                   std::unique_ptr<RandomAccessFile>* file) {
    return Env::Default()->NewRandomAccessFile(name, file);
  }
  absl::Status NewWritableFile(const std::string& name, std::unique_ptr<WritableFile>* file) {
    return Env::Default()->NewWritableFile(name, file);
  }
  absl::Status NewAppendableFile(const std::string& name, std::unique_ptr<WritableFile>* file) {
    return Env::Default()->NewAppendableFile(name, file);
  }
  absl::Status FileExists(const std::string& name) { return Env::Default()->FileExists(name); }
  absl::Status IsDirectory(const std::string& name) { return Env::Default()->IsDirectory(name); }
  absl::Status GetFileSize(const std::string& name, uint64* size) {
    uint64_t bytes = 0;
    const absl::Status status = Env::Default()->GetFileSize(name, &bytes);
    *size = bytes;
    return status;
  }
  absl::Status Stat(const std::string& name, FileStatistics* stat) {
    uint64 size = 0;
    stat->is_directory = IsDirectory(name).ok();
    const absl::Status status = stat->is_directory ? absl::OkStatus() : GetFileSize(name, &size);
    stat->length = static_cast<int64_t>(size);
    return status;
  }
  absl::Status GetChildren(const std::string& directory, std::vector<std::string>* names) {
    return Env::Default()->GetChildren(directory, names);
  }
  absl::Status GetMatchingPaths(const std::string& pattern, std::vector<std::string>* names) {
    return Env::Default()->GetMatchingPaths(pattern, names);
  }
  absl::Status CreateDir(const std::string& name) { return Env::Default()->CreateDir(name); }
  absl::Status RecursivelyCreateDir(const std::string& name) {
    return Env::Default()->RecursivelyCreateDir(name);
  }
  absl::Status DeleteFile(const std::string& name) { return Env::Default()->DeleteFile(name); }
  absl::Status RenameFile(const std::string& from, const std::string& to) {
    return Env::Default()->RenameFile(from, to);
  }
};

inline absl::Status Env::GetFileSystemForFile(const std::string&, FileSystem** file_system) const {
  static auto* const local = new FileSystem();
  *file_system = local;
  return absl::OkStatus();
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_FILE_SYSTEM_H_
