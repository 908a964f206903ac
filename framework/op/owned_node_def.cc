// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/owned_node_def.h"

#include "opgraft/proto/node_def.pb.h"

namespace opgraft {

OwnedNodeDef::OwnedNodeDef() : node_(std::make_unique<NodeDef>()) {}
OwnedNodeDef::OwnedNodeDef(const OwnedNodeDef& other)
    : node_(std::make_unique<NodeDef>(*other.node_)) {}
OwnedNodeDef& OwnedNodeDef::operator=(const OwnedNodeDef& other) {
  *node_ = *other.node_;
  return *this;
}
OwnedNodeDef::OwnedNodeDef(OwnedNodeDef&& other) noexcept = default;
OwnedNodeDef& OwnedNodeDef::operator=(OwnedNodeDef&& other) noexcept = default;
OwnedNodeDef::~OwnedNodeDef() = default;

const std::string& OwnedNodeDef::name() const { return node_->name(); }
const std::string& OwnedNodeDef::op() const { return node_->op(); }
void OwnedNodeDef::set_name(const std::string& name) { node_->set_name(name); }
void OwnedNodeDef::set_op(const std::string& op) { node_->set_op(op); }
void OwnedNodeDef::add_input(const std::string& input) { node_->add_input(input); }
void OwnedNodeDef::Clear() { node_->Clear(); }
std::string OwnedNodeDef::DebugString() const { return node_->DebugString(); }

}  // namespace opgraft
