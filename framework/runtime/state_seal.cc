// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/state_seal.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/op/fingerprint.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kMagic("opgraft state\n\0\0", 16);
constexpr size_t kVersionAt = 16;
constexpr size_t kSizeAt = 24;
constexpr size_t kChecksumAt = 32;
constexpr size_t kHeader = kStateHeaderBytes;
constexpr uint64_t kVersion = 3;

uint64_t NumberAt(absl::string_view bytes, size_t at) {
  uint64_t number = 0;
  for (size_t i = 8; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

void SetNumber(uint64_t number, size_t at, std::string* bytes) {
  for (size_t i = 0; i < 8; ++i) (*bytes)[at + i] = static_cast<char>(number >> (8 * i) & 0xff);
}

}  // namespace

void SealState(std::string* file) {
  const absl::string_view message = absl::string_view(*file).substr(kHeader);
  file->replace(0, kMagic.size(), kMagic.data(), kMagic.size());
  SetNumber(kVersion, kVersionAt, file);
  SetNumber(message.size(), kSizeAt, file);
  SetNumber(Fingerprint64(message), kChecksumAt, file);
}

absl::StatusOr<int64_t> StateBytesOf(absl::string_view header) {
  if (header.size() < kHeader || !absl::StartsWith(header, kMagic))
    return absl::InvalidArgumentError("this is not a state file");
  const uint64_t version = NumberAt(header, kVersionAt);
  if (version != kVersion) {
    return absl::InvalidArgumentError(absl::StrCat("the state file is of version ", version,
                                                   ", this library reads version ", kVersion));
  }
  const uint64_t size = NumberAt(header, kSizeAt);
  if (size <= kMaxStateBytes) return static_cast<int64_t>(size);
  return absl::InvalidArgumentError(
      "the state file is damaged: it says that it has more bytes than one can");
}

absl::StatusOr<absl::string_view> UnsealState(absl::string_view file) {
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t size, StateBytesOf(file));
  const absl::string_view message = file.substr(kHeader);
  if (message.size() != static_cast<size_t>(size)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the state file is damaged: it says that ", size, " bytes follow its header, ",
        message.size() < static_cast<size_t>(size) ? absl::StrCat("but has ", message.size())
                                                   : "but has more"));
  }
  if (Fingerprint64(message) == NumberAt(file, kChecksumAt)) return message;
  return absl::InvalidArgumentError("the state file is damaged: its checksum is another");
}

}  // namespace opgraft_internal
