// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/v1_control_flow/v1_instances.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/io/function_codec.h"
#include "framework/graph/v1_control_flow/v1_functions.h"
#include "framework/op/node_attrs.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {
namespace {

constexpr size_t kMaxBodies = 1000;

// A body that something calls, and the name that it is to have.
struct Instance {
  std::shared_ptr<const FunctionBody> body;
  std::string name;
  bool is_renamed = false;
};

OpDef::ArgDef ArgOf(const std::string& name, DataType type) {
  OpDef::ArgDef arg;
  arg.set_name(name);
  arg.set_type(type);
  return arg;
}

class Instances {
 public:
  explicit Instances(const Graph& graph)
      : graph_(graph),
        functions_(graph.functions()),
        builder_(functions_, GraphFunctionCodec()),
        named_(functions_) {}

  Graph Make();

 private:
  void Collect(const GraphData& graph);
  void Add(const std::string& function, const NodeAttrs& attrs);
  const Instance* Find(absl::string_view function, const NodeAttrs& attrs) const;
  std::string UnusedName(const std::string& function);
  void AddSignature(const Instance& instance, bool is_stateful);
  bool Rename(NameAttrList* function) const;
  bool RenameAll(AttrValue* value) const;
  void RenameInAttrs(int id, GraphEditor* editor) const;
  void RenameCalls(const FunctionLibrary& functions, GraphEditor* editor) const;

  const Graph& graph_;
  const FunctionLibrary functions_;
  FunctionLibraryBuilder builder_;
  FunctionLibrary named_;            // with the signatures of what is new, for nodes to refer to
  std::vector<Instance> instances_;  // grows as they are looked through
  absl::flat_hash_map<const FunctionBody*, size_t> numbers_;
  int last_number_ = 0;
};

void Instances::Collect(const GraphData& graph) {
  for (int id = 0; id < graph.num_nodes(); ++id) {
    if (!RunsBodies(graph.node(id).op->role)) continue;
    const auto site = CallSiteOf(graph, id);
    if (!site.ok()) continue;
    for (const CallSite::Body& body : site->bodies) Add(body.function, body.attrs);
  }
}

void Instances::Add(const std::string& function, const NodeAttrs& attrs) {
  if (instances_.size() >= kMaxBodies) return;
  auto body = functions_.Instantiate(function, attrs);
  if (!body.ok() || !numbers_.try_emplace(body->get(), instances_.size()).second) return;
  const OpDef& op = functions_.Find(function)->op_def;
  Instance instance{*std::move(body), function, op.attr_size() > 0};
  if (instance.is_renamed) {
    instance.name = UnusedName(function);
    AddSignature(instance, op.is_stateful());
  }
  instances_.push_back(std::move(instance));
}

std::string Instances::UnusedName(const std::string& function) {
  std::string name;
  do {
    name = absl::StrCat(function, "_", ++last_number_);
  } while (functions_.Find(name) != nullptr);
  return name;
}

// The body comes later, and calls functions of the library that has this one.
void Instances::AddSignature(const Instance& instance, bool is_stateful) {
  FunctionDef function;
  OpDef* const signature = function.mutable_signature();
  signature->set_name(instance.name);
  signature->set_is_stateful(is_stateful);
  const FunctionBody& body = *instance.body;
  for (size_t i = 0; i < body.args.size(); ++i)
    *signature->add_input_arg() = ArgOf(body.arg_names[i], body.arg_types[i]);
  for (size_t i = 0; i < body.rets.size(); ++i)
    *signature->add_output_arg() = ArgOf(absl::StrCat("result", i), body.ret_types[i]);
  builder_.Add(function).IgnoreError();  // no other has its name
}

const Instance* Instances::Find(absl::string_view function, const NodeAttrs& attrs) const {
  const auto body = functions_.Instantiate(function, attrs);
  const auto found = body.ok() ? numbers_.find(body->get()) : numbers_.end();
  return found == numbers_.end() ? nullptr : &instances_[found->second];
}

bool Instances::Rename(NameAttrList* function) const {
  const Instance* const instance = Find(function->name(), AttrsOf(*function));
  if (instance == nullptr || !instance->is_renamed) return false;
  function->set_name(instance->name);
  function->clear_attr();
  return true;
}

// True if a function of the value was renamed.
bool Instances::RenameAll(AttrValue* value) const {
  bool is_renamed = value->has_func() && Rename(value->mutable_func());
  if (!value->has_list()) return is_renamed;
  for (NameAttrList& function : *value->mutable_list()->mutable_func())
    is_renamed |= Rename(&function);
  return is_renamed;
}

void Instances::RenameInAttrs(int id, GraphEditor* editor) const {
  const NodeAttrs attrs = editor->data().node(id).attrs;
  for (const auto& [name, value] : attrs.entries()) {
    if (!value->has_func() && value->list().func_size() == 0) continue;
    AttrValue renamed = *value;
    if (RenameAll(&renamed))
      editor->SetAttrs(id, editor->data().node(id).attrs.With(name, renamed));
  }
}

void Instances::RenameCalls(const FunctionLibrary& functions, GraphEditor* editor) const {
  UseFunctions(functions, editor);
  for (int id = 0; id < editor->data().num_nodes(); ++id) {
    const NodeData& node = editor->data().node(id);
    if (!RunsBodies(node.op->role)) continue;
    if (!node.op->is_function_op) {
      RenameInAttrs(id, editor);
    } else if (const Instance* const called = Find(node.op->op_def.name(), node.attrs);
               called != nullptr && called->is_renamed) {
      editor->SetOp(id, functions.Find(called->name));
    }
  }
}

Graph Instances::Make() {
  Collect(GraphEditor::DataOf(graph_));
  for (size_t i = 0; i < instances_.size(); ++i) {
    const std::shared_ptr<const FunctionBody> body = instances_[i].body;
    Collect(GraphEditor::DataOf(body->graph));
  }
  named_ = builder_.Build();
  FunctionBodies bodies;
  for (const Instance& instance : instances_) {
    GraphEditor editor(instance.body->graph);
    RenameCalls(named_, &editor);
    auto body = std::make_shared<FunctionBody>(*instance.body);
    body->graph = FinishAs(instance.body->graph, std::move(editor));
    bodies[instance.name] = std::move(body);
  }
  GraphEditor editor(graph_);
  RenameCalls(WithBodies(named_, bodies, editor.data()), &editor);
  return FinishAs(graph_, std::move(editor));
}

}  // namespace

Graph WithInstances(const Graph& graph) { return Instances(graph).Make(); }

}  // namespace opgraft_internal
