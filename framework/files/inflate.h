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

// The most bytes that so many compressed bytes can stand for: DEFLATE compresses at most
// 1,032-fold. A file that claims a larger size is refused before memory is allocated for it.
inline int64_t MostInflated(int64_t compressed_bytes) {
  constexpr int64_t kMaxPerByte = 1032;
  constexpr int64_t kSlack = 1 << 10;
  return compressed_bytes * kMaxPerByte + kSlack;
}

// Decompresses a raw DEFLATE stream (no header around it, as in zip files) to `size` bytes, with
// zlib. INVALID_ARGUMENT if the bytes are damaged or give another size. Thread-safe.
absl::StatusOr<std::string> Inflate(absl::string_view compressed, int64_t size);

// What stands around the compressed bytes.
enum class DeflateFormat {
  // One stream; what follows it is not looked at.
  kZlib,
  // Any number of streams.
  kGzip,
};

// Gives `take` the bytes of the streams in `compressed`, piece by piece. An error that `take`
// returns ends it and is returned. Streams that are cut off end where they are. DATA_LOSS for
// damaged ones. Thread-safe.
absl::Status InflateStreams(absl::string_view compressed, DeflateFormat format,
                            absl::FunctionRef<absl::Status(absl::string_view)> take);

// The checksum of zip and PNG files, CRC-32 of ISO 3309.
uint32_t Crc32(absl::string_view bytes);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_FILES_INFLATE_H_
