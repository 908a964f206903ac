// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The two files of a SavedModel that say what its objects are: any bytes as saved_model.pb, with
// what is looked for in it, and any bytes as the object graph of a checkpoint.
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "checkpoint/bundle_writer.h"
#include "framework/files/write_file.h"
#include "framework/op/op_registry.h"
#include "framework/state/opened_cells.h"
#include "framework/tensor/tensor.h"
#include "opgraft/proto/saved_model.pb.h"
#include "saved_model/bound_variables.h"
#include "saved_model/saved_model_file.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft_internal {
namespace {

using opgraft::Demand;

// A folder of this process, for all inputs.
const std::string& Folder() {
  static const std::string* const folder = [] {
    auto* made = new std::string("/tmp/opgraft_saved_model_XXXXXX");
    Demand(mkdtemp(made->data()) != nullptr, "there is a folder");
    return made;
  }();
  return *folder;
}

void WriteCheckpoint(const std::string& prefix, absl::string_view object_graph) {
  BundleWriter writer;
  Demand(writer.Add("_CHECKPOINTABLE_OBJECT_GRAPH", Tensor::Scalar(tstring(object_graph))).ok() &&
             writer.Add("v", Tensor::Scalar(1.0f)).ok() && writer.Write(prefix).ok(),
         "a checkpoint is written");
}

// An object graph whose objects 0 and 1 have "v" as their value.
std::string SmallObjectGraph() {
  TrackableObject object;
  TrackableObject::SerializedTensor* const value = object.add_attributes();
  value->set_name("VARIABLE_VALUE");
  value->set_checkpoint_key("v");
  TrackableObjectGraph graph;
  for (int i = 0; i < 2; ++i) graph.add_nodes(object.SerializeAsString());
  return graph.SerializeAsString();
}

// The tensors that the signatures and functions of a file use.
std::vector<std::string> TensorsOf(const SavedModelFile& file) {
  std::vector<std::string> tensors = {file.init_op, file.restore_op};
  for (const auto& [name, signature] : file.signatures) {
    for (const auto& [output, tensor] : signature.outputs) tensors.push_back(tensor);
  }
  return tensors;
}

void TryFile(absl::string_view bytes) {
  static const std::string* const checkpoint = [] {
    auto* prefix = new std::string(absl::StrCat(Folder(), "/small"));
    WriteCheckpoint(*prefix, SmallObjectGraph());
    return prefix;
  }();
  Demand(WriteFile(absl::StrCat(Folder(), "/saved_model.pb"), bytes).ok(), "it can be written to");
  const auto file = ReadSavedModel(Folder(), {"serve"}, opgraft::ImportOptions());
  if (!file.ok()) {
    Demand(!file.status().message().empty(), "a refusal says why");
    return;
  }
  for (const auto& [tensor, path] : file->assets) {
    Demand(absl::StartsWith(path, absl::StrCat(Folder(), "/assets/")) &&
               !absl::StrContains(path, "/../"),
           "assets lie in their folder");
  }
  OpenedCells cells;
  FillBoundVariables(*file, TensorsOf(*file), *checkpoint, *OpRegistry::Global(), &cells)
      .IgnoreError();
}

// As the object graph of a model whose variable is object 1.
void TryObjectGraph(absl::string_view bytes) {
  SavedModelFile file;
  NodeDef* const variable = file.graph.add_node();
  variable->set_name("v");
  variable->set_op("VarHandleOp");
  (*variable->mutable_attr())["dtype"].set_type(DT_FLOAT);
  (*variable->mutable_attr())["shape"].mutable_shape();
  NodeDef* const call = file.graph.add_node();
  call->set_name("call");
  call->set_op("f");
  call->add_input("v");
  file.bound_inputs["f"] = {1};
  const std::string prefix = absl::StrCat(Folder(), "/any");
  WriteCheckpoint(prefix, bytes);
  OpenedCells cells;
  const absl::Status status =
      FillBoundVariables(file, {"call"}, prefix, *OpRegistry::Global(), &cells);
  if (!status.ok()) Demand(!status.message().empty(), "a refusal says why");
}

}  // namespace
}  // namespace opgraft_internal

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view bytes = opgraft::TextOf(data, size);
  opgraft_internal::TryFile(bytes);
  opgraft_internal::TryObjectGraph(bytes);
  return 0;
}
