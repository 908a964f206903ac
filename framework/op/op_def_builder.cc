// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_builder.h"

#include <utility>

#include "framework/types/registration_list.h"

namespace opgraft {

OpDefBuilder::OpDefBuilder(SpecText op_name, Where where, bool borrows_arrays)
    : location_(where), borrows_arrays_(borrows_arrays) {
  op_name_ = borrows_arrays && op_name.is_array() ? op_name.text() : Keep(op_name.text());
}

OpDefBuilder::OpDefBuilder(SpecText op_name, Where where) : OpDefBuilder(op_name, where, false) {}

OpDefBuilder OpDefBuilder::BorrowingArrays(SpecText op_name, Where where) {
  return OpDefBuilder(op_name, where, true);
}

OpDefBuilder::~OpDefBuilder() = default;
OpDefBuilder::OpDefBuilder(const OpDefBuilder&) = default;
OpDefBuilder::OpDefBuilder(OpDefBuilder&&) noexcept = default;
OpDefBuilder& OpDefBuilder::operator=(const OpDefBuilder&) = default;
OpDefBuilder& OpDefBuilder::operator=(OpDefBuilder&&) noexcept = default;

OpDefBuilder& OpDefBuilder::Add(Kind kind, SpecText text, Where where) {
  constexpr size_t kUsual = 8;
  if (calls_.empty()) calls_.reserve(kUsual);
  const bool borrows = borrows_arrays_ && text.is_array();
  calls_.emplace_back(kind, borrows ? text.text() : Keep(text.text()), where);
  return *this;
}

OpDefBuilder& OpDefBuilder::Attr(SpecText spec, Where where) {
  return Add(Kind::kAttr, spec, where);
}

OpDefBuilder& OpDefBuilder::Input(SpecText spec, Where where) {
  return Add(Kind::kInput, spec, where);
}

OpDefBuilder& OpDefBuilder::Output(SpecText spec, Where where) {
  return Add(Kind::kOutput, spec, where);
}

OpDefBuilder& OpDefBuilder::ControlOutput(SpecText name, Where where) {
  return Add(Kind::kControlOutput, name, where);
}

OpDefBuilder& OpDefBuilder::Doc(SpecText text, Where where) { return Add(Kind::kDoc, text, where); }

absl::string_view OpDefBuilder::Keep(absl::string_view text) {
  const auto kept = std::make_shared<const std::string>(text);
  ChangeRare([&](Rare* rare) { rare->texts.push_back(kept); });
  return *kept;
}

const OpDefBuilder::Rare& OpDefBuilder::rare() const {
  static const auto* const none = new Rare;
  return rare_ == nullptr ? *none : *rare_;
}

// A copy of this builder may be in another thread: what both share is not touched.
template <typename Change>
void OpDefBuilder::ChangeRare(const Change& change) {
  auto changed = std::make_shared<Rare>(rare());
  change(changed.get());
  rare_ = std::move(changed);
}

OpDefBuilder& OpDefBuilder::SetShapeFn(OpShapeInferenceFn fn) {
  if (shape_fn_calls_++ == 0) shape_fn_ = std::move(fn);
  return *this;
}

OpDefBuilder& OpDefBuilder::SetPlainShapeFn(PlainShapeFn fn) {
  return SetShapeFn(OpShapeInferenceFn(fn));
}

OpDefBuilder& OpDefBuilder::SetRole(OpRole role) {
  role_ = role;
  return *this;
}

OpDefBuilder& OpDefBuilder::SetCallSiteFn(OpRole role, CallSiteFn fn) {
  ChangeRare([&](Rare* rare) { rare->call_site_fn = std::move(fn); });
  return SetRole(role);
}

OpDefBuilder& OpDefBuilder::SetValueFn(OpValueFn fn) {
  ChangeRare([&](Rare* rare) { rare->value_fn = std::move(fn); });
  return *this;
}

OpDefBuilder& OpDefBuilder::Deprecated(int version, std::string explanation) {
  ChangeRare([&](Rare* rare) { rare->deprecations.emplace_back(version, std::move(explanation)); });
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

RegisteredOp::RegisteredOp(OpDefBuilder& spec, void* library)
    : item_(new OpDefBuilder(std::move(spec))), library_(library) {
  RegistrationList<RegisteredOp>::OfProcess().Add(this);
}

RegisteredOp::RegisteredOp(OpDefBuilder&& spec, void* library) : RegisteredOp(spec, library) {}

std::vector<const OpDefBuilder*> RegisteredOpsSince(const void* position, const void** end) {
  return RegistrationList<RegisteredOp>::OfProcess().Since(position, end);
}

}  // namespace opgraft
