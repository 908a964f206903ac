// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/opened_library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace opgraft_internal {
namespace {

// The device and inode of the file that is mapped at `address`, "08:01 1234"; "" if none is. Asked
// of one source for both files, as file systems in layers tell stat() another device.
std::string MappedFileAt(const void* address) {
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line)) {  // "begin-end rw-p offset device inode path"
    uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR, &begin, &end) != 2) continue;
    if (wanted < begin || wanted >= end) continue;
    const std::vector<absl::string_view> fields = absl::StrSplit(line, absl::MaxSplits(' ', 5));
    return fields.size() < 5 ? "" : absl::StrCat(fields[3], " ", fields[4]);
  }
  return "";
}

// Where an open file really is, links followed; "" if it has no name any more.
std::string RealPath(int descriptor) {
  char path[4096];
  const ssize_t size =
      readlink(absl::StrCat("/proc/self/fd/", descriptor).c_str(), path, sizeof(path));
  if (size <= 0 || size == static_cast<ssize_t>(sizeof(path))) return "";
  struct stat opened, named;
  const std::string real(path, static_cast<size_t>(size));
  const bool same = fstat(descriptor, &opened) == 0 && stat(real.c_str(), &named) == 0 &&
                    opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
  return same ? real : "";
}

bool AreInOneFolder(const std::string& a, const std::string& b) {
  struct stat of_a, of_b;
  const auto folder = [](const std::string& path) {
    const size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string(".") : path.substr(0, slash + 1);
  };
  return stat(folder(a).c_str(), &of_a) == 0 && stat(folder(b).c_str(), &of_b) == 0 &&
         of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

}  // namespace

absl::StatusOr<OpenedLibrary> OpenedLibrary::Open(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const std::string why = descriptor < 0 ? std::strerror(errno) : "it cannot be mapped";
  struct stat info;
  const bool known = descriptor >= 0 && fstat(descriptor, &info) == 0;
  OpenedLibrary library;
  library.path_ = path;
  // Mapped: only the pages that are looked at are read.
  if (known && info.st_size > 0)
    library.file_ = MappedFile::Of(descriptor, static_cast<size_t>(info.st_size));
  if (known) library.real_path_ = RealPath(descriptor);
  if (descriptor >= 0) close(descriptor);
  if (library.file_ != nullptr || (known && info.st_size == 0)) return library;
  return absl::NotFoundError(absl::StrCat("cannot read library '", path, "': ", why));
}

std::string OpenedLibrary::path_to_load(bool uses_origin) const {
  if (real_path_.empty()) return path_;
  return uses_origin && !AreInOneFolder(path_, real_path_) ? path_ : real_path_;
}

bool OpenedLibrary::IsLoadedAs(void* handle) const {
  link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || map->l_ld == nullptr) return true;
  const std::string mine = MappedFileAt(contents().data());
  return mine.empty() || mine == MappedFileAt(map->l_ld);
}

}  // namespace opgraft_internal
