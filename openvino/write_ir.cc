// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/write_ir.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "framework/files/write_file.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/v1_control_flow/raise_v1_control_flow.h"
#include "framework/graph/variables/state_index.h"
#include "framework/runtime/signature_resolver.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/element_type.h"
#include "openvino/weights_file.h"
#include "openvino/writing/compress.h"
#include "openvino/writing/ir_printer.h"
#include "openvino/writing/net_writing.h"
#include "openvino/writing/write_part.h"

namespace opgraft {
namespace {

using opgraft_internal::AddNames;
using opgraft_internal::FriendlyName;
using opgraft_internal::GraphEditor;
using opgraft_internal::GraphPart;
using opgraft_internal::IrWriting;
using opgraft_internal::LayerPort;
using opgraft_internal::NetWriting;
using opgraft_internal::NodeTag;
using opgraft_internal::ResolvedSignature;
using opgraft_internal::ShapeFacts;
using opgraft_internal::StateIndex;
using opgraft_internal::WrittenLayer;
using opgraft_internal::WrittenNet;
using opgraft_internal::WrittenOutput;

// What a model feeds, gives back and runs, as a graph without the control flow of TensorFlow 1.
struct Wanted {
  Graph graph;
  std::vector<Endpoint> feeds;
  std::vector<Endpoint> fetches;
  std::vector<int> nodes;
};

absl::StatusOr<Wanted> FindWanted(const LoadedIr& model) {
  Signature signature;
  if (!model.options.signatures.empty()) {
    signature.targets = model.options.signatures[0].targets;
    signature.sinks = model.options.signatures[0].sinks;
  }
  for (const IrPort& port : model.inputs) signature.feeds.push_back(port.tensor);
  for (const IrPort& port : model.outputs) signature.fetches.push_back(port.tensor);
  OPGRAFT_ASSIGN_OR_RETURN(const StateIndex state, StateIndex::Make(model.graph));
  std::vector<absl::Status> problems;
  ResolvedSignature resolved =
      opgraft_internal::ResolveSignature(model.graph, state, signature, &problems);
  if (!problems.empty()) return problems[0];
  auto raised = opgraft_internal::RaiseV1ControlFlow(
      model.graph, {{resolved.feeds, resolved.fetches, resolved.nodes}});
  auto& part = raised.graphs[0];
  OPGRAFT_RETURN_IF_ERROR(part.status);
  if (!part.is_raised)
    return Wanted{raised.base, std::move(resolved.feeds), std::move(resolved.fetches),
                  std::move(resolved.nodes)};
  return Wanted{part.graph, std::move(part.feeds), std::move(part.fetches), std::move(part.nodes)};
}

// One model on its way to a net.
class ModelWriting {
 public:
  ModelWriting(const LoadedIr& model, const Wanted& wanted, IrWriting* document)
      : model_(model),
        wanted_(wanted),
        document_(document),
        facts_(GraphEditor::DataOf(wanted.graph), document->shapes.fold_budget()),
        writing_(document, &net_) {}

  absl::StatusOr<WrittenNet> Write() {
    GraphPart part{wanted_.graph, &facts_, "", {}, wanted_.fetches, wanted_.nodes};
    for (size_t i = 0; i < wanted_.feeds.size(); ++i)
      part.given.emplace_back(wanted_.feeds[i], AddParameter(i));
    std::vector<LayerPort> values = opgraft_internal::WritePart(part, &writing_);
    if (!document_->problems.empty()) return document_->problems.ToStatus();
    NameOutputs(&values);
    for (size_t i = 0; i < values.size(); ++i) AddResult(i, values[i]);
    opgraft_internal::Prune(/*keep_parameters=*/true, &net_);
    return std::move(net_);
  }

 private:
  // The name of the layer of a port: the last of its names. Those before it are its tensor's; one
  // that stands alone is both.
  static std::string LayerName(const IrPort& port, const std::string& otherwise) {
    return port.names.empty() ? otherwise : port.names.back();
  }
  static std::vector<std::string> TensorNames(const IrPort& port) {
    if (port.names.size() < 2) return port.names;
    return {port.names.begin(), port.names.end() - 1};
  }

  LayerPort AddParameter(size_t i) {
    const Endpoint feed = wanted_.feeds[i];
    const Node node = wanted_.graph.node(feed.node);
    const IrPort& port = model_.inputs[i];
    const DataType type = BaseType(node.output_type(feed.port));
    if (opgraft_internal::ElementTypeName(type).empty()) {
      document_->problems.Add(-1, absl::StatusCode::kUnimplemented,
                              absl::StrCat(NodeTag(node.name(), node.op()), ": the input is ",
                                           DataTypeString(type), ", a type that OpenVINO has not"));
    }
    const LayerPort parameter =
        writing_.AddParameter(LayerName(port, FriendlyName(node)), type, facts_.ShapeOf(feed));
    WrittenOutput& output = net_.At(parameter);
    if (const NodeNotes* const notes = node.notes(); notes != nullptr) {
      net_.layers.back().info = notes->info;
      if (static_cast<size_t>(feed.port) < notes->outputs.size())
        output.notes = notes->outputs[static_cast<size_t>(feed.port)];
    }
    AddNames(FreeNames(TensorNames(port)), &output.notes.names);
    input_names_[parameter.layer] = output.notes.names;
    return parameter;
  }

  // A name means one tensor.
  std::vector<std::string> FreeNames(const std::vector<std::string>& names) {
    std::vector<std::string> free;
    for (const std::string& name : names) {
      if (tensor_names_.insert(name).second) free.push_back(name);
    }
    return free;
  }

  void NameOutputs(std::vector<LayerPort>* values) {
    for (size_t i = 0; i < values->size(); ++i) TakeNamesFromInput(i, (*values)[i]);
    for (const WrittenLayer& layer : net_.layers) {
      for (const WrittenOutput& output : layer.outputs)
        tensor_names_.insert(output.notes.names.begin(), output.notes.names.end());
    }
    for (size_t i = 0; i < values->size(); ++i) {
      LayerPort& value = (*values)[i];
      const std::vector<std::string> names = FreeNames(TensorNames(model_.outputs[i]));
      if (!names.empty()) value = BesideInput(names[0], value);
      AddNames(names, &net_.At(value).notes.names);
    }
  }

  // An Identity that passes on an input is no layer; what its name was is the input's until here.
  void TakeNamesFromInput(size_t i, LayerPort value) {
    const auto input = input_names_.find(value.layer);
    if (input == input_names_.end()) return;
    std::vector<std::string>& names = net_.At(value).notes.names;
    for (const std::string& name : TensorNames(model_.outputs[i])) {
      const auto& own = input->second;
      if (std::find(own.begin(), own.end(), name) == own.end())
        names.erase(std::remove(names.begin(), names.end(), name), names.end());
    }
  }

  // `value`, but a tensor of its own if it is an input: OpenVINO 2026.4 forgets the names of an
  // input that a Result of another name reads.
  LayerPort BesideInput(const std::string& name, LayerPort value) {
    const WrittenOutput input = net_.At(value);
    if (!input_names_.contains(value.layer) || input.dtype == DT_STRING) return value;
    const auto type = opgraft_internal::ElementTypeName(input.dtype);
    return writing_.Add(name, "Convert", 1, {value}, {{"destination_type", std::string(type)}},
                        input.dtype, input.shape);
  }

  void AddResult(size_t i, LayerPort value) {
    const IrPort& port = model_.outputs[i];
    writing_.AddResult(LayerName(port, absl::StrCat("output_", i)), value);
    const std::vector<std::string>& known = net_.At(value).notes.names;
    for (const std::string& name : TensorNames(port)) {
      if (std::find(known.begin(), known.end(), name) != known.end())
        net_.layers.back().output_names.push_back(name);
    }
  }

  const LoadedIr& model_;
  const Wanted& wanted_;
  IrWriting* const document_;
  ShapeFacts facts_;
  WrittenNet net_;
  NetWriting writing_;
  absl::flat_hash_set<std::string> tensor_names_;
  absl::flat_hash_map<int, std::vector<std::string>> input_names_;  // by the layer
};

}  // namespace

absl::StatusOr<IrFiles> WriteIr(const LoadedIr& model, const WriteIrOptions& options) {
  return opgraft_internal::GuardMemory([&]() -> absl::StatusOr<IrFiles> {
    OPGRAFT_ASSIGN_OR_RETURN(const Wanted wanted, FindWanted(model));
    OPGRAFT_ASSIGN_OR_RETURN(StateIndex state, StateIndex::Make(wanted.graph));
    IrWriting document(std::move(state), &opgraft_internal::WritePart);
    OPGRAFT_ASSIGN_OR_RETURN(WrittenNet net, ModelWriting(model, wanted, &document).Write());
    if (options.f16) opgraft_internal::CompressConstants(&net);
    opgraft_internal::WeightsWriter weights;
    OPGRAFT_ASSIGN_OR_RETURN(std::string xml,
                             opgraft_internal::PrintIr(net, {options.name, model.info}, &weights));
    return IrFiles{std::move(xml), weights.Take()};
  });
}

absl::Status SaveIr(const LoadedIr& model, const std::string& path, const WriteIrOptions& options,
                    const std::string& weights) {
  if (weights == path) {
    return absl::InvalidArgumentError(absl::StrCat(
        opgraft_internal::Quoted(path), " cannot be the file of the text and of the weights"));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const IrFiles files, WriteIr(model, options));
  OPGRAFT_RETURN_IF_ERROR(opgraft_internal::WriteFile(
      weights.empty() ? opgraft_internal::WeightsFileOf(path) : weights, files.weights));
  return opgraft_internal::WriteFile(path, files.xml);
}

}  // namespace opgraft
