// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "checkpoint/bundle_reader.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "checkpoint/crc32c.h"
#include "checkpoint/sorted_table.h"
#include "checkpoint/string_contents.h"
#include "framework/files/input_file.h"
#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/tensor_bundle.pb.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMaxIndexBytes = int64_t{1} << 30;
constexpr int64_t kAnySize = INT64_MAX;
constexpr int kMaxShards = 100000;  // what five digits can say
constexpr int kMaxSlices = 10000;   // of a tensor: they are compared with one another
constexpr int kNewestVersion = 1;   // of the format, by its min_consumer

absl::Status Damaged(absl::string_view what) {
  return absl::DataLossError(absl::StrCat("the checkpoint is damaged: ", what));
}

absl::Status In(const std::string& file, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(file, ": ", status.message()));
}

// UNIMPLEMENTED unless checkpoints can hold it.
absl::Status CheckType(DataType dtype) {
  if (dtype == DT_STRING || DataTypeCanUseMemcpy(dtype)) return absl::OkStatus();
  return absl::UnimplementedError(absl::StrCat("checkpoints here hold no ", DataTypeString(dtype)));
}

absl::Status CheckBytes(const BundleEntryProto& entry, absl::string_view bytes) {
  if (MaskedCrc32c(Crc32c(bytes)) == entry.crc32c()) return absl::OkStatus();
  return Damaged("a checksum is wrong");
}

}  // namespace

std::string ShardFile(absl::string_view prefix, int shard, int num_shards) {
  return absl::StrFormat("%s.data-%05d-of-%05d", prefix, shard, num_shards);
}

absl::StatusOr<BundleReader> BundleReader::Open(const std::string& prefix) {
  const std::string path = absl::StrCat(prefix, ".index");
  OPGRAFT_ASSIGN_OR_RETURN(const std::string index, ReadFile(path, {kMaxIndexBytes, ""}));
  absl::StatusOr<BundleReader> reader = FromIndex(prefix, index);
  if (!reader.ok()) return In(path, reader.status());
  return reader;
}

absl::StatusOr<BundleReader> BundleReader::FromIndex(const std::string& prefix,
                                                     absl::string_view index) {
  BundleReader reader;
  reader.prefix_ = prefix;
  bool has_header = false;
  const absl::Status status =
      ReadSortedTable(index, [&](absl::string_view key, absl::string_view value) {
        if (!key.empty()) {
          reader.entries_.emplace(key, value);
          return absl::OkStatus();
        }
        has_header = true;
        return reader.ReadHeader(value);
      });
  OPGRAFT_RETURN_IF_ERROR(status);
  if (!has_header) return Damaged("its index has no header");
  reader.shards_.resize(static_cast<size_t>(reader.num_shards_));
  return reader;
}

absl::Status BundleReader::ReadHeader(absl::string_view value) {
  BundleHeaderProto header;
  if (!header.ParseFromArray(value.data(), static_cast<int>(value.size())))
    return Damaged("its header cannot be parsed");
  if (header.endianness() != BundleHeaderProto::LITTLE)
    return absl::UnimplementedError("the checkpoint is of a big-endian machine");
  if (header.version().min_consumer() > kNewestVersion)
    return absl::UnimplementedError("the checkpoint is of a later format");
  if (header.num_shards() < 1 || header.num_shards() > kMaxShards)
    return Damaged(absl::StrCat("it has ", header.num_shards(), " shards"));
  num_shards_ = header.num_shards();
  return absl::OkStatus();
}

std::vector<std::string> BundleReader::names() const {
  std::vector<std::string> names;
  for (const auto& entry : entries_) names.push_back(entry.first);
  return names;
}

absl::Status BundleReader::Find(absl::string_view name, BundleEntryProto* entry) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) {
    return absl::NotFoundError(
        absl::StrCat("checkpoint ", prefix_, " has no tensor ", Quoted(name)));
  }
  return entry->ParseFromString(found->second) ? absl::OkStatus()
                                               : Damaged("an entry cannot be parsed");
}

absl::StatusOr<absl::string_view> BundleReader::BytesOf(const BundleEntryProto& entry) {
  if (entry.shard_id() < 0 || entry.shard_id() >= num_shards_)
    return Damaged(absl::StrCat("there is no shard ", entry.shard_id()));
  std::shared_ptr<const MappedFile>& shard = shards_[static_cast<size_t>(entry.shard_id())];
  if (entry.size() == 0) return absl::string_view();
  if (shard == nullptr) {
    const std::string path = ShardFile(prefix_, entry.shard_id(), num_shards_);
    OPGRAFT_ASSIGN_OR_RETURN(InputFile file, InputFile::Open(path));
    shard = file.Map(1, kAnySize);
    if (shard == nullptr) return In(path, Damaged("the file is empty or cannot be mapped"));
  }
  const absl::string_view bytes = shard->bytes();
  const auto size = static_cast<int64_t>(bytes.size());
  if (entry.offset() < 0 || entry.size() < 0 || entry.offset() > size ||
      entry.size() > size - entry.offset()) {
    return Damaged("a tensor lies outside of its file");
  }
  return bytes.substr(static_cast<size_t>(entry.offset()), static_cast<size_t>(entry.size()));
}

absl::StatusOr<Tensor> BundleReader::ReadEntry(const BundleEntryProto& entry) {
  TensorProto proto;
  proto.set_dtype(entry.dtype());
  *proto.mutable_tensor_shape() = entry.shape();
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape, TensorShapeFromProto(entry.shape()));
  OPGRAFT_ASSIGN_OR_RETURN(const absl::string_view bytes, BytesOf(entry));
  if (entry.dtype() == DT_STRING) {
    std::string contents;
    OPGRAFT_RETURN_IF_ERROR(StringContents(bytes, shape.num_elements(), entry.crc32c(), &contents));
    return TensorFromContent(proto, {contents, nullptr}, kAnySize);
  }
  OPGRAFT_RETURN_IF_ERROR(CheckType(entry.dtype()));
  OPGRAFT_RETURN_IF_ERROR(CheckBytes(entry, bytes));
  return TensorFromContent(proto, {bytes, shards_[static_cast<size_t>(entry.shard_id())]},
                           kAnySize);
}

// What an index has of a slice that is wanted, at least in part.
struct BundleReader::StoredSlice {
  TensorSlice slice;
  BundleEntryProto entry;
};

// DATA_LOSS unless it is there, and in size what it should be: looked at before memory is taken.
absl::StatusOr<BundleReader::StoredSlice> BundleReader::FindSlice(absl::string_view name,
                                                                  const TensorSlice& slice,
                                                                  DataType dtype) {
  StoredSlice stored{slice, {}};
  const absl::Status status = Find(slice.KeyOf(name), &stored.entry);
  if (!status.ok()) return Damaged("a slice of it is missing");
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape, TensorShapeFromProto(stored.entry.shape()));
  const int64_t element_size = dtype == DT_STRING ? 1 : DataTypeSize(dtype);
  const bool fits = dtype == DT_STRING ? stored.entry.size() >= shape.num_elements()
                                       : stored.entry.size() / element_size == shape.num_elements();
  if (stored.entry.dtype() != dtype || shape != slice.shape() || stored.entry.slices_size() > 0 ||
      !fits) {
    return Damaged("a slice of it has another type, shape or size");
  }
  return stored;
}

absl::StatusOr<std::vector<BundleReader::StoredSlice>> BundleReader::SlicesFor(
    absl::string_view name, const BundleEntryProto& entry, const TensorSlice& wanted) {
  if (entry.slices_size() > kMaxSlices)
    return absl::UnimplementedError(absl::StrCat("it has more than ", kMaxSlices, " slices"));
  std::vector<StoredSlice> found;
  int64_t elements = 0;
  for (const TensorSliceProto& proto : entry.slices()) {
    const absl::StatusOr<TensorSlice> slice = TensorSlice::FromProto(proto, wanted.whole());
    if (!slice.ok()) return Damaged(slice.status().message());
    const int64_t common = slice->CommonElements(wanted);
    if (common == 0) continue;
    for (const StoredSlice& other : found) {
      if (other.slice.CommonElements(*slice) > 0) return Damaged("slices of it overlap");
    }
    OPGRAFT_ASSIGN_OR_RETURN(StoredSlice stored, FindSlice(name, *slice, entry.dtype()));
    found.push_back(std::move(stored));
    elements += common;
  }
  if (elements == wanted.shape().num_elements()) return found;
  return absl::InvalidArgumentError("its slices in the checkpoint do not cover what is asked for");
}

absl::StatusOr<Tensor> BundleReader::JoinSlices(absl::string_view name,
                                                const BundleEntryProto& entry,
                                                const TensorSlice& wanted) {
  OPGRAFT_RETURN_IF_ERROR(CheckType(entry.dtype()));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<StoredSlice> slices, SlicesFor(name, entry, wanted));
  // Many slices that all lie in the same bytes of a file would be more than the file holds.
  int64_t bytes = 0, in_files = 0;
  for (const StoredSlice& stored : slices) {
    OPGRAFT_RETURN_IF_ERROR(BytesOf(stored.entry).status());
    bytes += stored.entry.size();
  }
  for (const auto& shard : shards_)
    in_files += shard == nullptr ? 0 : static_cast<int64_t>(shard->bytes().size());
  if (bytes > in_files) return Damaged("slices of it lie in the same place");
  OPGRAFT_ASSIGN_OR_RETURN(Tensor joined, Tensor::Create(entry.dtype(), wanted.shape()));
  for (const StoredSlice& stored : slices) {
    OPGRAFT_ASSIGN_OR_RETURN(const Tensor part, ReadEntry(stored.entry));
    CopyCommonPart(stored.slice, part, wanted, &joined);
  }
  return joined;
}

absl::StatusOr<Tensor> BundleReader::ReadPart(absl::string_view name, const BundleEntryProto& entry,
                                              const TensorSlice* wanted) {
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape, TensorShapeFromProto(entry.shape()));
  if (wanted != nullptr && shape != wanted->whole()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a slice of shape ", wanted->whole().DebugString(),
                     " is asked for, but its shape is ", shape.DebugString()));
  }
  const TensorSlice whole(shape);
  const TensorSlice& slice = wanted == nullptr ? whole : *wanted;
  if (entry.slices_size() > 0) return JoinSlices(name, entry, slice);
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor all, ReadEntry(entry));
  if (slice.is_whole()) return all;
  OPGRAFT_ASSIGN_OR_RETURN(Tensor part, Tensor::Create(entry.dtype(), slice.shape()));
  CopyCommonPart(whole, all, slice, &part);
  return part;
}

absl::StatusOr<Tensor> BundleReader::ReadNamed(absl::string_view name, const TensorSlice* wanted) {
  BundleEntryProto entry;
  OPGRAFT_RETURN_IF_ERROR(Find(name, &entry));
  absl::StatusOr<Tensor> tensor = ReadPart(name, entry, wanted);
  if (tensor.ok()) return tensor;
  return In(prefix_,
            absl::Status(tensor.status().code(),
                         absl::StrCat("tensor ", Quoted(name), ": ", tensor.status().message())));
}

absl::StatusOr<Tensor> BundleReader::Read(absl::string_view name) {
  return ReadNamed(name, nullptr);
}

absl::StatusOr<Tensor> BundleReader::ReadSlice(absl::string_view name, const TensorSlice& slice) {
  return ReadNamed(name, &slice);
}

}  // namespace opgraft_internal
