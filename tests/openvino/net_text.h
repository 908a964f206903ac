// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_OPENVINO_NET_TEXT_H_
#define TESTS_OPENVINO_NET_TEXT_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

// IRs for tests, written shortly.
namespace opgraft_internal {

// A layer: what stands in <data>, where its inputs come from, and what follows its ports. Its id is
// its place; its input i is port i and its outputs go on from there.
struct TextLayer {
  std::string name;
  std::string type;
  std::string opset;
  std::string data;
  std::vector<std::string> inputs;  // "LAYER" or "LAYER:OUTPUT", by place
  int outputs = 1;
  std::string more = "";  // bodies and port maps
};

// <layers> and <edges>.
inline std::string NetText(const std::vector<TextLayer>& layers) {
  std::string text = "<layers>";
  std::string edges = "<edges>";
  for (size_t id = 0; id < layers.size(); ++id) {
    const TextLayer& layer = layers[id];
    text += "<layer id=\"" + std::to_string(id) + "\" name=\"" + layer.name + "\" type=\"" +
            layer.type + "\" version=\"" + layer.opset + "\"><data " + layer.data + "/><input>";
    for (size_t i = 0; i < layer.inputs.size(); ++i) {
      const std::string& source = layer.inputs[i];
      const size_t colon = source.find(':');
      const size_t from = std::stoul(source.substr(0, colon));
      const size_t output = colon == std::string::npos ? 0 : std::stoul(source.substr(colon + 1));
      const size_t port = (from < layers.size() ? layers[from].inputs.size() : 0) + output;
      text += "<port id=\"" + std::to_string(i) + "\"/>";
      edges += "<edge from-layer=\"" + std::to_string(from) + "\" from-port=\"" +
               std::to_string(port) + "\" to-layer=\"" + std::to_string(id) + "\" to-port=\"" +
               std::to_string(i) + "\"/>";
    }
    text += "</input><output>";
    for (int i = 0; i < layer.outputs; ++i)
      text += "<port id=\"" + std::to_string(layer.inputs.size() + static_cast<size_t>(i)) + "\"/>";
    text += "</output>" + layer.more + "</layer>";
  }
  return text + "</layers>" + edges + "</edges>";
}

inline std::string IrText(const std::vector<TextLayer>& layers) {
  return "<?xml version=\"1.0\"?><net name=\"n\" version=\"11\">" + NetText(layers) + "</net>";
}

// A model that is built layer by layer; inputs are given by the numbers of the layers they come
// from.
class TextNet {
 public:
  // Returns the layer's number. `data`: its attributes.
  int Add(const std::string& type, const std::string& data, const std::vector<int>& inputs,
          const std::string& opset = "opset1") {
    std::vector<std::string> sources;
    for (const int input : inputs) sources.push_back(absl::StrCat(input));
    return AddFrom(type, data, std::move(sources), opset, type == "Result" ? 0 : 1);
  }
  // The same of any outputs ("LAYER:OUTPUT"), with as many outputs of its own.
  int AddFrom(const std::string& type, const std::string& data, std::vector<std::string> sources,
              const std::string& opset, int outputs) {
    const int id = static_cast<int>(layers_.size());
    layers_.push_back({absl::StrCat("n", id), type, opset, data, std::move(sources), outputs});
    return id;
  }
  int Constant(const char* type, const char* shape, int64_t offset, int64_t size) {
    return Add("Const",
               absl::StrCat("element_type=\"", type, "\" shape=\"", shape, "\" offset=\"", offset,
                            "\" size=\"", size, "\""),
               {});
  }
  int Convert(const char* to, int input) {
    return Add("Convert", absl::StrCat("destination_type=\"", to, "\""), {input});
  }
  std::string Text() const { return IrText(layers_); }

 private:
  std::vector<TextLayer> layers_;
};

}  // namespace opgraft_internal

#endif  // TESTS_OPENVINO_NET_TEXT_H_
