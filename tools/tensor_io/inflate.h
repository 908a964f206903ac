// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_TENSOR_IO_INFLATE_H_
#define TOOLS_TENSOR_IO_INFLATE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The `size` bytes that were compressed with DEFLATE. It is zlib that does it: libz.so.1 is opened
// at the first call, so that nobody needs it who reads no such file. UNIMPLEMENTED if the machine
// has none, INVALID_ARGUMENT if the bytes are damaged or of another size. Thread-safe.
absl::StatusOr<std::string> Inflate(absl::string_view compressed, int64_t size);

// The checksum of zip files, CRC-32 of ISO 3309.
uint32_t Crc32(absl::string_view bytes);

}  // namespace opgraft_internal

#endif  // TOOLS_TENSOR_IO_INFLATE_H_
