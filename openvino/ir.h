// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_IR_H_
#define OPENVINO_IR_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/runtime/compile_options.h"

namespace opgraft {

// An input or an output of a model of OpenVINO's. A value.
struct IrPort {
  std::string tensor;              // of the graph: "x:0"
  std::vector<std::string> names;  // tensor names, then the friendly name; the first is the port's
};

// The port of this name; null if there is none. A name of a tensor is looked for before those of
// layers: a layer may be called as another port's tensor is.
const IrPort* FindPort(const std::vector<IrPort>& ports, absl::string_view name);

// A model of OpenVINO's made ready to compile. A value.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr ir, LoadIr("model.xml"));
//   OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model,
//                            CompiledModel::Compile(ir.graph, ir.options));
struct LoadedIr {
  Graph graph;
  std::vector<IrPort> inputs;   // in the order of its Parameters
  std::vector<IrPort> outputs;  // in the order of its Results
  CompileOptions options;       // one signature, "": inputs and outputs by their first names
  std::string info;             // what is in the model's own <rt_info>, as XML

  // The tensor of the graph that an input or an output of any of its names is; "" if there is none.
  std::string FindTensor(absl::string_view name) const;
};

// What a model is read for.
enum class IrUse {
  kRun,   // layers that belong together become one node: weights stay compressed, caches of
          // language models grow in place
  kEdit,  // each layer becomes nodes of its own, for callers that transform the graph or write it
};

// True if the file is XML by its ending.
bool IsIrFile(absl::string_view path);

// Reads an IR of version 10 or 11 and its weights: MODEL.bin beside MODEL.xml unless `weights`
// names a file. Constants of whole bytes stay in that file, mapped, unless they are small: it must
// not be changed in place. Layers that no Result and no Assign needs are left out. Errors: those of
// the files; INVALID_ARGUMENT and UNIMPLEMENTED with all problems of the model, a line each, that
// begins with the layer; RESOURCE_EXHAUSTED for a limit.
absl::StatusOr<LoadedIr> LoadIr(const std::string& path, const ImportOptions& options = {},
                                const std::string& weights = "", IrUse use = IrUse::kRun);
// The same of memory, which is copied from.
absl::StatusOr<LoadedIr> ParseIr(absl::string_view xml, absl::string_view weights,
                                 const ImportOptions& options = {}, IrUse use = IrUse::kRun);

}  // namespace opgraft

#endif  // OPENVINO_IR_H_
