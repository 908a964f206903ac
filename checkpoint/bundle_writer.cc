// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "checkpoint/bundle_writer.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "checkpoint/bundle_reader.h"
#include "checkpoint/crc32c.h"
#include "checkpoint/sorted_table.h"
#include "checkpoint/string_contents.h"
#include "framework/files/write_file.h"
#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/tensor_bundle.pb.h"

namespace opgraft_internal {
namespace {

std::string Header(int num_shards) {
  BundleHeaderProto header;
  header.set_num_shards(num_shards);
  header.mutable_version()->set_producer(1);
  return header.SerializeAsString();
}

absl::Status WriteIndex(const std::map<std::string, std::string>& entries, int num_shards,
                        const std::string& prefix) {
  std::vector<std::pair<std::string, std::string>> table = {{"", Header(num_shards)}};
  table.insert(table.end(), entries.begin(), entries.end());
  return WriteFile(absl::StrCat(prefix, ".index"), WriteSortedTable(table));
}

absl::Status Rename(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return absl::OkStatus();
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot rename ", from, " to ", to));
}

}  // namespace

absl::Status BundleWriter::Add(const std::string& name, const Tensor& tensor) {
  if (name.empty() || entries_.count(name) > 0) {
    return absl::InvalidArgumentError(absl::StrCat("a tensor of a checkpoint cannot be called ",
                                                   Quoted(name),
                                                   name.empty() ? "" : ": another one is"));
  }
  BundleEntryProto entry;
  entry.set_dtype(tensor.dtype());
  ToProto(tensor.shape(), entry.mutable_shape());
  data_.resize((data_.size() + TensorBuffer::kAlignment - 1) / TensorBuffer::kAlignment *
               TensorBuffer::kAlignment);
  entry.set_offset(static_cast<int64_t>(data_.size()));
  uint32_t crc = 0;
  if (tensor.dtype() == DT_STRING) {
    data_ += StoredStrings(tensor, &crc);
  } else if (DataTypeCanUseMemcpy(tensor.dtype())) {
    const absl::string_view bytes(static_cast<const char*>(tensor.data()), tensor.TotalBytes());
    crc = Crc32c(bytes);
    data_.append(bytes.data(), bytes.size());
  } else {
    return absl::UnimplementedError(absl::StrCat("a checkpoint cannot hold ", Quoted(name),
                                                 ", which is ", DataTypeString(tensor.dtype())));
  }
  entry.set_size(static_cast<int64_t>(data_.size()) - entry.offset());
  entry.set_crc32c(MaskedCrc32c(crc));
  entries_[name] = entry.SerializeAsString();
  return absl::OkStatus();
}

absl::Status BundleWriter::Write(const std::string& prefix) const {
  OPGRAFT_RETURN_IF_ERROR(WriteFile(ShardFile(prefix, 0, 1), data_));
  return WriteIndex(entries_, 1, prefix);
}

absl::Status MergeBundles(const std::vector<std::string>& prefixes, const std::string& merged,
                          bool allow_missing) {
  std::vector<BundleReader> bundles;
  std::vector<std::string> found;
  int num_shards = 0;
  for (const std::string& prefix : prefixes) {
    absl::StatusOr<BundleReader> bundle = BundleReader::Open(prefix);
    if (allow_missing && absl::IsNotFound(bundle.status())) continue;
    OPGRAFT_RETURN_IF_ERROR(bundle.status());
    num_shards += bundle->num_shards();
    bundles.push_back(*std::move(bundle));
    found.push_back(prefix);
  }
  std::map<std::string, std::string> entries;
  int first_shard = 0;
  for (const BundleReader& bundle : bundles) {
    for (const std::string& name : bundle.names()) {
      BundleEntryProto entry;
      OPGRAFT_RETURN_IF_ERROR(bundle.Find(name, &entry));
      entry.set_shard_id(entry.shard_id() + first_shard);
      if (!entries.emplace(name, entry.SerializeAsString()).second) {
        return absl::InvalidArgumentError(
            absl::StrCat("two checkpoints to be merged have a tensor ", Quoted(name)));
      }
    }
    first_shard += bundle.num_shards();
  }
  int shard = 0;
  for (size_t b = 0; b < bundles.size(); ++b) {
    for (int s = 0; s < bundles[b].num_shards(); ++s) {
      OPGRAFT_RETURN_IF_ERROR(Rename(ShardFile(found[b], s, bundles[b].num_shards()),
                                     ShardFile(merged, shard++, num_shards)));
    }
  }
  OPGRAFT_RETURN_IF_ERROR(WriteIndex(entries, num_shards, merged));
  for (const std::string& prefix : found) {
    if (prefix != merged) std::remove(absl::StrCat(prefix, ".index").c_str());
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
