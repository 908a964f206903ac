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

// `entry`, of slices, with those that `entries` have of the same tensor before its own.
// INVALID_ARGUMENT if that is no tensor in slices, of the same type and shape.
absl::StatusOr<std::string> WithSlicesOf(const std::map<std::string, std::string>& entries,
                                         const std::string& name, const BundleEntryProto& entry) {
  const auto there = entries.find(name);
  if (there == entries.end()) return entry.SerializeAsString();
  BundleEntryProto both;
  if (!both.ParseFromString(there->second)) return absl::DataLossError("an entry cannot be parsed");
  if (both.slices_size() == 0 || entry.slices_size() == 0 || both.dtype() != entry.dtype() ||
      both.shape().SerializeAsString() != entry.shape().SerializeAsString()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a checkpoint has a tensor ", Quoted(name),
        " already, and they are not slices of one tensor: type and shape must be the same"));
  }
  both.mutable_slices()->MergeFrom(entry.slices());
  return both.SerializeAsString();
}

absl::Status Rename(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) == 0) return absl::OkStatus();
  return absl::ErrnoToStatus(errno, absl::StrCat("cannot rename ", from, " to ", to));
}

}  // namespace

absl::Status BundleWriter::Add(const std::string& name, const Tensor& tensor) {
  return AddEntry(name, name, tensor);
}

absl::Status BundleWriter::AddSlice(const std::string& name, const TensorSlice& slice,
                                    const Tensor& tensor) {
  if (tensor.shape() != slice.shape()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a slice of ", Quoted(name), " has shape ", slice.shape().DebugString(),
                     ", but the tensor to be saved has ", tensor.shape().DebugString()));
  }
  if (slice.is_whole()) return Add(name, tensor);
  BundleEntryProto whole;
  whole.set_dtype(tensor.dtype());
  ToProto(slice.whole(), whole.mutable_shape());
  slice.ToProto(whole.add_slices());
  OPGRAFT_ASSIGN_OR_RETURN(std::string entry, WithSlicesOf(entries_, name, whole));
  OPGRAFT_RETURN_IF_ERROR(AddEntry(slice.KeyOf(name), name, tensor));
  entries_[name] = std::move(entry);
  return absl::OkStatus();
}

absl::Status BundleWriter::AddEntry(const std::string& key, const std::string& name,
                                    const Tensor& tensor) {
  if (name.empty() || entries_.count(key) > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("a tensor of a checkpoint cannot be called ", Quoted(name),
                     name.empty() ? "" : ": another one is, or another slice of it"));
  }
  BundleEntryProto entry;
  entry.set_dtype(tensor.dtype());
  ToProto(tensor.shape(), entry.mutable_shape());
  data_.resize((data_.size() + TensorBuffer::kAlignment - 1) / TensorBuffer::kAlignment *
               TensorBuffer::kAlignment);
  entry.set_offset(static_cast<int64_t>(data_.size()));
  OPGRAFT_ASSIGN_OR_RETURN(const uint32_t crc, AppendContents(name, tensor));
  entry.set_size(static_cast<int64_t>(data_.size()) - entry.offset());
  entry.set_crc32c(MaskedCrc32c(crc));
  entries_[key] = entry.SerializeAsString();
  return absl::OkStatus();
}

absl::StatusOr<uint32_t> BundleWriter::AppendContents(const std::string& name,
                                                      const Tensor& tensor) {
  uint32_t crc = 0;
  if (tensor.dtype() == DT_STRING) {
    data_ += StoredStrings(tensor, &crc);
    return crc;
  }
  if (!DataTypeCanUseMemcpy(tensor.dtype())) {
    return absl::UnimplementedError(absl::StrCat("a checkpoint cannot hold ", Quoted(name),
                                                 ", which is ", DataTypeString(tensor.dtype())));
  }
  const absl::string_view bytes(static_cast<const char*>(tensor.data()), tensor.TotalBytes());
  data_.append(bytes.data(), bytes.size());
  return Crc32c(bytes);
}

absl::Status BundleWriter::Write(const std::string& prefix) const {
  OPGRAFT_RETURN_IF_ERROR(WriteFile(ShardFile(prefix, 0, 1), data_));
  return WriteIndex(entries_, 1, prefix);
}

namespace {

// A checkpoint that is to be merged.
struct MergedBundle {
  std::string prefix;
  BundleReader reader;
};

absl::StatusOr<std::vector<MergedBundle>> OpenBundles(const std::vector<std::string>& prefixes,
                                                      bool allow_missing) {
  std::vector<MergedBundle> bundles;
  for (const std::string& prefix : prefixes) {
    absl::StatusOr<BundleReader> bundle = BundleReader::Open(prefix);
    if (allow_missing && absl::IsNotFound(bundle.status())) continue;
    OPGRAFT_RETURN_IF_ERROR(bundle.status());
    bundles.push_back({prefix, *std::move(bundle)});
  }
  return bundles;
}

// The entries of all, whose shards are numbered one checkpoint after the other.
absl::StatusOr<std::map<std::string, std::string>> MergeEntries(
    const std::vector<MergedBundle>& bundles) {
  std::map<std::string, std::string> entries;
  int first_shard = 0;
  for (const MergedBundle& bundle : bundles) {
    for (const std::string& name : bundle.reader.names()) {
      BundleEntryProto entry;
      OPGRAFT_RETURN_IF_ERROR(bundle.reader.Find(name, &entry));
      if (entry.slices_size() == 0) entry.set_shard_id(entry.shard_id() + first_shard);
      OPGRAFT_ASSIGN_OR_RETURN(entries[name], WithSlicesOf(entries, name, entry));
    }
    first_shard += bundle.reader.num_shards();
  }
  return entries;
}

absl::Status RenameShards(const std::vector<MergedBundle>& bundles, int num_shards,
                          const std::string& merged) {
  int shard = 0;
  for (const MergedBundle& bundle : bundles) {
    const int count = bundle.reader.num_shards();
    for (int s = 0; s < count; ++s) {
      OPGRAFT_RETURN_IF_ERROR(
          Rename(ShardFile(bundle.prefix, s, count), ShardFile(merged, shard++, num_shards)));
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status MergeBundles(const std::vector<std::string>& prefixes, const std::string& merged,
                          bool allow_missing) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<MergedBundle> bundles,
                           OpenBundles(prefixes, allow_missing));
  OPGRAFT_ASSIGN_OR_RETURN(const auto entries, MergeEntries(bundles));
  int num_shards = 0;
  for (const MergedBundle& bundle : bundles) num_shards += bundle.reader.num_shards();
  OPGRAFT_RETURN_IF_ERROR(RenameShards(bundles, num_shards, merged));
  OPGRAFT_RETURN_IF_ERROR(WriteIndex(entries, num_shards, merged));
  for (const MergedBundle& bundle : bundles) {
    if (bundle.prefix != merged) std::remove(absl::StrCat(bundle.prefix, ".index").c_str());
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
