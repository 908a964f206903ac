// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/weights_writer.h"

#include <cstring>
#include <limits>

#include "absl/hash/hash.h"
#include "absl/strings/str_cat.h"
#include "framework/tensor/packed_tensor.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// From here on a reader gains more by mapping a constant than the padding costs.
constexpr size_t kLeastAligned = 4096;

void AppendInt32(int64_t value, std::string* bytes) {
  const auto number = static_cast<int32_t>(value);
  char raw[sizeof(number)];
  std::memcpy(raw, &number, sizeof(number));
  bytes->append(raw, sizeof(raw));
}

// A count, one offset more than strings (the first is 0), then the characters.
absl::StatusOr<std::string> PackStrings(const Tensor& value) {
  OPGRAFT_ASSIGN_OR_RETURN(const absl::Span<const tstring> strings, value.TryFlat<tstring>());
  std::string bytes;
  std::string characters;
  AppendInt32(static_cast<int64_t>(strings.size()), &bytes);
  AppendInt32(0, &bytes);
  for (const tstring& text : strings) {
    characters.append(text.data(), text.size());
    AppendInt32(static_cast<int64_t>(characters.size()), &bytes);
  }
  if (characters.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max()))
    return absl::UnimplementedError("a constant has more than 2 GiB of text");
  return absl::StrCat(bytes, characters);
}

}  // namespace

WeightsWriter::Place WeightsWriter::AddBytes(absl::string_view bytes) {
  std::vector<Place>& known = by_hash_[absl::HashOf(bytes)];
  for (const Place& place : known) {
    if (absl::string_view(bytes_).substr(static_cast<size_t>(place.offset),
                                         static_cast<size_t>(place.size)) == bytes)
      return place;
  }
  constexpr size_t kAlignment = TensorBuffer::kAlignment;
  if (bytes.size() >= kLeastAligned)
    bytes_.resize((bytes_.size() + kAlignment - 1) / kAlignment * kAlignment);
  known.push_back({static_cast<int64_t>(bytes_.size()), static_cast<int64_t>(bytes.size())});
  bytes_.append(bytes.data(), bytes.size());
  return known.back();
}

absl::StatusOr<WeightsWriter::Place> WeightsWriter::Add(const Tensor& value) {
  if (!value.IsInitialized()) return absl::InvalidArgumentError("the constant has no memory");
  // OpenVINO reads no constant of no bytes, and writes a byte for one itself.
  if (value.NumElements() == 0 && value.dtype() != DT_STRING)
    return AddBytes(absl::string_view("\0", 1));
  if (value.dtype() == DT_STRING) {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes, PackStrings(value));
    return AddBytes(bytes);
  }
  if (PackedBits(value.dtype()) != 0) {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes, PackTensor(value));
    return AddBytes(bytes);
  }
  return AddBytes(value.tensor_data());
}

}  // namespace opgraft_internal
