// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMinRoom = 4096;

absl::Status TooLong(const std::string& path, const ByteLimit& limit) {
  return absl::ResourceExhaustedError(
      absl::StrCat(Quoted(path), " is longer than the limit of ", limit.bytes, " bytes",
                   limit.option.empty() ? "" : absl::StrCat(" (", limit.option, ")")));
}

}  // namespace

absl::StatusOr<InputFile> InputFile::Open(const std::string& path) {
  const int number = DescriptorNumber(path);
  Descriptor file(number >= 0 ? fcntl(number, F_DUPFD_CLOEXEC, 0)
                              : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!file.is_open()) return FileError(errno, "open", path);
  struct stat info;
  if (fstat(file.number(), &info) != 0) return FileError(errno, "read", path);
  if (S_ISDIR(info.st_mode))
    return absl::InvalidArgumentError(absl::StrCat(Quoted(path), " is a folder, not a file"));
  return InputFile(path, std::move(file), S_ISREG(info.st_mode) ? info.st_size : 0);
}

int64_t InputFile::BytesAhead() const {
  if (size_ == 0) return 0;
  const int64_t at = lseek(file_.number(), 0, SEEK_CUR);
  return at < 0 ? 0 : std::max<int64_t>(0, size_ - at);
}

absl::Status InputFile::Read(int64_t count, std::string* bytes) {
  const auto before = static_cast<int64_t>(bytes->size());
  const auto resize = [&](int64_t size) { bytes->resize(static_cast<size_t>(before + size)); };
  int64_t size = 0;
  // One byte more than is expected shows that the file ends there.
  int64_t room = std::min(count, std::max(kMinRoom, BytesAhead() + 1));
  while (size < count) {
    resize(room);
    const ssize_t got = read(file_.number(), &(*bytes)[static_cast<size_t>(before + size)],
                             static_cast<size_t>(room - size));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError(errno, "read", path_);
    if (got == 0) break;
    size += got;
    if (size == room) room = count / 2 < room ? count : room * 2;
  }
  resize(size);
  return absl::OkStatus();
}

absl::StatusOr<std::string> InputFile::ReadAll(const ByteLimit& limit) {
  if (BytesAhead() > limit.bytes) return TooLong(path_, limit);
  const bool is_bounded = limit.bytes < std::numeric_limits<int64_t>::max();
  std::string bytes;
  OPGRAFT_RETURN_IF_ERROR(Read(limit.bytes + (is_bounded ? 1 : 0), &bytes));
  if (static_cast<int64_t>(bytes.size()) > limit.bytes) return TooLong(path_, limit);
  return bytes;
}

std::shared_ptr<const MappedFile> InputFile::Map(int64_t least, int64_t most) const {
  if (size_ < std::max<int64_t>(1, least) || size_ > most || BytesAhead() != size_) return nullptr;
  return MappedFile::Of(file_.number(), static_cast<size_t>(size_));
}

absl::StatusOr<std::string> ReadFile(const std::string& path, const ByteLimit& limit) {
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, InputFile::Open(path));
  return file.ReadAll(limit);
}

}  // namespace opgraft_internal
