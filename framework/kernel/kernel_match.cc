// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How the kernel of a node is found. A kernel constrains attrs, nearly always to a few types; so
// each constraint is kept as a set of types in 64 bits, and a node's attrs are looked up once for
// all kernels of the op. For two kernels of Cast and a node with SrcT=float, DstT=half:
//
//     attrs_      SrcT        DstT
//     kernel 0    {float}     {half}      1 << 1, 1 << 19
//     kernel 1    {double}    {half}
//     node        float       half        fits kernel 0: no bit of the node is outside of its sets
//
// What is no plain type (a list, a string, a type without a bit) goes the slow way,
// MatchConstraint, which also says why something does not fit.
#include "framework/kernel/kernel_match.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/attr_value_check.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {
namespace {

template <typename List, typename T>
bool Contains(const List& list, const T& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

absl::Status WrongKind(const AttrConstraint& constraint, const AttrValue& value,
                       absl::string_view wanted) {
  return absl::InvalidArgumentError(absl::StrCat("attr ", constraint.attr, " is ",
                                                 KindOfAttrValue(value), " ", AttrValueText(value),
                                                 ", the kernel constrains it as ", wanted));
}

absl::Status MatchTypes(const AttrConstraint& constraint, const AttrValue& value) {
  if (value.value_case() == AttrValue::kType) {
    if (Contains(constraint.types, value.type())) return absl::OkStatus();
  } else if (IsTypeList(value)) {
    bool all = true;
    for (int type : value.list().type())
      all = all && Contains(constraint.types, static_cast<DataType>(type));
    if (all) return absl::OkStatus();
  } else {
    return WrongKind(constraint, value, "type");
  }
  return absl::NotFoundError(absl::StrCat(constraint.attr, " is ", AttrValueText(value)));
}

absl::Status MatchScalar(const AttrConstraint& constraint, const AttrValue& value) {
  bool fits = false;
  if (!constraint.strings.empty()) {
    if (value.value_case() != AttrValue::kS) return WrongKind(constraint, value, "string");
    fits = Contains(constraint.strings, value.s());
  } else if (!constraint.ints.empty()) {
    if (value.value_case() != AttrValue::kI) return WrongKind(constraint, value, "int");
    fits = Contains(constraint.ints, value.i());
  } else {
    if (value.value_case() != AttrValue::kB) return WrongKind(constraint, value, "bool");
    fits = Contains(constraint.bools, value.b());
  }
  return fits ? absl::OkStatus()
              : absl::NotFoundError(absl::StrCat(constraint.attr, " is ", AttrValueText(value)));
}

// "[float, int32]"; "?" for a list of something else.
std::string TypeListText(const AttrValue& value) {
  if (!IsTypeList(value)) return "?";
  std::vector<std::string> types;
  for (int type : value.list().type()) types.push_back(DataTypeString(static_cast<DataType>(type)));
  return absl::StrCat("[", absl::StrJoin(types, ", "), "]");
}

}  // namespace

std::string AttrValueText(const AttrValue& value) {
  switch (value.value_case()) {
    case AttrValue::kS:
      return absl::StrCat("'", value.s().substr(0, 64), "'");
    case AttrValue::kI:
      return absl::StrCat(value.i());
    case AttrValue::kB:
      return value.b() ? "true" : "false";
    case AttrValue::kType:
      return DataTypeString(static_cast<DataType>(value.type()));
    case AttrValue::kList:
      return TypeListText(value);
    default:
      return "?";
  }
}

std::string KernelLabel(const NodeAttrs& attrs) {
  const AttrValue* label = attrs.Find("_kernel");
  return label == nullptr ? std::string() : label->s();
}

absl::Status MatchConstraint(const AttrConstraint& constraint, const NodeAttrs& attrs) {
  const int kinds = (constraint.types.empty() ? 0 : 1) + (constraint.strings.empty() ? 0 : 1) +
                    (constraint.ints.empty() ? 0 : 1) + (constraint.bools.empty() ? 0 : 1);
  if (kinds == 0)
    return absl::UnimplementedError(
        absl::StrCat("the constraint on attr ", constraint.attr, " allows no value"));
  if (kinds > 1) {
    return absl::InvalidArgumentError(absl::StrCat("the constraint on attr ", constraint.attr,
                                                   " has values of more than one kind"));
  }
  const AttrValue* value = attrs.Find(constraint.attr);
  if (value == nullptr)
    return absl::InvalidArgumentError(absl::StrCat("node has no attr ", constraint.attr));
  return constraint.types.empty() ? MatchScalar(constraint, *value)
                                  : MatchTypes(constraint, *value);
}

void KernelsOfOp::Add(const KernelRegistration* kernel) {
  kernels_.push_back(kernel);
  constraints_.emplace_back();
  for (const AttrConstraint& constraint : kernel->spec.constraints) {
    const auto attr = std::find(attrs_.begin(), attrs_.end(), constraint.attr);
    const size_t index = static_cast<size_t>(attr - attrs_.begin());
    if (attr == attrs_.end()) attrs_.push_back(constraint.attr);
    constraints_.back().push_back({index, BitsOf(constraint.types), &constraint});
  }
}

KernelsOfOp::TypeBits KernelsOfOp::BitsOf(absl::Span<const DataType> types) {
  TypeBits result;
  for (DataType type : types) {
    const int bit = type == DT_U1 ? 63 : type;  // no type has number 63
    if (bit < 0 || bit >= 64) return TypeBits();
    result.bits |= uint64_t{1} << bit;
  }
  result.known = !types.empty();
  return result;
}

KernelsOfOp::TypeBits KernelsOfOp::BitsOf(const AttrValue* value) {
  if (value == nullptr || value->value_case() != AttrValue::kType) return TypeBits();
  const DataType type = static_cast<DataType>(value->type());
  return BitsOf(absl::MakeConstSpan(&type, 1));
}

bool KernelsOfOp::Fits(size_t kernel, absl::Span<const TypeBits> values,
                       const NodeAttrs& attrs) const {
  for (const Constraint& constraint : constraints_[kernel]) {
    const TypeBits& value = values[constraint.attr];
    if (value.known && constraint.allowed.known) {
      if ((value.bits & ~constraint.allowed.bits) != 0) return false;
    } else if (!MatchConstraint(*constraint.spec, attrs).ok()) {
      return false;
    }
  }
  return true;
}

KernelsOfOp::Best KernelsOfOp::FindBest(const NodeAttrs& attrs, absl::string_view device) const {
  const AttrValue* label_attr = attrs.Find("_kernel");
  const absl::string_view label =
      label_attr == nullptr ? absl::string_view() : absl::string_view(label_attr->s());
  absl::InlinedVector<TypeBits, 4> values(attrs_.size());
  for (size_t i = 0; i < attrs_.size(); ++i) values[i] = BitsOf(attrs.Find(attrs_[i]));
  Best best;
  for (size_t i = 0; i < kernels_.size(); ++i) {
    const KernelSpec& spec = kernels_[i]->spec;
    if (!best.empty() && spec.priority < best[0]->spec.priority) continue;
    if (!Fits(i, values, attrs) || spec.label != label || spec.device != device) continue;
    if (!best.empty() && spec.priority > best[0]->spec.priority) best.clear();
    best.push_back(kernels_[i]);
  }
  return best;
}

}  // namespace opgraft_internal
