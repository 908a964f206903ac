// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_FILES_INFLATE_H_
#define FRAMEWORK_FILES_INFLATE_H_

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// DEFLATE makes bytes at most 1,032 times fewer. Who promises more is not to get memory for it.
inline int64_t MostInflated(int64_t compressed_bytes) {
  constexpr int64_t kMostPerByte = 1032;
  constexpr int64_t kSlack = 1 << 10;
  return compressed_bytes * kMostPerByte + kSlack;
}

// The `size` bytes that were compressed with DEFLATE. It is zlib that does it. INVALID_ARGUMENT if
// the bytes are damaged or of another size. Thread-safe.
absl::StatusOr<std::string> Inflate(absl::string_view compressed, int64_t size);

// What stands around the compressed bytes.
enum class DeflateFormat {
  kZlib,  // one stream; what follows it is not looked at
  kGzip,  // any number of streams
};

// Gives `take` the bytes of the streams in `compressed`, piece by piece; what it answers, if that
// is an error, ends it. Streams that are cut off end where they are. DATA_LOSS for damaged ones.
absl::Status InflateStreams(absl::string_view compressed, DeflateFormat format,
                            absl::FunctionRef<absl::Status(absl::string_view)> take);

// The checksum of zip and PNG files, CRC-32 of ISO 3309.
uint32_t Crc32(absl::string_view bytes);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_FILES_INFLATE_H_
