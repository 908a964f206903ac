// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_WEIGHTS_WRITER_H_
#define OPENVINO_WRITING_WEIGHTS_WRITER_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Builds the .bin file of an IR: constants one after the other, equal bytes once. Constants of 4
// KiB and more begin on 64 bytes, so that a reader can map them. Thread-compatible.
//
// Example:
//   WeightsWriter weights;
//   OPGRAFT_ASSIGN_OR_RETURN(const WeightsWriter::Place place, weights.Add(kernel));
//   ...                            // write offset="place.offset" size="place.size"
//   OPGRAFT_RETURN_IF_ERROR(WriteFile("model.bin", weights.Take()));
class WeightsWriter {
 public:
  // Where a constant lies, in bytes.
  struct Place {
    int64_t offset = 0;
    int64_t size = 0;
  };

  // Appends the elements, or finds them. Strings become a table of offsets and their characters;
  // types of less than a byte are packed; an empty tensor takes one byte, as OpenVINO reads no
  // constant without bytes. INVALID_ARGUMENT for a tensor without memory, UNIMPLEMENTED for
  // elements that such a file cannot hold or more than 2 GiB of text.
  absl::StatusOr<Place> Add(const Tensor& value);

  const std::string& bytes() const { return bytes_; }
  // The bytes; the writer is of no use afterwards.
  std::string Take() { return std::move(bytes_); }

 private:
  Place AddBytes(absl::string_view bytes);

  std::string bytes_;
  // By the hash of the bytes: where such constants lie.
  absl::flat_hash_map<size_t, std::vector<Place>> by_hash_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_WEIGHTS_WRITER_H_
