// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/zip_file.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/files/inflate.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// The records, each with its signature and the bytes of its fixed part.
constexpr absl::string_view kLocalHeader = "PK\3\4";
constexpr absl::string_view kDirectoryEntry = "PK\1\2";
constexpr absl::string_view kEndOfDirectory = "PK\5\6";
constexpr size_t kLocalBytes = 30;
constexpr size_t kEntryBytes = 46;
constexpr size_t kEndBytes = 22;
constexpr size_t kMaxComment = 0xffff;

constexpr int kStored = 0;
constexpr int kDeflated = 8;
constexpr int kEncryptedFlag = 1;
constexpr int kVersion = 20;                  // of the format: 2.0
constexpr uint32_t kFirstDay = 0x21;          // 1 January 1980, as DOS has it
constexpr uint64_t kMostBytes = 0xffff'fffe;  // one more means: see the fields of 64 bits
constexpr int kMostMembers = 0xfffe;

absl::Status Wrong(absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("not a zip file: ", why));
}

// A number of `bytes` bytes at `at`, the lowest first.
uint32_t Number(absl::string_view record, size_t at, size_t bytes) {
  uint32_t number = 0;
  for (size_t i = bytes; i-- > 0;)
    number = number << 8 | static_cast<unsigned char>(record[at + i]);
  return number;
}

void AppendNumber(uint64_t number, size_t bytes, std::string* record) {
  for (size_t i = 0; i < bytes; ++i) record->push_back(static_cast<char>(number >> (8 * i) & 0xff));
}

// The record at `at`; empty if it is cut off or another.
absl::string_view Record(absl::string_view bytes, size_t at, absl::string_view signature,
                         size_t size) {
  if (at > bytes.size() || bytes.size() - at < size) return {};
  return bytes.substr(at, signature.size()) == signature ? bytes.substr(at) : absl::string_view();
}

// The last record, which a comment may follow.
absl::string_view FindEnd(absl::string_view bytes) {
  if (bytes.size() < kEndBytes) return {};
  const size_t last = bytes.size() - kEndBytes;
  for (size_t back = 0; back <= std::min(last, kMaxComment); ++back) {
    const absl::string_view end = Record(bytes, last - back, kEndOfDirectory, kEndBytes);
    if (!end.empty()) return end;
  }
  return {};
}

// The bytes of a member: behind its local header, whose name and extra field have lengths of their
// own.
absl::StatusOr<absl::string_view> StoredBytes(absl::string_view bytes, size_t at, size_t size) {
  const absl::string_view header = Record(bytes, at, kLocalHeader, kLocalBytes);
  if (header.empty()) return Wrong("a member is not where the directory says");
  const size_t begin = kLocalBytes + Number(header, 26, 2) + Number(header, 28, 2);
  if (begin > header.size() || header.size() - begin < size) return Wrong("a member is cut off");
  return header.substr(begin, size);
}

absl::StatusOr<ZipMember> ParseEntry(absl::string_view bytes, absl::string_view entry) {
  ZipMember member;
  const size_t name_size = Number(entry, 28, 2);
  if (entry.size() - kEntryBytes < name_size) return Wrong("its directory is cut off");
  member.name = std::string(entry.substr(kEntryBytes, name_size));
  const uint32_t stored_size = Number(entry, 20, 4);
  const uint32_t size = Number(entry, 24, 4);
  if (std::max(stored_size, size) > kMostBytes)
    return Wrong(absl::StrCat(Quoted(member.name), " has 4 GiB or more: save it as .npy"));
  if ((Number(entry, 8, 2) & kEncryptedFlag) != 0)
    return Wrong(absl::StrCat(Quoted(member.name), " is encrypted"));
  const uint32_t method = Number(entry, 10, 2);
  if (method != kStored && method != kDeflated)
    return Wrong(absl::StrCat(Quoted(member.name), " is compressed by method ", method,
                              ", only DEFLATE is known"));
  member.is_deflated = method == kDeflated;
  member.crc = Number(entry, 16, 4);
  member.size = size;
  OPGRAFT_ASSIGN_OR_RETURN(member.stored, StoredBytes(bytes, Number(entry, 42, 4), stored_size));
  return member;
}

}  // namespace

absl::StatusOr<std::vector<ZipMember>> ListZip(absl::string_view bytes) {
  const absl::string_view end = FindEnd(bytes);
  if (end.empty()) return Wrong("it has no directory; is it cut off?");
  std::vector<ZipMember> members;
  size_t at = Number(end, 16, 4);
  for (uint32_t left = Number(end, 10, 2); left > 0; --left) {
    const absl::string_view entry = Record(bytes, at, kDirectoryEntry, kEntryBytes);
    if (entry.empty()) return Wrong("its directory is not where the end says");
    OPGRAFT_ASSIGN_OR_RETURN(ZipMember member, ParseEntry(bytes, entry));
    members.push_back(std::move(member));
    at += kEntryBytes + Number(entry, 28, 2) + Number(entry, 30, 2) + Number(entry, 32, 2);
  }
  return members;
}

absl::StatusOr<std::string> ReadZipMember(const ZipMember& member) {
  std::string contents;
  if (member.is_deflated) {
    OPGRAFT_ASSIGN_OR_RETURN(contents, Inflate(member.stored, member.size));
  } else {
    contents = std::string(member.stored);
  }
  if (static_cast<int64_t>(contents.size()) == member.size && Crc32(contents) == member.crc)
    return contents;
  return absl::InvalidArgumentError("its checksum is wrong: the file is damaged");
}

absl::Status ZipWriter::Add(const std::string& name, absl::string_view contents) {
  const uint64_t more = kLocalBytes + kEntryBytes + 2 * name.size() + contents.size() + kEndBytes;
  if (bytes_.size() + directory_.size() + more > kMostBytes || members_ == kMostMembers) {
    return absl::ResourceExhaustedError(
        "a .npz file has room for less than 4 GiB and 65,535 arrays: write .npy files to a folder");
  }
  // What the local header and the directory's entry have in common.
  std::string common;
  AppendNumber(kVersion, 2, &common);
  AppendNumber(0, 2, &common);  // flags
  AppendNumber(kStored, 2, &common);
  AppendNumber(0, 2, &common);  // time
  AppendNumber(kFirstDay, 2, &common);
  AppendNumber(Crc32(contents), 4, &common);
  AppendNumber(contents.size(), 4, &common);
  AppendNumber(contents.size(), 4, &common);
  AppendNumber(name.size(), 2, &common);
  AppendNumber(0, 2, &common);  // extra field

  absl::StrAppend(&directory_, kDirectoryEntry);
  AppendNumber(kVersion, 2, &directory_);
  absl::StrAppend(&directory_, common);
  directory_.append(10, '\0');  // comment, disk, attributes
  AppendNumber(bytes_.size(), 4, &directory_);
  absl::StrAppend(&directory_, name);
  absl::StrAppend(&bytes_, kLocalHeader, common, name, contents);
  ++members_;
  return absl::OkStatus();
}

std::string ZipWriter::Finish() && {
  const size_t begin = bytes_.size();
  absl::StrAppend(&bytes_, directory_, kEndOfDirectory);
  AppendNumber(0, 4, &bytes_);  // disks
  AppendNumber(members_, 2, &bytes_);
  AppendNumber(members_, 2, &bytes_);
  AppendNumber(directory_.size(), 4, &bytes_);
  AppendNumber(begin, 4, &bytes_);
  AppendNumber(0, 2, &bytes_);  // comment
  return std::move(bytes_);
}

}  // namespace opgraft_internal
