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

// The .bin file of an IR: constants one behind the other, equal bytes once. Thread-compatible.
class WeightsWriter {
 public:
  // Where a constant lies.
  struct Place {
    int64_t offset = 0;
    int64_t size = 0;
  };

  // UNIMPLEMENTED for elements that such a file cannot hold, or more text than it can.
  absl::StatusOr<Place> Add(const Tensor& value);

  const std::string& bytes() const { return bytes_; }
  std::string Take() { return std::move(bytes_); }

 private:
  Place AddBytes(absl::string_view bytes);

  std::string bytes_;
  absl::flat_hash_map<size_t, std::vector<Place>> by_hash_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_WEIGHTS_WRITER_H_
