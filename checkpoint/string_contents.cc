// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "checkpoint/string_contents.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "checkpoint/crc32c.h"
#include "framework/tensor/varint_list.h"

namespace opgraft_internal {
namespace {

absl::Status Damaged() { return absl::DataLossError("its strings are damaged"); }

// The number as it goes into the checksum: four bytes, or eight for one that is longer.
std::string FixedLength(uint64_t length) {
  std::string bytes;
  const int size = length <= UINT32_MAX ? 4 : 8;
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(length >> (8 * i)));
  return bytes;
}

std::string FourBytes(uint32_t value) { return FixedLength(value); }

bool TakeLength(absl::string_view* bytes, uint64_t* length) {
  *length = 0;
  for (size_t i = 0; i < 9 && i < bytes->size(); ++i) {  // 63 bits
    const auto byte = static_cast<unsigned char>((*bytes)[i]);
    *length |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if ((byte & 0x80) != 0) continue;
    bytes->remove_prefix(i + 1);
    return true;
  }
  return false;
}

}  // namespace

absl::Status StringContents(absl::string_view stored, int64_t count, uint32_t masked_crc,
                            std::string* contents) {
  absl::string_view rest = stored;
  if (count > static_cast<int64_t>(stored.size())) return Damaged();
  uint64_t total = 0;
  uint32_t crc = 0;
  for (int64_t i = 0; i < count; ++i) {
    uint64_t length = 0;
    if (!TakeLength(&rest, &length) || length > stored.size()) return Damaged();
    total += length;
    if (total > stored.size()) return Damaged();
    crc = ExtendCrc32c(crc, FixedLength(length));
  }
  const absl::string_view lengths = stored.substr(0, stored.size() - rest.size());
  const std::string seal = FourBytes(MaskedCrc32c(crc));
  if (rest.size() != total + seal.size() || rest.substr(0, seal.size()) != seal) return Damaged();
  rest.remove_prefix(seal.size());
  if (MaskedCrc32c(ExtendCrc32c(ExtendCrc32c(crc, seal), rest)) != masked_crc) return Damaged();
  *contents = absl::StrCat(lengths, rest);
  return absl::OkStatus();
}

std::string StoredStrings(const Tensor& strings, uint32_t* crc) {
  const auto* const texts = static_cast<const tstring*>(strings.data());
  const int64_t count = strings.NumElements();
  std::string stored;
  *crc = 0;
  for (int64_t i = 0; i < count; ++i) {
    *crc = ExtendCrc32c(*crc, FixedLength(texts[i].size()));
    AppendVarint(texts[i].size(), &stored);
  }
  const std::string seal = FourBytes(MaskedCrc32c(*crc));
  const size_t begin = stored.size();
  stored += seal;
  for (int64_t i = 0; i < count; ++i) stored.append(texts[i].data(), texts[i].size());
  *crc = ExtendCrc32c(*crc, absl::string_view(stored).substr(begin));
  return stored;
}

}  // namespace opgraft_internal
