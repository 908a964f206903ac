// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CHECKPOINT_BUNDLE_WRITER_H_
#define CHECKPOINT_BUNDLE_WRITER_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "checkpoint/tensor_slice.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Writes a checkpoint of one shard (checkpoint/bundle_reader.h), which TensorFlow reads. Tensors
// lie on 64 bytes, so that they can stay in the file. Thread-compatible.
//
// Example:
//   BundleWriter writer;
//   OPGRAFT_RETURN_IF_ERROR(writer.Add("dense/kernel", kernel));
//   OPGRAFT_RETURN_IF_ERROR(writer.Write("model/variables/variables"));
class BundleWriter {
 public:
  // INVALID_ARGUMENT for a name that is empty or there already, UNIMPLEMENTED for a type that
  // checkpoints cannot hold.
  absl::Status Add(const std::string& name, const Tensor& tensor);
  // Adds a slice of a tensor, whose other slices may be in this checkpoint or in one that is merged
  // with it. INVALID_ARGUMENT also if it has not the slice's shape, is there already, or if the
  // others are of another tensor by type or shape.
  absl::Status AddSlice(const std::string& name, const TensorSlice& slice, const Tensor& tensor);
  // Writes PREFIX.data-00000-of-00001, then PREFIX.index. Errors of WriteFile.
  absl::Status Write(const std::string& prefix) const;

 private:
  // Adds a tensor, or a slice of one, under a key of the index. Messages say `name`: the key of a
  // slice holds bytes that are not text.
  absl::Status AddEntry(const std::string& key, const std::string& name, const Tensor& tensor);
  // Appends the bytes of a tensor to the data; their checksum, not yet masked.
  absl::StatusOr<uint32_t> AppendContents(const std::string& name, const Tensor& tensor);

  std::string data_;  // of the file PREFIX.data-00000-of-00001
  // By key: a BundleEntryProto, serialized. Sorted as the index is.
  std::map<std::string, std::string> entries_;
};

// Makes one checkpoint of several, whose tensors must have different names, or be different slices
// of one; their data files are renamed. Without `allow_missing` all must be there.
absl::Status MergeBundles(const std::vector<std::string>& prefixes, const std::string& merged,
                          bool allow_missing);

}  // namespace opgraft_internal

#endif  // CHECKPOINT_BUNDLE_WRITER_H_
