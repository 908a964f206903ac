// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/arg_spec.h"

#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/op_def_util.h"
#include "framework/types/data_type.h"
#include "framework/types/nearest.h"

namespace opgraft_internal {
namespace {

using Error = absl::optional<SpecError>;

class ArgSpecParser {
 public:
  ArgSpecParser(absl::string_view spec, ArgKind kind,
                const std::vector<absl::string_view>& attr_names,
                const absl::flat_hash_set<std::string>& broken_attrs, OpDef* op, OpDef::ArgDef* arg)
      : in_(spec),
        kind_(kind),
        attr_names_(attr_names),
        broken_attrs_(broken_attrs),
        op_(op),
        arg_(arg) {}

  Error Parse() {
    if (Error e = ParseName()) return e;
    arg_->set_is_ref(in_.ConsumeOpening("Ref"));
    if (Error e = ParseType()) return e;
    if (arg_->is_ref()) {
      if (!in_.Consume(")")) {
        return in_.ErrorHere(
            absl::StrCat("Did not find closing ')' for 'Ref(', instead found: '", in_.rest(), "'"));
      }
      in_.SkipSpace();
    }
    if (!in_.at_end())
      return in_.ErrorHere(absl::StrCat("Extra '", in_.rest(), "' unparsed at the end"));
    ImplyMinimum();
    if (arg_->type() == DT_RESOURCE) op_->set_is_stateful(true);
    return absl::nullopt;
  }

 private:
  Error ParseName();
  SpecError BadName() const;
  Error ParseType();
  Error Resolve(size_t begin, absl::string_view word);
  SpecError UnknownWord(size_t begin, absl::string_view word) const;
  void ImplyMinimum();

  SpecScanner in_;
  const ArgKind kind_;
  const std::vector<absl::string_view>& attr_names_;
  const absl::flat_hash_set<std::string>& broken_attrs_;
  OpDef* const op_;
  OpDef::ArgDef* const arg_;
};

Error ArgSpecParser::ParseName() {
  const absl::string_view name = in_.TakeWord(IsLowerLetter, IsLowerWordChar);
  in_.SkipSpace();
  if (name.empty() || !in_.Consume(":")) return BadName();
  arg_->set_name(std::string(name));
  in_.SkipSpace();
  return absl::nullopt;
}

// The cursor is at the first character that does not fit "name:".
SpecError ArgSpecParser::BadName() const {
  SpecScanner again = in_;
  again.MoveTo(0);
  const absl::string_view name = again.TakeWhile(IsWordChar);
  const std::string lower = absl::AsciiStrToLower(name);
  const absl::string_view what = kind_ == ArgKind::kInput ? "input" : "output";
  if (lower != name && IsLowerLetter(lower[0])) {
    return {0, name.size(),
            absl::StrCat("Trouble parsing 'name:': ", what, " name '", name,
                         "' must be lower case [a-z][a-z0-9_]*; write '", lower, "'")};
  }
  if (!name.empty() && IsLowerLetter(name[0])) {
    return in_.ErrorHere(absl::StrCat("Trouble parsing 'name:': ':' is missing after the ", what,
                                      " name '", name, "'"));
  }
  return {0, again.position() > 0 ? again.position() : again.end_of_offender(),
          absl::StrCat("Trouble parsing 'name:': an ", what,
                       " spec starts with a name, [a-z][a-z0-9_]*")};
}

Error ArgSpecParser::ParseType() {
  size_t begin = in_.position();
  absl::string_view word = in_.TakeWord(IsLetter, IsWordChar);
  if (word.empty()) {
    return in_.ErrorHere(
        absl::StrCat("Trouble parsing either a type or an attr name at '", in_.rest(), "'"));
  }
  in_.SkipSpace();
  const size_t star = in_.position();
  if (in_.Consume("*")) {
    in_.SkipSpace();
    const size_t second_begin = in_.position();
    const absl::string_view second = in_.TakeWord(IsLetter, IsWordChar);
    if (second.empty()) {
      in_.MoveTo(star);
    } else {
      arg_->set_number_attr(std::string(word));
      word = second;
      begin = second_begin;
      in_.SkipSpace();
    }
  }
  return Resolve(begin, word);
}

Error ArgSpecParser::Resolve(size_t begin, absl::string_view word) {
  DataType dtype;
  if (DataTypeFromString(word, &dtype)) {
    arg_->set_type(dtype);
    return absl::nullopt;
  }
  if (broken_attrs_.contains(word)) return SpecError{};
  const OpDef::AttrDef* attr = FindAttr(word, *op_);
  if (attr == nullptr) return UnknownWord(begin, word);
  if (attr->type() == "type") {
    arg_->set_type_attr(std::string(word));
  } else if (attr->type() == "list(type)") {
    arg_->set_type_list_attr(std::string(word));
  } else {
    std::string message = absl::StrCat("Reference to attr '", word, "' with type ", attr->type(),
                                       " that isn't type or list(type)");
    if (attr->type() == "int")
      absl::StrAppend(&message, "; a list of ", word, " tensors is written ", word, " * type");
    return SpecError{begin, begin + word.size(), std::move(message)};
  }
  return absl::nullopt;
}

SpecError ArgSpecParser::UnknownWord(size_t begin, absl::string_view word) const {
  std::vector<absl::string_view> type_names;
  for (const OpDef::AttrDef& attr : op_->attr()) {
    if (attr.type() == "type" || attr.type() == "list(type)") type_names.push_back(attr.name());
  }
  const std::string near_attr = Nearest(word, type_names);
  const std::string near_type = near_attr.empty() ? NearestDataTypeName(word) : "";
  std::string message = absl::StrCat("'", word, "' is neither a type");
  if (!near_type.empty()) absl::StrAppend(&message, " (nearest: ", near_type, ")");
  absl::StrAppend(&message, " nor an attr of ", op_->name(), " (",
                  attr_names_.empty() ? "it has none" : absl::StrJoin(attr_names_, ", "), ")");
  if (!near_attr.empty()) absl::StrAppend(&message, "; nearest: ", near_attr);
  return {begin, begin + word.size(), std::move(message)};
}

void ArgSpecParser::ImplyMinimum() {
  const bool is_length = !arg_->number_attr().empty();
  const std::string& name = is_length ? arg_->number_attr() : arg_->type_list_attr();
  OpDef::AttrDef* attr = name.empty() ? nullptr : FindMutableAttr(name, op_);
  if (attr == nullptr || attr->has_minimum()) return;
  attr->set_has_minimum(true);
  attr->set_minimum(1);
}

}  // namespace

absl::optional<SpecError> ParseArgSpec(absl::string_view spec, ArgKind kind,
                                       const std::vector<absl::string_view>& attr_names,
                                       const absl::flat_hash_set<std::string>& broken_attrs,
                                       OpDef* op, OpDef::ArgDef* arg) {
  return ArgSpecParser(spec, kind, attr_names, broken_attrs, op, arg).Parse();
}

}  // namespace opgraft_internal
