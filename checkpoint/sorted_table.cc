// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "checkpoint/sorted_table.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "checkpoint/crc32c.h"
#include "framework/tensor/varint_list.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

constexpr size_t kFooterBytes = 48;  // two handles, padding, the magic number
constexpr size_t kTrailerBytes = 5;  // behind a block: its compression and its checksum
constexpr uint64_t kMagic = 0xdb4775248b80fb57;
constexpr size_t kBlockBytes = 4096;  // about, of the blocks that are written
constexpr int kMaxVarintBytes = 10;

absl::Status Damaged(absl::string_view what) {
  return absl::DataLossError(absl::StrCat("the index of the checkpoint is damaged: ", what));
}

template <typename T>
T FixedAt(const char* at) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i)
    value |= static_cast<T>(static_cast<unsigned char>(at[i])) << (8 * i);
  return value;
}

template <typename T>
void AppendFixed(T value, std::string* out) {
  for (size_t i = 0; i < sizeof(T); ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}

bool TakeVarint(absl::string_view* bytes, uint64_t* value) {
  *value = 0;
  for (int i = 0; i < kMaxVarintBytes && static_cast<size_t>(i) < bytes->size(); ++i) {
    const auto byte = static_cast<unsigned char>((*bytes)[static_cast<size_t>(i)]);
    if (i == kMaxVarintBytes - 1 && byte > 1) return false;  // beyond 64 bits
    *value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if ((byte & 0x80) != 0) continue;
    bytes->remove_prefix(static_cast<size_t>(i) + 1);
    return true;
  }
  return false;
}

// Where a block lies.
struct Handle {
  uint64_t offset = 0;
  uint64_t size = 0;
};

bool TakeHandle(absl::string_view* bytes, Handle* handle) {
  return TakeVarint(bytes, &handle->offset) && TakeVarint(bytes, &handle->size);
}

// The contents of a block, whose checksum is looked at.
absl::Status FindBlock(absl::string_view file, const Handle& handle, absl::string_view* block) {
  const uint64_t room = file.size() - kFooterBytes;
  if (handle.offset > room || handle.size > room - handle.offset ||
      room - handle.offset - handle.size < kTrailerBytes) {
    return Damaged("a block lies outside of the file");
  }
  const absl::string_view sealed = file.substr(handle.offset, handle.size + 1);
  *block = file.substr(handle.offset, handle.size);
  if (MaskedCrc32c(Crc32c(sealed)) != FixedAt<uint32_t>(sealed.data() + sealed.size()))
    return Damaged("a checksum is wrong");
  if (sealed.back() != 0)
    return absl::UnimplementedError("the index of the checkpoint is compressed");
  return absl::OkStatus();
}

// An entry has the number of bytes that its key shares with the key before, that of the others, and
// that of the value; then those bytes. Behind the entries are the places of some of them.
absl::Status ReadBlock(
    absl::string_view block,
    absl::FunctionRef<absl::Status(absl::string_view key, absl::string_view value)> visit) {
  if (block.size() < sizeof(uint32_t)) return Damaged("a block is too short");
  block.remove_suffix(sizeof(uint32_t));
  const uint64_t restarts = FixedAt<uint32_t>(block.data() + block.size());
  if (restarts > block.size() / sizeof(uint32_t)) return Damaged("a block has no entries");
  block.remove_suffix(restarts * sizeof(uint32_t));
  std::string key;
  while (!block.empty()) {
    uint64_t shared = 0;
    uint64_t rest = 0;
    uint64_t size = 0;
    if (!TakeVarint(&block, &shared) || !TakeVarint(&block, &rest) || !TakeVarint(&block, &size))
      return Damaged("an entry is cut off");
    if (shared > key.size() || rest > block.size() || size > block.size() - rest)
      return Damaged("an entry is longer than its block");
    key.resize(shared);
    key.append(block.data(), rest);
    const absl::string_view value = block.substr(rest, size);
    OPGRAFT_RETURN_IF_ERROR(visit(key, value));
    block.remove_prefix(rest + size);
  }
  return absl::OkStatus();
}

// Makes a block of a table.
class BlockWriter {
 public:
  size_t size() const { return bytes_.size(); }
  const std::string& last_key() const { return last_key_; }
  // Keys are written in full: an index is small.
  void Add(absl::string_view key, absl::string_view value) {
    restarts_.push_back(static_cast<uint32_t>(bytes_.size()));
    AppendVarint(0, &bytes_);
    AppendVarint(key.size(), &bytes_);
    AppendVarint(value.size(), &bytes_);
    absl::StrAppend(&bytes_, key, value);
    last_key_ = std::string(key);
  }
  // Appends the block to a file; where it lies, as a handle is written.
  std::string Finish(std::string* file) {
    if (restarts_.empty()) restarts_.push_back(0);
    for (uint32_t restart : restarts_) AppendFixed(restart, &bytes_);
    AppendFixed(static_cast<uint32_t>(restarts_.size()), &bytes_);
    std::string handle;
    AppendVarint(file->size(), &handle);
    AppendVarint(bytes_.size(), &handle);
    bytes_.push_back('\0');  // not compressed
    const uint32_t crc = MaskedCrc32c(Crc32c(bytes_));
    file->append(bytes_);
    AppendFixed(crc, file);
    *this = BlockWriter();
    return handle;
  }

 private:
  std::string bytes_;
  std::vector<uint32_t> restarts_;
  std::string last_key_;
};

}  // namespace

absl::Status ReadSortedTable(
    absl::string_view file,
    absl::FunctionRef<absl::Status(absl::string_view key, absl::string_view value)> visit) {
  if (file.size() < kFooterBytes) return Damaged("it is too short");
  absl::string_view footer = file.substr(file.size() - kFooterBytes);
  if (FixedAt<uint64_t>(footer.data() + kFooterBytes - 8) != kMagic)
    return Damaged("it does not end as an index does");
  Handle meta;
  Handle index;
  if (!TakeHandle(&footer, &meta) || !TakeHandle(&footer, &index))
    return Damaged("its footer is wrong");
  absl::string_view block;
  OPGRAFT_RETURN_IF_ERROR(FindBlock(file, index, &block));
  // A block that is named again and again would take for ever.
  uint64_t bytes_left = file.size();
  return ReadBlock(block, [&](absl::string_view, absl::string_view value) -> absl::Status {
    Handle data;
    absl::string_view entries;
    if (!TakeHandle(&value, &data)) return Damaged("its list of blocks is wrong");
    OPGRAFT_RETURN_IF_ERROR(FindBlock(file, data, &entries));
    if (entries.size() > bytes_left) return Damaged("its blocks lie over each other");
    bytes_left -= entries.size();
    return ReadBlock(entries, visit);
  });
}

std::string WriteSortedTable(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string file;
  BlockWriter data;
  BlockWriter index;
  const auto finish = [&] {
    const std::string last = data.last_key();
    index.Add(last, data.Finish(&file));
  };
  for (const auto& [key, value] : entries) {
    data.Add(key, value);
    if (data.size() >= kBlockBytes) finish();
  }
  if (data.size() > 0) finish();
  std::string footer = BlockWriter().Finish(&file);
  footer += index.Finish(&file);
  footer.resize(kFooterBytes - 8, '\0');
  AppendFixed(kMagic, &footer);
  return file + footer;
}

}  // namespace opgraft_internal
