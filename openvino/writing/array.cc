// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that make, reshape and join tensors, and look elements up.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/ir_text.h"
#include "openvino/writing/writing_table.h"

namespace opgraft_internal {
namespace {

LayerData TypeData(const char* name, DataType dtype) {
  return {{name, std::string(ElementTypeName(dtype))}};
}

absl::Status WriteShape(NodeWriting* node) {
  for (int i = 0; i < node->num_inputs(); ++i) {
    const LayerPort port = node->Part(
        i == 0 ? "shape" : absl::StrCat("shape", i), "ShapeOf", 3, {node->input(i)},
        TypeData("output_type", node->output_type(i)), node->output_type(i), node->output_shape(i));
    node->SetOutput(i, port);
  }
  return absl::OkStatus();
}

absl::Status WriteShapeOf(NodeWriting* node) {
  if (node->num_inputs() != 1) return WriteShape(node);
  node->Write("ShapeOf", 3, node->inputs(), TypeData("output_type", node->output_type(0)));
  return absl::OkStatus();
}

absl::Status WriteSize(NodeWriting* node) {
  const LayerPort sizes =
      node->Converted("sizes", node->ShapeOf("shape", node->input(0)), node->output_type(0));
  const LayerPort axis = node->IntList("axis", {0});
  node->Write("ReduceProd", 1, {sizes, axis}, {{"keep_dims", "false"}});
  return absl::OkStatus();
}

absl::Status WriteRank(NodeWriting* node) {
  const int rank = node->input_shape(0).dims();
  if (rank >= 0) {
    node->SetOutput(0, node->Number("rank", DT_INT32, rank));
    return absl::OkStatus();
  }
  const LayerPort shape = node->ShapeOf("shape", node->input(0));
  const LayerPort rank_list = node->Converted("rank", node->ShapeOf("sizes", shape), DT_INT32);
  const LayerPort axis = node->IntList("axis", {0});
  node->Write("Squeeze", 1, {rank_list, axis});
  return absl::OkStatus();
}

absl::Status WriteReshape(NodeWriting* node) {
  node->Write("Reshape", 1, node->inputs(), {{"special_zero", "false"}});
  return absl::OkStatus();
}

// What a Switch decides by, whose shape is not known: a scalar.
absl::Status WriteSwitchCondition(NodeWriting* node) {
  node->Write("Reshape", 1, {node->input(0), node->IntList("sizes", {})},
              {{"special_zero", "false"}});
  return absl::OkStatus();
}

// Without axes all dimensions of one go, as in OpenVINO.
absl::Status WriteSqueeze(NodeWriting* node) {
  const auto axes = node->Attr<std::vector<int64_t>>("squeeze_dims");
  if (axes.empty()) {
    node->Write("Squeeze", 1, node->inputs());
  } else {
    node->Write("Squeeze", 1, {node->input(0), node->IntList("axes", axes)});
  }
  return absl::OkStatus();
}

// `inputs` joined along a dimension that input `axis_input` says.
absl::Status WriteConcatOf(std::vector<LayerPort> inputs, int axis_input, NodeWriting* node) {
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t axis, node->Int(axis_input, "the dimension"));
  node->Write("Concat", 1, std::move(inputs), {{"axis", absl::StrCat(axis)}});
  return absl::OkStatus();
}
absl::Status WriteConcat(NodeWriting* node) {
  const std::vector<LayerPort>& inputs = node->inputs();
  return WriteConcatOf({inputs.begin() + 1, inputs.end()}, 0, node);
}
absl::Status WriteConcatV2(NodeWriting* node) {
  const std::vector<LayerPort>& inputs = node->inputs();
  return WriteConcatOf({inputs.begin(), inputs.end() - 1}, node->num_inputs() - 1, node);
}

absl::Status WritePack(NodeWriting* node) {
  const auto axis = node->Attr<int64_t>("axis");
  const LayerPort at = node->IntList("at", {axis});
  PartialTensorShape part = node->output_shape(0);
  const int rank = part.dims();
  if (rank > 0) part.set_dim(static_cast<int>(axis < 0 ? axis + rank : axis), 1);
  std::vector<LayerPort> parts;
  for (int i = 0; i < node->num_inputs(); ++i) {
    parts.push_back(node->Part(absl::StrCat("part", i), "Unsqueeze", 1, {node->input(i), at}, {},
                               node->output_type(0), part));
  }
  node->Write("Concat", 1, parts, {{"axis", absl::StrCat(axis)}});
  return absl::OkStatus();
}

absl::Status WriteUnpack(NodeWriting* node) {
  const int count = node->node().num_outputs();
  if (count == 0) return absl::OkStatus();
  const auto axis = node->Attr<int64_t>("axis");
  PartialTensorShape part = node->input_shape(0);
  const int rank = part.dims();
  if (rank > 0) part.set_dim(static_cast<int>(axis < 0 ? axis + rank : axis), 1);
  const LayerPort at = node->Number("axis", DT_INT64, static_cast<double>(axis));
  const LayerPort split =
      node->Part("split", "Split", 1, {node->input(0), at}, {{"num_splits", absl::StrCat(count)}},
                 node->input_type(0), part);
  std::vector<WrittenOutput>& outputs = node->net().net().layers.back().outputs;
  outputs.resize(static_cast<size_t>(count), outputs[0]);
  for (int i = 0; i < count; ++i) {
    node->SetOutput(i, node->Squeezed(absl::StrCat("output", i), {split.layer, i}, {axis},
                                      node->output_shape(i)));
  }
  return absl::OkStatus();
}

absl::Status WriteSplit(NodeWriting* node) {
  node->Write("Split", 1, {node->input(1), node->input(0)},
              {{"num_splits", absl::StrCat(node->Attr<int64_t>("num_split"))}});
  return absl::OkStatus();
}
absl::Status WriteSplitV(NodeWriting* node) {
  node->Write("VariadicSplit", 1, {node->input(0), node->input(2), node->input(1)});
  return absl::OkStatus();
}

// --- Filled ---

absl::Status WriteBroadcast(LayerPort value, LayerPort shape, NodeWriting* node) {
  node->Write("Broadcast", 3, {value, shape}, {{"mode", "numpy"}});
  return absl::OkStatus();
}
absl::Status WriteBroadcastTo(NodeWriting* node) {
  return WriteBroadcast(node->input(0), node->input(1), node);
}
absl::Status WriteFill(NodeWriting* node) {
  return WriteBroadcast(node->input(1), node->input(0), node);
}
absl::Status WriteLike(NodeWriting* node) {
  if (node->output_type(0) == DT_STRING)
    return absl::UnimplementedError("OpenVINO broadcasts no texts");
  const LayerPort number =
      node->Number("number", node->output_type(0), node->op() == "OnesLike" ? 1 : 0);
  return WriteBroadcast(number, node->ShapeOf("shape", node->input(0)), node);
}

absl::Status WriteRange(NodeWriting* node) {
  node->Write("Range", 4, node->inputs(), TypeData("output_type", node->output_type(0)));
  return absl::OkStatus();
}

// OpenVINO's places are int32 or int64.
absl::Status WriteOneHot(NodeWriting* node) {
  std::vector<LayerPort> inputs = node->inputs();
  if (node->input_type(0) != DT_INT64) inputs[0] = node->Converted("places", inputs[0], DT_INT32);
  node->Write("OneHot", 1, std::move(inputs),
              {{"axis", absl::StrCat(node->Attr<int64_t>("axis"))}});
  return absl::OkStatus();
}

// --- Elements by their places ---

absl::Status WriteGather(NodeWriting* node) {
  std::vector<LayerPort> inputs = node->inputs();
  if (inputs.size() == 2) inputs.push_back(node->Number("axis", DT_INT64, 0));
  const int64_t batch_dims = node->op() == "GatherV2" ? node->Attr<int64_t>("batch_dims") : 0;
  node->Write("Gather", 8, std::move(inputs), {{"batch_dims", absl::StrCat(batch_dims)}});
  return absl::OkStatus();
}
absl::Status CheckIndexPolicy(const NodeWriting& node) {
  if (node.Attr<std::string>("bad_indices_policy") != "IGNORE") return absl::OkStatus();
  return absl::UnimplementedError(
      "attr 'bad_indices_policy' is IGNORE; OpenVINO ends with an error");
}

absl::Status WriteGatherNd(NodeWriting* node) {
  OPGRAFT_RETURN_IF_ERROR(CheckIndexPolicy(*node));
  node->Write("GatherND", 8, node->inputs(),
              {{"batch_dims", absl::StrCat(node->Attr<int64_t>("batch_dims"))}});
  return absl::OkStatus();
}

absl::Status WriteScatter(const char* reduction, std::vector<LayerPort> inputs, NodeWriting* node) {
  OPGRAFT_RETURN_IF_ERROR(CheckIndexPolicy(*node));
  node->Write("ScatterNDUpdate", 15, std::move(inputs), {{"reduction", reduction}});
  return absl::OkStatus();
}
absl::Status WriteScatterUpdate(NodeWriting* node) {
  return WriteScatter("none", node->inputs(), node);
}
absl::Status WriteScatterAdd(NodeWriting* node) {
  return WriteScatter("sum", node->inputs(), node);
}
absl::Status WriteScatterNd(NodeWriting* node) {
  const LayerPort zero = node->Number("zero", node->output_type(0), 0);
  const LayerPort zeros =
      node->Part("zeros", "Broadcast", 3, {zero, node->input(2)}, {{"mode", "numpy"}},
                 node->output_type(0), node->output_shape(0));
  return WriteScatter("sum", {zeros, node->input(0), node->input(1)}, node);
}

// OpenVINO has a column for each element.
absl::Status WriteWhere(NodeWriting* node) {
  OPGRAFT_ASSIGN_OR_RETURN(const int rank, node->Rank(0));
  const LayerPort columns =
      node->Part("columns", "NonZero", 3, {node->input(0)}, TypeData("output_type", DT_INT64),
                 DT_INT64, PartialTensorShape({rank, -1}));
  node->Write("Transpose", 1, {columns, node->IntList("order", {1, 0})});
  return absl::OkStatus();
}

constexpr WritingRow kRows[] = {
    {"BroadcastTo", &WriteBroadcastTo},
    {"Concat", &WriteConcat},
    {"ConcatV2", &WriteConcatV2},
    {"ExpandDims", "Unsqueeze", 1},
    {"Fill", &WriteFill},
    {"Gather", &WriteGather},
    {"GatherNd", &WriteGatherNd},
    {"GatherV2", &WriteGather},
    {"OneHot", &WriteOneHot},
    {"OnesLike", &WriteLike},
    {"Pack", &WritePack},
    {"Range", &WriteRange},
    {"Rank", &WriteRank},
    {"Reshape", &WriteReshape},
    {"ScatterNd", &WriteScatterNd},
    {"Shape", &WriteShapeOf},
    {"ShapeN", &WriteShapeOf},
    {"Size", &WriteSize},
    {"Split", &WriteSplit},
    {"SplitV", &WriteSplitV},
    {"Squeeze", &WriteSqueeze},
    {"TensorScatterAdd", &WriteScatterAdd},
    {"TensorScatterUpdate", &WriteScatterUpdate},
    {"Tile", "Tile", 1},
    {"Transpose", "Transpose", 1},
    {"Unpack", &WriteUnpack},
    {"Where", &WriteWhere},
    {"ZerosLike", &WriteLike},
    {"_SwitchCondition", &WriteSwitchCondition},
};

}  // namespace

absl::Span<const WritingRow> ArrayRows() { return kRows; }

}  // namespace opgraft_internal
