// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that cut tensors out, and put something around them.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "openvino/ir_text.h"
#include "openvino/writing/writing_table.h"

namespace opgraft_internal {
namespace {

// A scalar stays what it is.
absl::Status PassOn(NodeWriting* node) {
  node->SetOutput(0, node->input(0));
  return absl::OkStatus();
}

// The bits of a mask, the first for the first of `count` numbers.
std::string MaskText(int64_t mask, int64_t count) {
  std::vector<int64_t> bits;
  for (int64_t i = 0; i < count; ++i) bits.push_back(i < 32 ? (mask >> i) & 1 : 0);
  return FormatIrInts(bits);
}

// A one in the masks of begins and ends says here as there that the number does not count.
absl::Status WriteStridedSlice(NodeWriting* node) {
  const int64_t count = node->input_shape(1).num_elements();
  if (count < 0 || count > TensorShape::kMaxDims)
    return absl::UnimplementedError("it is not known how many slices there are");
  LayerData data;
  for (const char* name :
       {"begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask", "ellipsis_mask"})
    data.emplace_back(name, MaskText(node->Attr<int64_t>(name), count));
  node->Write("StridedSlice", 1, node->inputs(), std::move(data));
  return absl::OkStatus();
}

// The end of any dimension, as a number of `type`.
int64_t EndOf(DataType type) {
  return type == DT_INT64 ? std::numeric_limits<int64_t>::max()
                          : std::numeric_limits<int32_t>::max();
}

// Where a slice ends: begin + size, or the end where size is -1.
LayerPort StopOf(NodeWriting* node) {
  const DataType type = node->input_type(1);
  const LayerPort minus_one = node->Number("to_the_end", type, -1);
  const LayerPort end = node->Number("end", type, static_cast<double>(EndOf(type)));
  const LayerPort all = node->Part("is_to_the_end", "Equal", 1, {node->input(2), minus_one},
                                   Numpy(), DT_BOOL, node->input_shape(2));
  const LayerPort behind = node->Binary("behind", "Add", node->input(1), node->input(2));
  return node->Part("stop", "Select", 1, {all, end, behind}, Numpy(), type, node->input_shape(2));
}

// The same of begins and sizes that are known; nothing if they are not.
absl::optional<std::vector<int64_t>> KnownStops(const NodeWriting& node) {
  const auto begins = node.Ints(1, "the begins");
  const auto sizes = node.Ints(2, "the sizes");
  if (!begins.ok() || !sizes.ok() || begins->size() != sizes->size()) return absl::nullopt;
  const int64_t end = EndOf(node.input_type(1));
  std::vector<int64_t> stops;
  for (size_t i = 0; i < sizes->size(); ++i) {
    const int64_t begin = (*begins)[i], size = (*sizes)[i];
    stops.push_back(size < 0 || begin > end - size ? end : begin + size);
  }
  return stops;
}

absl::Status WriteSlice(NodeWriting* node) {
  int64_t count = node->input_shape(1).num_elements();
  if (count < 0) count = node->input_shape(0).dims();
  if (count < 0 || count > TensorShape::kMaxDims)
    return absl::UnimplementedError("the rank of its input is not known");
  if (count == 0) return PassOn(node);
  const absl::optional<std::vector<int64_t>> stops = KnownStops(*node);
  const LayerPort stop = stops.has_value() ? node->Converted("stop", node->IntList("stops", *stops),
                                                             node->input_type(1))
                                           : StopOf(node);
  const std::vector<int64_t> ones(static_cast<size_t>(count), 1);
  const LayerPort steps =
      node->Converted("step", node->IntList("steps", ones), node->input_type(1));
  node->Write("Slice", 8, {node->input(0), node->input(1), stop, steps});
  return absl::OkStatus();
}

// --- Blocks that are moved so that they lie inside ---

// Where such a block begins: in each dimension between 0 and the size of input 0 less its own.
LayerPort BeginOfBlock(LayerPort begins, LayerPort sizes, NodeWriting* node) {
  const DataType type = node->net().TypeOf(begins);
  const LayerPort whole = node->Converted("whole", node->ShapeOf("shape", node->input(0)), type);
  const LayerPort last = node->Binary("last", "Subtract", whole, sizes);
  const LayerPort below = node->Binary("below", "Minimum", begins, last);
  return node->Binary("begin", "Maximum", below, node->Number("zero", type, 0));
}

// A step of one for each of the numbers in `begins`.
LayerPort StepsOfBlock(LayerPort begins, NodeWriting* node) {
  return node->Part(
      "steps", "Broadcast", 3,
      {node->Number("one", node->net().TypeOf(begins), 1), node->ShapeOf("rank", begins)},
      {{"mode", "numpy"}}, node->net().TypeOf(begins), node->net().ShapeOf(begins));
}

absl::Status WriteDynamicSlice(NodeWriting* node) {
  const LayerPort begin = BeginOfBlock(node->input(1), node->input(2), node);
  const LayerPort end = node->Binary("end", "Add", begin, node->input(2));
  node->Write("Slice", 8, {node->input(0), begin, end, StepsOfBlock(begin, node)});
  return absl::OkStatus();
}

absl::Status WriteDynamicUpdateSlice(NodeWriting* node) {
  const LayerPort sizes =
      node->Converted("sizes", node->ShapeOf("update", node->input(1)), node->input_type(2));
  const LayerPort begin = BeginOfBlock(node->input(2), sizes, node);
  const LayerPort end = node->Binary("end", "Add", begin, sizes);
  node->Write("SliceScatter", 15,
              {node->input(0), node->input(1), begin, end, StepsOfBlock(begin, node)});
  return absl::OkStatus();
}

// --- Around ---

// Column `i` of the [rank, 2] paddings.
LayerPort PadsOf(int i, NodeWriting* node) {
  const std::string end = i == 0 ? "pads_begin" : "pads_end";
  const auto pads = node->Ints(1, "the paddings");
  if (pads.ok()) {
    std::vector<int64_t> column;
    for (size_t k = static_cast<size_t>(i); k < pads->size(); k += 2) column.push_back((*pads)[k]);
    return node->IntList(end, column);
  }
  const LayerPort index = node->Number(absl::StrCat(end, "/index"), DT_INT64, i);
  const LayerPort axis = node->Number(absl::StrCat(end, "/axis"), DT_INT64, 1);
  return node->Part(end, "Gather", 8, {node->input(1), index, axis}, {{"batch_dims", "0"}},
                    node->input_type(1), PartialTensorShape({node->input_shape(1).dim_size(0)}));
}

absl::Status WritePad(NodeWriting* node) {
  if (node->input_shape(0).dims() == 0) return PassOn(node);
  std::vector<LayerPort> inputs = {node->input(0), PadsOf(0, node), PadsOf(1, node)};
  std::string mode = "constant";
  if (node->op() == "MirrorPad") {
    mode = node->Attr<std::string>("mode") == "SYMMETRIC" ? "symmetric" : "reflect";
  } else {
    inputs.push_back(node->num_inputs() == 3 ? node->input(2)
                                             : node->Number("value", node->output_type(0), 0));
  }
  node->Write("Pad", 12, std::move(inputs), {{"pad_mode", mode}});
  return absl::OkStatus();
}

// --- Turned round ---

absl::Status WriteReverse(NodeWriting* node) {
  if (node->input_shape(0).dims() == 0) return PassOn(node);
  node->Write("Reverse", 1, node->inputs(), {{"mode", "index"}});
  return absl::OkStatus();
}
absl::Status WriteReverseSequence(NodeWriting* node) {
  node->Write("ReverseSequence", 1, node->inputs(),
              {{"batch_axis", absl::StrCat(node->Attr<int64_t>("batch_dim"))},
               {"seq_axis", absl::StrCat(node->Attr<int64_t>("seq_dim"))}});
  return absl::OkStatus();
}

// --- Blocks ---

// Numbers for the dimensions that blocks have, between those of the batch and of the others.
std::vector<int64_t> Around(int rank, int64_t other, const std::vector<int64_t>& numbers) {
  std::vector<int64_t> all(static_cast<size_t>(rank), other);
  for (size_t i = 0; i < numbers.size() && i + 1 < all.size(); ++i) all[i + 1] = numbers[i];
  return all;
}

// SpaceToBatchND and its inverse.
absl::Status WriteBlocks(NodeWriting* node) {
  const bool to_batch = node->op() == "SpaceToBatchND";
  OPGRAFT_ASSIGN_OR_RETURN(const int rank, node->Rank(0));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<int64_t> blocks, node->Ints(1, "the block shape"));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<int64_t> edges, node->Ints(2, "the paddings"));
  std::vector<int64_t> sides[2];
  for (size_t i = 0; i < edges.size(); ++i) sides[i % 2].push_back(edges[i]);
  const LayerPort block = node->IntList("block_shape", Around(rank, 1, blocks));
  const LayerPort begin = node->IntList("begin", Around(rank, 0, sides[0]));
  const LayerPort end = node->IntList("end", Around(rank, 0, sides[1]));
  node->Write(to_batch ? "SpaceToBatch" : "BatchToSpace", 2, {node->input(0), block, begin, end});
  return absl::OkStatus();
}

constexpr WritingRow kRows[] = {
    {"BatchToSpaceND", &WriteBlocks},
    {"MirrorPad", &WritePad},
    {"Pad", &WritePad},
    {"PadV2", &WritePad},
    {"ReverseSequence", &WriteReverseSequence},
    {"ReverseV2", &WriteReverse},
    {"Slice", &WriteSlice},
    {"SpaceToBatchND", &WriteBlocks},
    {"StridedSlice", &WriteStridedSlice},
    {"XlaDynamicSlice", &WriteDynamicSlice},
    {"XlaDynamicUpdateSlice", &WriteDynamicUpdateSlice},
};

}  // namespace

absl::Span<const WritingRow> SliceRows() { return kRows; }

}  // namespace opgraft_internal
