// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Checkpoints: tables of any bytes, and, since a checksum would stop nearly all of them, blocks,
// entries and strings of any bytes with the right checksums.
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkpoint/bundle_reader.h"
#include "checkpoint/crc32c.h"
#include "checkpoint/sorted_table.h"
#include "checkpoint/string_contents.h"
#include "checkpoint/tensor_slice.h"
#include "framework/files/write_file.h"
#include "opgraft/proto/tensor_bundle.pb.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

void AppendFixed(uint64_t value, int bytes, std::string* out) {
  for (int i = 0; i < bytes; ++i) out->push_back(static_cast<char>(value >> (8 * i)));
}

// A block with its trailer.
std::string Sealed(absl::string_view block) {
  std::string bytes(block);
  bytes.push_back('\0');
  AppendFixed(MaskedCrc32c(Crc32c(bytes)), 4, &bytes);
  return bytes;
}

// A handle, in two bytes each so that its length is known.
std::string Handle(size_t offset, size_t size) {
  std::string bytes;
  for (size_t value : {offset, size}) {
    bytes.push_back(static_cast<char>((value & 0x7f) | 0x80));
    bytes.push_back(static_cast<char>((value >> 7) & 0x7f));
  }
  return bytes;
}

// A table with one block.
std::string TableOf(absl::string_view block) {
  std::string file = Sealed(block);
  const std::string handle = Handle(0, block.size());
  std::string index = absl::StrCat(std::string("\0\0", 2), std::string(1, static_cast<char>(4)),
                                   handle, std::string(8, '\0'));
  index[index.size() - 4] = 1;
  const size_t index_at = file.size();
  file += Sealed(index);
  std::string footer = Handle(0, 0) + Handle(index_at, index.size());
  footer.resize(40, '\0');
  AppendFixed(0xdb4775248b80fb57, 8, &footer);
  return file + footer;
}

absl::Status Accept(absl::string_view, absl::string_view) { return absl::OkStatus(); }

// A folder of this process with a data file.
const std::string& Prefix() {
  static const std::string* const prefix = [] {
    std::string folder = "/tmp/opgraft_checkpoint_XXXXXX";
    Demand(mkdtemp(folder.data()) != nullptr, "there is a folder");
    auto* made = new std::string(absl::StrCat(folder, "/c"));
    Demand(WriteFile(ShardFile(*made, 0, 1), std::string(256, '\1')).ok(), "it can be written to");
    return made;
  }();
  return *prefix;
}

void TryEntry(absl::string_view entry) {
  const std::string header("\x08\x01", 2);
  const std::string index = WriteSortedTable({{"", header}, {"a", std::string(entry)}});
  absl::StatusOr<BundleReader> bundle = BundleReader::FromIndex(Prefix(), index);
  Demand(bundle.ok(), "a table that was written is read");
  const absl::StatusOr<Tensor> tensor = bundle->Read("a");
  if (!tensor.ok()) Demand(!tensor.status().message().empty(), "a refusal says why");
}

// The same entry for both slices of a tensor.
void TrySlices(absl::string_view entry) {
  const std::string header("\x08\x01", 2);
  BundleEntryProto whole;
  whole.set_dtype(DT_FLOAT);
  whole.mutable_shape()->add_dim()->set_size(2);
  std::vector<std::pair<std::string, std::string>> table = {{"", header}};
  for (const char* text : {"2 0,1", "2 1,1"}) {
    const TensorSlice slice = *ParseShapeAndSlice(text);
    slice.ToProto(whole.add_slices());
    table.emplace_back(slice.KeyOf("a"), std::string(entry));
  }
  table.emplace_back("a", whole.SerializeAsString());
  absl::StatusOr<BundleReader> bundle = BundleReader::FromIndex(Prefix(), WriteSortedTable(table));
  Demand(bundle.ok(), "a table that was written is read");
  const absl::StatusOr<Tensor> tensor = bundle->Read("a");
  if (!tensor.ok()) Demand(!tensor.status().message().empty(), "a refusal says why");
}

void TryStrings(absl::string_view bytes) {
  if (bytes.empty()) return;
  std::string contents;
  StringContents(bytes.substr(1), static_cast<unsigned char>(bytes[0]), 0, &contents).IgnoreError();
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes = opgraft::TextOf(data, size);
  opgraft::ReadSortedTable(bytes, opgraft::Accept).IgnoreError();
  if (size < 16000)
    opgraft::ReadSortedTable(opgraft::TableOf(bytes), opgraft::Accept).IgnoreError();
  opgraft::TryEntry(bytes);
  opgraft::TrySlices(bytes);
  opgraft::ParseShapeAndSlice(bytes).status().IgnoreError();
  opgraft::TryStrings(bytes);
  return 0;
}
