// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// LoadIr and ParseIr of ir.h: from the XML by way of a net (ir_net.h) to a graph (net_lowering.h).

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/files/input_file.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/import_progress.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/fusions/unneeded_nodes.h"
#include "openvino/ir.h"
#include "openvino/ir_net.h"
#include "openvino/ir_signature.h"
#include "openvino/ir_text.h"
#include "openvino/ir_weights.h"
#include "openvino/net_lowering.h"
#include "openvino/weights_file.h"
#include "pugixml.hpp"

namespace opgraft {
namespace {

constexpr int kMaxNesting = 1000;  // of elements; layers nest four elements a body

absl::Status CheckNesting(pugi::xml_node root) {
  int depth = 0;
  // Walks without recursion: to the first child, else on, else up.
  for (pugi::xml_node at = root.first_child(); at;) {
    if (pugi::xml_node child = at.first_child()) {
      if (++depth > kMaxNesting) {
        return absl::InvalidArgumentError(absl::StrCat("elements nest deeper than ", kMaxNesting));
      }
      at = child;
      continue;
    }
    while (at && !at.next_sibling() && at != root) {
      at = at.parent();
      --depth;
    }
    if (!at || at == root) break;
    at = at.next_sibling();
  }
  return absl::OkStatus();
}

// Line and column of a byte.
std::string Place(absl::string_view text, ptrdiff_t offset) {
  const absl::string_view before =
      text.substr(0, static_cast<size_t>(std::max<ptrdiff_t>(offset, 0)));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const size_t begin = before.rfind('\n');
  const size_t column =
      begin == absl::string_view::npos ? before.size() : before.size() - begin - 1;
  return absl::StrCat("line ", lines + 1, ", column ", column + 1);
}

absl::Status ParseXml(absl::string_view text, pugi::xml_document* document) {
  const pugi::xml_parse_result parsed = document->load_buffer(text.data(), text.size());
  if (!parsed) {
    return absl::InvalidArgumentError(
        absl::StrCat("it is not XML: ", Place(text, parsed.offset), ": ", parsed.description()));
  }
  return CheckNesting(*document);
}

absl::StatusOr<int> VersionOf(pugi::xml_node net) {
  if (!net) return absl::InvalidArgumentError("it is not an IR: its root is not <net>");
  const absl::StatusOr<int64_t> version = ParseIrInt(net.attribute("version").value());
  if (version.ok() && (*version == 10 || *version == 11)) return static_cast<int>(*version);
  return absl::UnimplementedError(absl::StrCat("the IR is of version ",
                                               Quoted(Printable(net.attribute("version").value())),
                                               "; versions 10 and 11 are read"));
}

// Names of a model's inputs and outputs, from the document and from the draft.
class Ports {
 public:
  Ports(const IrNet& net, const GraphDraft& draft) : net_(net), draft_(draft) {}

  IrPort Input(const NetPort& port) const {
    const IrLayer& layer = LayerAt(port.layer);
    IrPort input{draft_.TensorName(port.value), NamesOf(layer, 0)};
    AddName(layer.name, &input);
    return input;
  }
  // Version 10 names outputs by what feeds them; Results may have names of their own, which come
  // first: what feeds one may be an input too.
  IrPort Output(const NetPort& port) const {
    const IrLayer& layer = LayerAt(port.layer);
    const IrSource& source = layer.inputs[0];
    const IrLayer& from = LayerAt(source.layer);
    IrPort output{draft_.TensorName(port.value),
                  ParseIrNames(layer.xml.attribute("output_names").value())};
    for (const std::string& name : NamesOf(from, source.port)) AddName(name, &output);
    if (net_.version == 10) {
      AddName(from.outputs.size() == 1 ? from.name : absl::StrCat(from.name, ".", source.port),
              &output);
    }
    AddName(layer.name, &output);
    return output;
  }

 private:
  const IrLayer& LayerAt(int index) const { return net_.layers[static_cast<size_t>(index)]; }
  // None of a Parameter that the file gives no output.
  static std::vector<std::string> NamesOf(const IrLayer& layer, int port) {
    const auto i = static_cast<size_t>(port);
    return i < layer.outputs.size() ? layer.outputs[i].names : std::vector<std::string>();
  }
  static void AddName(const std::string& name, IrPort* port) {
    if (!absl::c_linear_search(port->names, name)) port->names.push_back(name);
  }

  const IrNet& net_;
  const GraphDraft& draft_;
};

std::vector<std::string> PortTensors(const LoadedIr& loaded) {
  std::vector<std::string> tensors;
  for (const auto* ports : {&loaded.inputs, &loaded.outputs})
    for (const IrPort& port : *ports) tensors.push_back(port.tensor);
  return tensors;
}

// What is in an element, as it is written two elements deep.
std::string InnerXml(pugi::xml_node element) {
  struct Writer : pugi::xml_writer {
    void write(const void* data, size_t size) override {
      text.append(static_cast<const char*>(data), size);
    }
    std::string text;
  } writer;
  for (const pugi::xml_node child : element.children())
    child.print(writer, "\t", pugi::format_indent, pugi::encoding_utf8, 2);
  return std::move(writer.text);
}

absl::StatusOr<LoadedIr> Read(absl::string_view text, const IrWeights& weights,
                              const ImportOptions& options, IrUse use) {
  OPGRAFT_RETURN_IF_ERROR(TellProgress(options, "parsing", 0));
  pugi::xml_document xml;
  OPGRAFT_RETURN_IF_ERROR(ParseXml(text, &xml));
  const pugi::xml_node root = xml.child("net");
  OPGRAFT_ASSIGN_OR_RETURN(const int version, VersionOf(root));
  const auto registry = options.registry == nullptr ? KernelRegistry::Global() : options.registry;
  ProblemList problems;
  IrDocument document{&weights, options, registry, &problems};
  document.fuses = use == IrUse::kRun;
  if (document.fuses) document.variables = VariableUses(root);
  OPGRAFT_ASSIGN_OR_RETURN(document.pre_process, opgraft_internal::ReadPreProcess(root));
  const IrNet net = ReadNet(root, version, &document);
  GraphDraft draft(registry);
  NetLowering lowering(net, "", &document, &draft);
  lowering.Lower();
  if (document.pre_process.has_value()) {
    problems.Add(0, absl::StatusCode::kInvalidArgument,
                 absl::StrCat("<pre-process>: there is no input ",
                              Quoted(Printable(document.pre_process->input))));
  }
  if (!problems.empty()) {
    if (draft.has_error())
      problems.Add(static_cast<int>(document.num_layers) + 1, draft.error().code(),
                   draft.error().message());
    return problems.ToStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(TellProgress(options, "checking", 0));
  LoadedIr loaded;
  OPGRAFT_ASSIGN_OR_RETURN(loaded.graph, draft.Build());
  const Ports ports(net, draft);
  for (const NetPort& port : lowering.parameters()) loaded.inputs.push_back(ports.Input(port));
  for (const NetPort& port : lowering.results()) loaded.outputs.push_back(ports.Output(port));
  if (document.has_leftovers) {
    OPGRAFT_ASSIGN_OR_RETURN(loaded.graph, WithoutUnneeded(loaded.graph, PortTensors(loaded)));
  }
  loaded.options.signatures = {SignatureOf(loaded)};
  if (version > 10) loaded.info = InnerXml(root.child("rt_info"));
  return loaded;
}

absl::Status WithFile(const std::string& path, const absl::Status& status) {
  if (status.ok() || absl::StartsWith(status.message(), path)) return status;
  return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
}

}  // namespace

absl::StatusOr<LoadedIr> LoadIr(const std::string& path, const ImportOptions& options,
                                const std::string& weights, IrUse use) {
  return GuardMemory([&]() -> absl::StatusOr<LoadedIr> {
    OPGRAFT_RETURN_IF_ERROR(TellProgress(options, "reading", 0));
    OPGRAFT_ASSIGN_OR_RETURN(
        const std::string text,
        ReadFile(path, {options.limits.max_file_bytes, "ImportLimits::max_file_bytes"}));
    const IrWeights constants =
        IrWeights::FromFile(weights.empty() ? opgraft_internal::WeightsFileOf(path) : weights);
    absl::StatusOr<LoadedIr> loaded = Read(text, constants, options, use);
    if (!loaded.ok()) return WithFile(path, loaded.status());
    return loaded;
  });
}

absl::StatusOr<LoadedIr> ParseIr(absl::string_view xml, absl::string_view weights,
                                 const ImportOptions& options, IrUse use) {
  return GuardMemory(
      [&] { return Read(xml, IrWeights::FromBytes(weights, nullptr), options, use); });
}

}  // namespace opgraft
