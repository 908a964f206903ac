// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tensorflow_compat/platform/env.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "framework/kernel/device.h"

namespace opgraft {
namespace {

absl::Status FileError(int error, const std::string& name) {
  const std::string message =
      absl::StrCat("'", name, "': ", std::generic_category().message(error));
  if (error == ENOENT || error == ENOTDIR) return absl::NotFoundError(message);
  if (error == EACCES || error == EPERM || error == EROFS)
    return absl::PermissionDeniedError(message);
  if (error == EEXIST) return absl::AlreadyExistsError(message);
  return absl::UnknownError(message);
}

absl::Status FileError(const std::error_code& error, const std::string& name) {
  return error ? FileError(error.value(), name) : absl::OkStatus();
}

class JoiningThread : public Thread {
 public:
  explicit JoiningThread(std::function<void()> fn) : thread_(std::move(fn)) {}
  ~JoiningThread() override { thread_.join(); }

 private:
  std::thread thread_;
};

class LocalFile : public RandomAccessFile {
 public:
  LocalFile(std::string name, int fd) : name_(std::move(name)), fd_(fd) {}
  ~LocalFile() override { ::close(fd_); }

  absl::Status Read(uint64_t offset, size_t n, absl::string_view* result,
                    char* scratch) const override {
    size_t done = 0;
    while (done < n) {
      const ssize_t got = ::pread(fd_, scratch + done, n - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      *result = absl::string_view(scratch, done);
      if (got < 0) return FileError(errno, name_);
      if (got == 0)
        return absl::OutOfRangeError(absl::StrCat("'", name_, "': read less bytes than requested"));
      done += static_cast<size_t>(got);
    }
    *result = absl::string_view(scratch, n);
    return absl::OkStatus();
  }

 private:
  const std::string name_;
  const int fd_;
};

class LocalWriter : public WritableFile {
 public:
  LocalWriter(std::string name, std::FILE* file) : name_(std::move(name)), file_(file) {}
  ~LocalWriter() override { Close().IgnoreError(); }

  absl::Status Append(absl::string_view data) override {
    if (file_ == nullptr)
      return absl::FailedPreconditionError(absl::StrCat("'", name_, "' is closed"));
    return Result(std::fwrite(data.data(), 1, data.size(), file_) == data.size());
  }
  absl::Status Flush() override {
    return file_ == nullptr ? absl::OkStatus() : Result(std::fflush(file_) == 0);
  }
  absl::Status Close() override {
    if (file_ == nullptr) return absl::OkStatus();
    return Result(std::fclose(std::exchange(file_, nullptr)) == 0);
  }

 private:
  absl::Status Result(bool ok) const { return ok ? absl::OkStatus() : FileError(errno, name_); }

  const std::string name_;
  std::FILE* file_;
};

absl::Status OpenForWriting(const std::string& name, const char* mode,
                            std::unique_ptr<WritableFile>* file) {
  std::FILE* opened = std::fopen(name.c_str(), mode);
  if (opened == nullptr) return FileError(errno, name);
  *file = std::make_unique<LocalWriter>(name, opened);
  return absl::OkStatus();
}

}  // namespace

Env* Env::Default() {
  static Env* const env = new Env();
  return env;
}

uint64_t Env::NowNanos() const { return static_cast<uint64_t>(absl::GetCurrentTimeNanos()); }

void Env::SleepForMicroseconds(int64_t micros) const { absl::SleepFor(absl::Microseconds(micros)); }

void Env::SchedClosure(std::function<void()> closure) {
  DeviceBase::Cpu()->tensorflow_cpu_worker_threads()->workers->Schedule(std::move(closure));
}

// On a thread of its own: one that sleeps must not keep others from the pool.
void Env::SchedClosureAfter(int64_t micros, std::function<void()> closure) {
  std::thread([this, micros, closure = std::move(closure)]() mutable {
    absl::SleepFor(absl::Microseconds(micros));
    SchedClosure(std::move(closure));
  }).detach();
}

Thread* Env::StartThread(const ThreadOptions&, const std::string&, std::function<void()> fn) {
  return new JoiningThread(std::move(fn));
}

absl::Status Env::NewRandomAccessFile(const std::string& name,
                                      std::unique_ptr<RandomAccessFile>* file) const {
  const int fd = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return FileError(errno, name);
  *file = std::make_unique<LocalFile>(name, fd);
  return absl::OkStatus();
}

absl::Status Env::NewWritableFile(const std::string& name,
                                  std::unique_ptr<WritableFile>* file) const {
  return OpenForWriting(name, "we", file);
}

absl::Status Env::NewAppendableFile(const std::string& name,
                                    std::unique_ptr<WritableFile>* file) const {
  return OpenForWriting(name, "ae", file);
}

absl::Status Env::FileExists(const std::string& name) const {
  return ::access(name.c_str(), F_OK) == 0 ? absl::OkStatus() : FileError(errno, name);
}

absl::Status Env::IsDirectory(const std::string& name) const {
  struct stat info;
  if (::stat(name.c_str(), &info) != 0) return FileError(errno, name);
  if (S_ISDIR(info.st_mode)) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat("'", name, "' is no directory"));
}

absl::Status Env::GetFileSize(const std::string& name, uint64_t* size) const {
  std::error_code error;
  const auto found = std::filesystem::file_size(name, error);
  *size = error ? 0 : found;
  return FileError(error, name);
}

absl::Status Env::GetChildren(const std::string& directory, std::vector<std::string>* names) const {
  std::error_code error;
  names->clear();
  for (std::filesystem::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    names->push_back(entry->path().filename().string());
  }
  std::sort(names->begin(), names->end());
  return FileError(error, directory);
}

absl::Status Env::CreateDir(const std::string& name) const {
  return ::mkdir(name.c_str(), 0755) == 0 ? absl::OkStatus() : FileError(errno, name);
}

absl::Status Env::RecursivelyCreateDir(const std::string& name) const {
  std::error_code error;
  std::filesystem::create_directories(name, error);
  return FileError(error, name);
}

absl::Status Env::RenameFile(const std::string& from, const std::string& to) const {
  return ::rename(from.c_str(), to.c_str()) == 0 ? absl::OkStatus() : FileError(errno, from);
}

absl::Status Env::GetMatchingPaths(const std::string& pattern,
                                   std::vector<std::string>* names) const {
  names->clear();
  glob_t found;
  const int failed = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
  if (failed == 0) names->assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  std::sort(names->begin(), names->end());
  return failed == 0 || failed == GLOB_NOMATCH ? absl::OkStatus() : FileError(errno, pattern);
}

absl::Status Env::DeleteFile(const std::string& name) const {
  return ::unlink(name.c_str()) == 0 ? absl::OkStatus() : FileError(errno, name);
}

absl::Status ReadFileToString(Env* env, const std::string& name, std::string* data) {
  std::unique_ptr<RandomAccessFile> file;
  absl::Status status = env->NewRandomAccessFile(name, &file);
  data->clear();
  constexpr size_t kChunk = 1 << 16;
  while (status.ok()) {
    const size_t before = data->size();
    data->resize(before + kChunk);
    absl::string_view got;
    status = file->Read(before, kChunk, &got, &(*data)[before]);
    data->resize(before + got.size());
  }
  return absl::IsOutOfRange(status) ? absl::OkStatus() : status;
}

absl::Status WriteStringToFile(Env* env, const std::string& name, absl::string_view data) {
  std::unique_ptr<WritableFile> file;
  absl::Status status = env->NewWritableFile(name, &file);
  if (status.ok()) status = file->Append(data);
  if (status.ok()) status = file->Close();
  return status;
}

}  // namespace opgraft
