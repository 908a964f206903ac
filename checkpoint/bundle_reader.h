// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CHECKPOINT_BUNDLE_READER_H_
#define CHECKPOINT_BUNDLE_READER_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "checkpoint/tensor_slice.h"
#include "framework/files/mapped_file.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class BundleEntryProto;
}  // namespace opgraft

namespace opgraft_internal {

// A checkpoint of TensorFlow's second format: PREFIX.index, a sorted table of the tensors' names,
// types, shapes and places, and PREFIX.data-00000-of-00003, ..., their contents. Movable;
// thread-compatible.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(BundleReader bundle, BundleReader::Open("model/variables/variables"));
//   OPGRAFT_ASSIGN_OR_RETURN(const Tensor kernel, bundle.Read("dense/kernel"));
class BundleReader {
 public:
  // Reads the index. NOT_FOUND, DATA_LOSS, UNIMPLEMENTED for one of a big-endian machine or of a
  // later format; errors name the file.
  static absl::StatusOr<BundleReader> Open(const std::string& prefix);

  // The same of an index that was read.
  static absl::StatusOr<BundleReader> FromIndex(const std::string& prefix, absl::string_view index);

  bool Has(absl::string_view name) const { return entries_.count(name) > 0; }
  // In order.
  std::vector<std::string> names() const;
  int num_shards() const { return num_shards_; }
  // What the index says of a tensor. NOT_FOUND, DATA_LOSS.
  absl::Status Find(absl::string_view name, BundleEntryProto* entry) const;
  // A tensor. Its memory is the file's, mapped privately, if it lies there on 64 bytes; else it is
  // copied. DATA_LOSS for a place that is not in the file, a size that is not that of type and
  // shape, a wrong checksum, or slices that overlap; UNIMPLEMENTED for a type that checkpoints
  // cannot hold; INVALID_ARGUMENT if it is stored in slices of which some are missing. What is
  // stored in slices is put together.
  absl::StatusOr<Tensor> Read(absl::string_view name);
  // A part of a tensor, stored as a whole or in any slices. INVALID_ARGUMENT if the tensor has not
  // the shape whose slice it is; else as Read.
  absl::StatusOr<Tensor> ReadSlice(absl::string_view name, const TensorSlice& slice);

 private:
  BundleReader() = default;
  absl::Status ReadHeader(absl::string_view value);
  absl::StatusOr<absl::string_view> BytesOf(const BundleEntryProto& entry);
  absl::StatusOr<Tensor> ReadEntry(const BundleEntryProto& entry);
  // `wanted`, of the shape that the tensor must have; null: all of it.
  absl::StatusOr<Tensor> ReadNamed(absl::string_view name, const TensorSlice* wanted);
  absl::StatusOr<Tensor> ReadPart(absl::string_view name, const BundleEntryProto& entry,
                                  const TensorSlice* wanted);
  struct StoredSlice;
  absl::StatusOr<StoredSlice> FindSlice(absl::string_view name, const TensorSlice& slice,
                                        DataType dtype);
  absl::StatusOr<std::vector<StoredSlice>> SlicesFor(absl::string_view name,
                                                     const BundleEntryProto& entry,
                                                     const TensorSlice& wanted);
  absl::StatusOr<Tensor> JoinSlices(absl::string_view name, const BundleEntryProto& entry,
                                    const TensorSlice& wanted);

  std::string prefix_;
  int num_shards_ = 1;
  std::map<std::string, std::string, std::less<>> entries_;  // messages in their bytes
  std::vector<std::shared_ptr<const MappedFile>> shards_;    // null: not opened yet
};

// "PREFIX.data-00001-of-00003".
std::string ShardFile(absl::string_view prefix, int shard, int num_shards);

}  // namespace opgraft_internal

#endif  // CHECKPOINT_BUNDLE_READER_H_
