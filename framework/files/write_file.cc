// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/write_file.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "framework/files/descriptor.h"

namespace opgraft_internal {
namespace {

constexpr int kMaxLinks = 40;    // as the kernel follows
constexpr int kMaxTrials = 100;  // of names
constexpr mode_t kModeBits = 07777;
constexpr mode_t kOwnersBits = 0777;  // those without setuid and its like

// "a/b/" of "a/b/c"; "" of "c".
std::string FolderOf(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

// What a path leads to by symbolic links. A last one that leads nowhere is followed: there the file
// will be. What is open, or not a regular file, is left: links of /proc to it have no paths.
// 0, or the errno.
int FollowLinks(std::string* path) {
  for (int i = 0; i < kMaxLinks; ++i) {
    struct stat info;
    if (DescriptorNumber(*path) >= 0) return 0;
    if (stat(path->c_str(), &info) == 0 && !S_ISREG(info.st_mode)) return 0;
    char link[PATH_MAX];
    const ssize_t size = readlink(path->c_str(), link, sizeof(link));
    if (size < 0) return 0;  // not a link
    if (size == sizeof(link)) return ENAMETOOLONG;
    const std::string to(link, static_cast<size_t>(size));
    *path = to[0] == '/' ? to : FolderOf(*path) + to;
  }
  return ELOOP;
}

// 0, or the errno.
int WriteAll(int file, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

// Some kinds of files and folders cannot be synced. 0, or the errno.
int Sync(int file) {
  if (fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS) return 0;
  return errno;
}

int WriteAsItIs(Descriptor file, absl::string_view bytes) {
  if (!file.is_open()) return errno;
  const int error = WriteAll(file.number(), bytes);
  const int closing = file.Close();
  return error != 0 ? error : closing;
}

// A new file in the folder of `path`. Removed at the end, unless it took the place of `path`.
class FileBeside {
 public:
  explicit FileBeside(const std::string& path) : path_(path) {}
  ~FileBeside() {
    if (!name_.empty()) unlink(name_.c_str());
  }
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  // The members return 0 or the errno, and go in this order.
  int Create(mode_t mode) {
    for (int i = 0; i < kMaxTrials; ++i) {
      uint64_t random = 0;
      if (getrandom(&random, sizeof(random), 0) < 0) return errno;
      // StrFormat would end the process where memory ends. Short: the file's own name may be as
      // long as names can be.
      const std::string name =
          absl::StrCat(FolderOf(path_), ".opgraft-", absl::Hex(random, absl::kZeroPad16));
      file_ = Descriptor(open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
      if (file_.is_open()) {
        name_ = name;
        return 0;
      }
      if (errno != EEXIST) break;
    }
    return errno;
  }

  int Write(absl::string_view bytes) { return WriteAll(file_.number(), bytes); }

  // Becomes whose the old file was, as far as it is allowed.
  int TakeModeOf(const struct stat& old) {
    struct stat own;
    if (fstat(file_.number(), &own) != 0) return errno;
    const bool is_same = own.st_uid == old.st_uid && own.st_gid == old.st_gid;
    const bool is_given = is_same || fchown(file_.number(), old.st_uid, old.st_gid) == 0;
    return fchmod(file_.number(), old.st_mode & (is_given ? kModeBits : kOwnersBits)) == 0 ? 0
                                                                                           : errno;
  }

  int Publish() {
    if (const int error = Sync(file_.number()); error != 0) return error;
    if (const int error = file_.Close(); error != 0) return error;
    if (rename(name_.c_str(), path_.c_str()) != 0) return errno;
    name_.clear();
    return SyncFolder();
  }

 private:
  // A folder that one may write but not read cannot be opened to be synced.
  int SyncFolder() {
    const std::string folder = FolderOf(path_);
    const Descriptor opened(
        open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return opened.is_open() ? Sync(opened.number()) : 0;
  }

  const std::string path_;
  std::string name_;
  Descriptor file_;
};

// `old` is null if there is no file yet.
int Replace(const std::string& path, const struct stat* old, mode_t mode, absl::string_view bytes) {
  // To rename takes a right on the folder only.
  if (old != nullptr && faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) return errno;
  FileBeside beside(path);
  // The temporary file is private until it has the old file's mode.
  if (const int error = beside.Create(old == nullptr ? mode : S_IRUSR | S_IWUSR); error != 0)
    return error;
  if (const int error = beside.Write(bytes); error != 0) return error;
  if (old != nullptr) {
    if (const int error = beside.TakeModeOf(*old); error != 0) return error;
  }
  return beside.Publish();
}

int Write(const std::string& path, absl::string_view bytes, mode_t mode) {
  std::string target = path;
  if (const int error = FollowLinks(&target); error != 0) return error;
  if (const int number = DescriptorNumber(target); number >= 0)
    return WriteAsItIs(Descriptor(fcntl(number, F_DUPFD_CLOEXEC, 0)), bytes);
  struct stat old;
  const bool exists = stat(target.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) return errno;
  if (exists && !S_ISREG(old.st_mode))
    return WriteAsItIs(Descriptor(open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY)), bytes);
  return Replace(target, exists ? &old : nullptr, mode, bytes);
}

}  // namespace

absl::Status WriteFile(const std::string& path, absl::string_view bytes, mode_t mode) {
  const int error = Write(path, bytes, mode);
  return error == 0 ? absl::OkStatus() : FileError(error, "write", path);
}

}  // namespace opgraft_internal
