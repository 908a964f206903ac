// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops of OpenVINO's name space: each becomes the layer that it was read from.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/ir_text.h"
#include "openvino/layer_types.h"
#include "openvino/op_attrs.h"
#include "openvino/writing/writing_table.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {
namespace {

// The first opset whose layer has all that the op says; 0: no opset has it.
struct OwnLayer {
  const char* type;
  int opset;
};
constexpr OwnLayer kLayers[] = {
    {"AUGRUCell", 0},
    {"AUGRUSequence", 0},
    {"AdaptiveAvgPool", 8},
    {"AdaptiveMaxPool", 8},
    {"BatchNormInference", 5},
    {"BatchToSpace", 2},
    {"Bucketize", 3},
    {"CTCGreedyDecoder", 1},
    {"CTCGreedyDecoderSeqLen", 6},
    {"CTCLoss", 4},
    {"Clamp", 1},
    {"Col2Im", 15},
    {"Convolution", 1},
    {"ConvolutionBackpropData", 1},
    {"DFT", 7},
    {"DeformableConvolution", 8},
    {"DepthToSpace", 1},
    {"Elu", 1},
    {"EmbeddingBagOffsets", 15},
    {"EmbeddingBagOffsetsSum", 3},
    {"EmbeddingBagPacked", 15},
    {"EmbeddingBagPackedSum", 3},
    {"EmbeddingSegmentsSum", 3},
    {"ExtractImagePatches", 3},
    {"Eye", 9},
    {"FakeQuantize", 1},
    {"GRN", 1},
    {"GRUCell", 3},
    {"GRUSequence", 5},
    {"Gather", 8},
    {"GatherElements", 6},
    {"GatherND", 8},
    {"GatherTree", 1},
    {"Gelu", 7},
    {"GridSample", 9},
    {"GroupConvolution", 1},
    {"GroupConvolutionBackpropData", 1},
    {"GroupNormalization", 12},
    {"HSigmoid", 5},
    {"HSwish", 4},
    {"HardSigmoid", 1},
    {"I420toBGR", 8},
    {"I420toRGB", 8},
    {"IDFT", 7},
    {"IRDFT", 9},
    {"ISTFT", 16},
    {"Interpolate", 11},
    {"LRN", 1},
    {"LSTMCell", 4},
    {"LSTMSequence", 5},
    {"LogSoftmax", 5},
    {"MVN", 6},
    {"Mish", 4},
    {"Mod", 1},
    {"Multinomial", 13},
    {"NMSRotated", 13},
    {"NV12toBGR", 8},
    {"NV12toRGB", 8},
    {"NonMaxSuppression", 9},
    {"NonZero", 3},
    {"NormalizeL2", 1},
    {"OneHot", 1},
    {"PSROIPooling", 1},
    {"Pad", 12},
    {"Power", 1},
    {"PriorBox", 8},
    {"PriorBoxClustered", 1},
    {"RDFT", 9},
    {"RNNCell", 1},
    {"RNNSequence", 5},
    {"ROIAlign", 9},
    {"ROIAlignRotated", 15},
    {"ROIPooling", 2},
    {"Range", 4},
    {"ReduceMean", 1},
    {"RegionYolo", 1},
    {"ReorgYolo", 2},
    {"Reshape", 1},
    {"Reverse", 1},
    {"ReverseSequence", 1},
    {"Roll", 7},
    {"Round", 5},
    {"STFT", 15},
    {"ScaledDotProductAttention", 13},
    {"ScatterElementsUpdate", 12},
    {"ScatterNDUpdate", 15},
    {"ScatterUpdate", 3},
    {"SearchSorted", 15},
    {"SegmentMax", 16},
    {"Selu", 1},
    {"ShuffleChannels", 1},
    {"Slice", 8},
    {"SliceScatter", 15},
    {"SpaceToBatch", 2},
    {"SpaceToDepth", 1},
    {"SparseFillEmptyRows", 16},
    {"StridedSlice", 1},
    {"StringTensorPack", 15},
    {"StringTensorUnpack", 15},
    {"Swish", 4},
    {"Tile", 1},
    {"TopK", 11},
    {"Transpose", 1},
    {"Unique", 10},
    {"Unsqueeze", 1},
};

// The text of an attr. Lists that are empty are left out: so they were absent.
std::string TextOf(const OpDef::AttrDef& attr, const NodeWriting& node) {
  const std::string& name = attr.name();
  if (attr.type() == "int") return absl::StrCat(node.Attr<int64_t>(name));
  if (attr.type() == "float") return FormatIrFloat(node.Attr<float>(name));
  if (attr.type() == "bool") return FormatIrBool(node.Attr<bool>(name));
  if (attr.type() == "type") return std::string(ElementTypeName(node.Attr<DataType>(name)));
  if (attr.type() == "shape") return FormatIrShape(node.Attr<PartialTensorShape>(name));
  if (attr.type() == "list(int)") return FormatIrInts(node.Attr<std::vector<int64_t>>(name));
  if (attr.type() == "list(float)") return FormatIrFloats(node.Attr<std::vector<float>>(name));
  return node.Attr<std::string>(name);
}

// The attrs of the op, each by the name that the layer has for it.
LayerData DataOf(const NodeWriting& node) {
  LayerData data;
  const OpDef& op = node.node().op_data().op_def;
  for (const OpDef::AttrDef& attr : op.attr()) {
    if (IsInferred(op, attr.name()) || attr.name() == kOpset) continue;
    std::string text = TextOf(attr, node);
    if (text.empty()) continue;
    data.emplace_back(attr.name() == "exclude_pad" ? "exclude-pad" : attr.name(), std::move(text));
  }
  return data;
}

bool HasOnly(const std::vector<int64_t>& values, int64_t value) {
  for (const int64_t v : values) {
    if (v != value) return false;
  }
  return true;
}

// --- Types whose opset depends on what is asked for ---

absl::Status WriteAvgPool(NodeWriting* node) {
  if (!HasOnly(node->Attr<std::vector<int64_t>>("dilations"), 1))
    return WriteOwnAs("AvgPool", 16, node);
  const bool is_new = node->Attr<std::string>("rounding_type") == "ceil_torch";
  return WriteOwnAs("AvgPool", is_new ? 14 : 1, node);
}

absl::Status WriteMaxPool(NodeWriting* node) { return WriteOwnAs("MaxPool", 14, node); }

// Without indices: the first version, unless it lacks what is asked for.
absl::Status WriteMaxPoolV1(NodeWriting* node) {
  if (node->Attr<std::string>("rounding_type") != "ceil_torch" &&
      HasOnly(node->Attr<std::vector<int64_t>>("dilations"), 1))
    return WriteOwnAs("MaxPool", 1, node);
  OPGRAFT_RETURN_IF_ERROR(WriteOwnAs("MaxPool", 14, node));
  std::vector<WrittenOutput>& outputs = node->net().net().layers.back().outputs;
  outputs.push_back({DT_INT64, outputs[0].shape, {}});
  return absl::OkStatus();
}

absl::Status WriteSqueeze(NodeWriting* node) {
  if (node->Attr<bool>("allow_axis_skip")) return WriteOwnAs("Squeeze", 15, node);
  node->Write("Squeeze", 1, node->inputs());
  return absl::OkStatus();
}

absl::Status WriteOneHot(NodeWriting* node) {
  const bool is_new = node->Attr<std::string>("negative_indices_mode") != "ignore_negative";
  return WriteOwnAs("OneHot", is_new ? 16 : 1, node);
}

absl::Status WriteScatterNd(NodeWriting* node) {
  if (node->Attr<std::string>("reduction") != "none")
    return WriteOwnAs("ScatterNDUpdate", 15, node);
  node->Write("ScatterNDUpdate", 4, node->inputs());
  return absl::OkStatus();
}

// The first version has peepholes and attributes of its own.
absl::Status WriteLstmCell(NodeWriting* node) {
  constexpr int kInputsOf4 = 6;
  return WriteOwnAs("LSTMCell", node->num_inputs() > kInputsOf4 ? 1 : 4, node);
}

absl::Status WriteOfOpset(NodeWriting* node) {
  return WriteOwnAs(absl::StripPrefix(node->op(), kOpenVinoOps),
                    static_cast<int>(node->Attr<int64_t>(kOpset)), node);
}

absl::Status WriteBatchNormV1(NodeWriting* node) {
  return WriteOwnAs("BatchNormInference", 1, node);
}

absl::Status WriteSoftmax(NodeWriting* node) { return WriteOwnAs("SoftMax", 8, node); }
absl::Status WritePRelu(NodeWriting* node) { return WriteOwnAs("PReLU", 1, node); }

// A FakeConvert that neither scales nor shifts.
absl::Status WriteRoundToFloat8(NodeWriting* node) {
  const LayerPort one = node->Number("scale", node->input_type(0), 1);
  node->Write("FakeConvert", 13, {node->input(0), one}, DataOf(*node));
  return absl::OkStatus();
}

// Axes that the mode does not ask for are an error in OpenVINO.
absl::Status WriteBroadcast(NodeWriting* node) {
  std::vector<LayerPort> inputs = node->inputs();
  const std::string mode = node->Attr<std::string>("mode");
  if (mode == "numpy" || mode == "bidirectional") inputs.resize(2);
  node->Write("Broadcast", 3, std::move(inputs), DataOf(*node));
  return absl::OkStatus();
}

// The op has the type from its inputs; the layer says it.
absl::Status WriteRandomUniform(NodeWriting* node) {
  LayerData data = DataOf(*node);
  data.emplace_back("output_type", ElementTypeName(node->output_type(0)));
  node->Write("RandomUniform", 8, node->inputs(), std::move(data));
  return absl::OkStatus();
}

// To the type and back: what is kept here as a float.
absl::Status WriteRoundToPacked(NodeWriting* node) {
  const LayerPort narrow = node->PartLike("narrow", "Convert", 1, {node->input(0)}, DataOf(*node));
  node->Write("Convert", 1, {narrow}, {{"destination_type", "f32"}});
  return absl::OkStatus();
}

constexpr WritingRow kRows[] = {
    {"OpenVINO>AvgPool", &WriteAvgPool},
    {"OpenVINO>BatchNormInferenceV1", &WriteBatchNormV1},
    {"OpenVINO>Broadcast", &WriteBroadcast},
    {"OpenVINO>GatherND", &WriteOfOpset},
    {"OpenVINO>Interpolate", &WriteOfOpset},
    {"OpenVINO>LSTMCell", &WriteLstmCell},
    {"OpenVINO>MaxPool", &WriteMaxPool},
    {"OpenVINO>MaxPoolV1", &WriteMaxPoolV1},
    {"OpenVINO>OneHot", &WriteOneHot},
    {"OpenVINO>PRelu", &WritePRelu},
    {"OpenVINO>RandomUniform", &WriteRandomUniform},
    {"OpenVINO>RoundToFloat8", &WriteRoundToFloat8},
    {"OpenVINO>RoundToPacked", &WriteRoundToPacked},
    {"OpenVINO>ScatterNDUpdate", &WriteScatterNd},
    {"OpenVINO>Softmax", &WriteSoftmax},
    {"OpenVINO>Squeeze", &WriteSqueeze},
};

}  // namespace

absl::Status WriteOwnAs(absl::string_view type, int opset, NodeWriting* node) {
  node->Write(type, opset, node->inputs(), DataOf(*node));
  return absl::OkStatus();
}

absl::Status WriteOwn(NodeWriting* node) {
  const absl::string_view type = absl::StripPrefix(node->op(), kOpenVinoOps);
  for (const OwnLayer& layer : kLayers) {
    if (type == layer.type) return WriteOwnAs(type, layer.opset, node);
  }
  return absl::UnimplementedError(
      "no opset has such a layer; if it was fused of several, read the model with IrUse::kEdit");
}

absl::Span<const WritingRow> OwnRows() { return kRows; }

}  // namespace opgraft_internal
