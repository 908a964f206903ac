// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_PLATFORM_ENV_H_
#define TENSORFLOW_COMPAT_PLATFORM_ENV_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace opgraft {

// A thread that the destructor waits for.
class Thread {
 public:
  virtual ~Thread() = default;
};

struct ThreadOptions {
  size_t stack_size = 0;  // of no effect, as the guard
  size_t guard_size = 0;
};

// Reads any part of a file, from several threads at once. Owns the open file.
class RandomAccessFile {
 public:
  virtual ~RandomAccessFile() = default;
  // Up to `n` bytes from `offset`; `*result` points into `scratch`, which has room for them.
  // OUT_OF_RANGE at the end of the file, with what there was.
  virtual absl::Status Read(uint64_t offset, size_t n, absl::string_view* result,
                            char* scratch) const = 0;
};

// Writes a file from its start (or its end). Thread-compatible. Closed by the destructor if not
// before.
class WritableFile {
 public:
  virtual ~WritableFile() = default;
  virtual absl::Status Append(absl::string_view data) = 0;
  virtual absl::Status Flush() = 0;
  virtual absl::Status Close() = 0;
  virtual absl::Status Sync() { return Flush(); }
};

class FileSystem;  // tensorflow_compat/tensorflow/core/platform/file_system.h

// The clock, threads and local files, under TensorFlow's names, for kernels. Thread-safe. File
// errors are NOT_FOUND, PERMISSION_DENIED or UNKNOWN and name the file. There are no other file
// systems: "gs://..." is no file.
class Env {
 public:
  static Env* Default();  // never destroyed

  uint64_t NowNanos() const;
  uint64_t NowMicros() const { return NowNanos() / 1000; }
  uint64_t NowSeconds() const { return NowNanos() / 1000000000; }
  void SleepForMicroseconds(int64_t micros) const;

  // Runs `closure` soon, on a thread of the process's CPU; the other form not before `micros` have
  // passed.
  void SchedClosure(std::function<void()> closure);
  void SchedClosureAfter(int64_t micros, std::function<void()> closure);
  // The caller owns the thread.
  Thread* StartThread(const ThreadOptions& options, const std::string& name,
                      std::function<void()> fn);

  absl::Status NewRandomAccessFile(const std::string& name,
                                   std::unique_ptr<RandomAccessFile>* file) const;
  absl::Status NewWritableFile(const std::string& name, std::unique_ptr<WritableFile>* file) const;
  absl::Status NewAppendableFile(const std::string& name,
                                 std::unique_ptr<WritableFile>* file) const;
  absl::Status FileExists(const std::string& name) const;
  absl::Status IsDirectory(const std::string& name) const;
  absl::Status GetFileSize(const std::string& name, uint64_t* size) const;
  // The names in a directory, without "." and "..", sorted.
  absl::Status GetChildren(const std::string& directory, std::vector<std::string>* names) const;
  absl::Status CreateDir(const std::string& name) const;
  absl::Status RecursivelyCreateDir(const std::string& name) const;
  absl::Status DeleteFile(const std::string& name) const;
  absl::Status RenameFile(const std::string& from, const std::string& to) const;
  // The names that a pattern of a shell's stands for ("logs/*.txt"), sorted; none is no error.
  absl::Status GetMatchingPaths(const std::string& pattern, std::vector<std::string>* names) const;
  // Whatever the name, that of local files. Body: file_system.h.
  absl::Status GetFileSystemForFile(const std::string& name, FileSystem** file_system) const;

 private:
  Env() = default;
};

// The whole file; the whole file replaced.
absl::Status ReadFileToString(Env* env, const std::string& name, std::string* data);
absl::Status WriteStringToFile(Env* env, const std::string& name, absl::string_view data);

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_PLATFORM_ENV_H_
