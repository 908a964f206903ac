// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/net_lowering.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/name_rules.h"
#include "framework/graph/data/node_notes.h"
#include "framework/graph/io/import_progress.h"
#include "framework/op/op_registry.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/ir_text.h"
#include "openvino/layer_types.h"
#include "openvino/lowering/lowering_table.h"
#include "openvino/node_name.h"

namespace opgraft_internal {
namespace {

constexpr int kLastOpset = 16;
// Types that are looked for in any letter case; a file of more unknown ones is beyond help.
constexpr size_t kMaxUnknownTypes = 100;
// Progress is told once in so many layers.
constexpr size_t kLayersBetween = 256;

// The type that a model of version 10 gives an output of this type in: OpenVINO's API had no more
// types for them then.
DataType OldOutputType(DataType type) {
  if (type == DT_STRING || type == DT_INVALID) return type;
  const bool is_wide_integer =
      type == DT_INT32 || type == DT_INT64 || type == DT_UINT32 || type == DT_UINT64;
  return is_wide_integer ? DT_INT32 : DT_FLOAT;
}

bool IsKnownVersion(const IrLayer& layer) {
  return (layer.opset > 0 && layer.opset <= kLastOpset) || layer.version == "extension" ||
         layer.version == "experimental" || layer.version == kInternalVersion;
}

RuntimeInfo InfoOf(pugi::xml_node xml) {
  RuntimeInfo info;
  for (const pugi::xml_node attribute : xml.child("rt_info").children("attribute")) {
    auto& values =
        info[{attribute.attribute("name").value(), attribute.attribute("version").value()}];
    for (const pugi::xml_attribute value : attribute.attributes()) {
      const absl::string_view name = value.name();
      if (name != "name" && name != "version") values[value.name()] = value.value();
    }
  }
  return info;
}

}  // namespace

IrNet ReadNet(pugi::xml_node element, int version, IrDocument* document) {
  IrNet net = ReadIrNet(element, version, document->import.limits, &document->num_layers,
                        document->problems);
  const OpRegistry& ops = document->registry->ops();
  absl::flat_hash_map<std::string, std::string> unknown;
  for (IrLayer& layer : net.layers) {
    if (layer.opset == 0 || HasLayerType(layer.type, ops)) continue;
    auto found = unknown.find(layer.type);
    if (found == unknown.end()) {
      if (unknown.size() == kMaxUnknownTypes) continue;
      found = unknown.emplace(layer.type, LayerTypeOf(layer.type, ops)).first;
    }
    layer.type = found->second;
  }
  return net;
}

NetLowering::NetLowering(const IrNet& net, std::string prefix, IrDocument* document,
                         GraphDraft* draft)
    : net_(net),
      prefix_(std::move(prefix)),
      document_(document),
      draft_(draft),
      compressed_(document->fuses
                      ? absl::optional<CompressedLayers>(absl::in_place, net, document->weights)
                      : absl::nullopt),
      outputs_(net.layers.size()) {
  if (!document->fuses) return;
  wide_weights_.emplace(net);
  caches_.emplace(net, document->weights, document->variables);
  cache_readers_.emplace(net, document->weights, &*caches_);
  decoder_.emplace(net, document->weights);
}

NetLowering::~NetLowering() = default;

void NetLowering::Lower() {
  for (size_t i = 0; i < net_.order.size() && TellDone(i); ++i) LowerLayer(net_.order[i]);
  const auto by_place = [](const NetPort& a, const NetPort& b) { return a.layer < b.layer; };
  std::sort(parameters_.begin(), parameters_.end(), by_place);
  std::sort(results_.begin(), results_.end(), by_place);
  if ((caches_.has_value() && !caches_->empty()) || (decoder_.has_value() && decoder_->has_found()))
    document_->has_leftovers = true;
}

bool NetLowering::TellDone(size_t layers) const {
  if (document_->depth > 0 || layers % kLayersBetween != 0) return true;
  const absl::Status status =
      TellProgress(document_->import, "converting layers",
                   static_cast<double>(layers) / static_cast<double>(net_.order.size()));
  if (!status.ok()) document_->problems->Add(-1, status.code(), status.message());
  return status.ok();
}

Value NetLowering::ResultOf(int layer) const {
  const auto found =
      std::lower_bound(results_.begin(), results_.end(), layer,
                       [](const NetPort& result, int index) { return result.layer < index; });
  const bool is_there = found != results_.end() && found->layer == layer;
  return is_there ? found->value : draft_->Failed();
}

const Tensor* NetLowering::ConstantOf(int layer) const {
  const std::vector<IrSource>& inputs = net_.layers[static_cast<size_t>(layer)].inputs;
  return inputs.empty() ? nullptr : ValueOf(inputs[0]).constant;
}

LayerValue NetLowering::ValueOf(const IrSource& source) const {
  if (source.layer < 0) return {draft_->Failed()};
  const std::vector<Value>& outputs = outputs_[static_cast<size_t>(source.layer)];
  if (static_cast<size_t>(source.port) >= outputs.size()) return {draft_->Failed()};
  const auto constant = constants_.find(source.layer);
  const Value value = outputs[static_cast<size_t>(source.port)];
  if (constant == constants_.end()) return {value};
  return {value, &constant->second->value, &constant->second->type};
}

LayerValue NetLowering::CountsOf(const IrSource& source) const {
  const auto counts = counts_.find(source.layer);
  return counts != counts_.end() ? LayerValue{counts->second} : ValueOf(source);
}

std::string NetLowering::FreeName(const IrLayer& layer) {
  return draft_->FreeName(absl::StrCat(prefix_, NodeNameOf(layer.name)));
}

void NetLowering::Note(const LayerLowering& lowered, const std::vector<Value>& outputs) {
  if (outputs.empty() || draft_->IsFailed(outputs[0])) return;
  const IrLayer& layer = lowered.layer();
  NodeNotes notes;
  if (lowered.node_name() != layer.name) notes.friendly_name = layer.name;
  if (net_.version > 10) notes.info = InfoOf(layer.xml);
  pugi::xml_node port = layer.xml.child("output").child("port");
  for (size_t i = 0; i < outputs.size() && !draft_->IsFailed(outputs[i]); ++i) {
    notes.outputs.push_back({layer.outputs[i].names, {}});
    if (net_.version > 10) notes.outputs.back().info = InfoOf(port);
    port = port.next_sibling("port");
  }
  while (!notes.outputs.empty() && notes.outputs.back().empty()) notes.outputs.pop_back();
  if (notes.friendly_name.empty() && notes.info.empty() && notes.outputs.empty()) return;
  // What an input is called is its own, whatever is done to it before the layers see it.
  draft_->SetNotes(layer.Is("Parameter") ? parameters_.back().value : outputs[0], std::move(notes));
}

void NetLowering::LowerLayer(int index) {
  if (compressed_.has_value() && compressed_->IsDead(index)) return;
  const IrLayer& layer = net_.layers[static_cast<size_t>(index)];
  const CompressedLayer* const compressed = FindCompressed(index);
  std::vector<LayerValue> inputs;
  if (compressed != nullptr) {  // its weights are not inputs of the node
    inputs.push_back(ValueOf(layer.inputs[static_cast<size_t>(compressed->operand)]));
  } else {
    const bool converts = layer.Is("Convert");
    for (const IrSource& source : layer.inputs)
      inputs.push_back(converts ? CountsOf(source) : ValueOf(source));
  }
  std::vector<Value>& outputs = outputs_[static_cast<size_t>(index)];
  outputs.resize(layer.outputs.size(), draft_->Failed());
  const bool has_failed = std::any_of(inputs.begin(), inputs.end(), [&](const LayerValue& input) {
    return draft_->IsFailed(input.value);
  });
  if (has_failed) return;
  if (layer.Is("Result")) {
    if (inputs.size() == 1) {
      results_.push_back({index, AsServed(layer, inputs[0])});
    } else {
      document_->problems->Add(layer.line, layer.Tag(),
                               absl::InvalidArgumentError("does not have one input"));
    }
    return;
  }
  LayerLowering lowering(layer, std::move(inputs), FreeName(layer), draft_);
  const absl::Status status = MakeNodes(&lowering, index, compressed);
  if (!status.ok()) return document_->problems->Add(layer.line, layer.Tag(), status);
  TakeOutputs(lowering, &outputs);
  if (layer.Is("CumSum") && lowering.outputs().size() > 1) counts_[index] = lowering.outputs()[1];
  Note(lowering, outputs);
}

bool NetLowering::IsOldModel() const { return net_.version == 10 && document_->depth == 0; }

Value NetLowering::AsServed(const IrLayer& result, const LayerValue& value) {
  const DataType type = draft_->TypeOf(value.value);
  const DataType served = IsOldModel() ? OldOutputType(type) : type;
  if (served == type) return value.value;
  LayerLowering lowering(result, {value}, FreeName(result), draft_);
  return lowering.Add("Cast", {value.value}, {{"DstT", served}});
}

// A layer may have outputs in the file that its op does not have, as long as nothing reads them.
// One without any output has already reported why.
void NetLowering::TakeOutputs(const LayerLowering& lowered, std::vector<Value>* outputs) {
  const IrLayer& layer = lowered.layer();
  const std::vector<Value>& given = lowered.outputs();
  for (size_t i = 0; i < outputs->size() && !given.empty(); ++i) {
    if (i < given.size() && draft_->IsFailed(given[i])) continue;
    const absl::Status status =
        i < given.size() ? draft_->CheckValue(given[i])
                         : absl::InvalidArgumentError(absl::StrCat("there is no output ", i));
    if (status.ok()) {
      (*outputs)[i] = given[i];
    } else if (layer.outputs[i].is_used) {
      document_->problems->Add(layer.line, layer.Tag(), status);
    }
  }
}

const CompressedLayer* NetLowering::FindCompressed(int index) const {
  return compressed_.has_value() ? compressed_->Find(index) : nullptr;
}

absl::Status NetLowering::MakeNodes(LayerLowering* lowering, int index,
                                    const CompressedLayer* compressed) {
  if (compressed != nullptr) return compressed_->Lower(*compressed, lowering);
  if (caches_.has_value()) {
    const auto value_of = [this](const IrSource& source) { return ValueOf(source).value; };
    OPGRAFT_ASSIGN_OR_RETURN(const bool is_made, caches_->Lower(index, value_of, lowering));
    if (is_made) return absl::OkStatus();
    const auto lower_plain = [&](LayerLowering* plain) { return Dispatch(plain, index); };
    OPGRAFT_ASSIGN_OR_RETURN(const bool is_read,
                             cache_readers_->Lower(index, value_of, lower_plain, lowering));
    if (is_read || decoder_->Lower(index, value_of, lowering)) return absl::OkStatus();
  }
  if (wide_weights_.has_value() && wide_weights_->Has(index)) return WideWeights::Lower(lowering);
  return Dispatch(lowering, index);
}

absl::Status NetLowering::Dispatch(LayerLowering* lowering, int index) {
  const IrLayer& layer = lowering->layer();
  if (!IsKnownVersion(layer)) {
    return absl::UnimplementedError(absl::StrCat("the opset ", Quoted(Printable(layer.version)),
                                                 " is not known; there are opset1 to opset",
                                                 kLastOpset));
  }
  if (layer.Is("Parameter")) return LowerParameter(lowering, index);
  if (layer.Is("Constant")) return LowerConstant(lowering, index);
  if (HasBodies(layer)) return LowerWithBodies(lowering, this);
  const LoweringRow* const row = FindLowering(layer.type);
  if (row == nullptr) return LowerToOwnOp(lowering);
  return row->lower != nullptr ? row->lower(lowering) : LowerToOp(row->op, lowering);
}

// OpenVINO's op of our name space; else an op that an op library registered by the layer's type.
absl::Status NetLowering::LowerToOwnOp(LayerLowering* lowering) {
  const IrLayer& layer = lowering->layer();
  const std::string own = absl::StrCat(kOpenVinoOps, layer.type);
  const OpRegistry& ops = draft_->registry().ops();
  if (ops.LookUp(own).ok()) return LowerToOp(own, lowering);
  if (layer.opset == 0 && ops.LookUp(layer.type).ok()) return LowerToOp(layer.type, lowering);
  return absl::UnimplementedError(
      absl::StrCat("layers of type ", Quoted(Printable(layer.type)), " are not supported"));
}

absl::Status NetLowering::LowerParameter(LayerLowering* layer, int index) {
  const auto given = given_.find(index);
  if (given != given_.end()) {
    layer->SetOutput(0, given->second);
    parameters_.push_back({index, given->second});
    return absl::OkStatus();
  }
  if (IsDynamicType(layer->RawAttr("element_type")))
    return absl::UnimplementedError("inputs without an element type are not supported");
  OPGRAFT_ASSIGN_OR_RETURN(const DataType type, layer->Type("element_type"));
  OPGRAFT_ASSIGN_OR_RETURN(const PartialTensorShape shape, layer->Shape("shape"));
  const bool is_widened = type == DT_HALF && IsOldModel();
  const Value fed =
      layer->Add("Placeholder", {}, {{"dtype", is_widened ? DT_FLOAT : type}, {"shape", shape}});
  parameters_.push_back({index, fed});
  const Value value = is_widened ? layer->AddPart("half", "Cast", {fed}, {{"DstT", type}}) : fed;
  layer->SetOutput(0, value);
  if (!IsPreProcessed(layer->layer(), shape)) return absl::OkStatus();
  const PreProcess pre_process = *std::exchange(document_->pre_process, absl::nullopt);
  OPGRAFT_ASSIGN_OR_RETURN(const Value changed, SubtractMeans(pre_process, value, layer));
  layer->SetOutput(0, changed);
  return absl::OkStatus();
}

bool NetLowering::IsPreProcessed(const IrLayer& layer, const PartialTensorShape& shape) const {
  if (!document_->pre_process.has_value() || document_->depth > 0) return false;
  const std::string& input = document_->pre_process->input;
  return input.empty() ? shape.dims() == 4 : input == layer.name;
}

absl::Status NetLowering::LowerConstant(LayerLowering* layer, int index) {
  if (!layer->HasAttr("element_type"))
    return absl::InvalidArgumentError("attribute 'element_type' is missing");
  OPGRAFT_ASSIGN_OR_RETURN(const ElementType type, FindElementType(layer->RawAttr("element_type")));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<int64_t> dims, layer->Ints("shape"));
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(dims, &shape));
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t offset, layer->Int("offset"));
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t size, layer->Int("size"));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor value, document_->weights->Constant(type, shape, offset, size));
  layer->SetOutput(0, layer->ConstantNode(value));
  constants_[index] = std::make_unique<ConstantLayer>(ConstantLayer{std::move(value), type});
  return absl::OkStatus();
}

}  // namespace opgraft_internal
