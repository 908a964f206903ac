// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_builder.h"

#include <utility>

#include "framework/types/registration_list.h"

namespace opgraft {

OpDefBuilder::OpDefBuilder(std::string op_name, Where where)
    : op_name_(std::move(op_name)), location_(where) {}

OpDefBuilder& OpDefBuilder::Add(Kind kind, std::string text, Where where) {
  calls_.push_back({kind, std::move(text), where});
  return *this;
}

OpDefBuilder& OpDefBuilder::Attr(std::string spec, Where where) {
  return Add(Kind::kAttr, std::move(spec), where);
}
OpDefBuilder& OpDefBuilder::Input(std::string spec, Where where) {
  return Add(Kind::kInput, std::move(spec), where);
}
OpDefBuilder& OpDefBuilder::Output(std::string spec, Where where) {
  return Add(Kind::kOutput, std::move(spec), where);
}
OpDefBuilder& OpDefBuilder::Doc(std::string text, Where where) {
  return Add(Kind::kDoc, std::move(text), where);
}

OpDefBuilder& OpDefBuilder::ControlOutput(std::string name, Where where) {
  return Add(Kind::kControlOutput, std::move(name), where);
}

OpDefBuilder& OpDefBuilder::SetShapeFn(OpShapeInferenceFn fn) {
  if (shape_fn_calls_++ == 0) shape_fn_ = std::move(fn);
  return *this;
}

OpDefBuilder& OpDefBuilder::SetRole(OpRole role) {
  role_ = role;
  return *this;
}

OpDefBuilder& OpDefBuilder::SetCallSiteFn(OpRole role, CallSiteFn fn) {
  call_site_fn_ = std::move(fn);
  return SetRole(role);
}

OpDefBuilder& OpDefBuilder::SetValueFn(OpValueFn fn) {
  value_fn_ = std::move(fn);
  return *this;
}

OpDefBuilder& OpDefBuilder::Deprecated(int version, std::string explanation) {
  deprecations_.emplace_back(version, std::move(explanation));
  return *this;
}

OpDefBuilder& OpDefBuilder::SetIsCommutative() {
  commutative_ = true;
  return *this;
}

OpDefBuilder& OpDefBuilder::SetIsAggregate() {
  aggregate_ = true;
  return *this;
}

OpDefBuilder& OpDefBuilder::SetIsStateful() {
  stateful_ = true;
  return *this;
}

OpDefBuilder& OpDefBuilder::SetAllowsUninitializedInput() {
  uninitialized_ok_ = true;
  return *this;
}

OpDefBuilder& OpDefBuilder::SetIsDistributedCommunication() {
  distributed_ = true;
  return *this;
}

OpDefBuilder& OpDefBuilder::AllowAttrTypeAny() {
  any_ok_ = true;
  return *this;
}

absl::string_view OpDefBuilder::CallName(Kind kind) {
  switch (kind) {
    case Kind::kAttr:
      return "Attr";
    case Kind::kInput:
      return "Input";
    case Kind::kOutput:
      return "Output";
    case Kind::kControlOutput:
      return "ControlOutput";
    case Kind::kDoc:
      return "Doc";
  }
  return "";
}

RegisteredOp::RegisteredOp(OpDefBuilder& spec) : RegisteredOp(std::move(spec)) {}

RegisteredOp::RegisteredOp(OpDefBuilder&& spec)
    : item_(std::make_shared<const OpDefBuilder>(std::move(spec))) {
  RegistrationList<RegisteredOp>::OfProcess().Add(this);
}

RegisteredOp::~RegisteredOp() { RegistrationList<RegisteredOp>::OfProcess().Remove(this); }

std::vector<std::shared_ptr<const OpDefBuilder>> RegisteredOpsSince(const void* position,
                                                                    const void** end) {
  return RegistrationList<RegisteredOp>::OfProcess().Since(position, end);
}

}  // namespace opgraft
