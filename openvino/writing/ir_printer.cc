// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/ir_printer.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "framework/types/utf8.h"
#include "openvino/element_type.h"
#include "openvino/ir_text.h"
#include "openvino/layer_types.h"

namespace opgraft_internal {
namespace {

// A text as the value of an attribute. Line breaks would be read as spaces.
std::string Escaped(absl::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\t':
      case '\n':
      case '\r':
        absl::StrAppend(&escaped, "&#", static_cast<int>(c), ";");
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

// Characters that XML has.
bool FitsXml(absl::string_view text) {
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  };
  return IsUtf8(text) && std::none_of(text.begin(), text.end(), is_control);
}

// The group of a layer in the file: OpenVINO reads Parameters and Results in their order.
int GroupOf(const WrittenLayer& layer) {
  if (layer.type == "Parameter") return 0;
  if (layer.type == "Result") return 3;
  return layer.type == "Assign" ? 2 : 1;
}

std::string VersionOf(const WrittenLayer& layer) {
  return layer.opset == 0 ? kInternalVersion : absl::StrCat("opset", layer.opset);
}

class Printer {
 public:
  explicit Printer(WeightsWriter* weights) : weights_(weights) {}

  absl::StatusOr<std::string> Print(const WrittenNet& net, const ModelText& model) {
    text_ = "<?xml version=\"1.0\"?>\n";
    Open("net", {{"name", model.name}, {"version", "11"}});
    PrintNet(net);
    if (model.info.empty()) {
      Line("rt_info", {});
    } else {
      Open("rt_info", {});
      text_ += model.info;
      Close("rt_info");
    }
    Close("net");
    if (!status_.ok()) return status_;
    return std::move(text_);
  }

 private:
  void Indent() { text_.append(depth_, '\t'); }
  void Start(absl::string_view element, const LayerData& attributes) {
    Indent();
    absl::StrAppend(&text_, "<", element);
    for (const auto& [key, value] : attributes) {
      if (!FitsXml(value)) Refuse(key, value);
      absl::StrAppend(&text_, " ", key, "=\"", Escaped(value), "\"");
    }
  }
  void Line(absl::string_view element, const LayerData& attributes) {
    Start(element, attributes);
    text_ += " />\n";
  }
  void Open(absl::string_view element, const LayerData& attributes) {
    Start(element, attributes);
    text_ += ">\n";
    ++depth_;
  }
  void Close(absl::string_view element) {
    --depth_;
    Indent();
    absl::StrAppend(&text_, "</", element, ">\n");
  }
  void Refuse(absl::string_view key, absl::string_view value) {
    Fail(absl::InvalidArgumentError(absl::StrCat("the text ", Quoted(Printable(value)), " (", key,
                                                 ") has characters that XML has not")));
  }
  void Fail(const absl::Status& status) {
    if (status_.ok()) status_ = status;
  }

  void PrintNet(const WrittenNet& net) {
    const std::vector<int> ids = IdsOf(net);
    std::vector<int> order(ids.size());
    for (size_t i = 0; i < ids.size(); ++i)
      order[static_cast<size_t>(ids[i])] = static_cast<int>(i);
    Open("layers", {});
    for (const int index : order) PrintLayer(net, index, ids[static_cast<size_t>(index)]);
    Close("layers");
    PrintEdges(net, ids);
  }

  void PrintLayer(const WrittenNet& net, int index, int id) {
    const WrittenLayer& layer = net.layers[static_cast<size_t>(index)];
    LayerData attributes = {{"id", absl::StrCat(id)},
                            {"name", layer.name},
                            {"type", layer.type},
                            {"version", VersionOf(layer)}};
    if (!layer.output_names.empty())
      attributes.emplace_back("output_names", FormatIrNames(layer.output_names));
    Open("layer", attributes);
    PrintData(layer);
    PrintInfo(layer.info);
    // Of bodies the last first, as OpenVINO has them: then_body is its first.
    std::vector<std::vector<int>> ids;
    for (const WrittenBody& body : layer.bodies) ids.push_back(IdsOf(*body.net));
    for (size_t i = layer.bodies.size(); i-- > 0;) PrintPortMap(layer, i, ids[i]);
    PrintInputs(net, layer);
    PrintOutputs(layer);
    for (size_t i = 0; i < layer.bodies.size(); ++i) PrintBody(layer.bodies[i], ids[i]);
    Close("layer");
  }

  void PrintBody(const WrittenBody& body, const std::vector<int>& ids) {
    PrintBackEdges(body, ids);
    Open(body.element, {});
    PrintNet(*body.net);
    Line("rt_info", {});
    Close(body.element);
  }

  void PrintData(const WrittenLayer& layer) {
    LayerData data = layer.data;
    if (layer.constant.has_value()) {
      const auto place = weights_->Add(*layer.constant);
      if (!place.ok()) return Fail(place.status());
      data = {{"element_type", std::string(ElementTypeName(layer.constant->dtype()))},
              {"shape", absl::StrJoin(layer.constant->shape().dim_sizes(), ", ")},
              {"offset", absl::StrCat(place->offset)},
              {"size", absl::StrCat(place->size)}};
    }
    if (!data.empty()) Line("data", data);
  }

  void PrintInfo(const RuntimeInfo& info) {
    if (info.empty()) return;
    Open("rt_info", {});
    for (const auto& [key, values] : info) {
      LayerData attributes = {{"name", key.first}, {"version", key.second}};
      attributes.insert(attributes.end(), values.begin(), values.end());
      Line("attribute", attributes);
    }
    Close("rt_info");
  }

  void PrintPort(int id, const WrittenOutput& port, bool with_notes) {
    const auto type = FindElementType(ElementTypeName(port.dtype));
    LayerData attributes = {{"id", absl::StrCat(id)},
                            {"precision", type.ok() ? type->precision : "UNSPECIFIED"}};
    if (with_notes && !port.notes.names.empty())
      attributes.emplace_back("names", FormatIrNames(port.notes.names));
    const bool has_info = with_notes && !port.notes.info.empty();
    if (port.shape.dims() <= 0 && !has_info) return Line("port", attributes);
    Open("port", attributes);
    for (const DimRange dim : port.shape.ranges()) {
      Indent();
      absl::StrAppend(&text_, "<dim>", dim.size(), "</dim>\n");
    }
    if (has_info) PrintInfo(port.notes.info);
    Close("port");
  }

  void PrintInputs(const WrittenNet& net, const WrittenLayer& layer) {
    if (layer.inputs.empty()) return;
    Open("input", {});
    for (size_t i = 0; i < layer.inputs.size(); ++i)
      PrintPort(static_cast<int>(i), net.At(layer.inputs[i]), false);
    Close("input");
  }

  void PrintOutputs(const WrittenLayer& layer) {
    if (layer.outputs.empty()) return;
    Open("output", {});
    for (size_t i = 0; i < layer.outputs.size(); ++i)
      PrintPort(static_cast<int>(layer.inputs.size() + i), layer.outputs[i], true);
    Close("output");
  }

  // The ids of the layers of a body, by index.
  static std::vector<int> IdsOf(const WrittenNet& net) {
    std::vector<int> ids(net.layers.size());
    int next = 0;
    for (int group = 0; group < 4; ++group) {
      for (size_t i = 0; i < ids.size(); ++i) {
        if (GroupOf(net.layers[i]) == group) ids[i] = next++;
      }
    }
    return ids;
  }

  void PrintPortMap(const WrittenLayer& layer, size_t body, const std::vector<int>& ids) {
    const WrittenBody& written = layer.bodies[body];
    Open(written.map, {});
    for (const auto& entry : written.inputs) PrintEntry("input", entry, 0, ids);
    for (const auto& entry : written.outputs)
      PrintEntry("output", entry, static_cast<int>(layer.inputs.size()), ids);
    Close(written.map);
  }

  void PrintEntry(const char* element, const WrittenBody::Entry& entry, int first,
                  const std::vector<int>& ids) {
    LayerData attributes = {
        {"external_port_id", absl::StrCat(entry.external < 0 ? -1 : first + entry.external)},
        {"internal_layer_id", absl::StrCat(ids[static_cast<size_t>(entry.internal)])}};
    attributes.insert(attributes.end(), entry.more.begin(), entry.more.end());
    Line(element, attributes);
  }

  void PrintBackEdges(const WrittenBody& body, const std::vector<int>& ids) {
    if (body.back_edges.empty()) return;
    Open("back_edges", {});
    for (const auto& [from, to] : body.back_edges) {
      Line("edge", {{"from-layer", absl::StrCat(ids[static_cast<size_t>(from)])},
                    {"to-layer", absl::StrCat(ids[static_cast<size_t>(to)])}});
    }
    Close("back_edges");
  }

  void PrintEdges(const WrittenNet& net, const std::vector<int>& ids) {
    struct Edge {
      int from, from_port, to, to_port;
      bool operator<(const Edge& other) const {
        return std::tie(from, from_port, to, to_port) <
               std::tie(other.from, other.from_port, other.to, other.to_port);
      }
    };
    std::vector<Edge> edges;
    for (size_t to = 0; to < net.layers.size(); ++to) {
      const std::vector<LayerPort>& inputs = net.layers[to].inputs;
      for (size_t i = 0; i < inputs.size(); ++i) {
        const auto from = static_cast<size_t>(inputs[i].layer);
        const int port = static_cast<int>(net.layers[from].inputs.size()) + inputs[i].port;
        edges.push_back({ids[from], port, ids[to], static_cast<int>(i)});
      }
    }
    std::sort(edges.begin(), edges.end());
    Open("edges", {});
    for (const Edge& edge : edges) {
      Line("edge", {{"from-layer", absl::StrCat(edge.from)},
                    {"from-port", absl::StrCat(edge.from_port)},
                    {"to-layer", absl::StrCat(edge.to)},
                    {"to-port", absl::StrCat(edge.to_port)}});
    }
    Close("edges");
  }

  WeightsWriter* const weights_;
  std::string text_;
  size_t depth_ = 0;
  absl::Status status_;
};

}  // namespace

absl::StatusOr<std::string> PrintIr(const WrittenNet& net, const ModelText& model,
                                    WeightsWriter* weights) {
  return Printer(weights).Print(net, model);
}

}  // namespace opgraft_internal
