// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CHECKPOINT_STRING_CONTENTS_H_
#define CHECKPOINT_STRING_CONTENTS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How a checkpoint stores strings: their lengths as varints, a masked checksum of the lengths as
// fixed numbers, then the strings. The checksum in the index is of the fixed numbers, the four
// bytes and the strings.

// The lengths and the strings, as in the contents of a TensorProto. DATA_LOSS.
absl::Status StringContents(absl::string_view stored, int64_t count, uint32_t masked_crc,
                            std::string* contents);
// The stored form of a tensor of strings, and its checksum, which is not masked. REQUIRES: its type
// is DT_STRING.
std::string StoredStrings(const Tensor& strings, uint32_t* crc);

}  // namespace opgraft_internal

#endif  // CHECKPOINT_STRING_CONTENTS_H_
