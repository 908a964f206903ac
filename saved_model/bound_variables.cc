// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/bound_variables.h"

#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "checkpoint/bundle_reader.h"
#include "framework/graph/io/parse_cost.h"
#include "framework/tensor/shape_proto.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/saved_model.pb.h"
#include "saved_model/node_ops.h"
#include "saved_model/reachable.h"
#include "saved_model/variable_ops.h"

namespace opgraft_internal {
namespace {

constexpr char kObjectGraph[] = "_CHECKPOINTABLE_OBJECT_GRAPH";
constexpr char kValue[] = "VARIABLE_VALUE";

// VarHandleOps without a value, by their names; the objects that they are.
using Handles = absl::flat_hash_map<std::string, const NodeDef*>;
using BoundObjects = std::vector<std::pair<const NodeDef*, int32_t>>;

bool HasValue(const NodeDef& handle, OpenedCells* cells) {
  const TensorCell* const cell = cells->FindTensor(VariableKey(handle));
  return cell != nullptr && cell->value().IsInitialized();
}

Handles HandlesWithoutValue(const GraphDef& def, OpenedCells* cells) {
  Handles handles;
  for (const NodeDef& node : def.node()) {
    if (VariableNodeOf(node) == VariableNode::kHandle && !HasValue(node, cells))
      handles.emplace(node.name(), &node);
  }
  return handles;
}

// Moves the handles that are inputs of a call of a function that captures `objects` to `bound`.
absl::Status BindInputs(const NodeDef& call, const std::vector<int32_t>& objects, Handles* handles,
                        BoundObjects* bound) {
  const int captured = static_cast<int>(objects.size());
  const int first = NumDataInputs(call) - captured;
  if (first < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("node ", Quoted(Printable(call.name())), " has ", NumDataInputs(call),
                     " inputs, the function that it calls captures ", captured, " objects"));
  }
  for (int i = 0; i < captured; ++i) {
    const auto handle = handles->find(NodeOfTensor(call.input(first + i)));
    if (handle == handles->end()) continue;
    bound->emplace_back(handle->second, objects[static_cast<size_t>(i)]);
    handles->erase(handle);
  }
  return absl::OkStatus();
}

// The function that a node calls, by its op or as that says; its op if it calls none.
std::string CalledFunction(const NodeDef& node, const OpRegistry& ops) {
  const absl::optional<CallSite> site = FindCallSite(ops, node);
  return site.has_value() && site->bodies.size() == 1 ? site->bodies[0].function : node.op();
}

absl::Status BindAll(const SavedModelFile& file, const GraphDef& def, const OpRegistry& ops,
                     Handles handles, BoundObjects* bound) {
  for (const NodeDef& node : def.node()) {
    const auto objects = file.bound_inputs.find(CalledFunction(node, ops));
    if (objects == file.bound_inputs.end()) continue;
    OPGRAFT_RETURN_IF_ERROR(BindInputs(node, objects->second, &handles, bound));
  }
  return absl::OkStatus();
}

absl::Status ReadObjectGraph(BundleReader* bundle, TrackableObjectGraph* graph) {
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor bytes, bundle->Read(kObjectGraph));
  const bool is_read = bytes.dtype() == DT_STRING && bytes.NumElements() == 1 &&
                       ParseCounted(bytes.flat<tstring>()(0), {}, graph).ok();
  if (is_read) return absl::OkStatus();
  return absl::InvalidArgumentError("the checkpoint's object graph cannot be parsed");
}

// The name of the object's value in the checkpoint; "" of an object that has none.
absl::StatusOr<std::string> KeyOfObject(const TrackableObjectGraph& graph, int32_t object) {
  TrackableObject parsed;
  if (object < 0 || object >= graph.nodes_size() ||
      !ParseCounted(graph.nodes(object), {}, &parsed).ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the checkpoint has no object ", object, "; it has ", graph.nodes_size()));
  }
  for (const TrackableObject::SerializedTensor& attribute : parsed.attributes()) {
    if (attribute.name() == kValue) return attribute.checkpoint_key();
  }
  return std::string();
}

absl::Status CheckFits(const NodeDef& handle, const Tensor& value) {
  const auto dtype = handle.attr().find("dtype");
  PartialTensorShape shape;
  if (const auto attr = handle.attr().find("shape"); attr != handle.attr().end()) {
    OPGRAFT_ASSIGN_OR_RETURN(shape, PartialTensorShapeFromProto(attr->second.shape()));
  }
  const bool fits = dtype != handle.attr().end() && dtype->second.type() == value.dtype() &&
                    shape.IsCompatibleWith(value.shape());
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("variable ", Quoted(Printable(handle.name())), " of shape ", shape.DebugString(),
                   " is an object with a value of type ", DataTypeString(value.dtype()),
                   " and shape ", value.shape().DebugString()));
}

}  // namespace

absl::Status FillBoundVariables(const SavedModelFile& file, const std::vector<std::string>& used,
                                const std::string& checkpoint, const OpRegistry& ops,
                                OpenedCells* cells) {
  // Nearly every model ends here: what is used is only looked for if something is missing.
  if (HandlesWithoutValue(file.graph, cells).empty()) return absl::OkStatus();
  const GraphDef def = ReachableFrom(file.graph, used);
  Handles handles = HandlesWithoutValue(def, cells);
  BoundObjects bound;
  if (!handles.empty())
    OPGRAFT_RETURN_IF_ERROR(BindAll(file, def, ops, std::move(handles), &bound));
  if (bound.empty()) return absl::OkStatus();
  OPGRAFT_ASSIGN_OR_RETURN(BundleReader bundle, BundleReader::Open(checkpoint));
  if (!bundle.Has(kObjectGraph)) return absl::OkStatus();
  TrackableObjectGraph graph;
  OPGRAFT_RETURN_IF_ERROR(ReadObjectGraph(&bundle, &graph));
  for (const auto& [handle, object] : bound) {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string key, KeyOfObject(graph, object));
    if (key.empty() || !bundle.Has(key)) continue;
    OPGRAFT_ASSIGN_OR_RETURN(Tensor value, bundle.Read(key));
    OPGRAFT_RETURN_IF_ERROR(CheckFits(*handle, value));
    OPGRAFT_RETURN_IF_ERROR(
        cells->OpenTensor(VariableKey(*handle), [&] { return value; }).status());
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
