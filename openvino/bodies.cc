// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/bodies.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/fusions/unneeded_nodes.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

constexpr int kMaxDepth = 50;  // of bodies in bodies

absl::StatusOr<int64_t> IdOf(pugi::xml_node xml, const char* attribute) {
  const absl::StatusOr<int64_t> id = ParseIrInt(xml.attribute(attribute).value());
  if (id.ok()) return id;
  return absl::InvalidArgumentError(
      absl::StrCat("port map: '", attribute, "' ", id.status().message()));
}

// The index of the layer's input with this port id; -1: none.
int InputOf(const IrLayer& layer, int64_t id) {
  for (size_t i = 0; i < layer.inputs.size(); ++i) {
    if (layer.inputs[i].id == id) return static_cast<int>(i);
  }
  return -1;
}

absl::StatusOr<PortMapEntry> ReadEntry(const IrNet& net, pugi::xml_node xml, const char* type) {
  PortMapEntry entry;
  entry.xml = xml;
  entry.purpose = xml.attribute("purpose").value();
  OPGRAFT_ASSIGN_OR_RETURN(entry.external, IdOf(xml, "external_port_id"));
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t internal, IdOf(xml, "internal_layer_id"));
  entry.internal = net.Find(internal);
  if (entry.internal >= 0 && net.layers[static_cast<size_t>(entry.internal)].Is(type)) return entry;
  return absl::InvalidArgumentError(
      absl::StrCat("port map: the body has no ", type, " with id ", internal));
}

absl::Status ReadInputs(const IrLayer& layer, pugi::xml_node map, IrBody* body) {
  absl::flat_hash_set<int> mapped;
  for (const pugi::xml_node xml : map.children("input")) {
    OPGRAFT_ASSIGN_OR_RETURN(PortMapEntry entry, ReadEntry(body->net, xml, "Parameter"));
    entry.index = entry.purpose.empty() ? InputOf(layer, entry.external) : -1;
    if (entry.index < 0 && entry.purpose.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("port map: there is no input port ", entry.external));
    }
    if (!mapped.insert(entry.internal).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("port map: two inputs go to ",
                       body->net.layers[static_cast<size_t>(entry.internal)].Tag()));
    }
    body->inputs.push_back(std::move(entry));
  }
  for (size_t i = 0; i < body->net.layers.size(); ++i) {
    const IrLayer& inner = body->net.layers[i];
    if (!inner.Is("Parameter") || mapped.contains(static_cast<int>(i))) continue;
    return absl::InvalidArgumentError(absl::StrCat("port map: no input goes to ", inner.Tag()));
  }
  return absl::OkStatus();
}

// Ids of outputs tell their order, whatever they are.
absl::Status ReadOutputs(const IrLayer& layer, pugi::xml_node map, IrBody* body) {
  for (const pugi::xml_node xml : map.children("output")) {
    OPGRAFT_ASSIGN_OR_RETURN(PortMapEntry entry, ReadEntry(body->net, xml, "Result"));
    if (entry.external < 0 && entry.purpose.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("port map: there is no output port ", entry.external));
    }
    body->outputs.push_back(std::move(entry));
  }
  const auto before = [](const PortMapEntry& a, const PortMapEntry& b) {
    return a.external < b.external;
  };
  std::stable_sort(body->outputs.begin(), body->outputs.end(), before);
  int next = 0;
  for (size_t i = 0; i < body->outputs.size(); ++i) {
    PortMapEntry& entry = body->outputs[i];
    if (entry.external < 0) continue;
    if (next > 0 && entry.external == body->outputs[i - 1].external) {
      return absl::InvalidArgumentError(
          absl::StrCat("port map: output ", entry.external, " is mapped twice"));
    }
    entry.index = next++;
  }
  if (static_cast<size_t>(next) == layer.outputs.size()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("port map: has ", next, " outputs, the layer ", layer.outputs.size()));
}

}  // namespace

absl::StatusOr<IrBody> ReadIrBody(const IrLayer& layer, const char* body_name, const char* map,
                                  int version, IrDocument* document) {
  const pugi::xml_node xml = layer.xml.child(body_name);
  if (!xml.child("layers").child("layer"))
    return absl::InvalidArgumentError(absl::StrCat("there are no layers in <", body_name, ">"));
  if (document->depth >= kMaxDepth) {
    return absl::ResourceExhaustedError(absl::StrCat("bodies nest deeper than ", kMaxDepth));
  }
  IrBody body;
  body.net = ReadNet(xml, version, document);
  OPGRAFT_RETURN_IF_ERROR(ReadInputs(layer, layer.xml.child(map), &body));
  OPGRAFT_RETURN_IF_ERROR(ReadOutputs(layer, layer.xml.child(map), &body));
  return body;
}

BodyDraft::BodyDraft(const IrBody& body, IrDocument* document, LayerLowering* layer)
    : document_(document),
      body_(body),
      tag_(layer->layer().Tag()),
      draft_(document->registry),
      lowering_(body.net, "", document, &draft_) {}

void BodyDraft::AddArgument(int parameter, DataType type) {
  const BuilderCall call{"", "", SourceLocation(), tag_};
  const std::string name = lowering_.FreeName(body_.net.layers[static_cast<size_t>(parameter)]);
  lowering_.SetParameter(parameter, draft_.AddArg(call, name, type));
  if (!draft_.args().empty()) arguments_.push_back(draft_.args().back());
}

bool BodyDraft::Lower() {
  const size_t before = document_->problems->count();
  ++document_->depth;
  lowering_.Lower();
  --document_->depth;
  return document_->problems->count() == before;
}

absl::Status BodyDraft::DropLeftovers(const std::vector<GraphDraft::Port>& results) {
  if (!document_->has_leftovers) return absl::OkStatus();
  const auto count = static_cast<size_t>(draft_.editor().data().num_nodes());
  std::vector<bool> needed(count, false);
  for (const std::vector<GraphDraft::Port>* ports : {&std::as_const(arguments_), &results})
    for (const GraphDraft::Port& port : *ports)
      needed[static_cast<size_t>(GraphDraft::EndpointOf(port.value).node)] = true;
  std::vector<int32_t> order(count);
  absl::c_iota(order, 0);  // in a draft, nodes come after those they need
  return RemoveUnneeded(std::move(needed), order, &draft_.editor());
}

absl::StatusOr<GraphDraft::Port> BodyDraft::Result(int result) {
  const Value value = lowering_.ResultOf(result);
  const IrLayer& layer = body_.net.layers[static_cast<size_t>(result)];
  if (draft_.IsFailed(value))
    return absl::InvalidArgumentError(absl::StrCat("in its body ", layer.Tag(), " has no value"));
  return GraphDraft::Port{absl::StrCat("result_", result), value, draft_.TypeOf(value)};
}

}  // namespace opgraft_internal
