// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Binary GraphDefs whose large constants are left where they are: the rest and the constants
// together are the whole again, aligned or not.
#include "framework/graph/io/large_contents.h"

#include <string>

#include "framework/tensor/tensor_buffer.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

// Bytes that are equal for equal graphs: maps in order of their keys, no fields of strangers.
std::string KnownBytes(GraphDef def) {
  def.DiscardUnknownFields();
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  def.SerializeToCodedStream(&coded);
  coded.Trim();
  return bytes;
}

void DemandWithin(absl::string_view content, absl::string_view bytes) {
  Demand(content.data() >= bytes.data() &&
             content.data() + content.size() <= bytes.data() + bytes.size(),
         "a content lies within the GraphDef");
}

// Puts a content back into its node. A file can say that the value is no tensor after all.
void PutBack(const TensorContent& content, NodeDef* node) {
  AttrValue& value = (*node->mutable_attr())["value"];
  if (!value.has_tensor()) return;
  Demand(value.tensor().tensor_content().empty(), "a content is taken out of its node");
  value.mutable_tensor()->set_tensor_content(std::string(content.bytes));
}

void DemandWhole(const SplitGraphDef& split, absl::string_view bytes, const std::string& whole) {
  GraphDef rest;
  Demand(rest.ParseFromString(split.bytes), "the rest of a GraphDef is a GraphDef");
  for (const auto& [place, content] : split.contents) {
    Demand(place >= 0 && place < rest.node_size(), "a content belongs to a node");
    DemandWithin(content.bytes, bytes);
    PutBack(content, rest.mutable_node(place));
  }
  Demand(KnownBytes(rest) == whole, "the rest and the contents are the whole");
}

bool IsAligned(absl::string_view content, absl::string_view bytes) {
  return static_cast<size_t>(content.data() - bytes.data()) % TensorBuffer::kAlignment == 0;
}

void TryGraphDef(absl::string_view bytes) {
  const SplitGraphDef split = SplitLargeContents(bytes, nullptr);
  Demand(split.bytes.empty() == split.contents.empty(), "nothing is split off nothing");
  const std::string aligned = AlignLargeContents(std::string(bytes));
  GraphDef def, aligned_def;
  if (!def.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  const std::string whole = KnownBytes(def);
  Demand(aligned_def.ParseFromString(aligned) && KnownBytes(aligned_def) == whole,
         "an aligned GraphDef is the same GraphDef");
  const SplitGraphDef aligned_split = SplitLargeContents(aligned, nullptr);
  Demand(aligned_split.contents.size() == split.contents.size(), "aligned, it splits the same");
  for (const auto& [place, content] : aligned_split.contents)
    Demand(IsAligned(content.bytes, aligned), "an aligned content is aligned");
  if (split.contents.empty()) return;
  DemandWhole(split, bytes, whole);
  DemandWhole(aligned_split, aligned, whole);
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  opgraft::TryGraphDef(opgraft::TextOf(data, size));
  return 0;
}
