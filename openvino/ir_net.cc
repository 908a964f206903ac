// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/ir_net.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/element_type.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

// The names of the file that are not those of the classes. OpenVINO takes any letter case.
constexpr std::pair<const char*, const char*> kAliases[] = {
    {"Const", "Constant"}, {"ReLU", "Relu"}, {"PReLU", "PRelu"}, {"SoftMax", "Softmax"}};

std::string ClassOf(absl::string_view type) {
  for (const auto& [alias, name] : kAliases) {
    if (absl::EqualsIgnoreCase(type, alias)) return name;
  }
  return std::string(type);
}

// Reads one net. Layers are known by their ids, ports by theirs, in maps that the edges use.
class NetReader {
 public:
  NetReader(const ImportLimits& limits, int64_t* num_layers, ProblemList* problems)
      : limits_(limits), num_layers_(num_layers), problems_(problems) {}

  IrNet Read(pugi::xml_node element, int version) {
    net_.version = version;
    for (const pugi::xml_node xml : element.child("layers").children("layer")) {
      if (++*num_layers_ > limits_.max_nodes) {
        Problem(absl::ResourceExhaustedError(
            absl::StrCat("more than ", limits_.max_nodes, " layers (ImportLimits::max_nodes)")));
        return std::move(net_);
      }
      AddLayer(xml);
    }
    for (const pugi::xml_node edge : element.child("edges").children("edge")) AddEdge(edge);
    for (IrLayer& layer : net_.layers) CheckConnected(layer);
    Sort();
    return std::move(net_);
  }

 private:
  // Ports of a layer by their ids.
  struct Ports {
    absl::flat_hash_map<int64_t, int> inputs;
    absl::flat_hash_map<int64_t, int> outputs;
  };

  void Problem(const absl::Status& status) {
    problems_->Add(static_cast<int>(*num_layers_), status.code(), status.message());
  }
  void Problem(const IrLayer& layer, const absl::Status& status) {
    problems_->Add(layer.line, layer.Tag(), status);
  }

  static absl::StatusOr<int64_t> Id(pugi::xml_node xml, const char* attribute) {
    const pugi::xml_attribute value = xml.attribute(attribute);
    if (!value) {
      return absl::InvalidArgumentError(
          absl::StrCat("<", xml.name(), "> has no attribute '", attribute, "'"));
    }
    const absl::StatusOr<int64_t> id = ParseIrInt(value.value());
    if (id.ok()) return id;
    return absl::InvalidArgumentError(
        absl::StrCat("<", xml.name(), " ", attribute, ">: ", id.status().message()));
  }

  void AddLayer(pugi::xml_node xml) {
    IrLayer layer;
    layer.xml = xml;
    layer.line = static_cast<int>(*num_layers_);
    layer.name = xml.attribute("name").value();
    layer.type = ClassOf(xml.attribute("type").value());
    layer.version = xml.attribute("version").value();
    absl::string_view number = layer.version;
    if (!absl::ConsumePrefix(&number, "opset") || !absl::SimpleAtoi(number, &layer.opset))
      layer.opset = 0;
    const absl::StatusOr<int64_t> id = Id(xml, "id");
    if (!id.ok()) {
      return Problem(absl::Status(
          id.status().code(),
          absl::StrCat("layer ", Quoted(Printable(layer.name)), ": ", id.status().message())));
    }
    layer.id = *id;
    Ports ports;
    ReadPorts(&layer, &ports);
    const int index = static_cast<int>(net_.layers.size());
    if (!net_.by_id.try_emplace(layer.id, index).second) {
      return Problem(layer, absl::InvalidArgumentError("another layer has this id"));
    }
    ports_.push_back(std::move(ports));
    net_.layers.push_back(std::move(layer));
  }

  void ReadPorts(IrLayer* layer, Ports* ports) {
    for (const pugi::xml_node port : layer->xml.child("input").children("port")) {
      AddPort(*layer, port, static_cast<int>(layer->inputs.size()), &ports->inputs);
      layer->inputs.push_back({port.attribute("id").as_llong()});
    }
    for (const pugi::xml_node port : layer->xml.child("output").children("port")) {
      AddPort(*layer, port, static_cast<int>(layer->outputs.size()), &ports->outputs);
      CheckPrecision(*layer, port);
      OutputPort output;
      output.id = port.attribute("id").as_llong();
      output.names = ParseIrNames(port.attribute("names").value());
      layer->outputs.push_back(std::move(output));
    }
  }

  void AddPort(const IrLayer& layer, pugi::xml_node port, int index,
               absl::flat_hash_map<int64_t, int>* ports) {
    const absl::StatusOr<int64_t> id = Id(port, "id");
    if (!id.ok()) return Problem(layer, id.status());
    if (ports->try_emplace(*id, index).second) return;
    Problem(layer, absl::InvalidArgumentError(absl::StrCat("there are two ports ", *id)));
  }

  // Types are inferred; what a file says must be one all the same, as in OpenVINO.
  void CheckPrecision(const IrLayer& layer, pugi::xml_node port) {
    const absl::string_view precision = port.attribute("precision").value();
    if (precision.empty() || IsDynamicType(precision)) return;
    const absl::Status status = FindElementType(precision).status();
    if (status.ok()) return;
    Problem(layer, absl::InvalidArgumentError(absl::StrCat(
                       "output port ", port.attribute("id").value(), ": ", status.message())));
  }

  void AddEdge(pugi::xml_node xml) {
    int64_t ends[4];
    int i = 0;
    for (const char* attribute : {"from-layer", "from-port", "to-layer", "to-port"}) {
      const absl::StatusOr<int64_t> end = Id(xml, attribute);
      if (!end.ok()) return Problem(end.status());
      ends[i++] = *end;
    }
    const int from = net_.Find(ends[0]);
    const int to = net_.Find(ends[2]);
    if (from < 0 || to < 0) {
      return Problem(absl::InvalidArgumentError(
          absl::StrCat("the edge from layer ", ends[0], " to layer ", ends[2],
                       ": there is no layer ", from < 0 ? ends[0] : ends[2])));
    }
    IrLayer& reader = net_.layers[static_cast<size_t>(to)];
    const auto& outputs = ports_[static_cast<size_t>(from)].outputs;
    const auto& inputs = ports_[static_cast<size_t>(to)].inputs;
    const auto output = outputs.find(ends[1]);
    const auto input = inputs.find(ends[3]);
    if (output == outputs.end() || input == inputs.end()) {
      return Problem(reader, absl::InvalidArgumentError(
                                 absl::StrCat("an edge comes from port ", ends[1], " of layer ",
                                              ends[0], " to port ", ends[3], "; there is no such ",
                                              output == outputs.end() ? "output" : "input")));
    }
    IrSource& source = reader.inputs[static_cast<size_t>(input->second)];
    if (source.layer >= 0) {
      return Problem(reader,
                     absl::InvalidArgumentError(absl::StrCat("two edges come to port ", ends[3])));
    }
    source.layer = from;
    source.port = output->second;
  }

  void CheckConnected(const IrLayer& layer) {
    for (size_t i = 0; i < layer.inputs.size(); ++i) {
      if (layer.inputs[i].layer >= 0) continue;
      Problem(layer, absl::InvalidArgumentError(absl::StrCat("no edge comes to input ", i)));
    }
  }

  // Depth first from what is wanted for itself, in the order of the file. The stack holds layers
  // whose inputs are not all done; a layer met on it again closes a cycle.
  void Sort() {
    enum class Mark : char { kNew, kOpen, kDone };
    std::vector<Mark> marks(net_.layers.size(), Mark::kNew);
    std::vector<std::pair<int, size_t>> stack;  // layer, next input
    for (size_t root = 0; root < net_.layers.size(); ++root) {
      if (!IsRoot(net_.layers[root]) || marks[root] != Mark::kNew) continue;
      stack.emplace_back(static_cast<int>(root), 0);
      marks[root] = Mark::kOpen;
      while (!stack.empty()) {
        auto& [index, next] = stack.back();
        const IrLayer& layer = net_.layers[static_cast<size_t>(index)];
        if (next == layer.inputs.size()) {
          marks[static_cast<size_t>(index)] = Mark::kDone;
          net_.order.push_back(index);
          stack.pop_back();
          continue;
        }
        const IrSource& from = layer.inputs[next++];
        const int source = from.layer;
        if (source < 0) continue;
        net_.layers[static_cast<size_t>(source)].outputs[static_cast<size_t>(from.port)].is_used =
            true;
        Mark& mark = marks[static_cast<size_t>(source)];
        if (mark == Mark::kOpen) {
          Problem(layer, absl::InvalidArgumentError(
                             absl::StrCat("is part of a cycle: it needs itself through ",
                                          net_.layers[static_cast<size_t>(source)].Tag())));
        } else if (mark == Mark::kNew) {
          mark = Mark::kOpen;
          stack.emplace_back(source, 0);
        }
      }
    }
  }

  static bool IsRoot(const IrLayer& layer) {
    for (const char* type : {"Parameter", "Result", "Assign", "If", "Loop", "TensorIterator"}) {
      if (layer.Is(type)) return true;
    }
    return false;
  }

  const ImportLimits& limits_;
  int64_t* const num_layers_;
  ProblemList* const problems_;
  IrNet net_;
  std::vector<Ports> ports_;  // by layer
};

}  // namespace

std::string IrLayer::Tag() const {
  return absl::StrCat("layer ", id, " ", Quoted(Printable(name)), " (",
                      Printable(xml.attribute("type").value()), ", ", Printable(version), ")");
}

IrNet ReadIrNet(pugi::xml_node element, int version, const ImportLimits& limits,
                int64_t* num_layers, ProblemList* problems) {
  return NetReader(limits, num_layers, problems).Read(element, version);
}

}  // namespace opgraft_internal
