// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How V1Writer writes references to variables that branches and loops take from around them. A
// reference is known by the node that declares its variable, so it can be no argument of a
// function: the function gets such a node of its own, of the same variable.
//
//   r = RefSwitch(v, p)                    m_branch1() = Identity(AssignAdd(v, 1))
//   m = Merge(r:0, AssignAdd(r:1, 1))      m_branch0() = v
//
// tf.cond writes RefSwitch and tf.while_loop a constant RefEnter where what they call assigns a
// variable of TensorFlow 1.
#include <utility>

#include "framework/graph/v1_control_flow/v1_writer.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

int V1Writer::DeclarationOf(Endpoint value) const {
  while (value.node < graph().num_nodes() && IsRefType(graph().OutputType(value))) {
    if (frames().IsFed(value) || frames().KindOf(value.node) == V1Kind::kMerge) return -1;
    const auto inputs = graph().InputsOf(value.node);
    if (inputs.empty()) return value.node;
    value = inputs[0];
  }
  return -1;
}

Endpoint V1Writer::Declare(Endpoint value, V1Scope* scope) const {
  const Endpoint variable{DeclarationOf(value), 0};
  // What hands the reference on may write, and comes before who takes it.
  const int handed_by = region_.ItemOf(value);
  if (value != variable && handed_by >= 0 && scope->parent != nullptr)
    scope->captures->items.push_back(handed_by);
  const auto declared = scope->values.find(variable);
  const Endpoint found = declared == scope->values.end()
                             ? Endpoint{CopyDeclaration(variable.node, scope), 0}
                             : declared->second;
  scope->values[variable] = found;
  scope->values[value] = found;
  return found;
}

int V1Writer::CopyDeclaration(int declaration, V1Scope* scope) const {
  const NodeData& data = graph().node(declaration);
  NewNode node = maker_.CopyOf(declaration);
  // Without such a name the variable has its node's, which may be taken in the scope.
  for (const char* attr : {"shared_name", "var_name"}) {
    const AttrValue* const given = data.attrs.Find(attr);
    if (given == nullptr || !given->s().empty()) continue;
    AttrValue name;
    name.set_s(data.name);
    node.attrs = node.attrs.With(attr, name);
  }
  return scope->Add(std::move(node), declaration);
}

void V1Writer::AddControlsOfReferences(const V1Frame& loop, V1Scope* scope,
                                       std::vector<int32_t>* controls) {
  for (const LoopValue& value : loop.values) {
    if (value.merge >= 0 || DeclarationOf({value.enter, 0}) < 0) continue;
    const int item = region_.ItemOf(region_.Resolve(graph().InputsOf(value.enter)[0]));
    if (item >= 0) AddControlOf(item, scope, controls);
  }
}

}  // namespace opgraft_internal
