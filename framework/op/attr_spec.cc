// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/attr_spec.h"

#include <cstdint>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/op/parse_attr_value.h"
#include "framework/types/data_type.h"
#include "framework/types/nearest.h"

namespace opgraft_internal {
namespace {

using Error = absl::optional<SpecError>;

constexpr absl::string_view kKeywords[] = {"string", "int",   "float",  "bool",
                                           "type",   "shape", "tensor", "func"};
constexpr absl::string_view kTypeSetWords[] = {"numbertype", "numerictype", "realnumbertype",
                                               "realnumerictype", "quantizedtype"};
constexpr absl::string_view kKeywordList =
    "string, int, float, bool, type, shape, tensor, func, list(...), {...}";

// The types that a set word means, in the order of their numbers; empty if `word` is not one.
DataTypeSlice TypeSet(absl::string_view word) {
  if (word == "numbertype" || word == "numerictype") return NumberTypes();
  if (word == "realnumbertype" || word == "realnumerictype") return RealNumberTypes();
  if (word == "quantizedtype") return QuantizedTypes();
  return {};
}

std::string NearestHint(const NearestName& nearest) {
  return nearest.best().empty() ? "" : absl::StrCat("; nearest: ", nearest.best());
}

// The type or set of types that `word` may have been meant to be.
std::string NearestTypeHint(absl::string_view word) {
  NearestName nearest(word);
  nearest.Offer(NearestDataTypeName(word));
  for (absl::string_view known : kTypeSetWords) nearest.Offer(known);
  return NearestHint(nearest);
}

class AttrSpecParser {
 public:
  AttrSpecParser(absl::string_view spec, bool allow_any, OpDef::AttrDef* attr)
      : in_(spec), allow_any_(allow_any), attr_(attr) {}

  Error Parse() {
    if (Error e = ParseName()) return e;
    if (Error e = ParseType()) return e;
    if (Error e = ParseMinimum()) return e;
    return ParseDefault();
  }

 private:
  Error ParseName();
  Error ParseType();
  Error ParseBaseType();
  Error ParseAllowedTypes();
  Error ParseAllowedType();
  Error ParseAllowedStrings();
  Error ParseAllowedString();
  Error ParseMinimum();
  Error ParseDefault();
  SpecError BadTypeWord(size_t begin, absl::string_view word) const;
  SpecError BadSeparator(absl::string_view elements) const;
  SpecError TrailingText() const;
  void Allow(DataType dtype) { attr_->mutable_allowed_values()->mutable_list()->add_type(dtype); }
  void AllowAll(DataTypeSlice dtypes) {
    auto* types = attr_->mutable_allowed_values()->mutable_list()->mutable_type();
    types->Reserve(types->size() + static_cast<int>(dtypes.size()));
    for (DataType dtype : dtypes) types->AddAlreadyReserved(dtype);
  }

  SpecScanner in_;
  const bool allow_any_;
  OpDef::AttrDef* const attr_;
  std::string base_;
  bool is_list_ = false;
};

Error AttrSpecParser::ParseName() {
  const absl::string_view name = in_.TakeWord(IsLetter, IsWordChar);
  if (name.empty()) {
    return in_.ErrorHere(
        "Trouble parsing '<name>:': an attr spec starts with the attr's name, a letter and then "
        "letters, digits and underscores");
  }
  in_.SkipSpace();
  if (!in_.Consume(":")) {
    return in_.ErrorHere(
        absl::StrCat("Trouble parsing '<name>:': ':' is missing after the attr name '", name, "'"));
  }
  attr_->set_name(std::string(name));
  in_.SkipSpace();
  return absl::nullopt;
}

Error AttrSpecParser::ParseType() {
  is_list_ = in_.ConsumeOpening("list");
  if (Error e = ParseBaseType()) return e;
  in_.SkipSpace();
  if (is_list_) {
    if (!in_.Consume(")")) {
      return in_.ErrorHere(absl::StrCat("Expected ) to close 'list(', not: '", in_.rest(), "'"));
    }
    in_.SkipSpace();
  }
  attr_->set_type(is_list_ ? absl::StrCat("list(", base_, ")") : base_);
  return absl::nullopt;
}

Error AttrSpecParser::ParseBaseType() {
  if (in_.Consume("{")) {
    in_.SkipSpace();
    return in_.peek() == '"' || in_.peek() == '\'' ? ParseAllowedStrings() : ParseAllowedTypes();
  }
  const size_t begin = in_.position();
  const absl::string_view word = in_.TakeWhile(IsWordChar);
  if (absl::c_linear_search(kKeywords, word) || (allow_any_ && word == "any")) {
    base_ = std::string(word);
    return absl::nullopt;
  }
  const auto set = TypeSet(word);
  if (set.empty()) return BadTypeWord(begin, word);
  base_ = "type";
  AllowAll(set);
  return absl::nullopt;
}

// `word` was found at `begin` where an attr type should be; "" if there is no word at all.
SpecError AttrSpecParser::BadTypeWord(size_t begin, absl::string_view word) const {
  if (word.empty()) {
    return in_.ErrorHere(absl::StrCat("Trouble parsing type string at '", in_.rest(),
                                      "': expected one of ", kKeywordList));
  }
  std::string message = absl::StrCat("'", word, "' is not an attr type");
  DataType dtype;
  if (word == "list") {
    absl::StrAppend(&message,
                    is_list_ ? ": lists do not nest" : ": write list(int), list(type), ...");
  } else if (DataTypeFromString(word, &dtype)) {
    absl::StrAppend(&message, " but the type of a tensor; to allow it, write {", word, "}");
  } else {
    NearestName nearest(word);
    for (absl::string_view keyword : kKeywords) nearest.Offer(keyword);
    for (absl::string_view set : kTypeSetWords) nearest.Offer(set);
    absl::StrAppend(&message, nearest.best().empty()
                                  ? absl::StrCat("; expected one of ", kKeywordList)
                                  : NearestHint(nearest));
  }
  return {begin, begin + word.size(), std::move(message)};
}

SpecError AttrSpecParser::BadSeparator(absl::string_view elements) const {
  // "{float double}", say: the words of a list stand apart by commas.
  const absl::string_view hint = IsLetter(in_.peek()) ? "; put a comma before it" : "";
  return in_.ErrorHere(
      absl::StrCat("Expected , or } after ", elements, " in list, not: '", in_.rest(), "'", hint));
}

Error AttrSpecParser::ParseAllowedTypes() {
  base_ = "type";
  while (true) {
    if (Error e = ParseAllowedType()) return e;
    in_.SkipSpace();
    if (in_.Consume("}")) return absl::nullopt;
    if (!in_.Consume(",")) return BadSeparator("types");
    in_.SkipSpace();
    if (in_.Consume("}")) return absl::nullopt;
  }
}

Error AttrSpecParser::ParseAllowedType() {
  const size_t begin = in_.position();
  const absl::string_view word = in_.TakeWhile(IsTypeNameChar);
  if (word.empty()) {
    return in_.ErrorHere(absl::StrCat("Trouble parsing type string at '", in_.rest(),
                                      "': expected the name of a type, such as float or int32"));
  }
  const auto set = TypeSet(word);
  if (!set.empty()) {
    AllowAll(set);
    return absl::nullopt;
  }
  DataType dtype;
  if (!DataTypeFromString(word, &dtype)) {
    return SpecError{begin, in_.position(),
                     absl::StrCat("'", word, "' is not a type", NearestTypeHint(word))};
  }
  Allow(dtype);
  return absl::nullopt;
}

Error AttrSpecParser::ParseAllowedStrings() {
  base_ = "string";
  while (true) {
    if (Error e = ParseAllowedString()) return e;
    in_.SkipSpace();
    if (in_.Consume("}")) return absl::nullopt;
    if (!in_.Consume(",")) return BadSeparator("strings");
    in_.SkipSpace();
    if (in_.Consume("}")) return absl::nullopt;
  }
}

Error AttrSpecParser::ParseAllowedString() {
  const size_t begin = in_.position();
  absl::string_view literal;
  if (!TakeQuoted(&in_, &literal)) {
    return in_.ErrorHere(
        absl::StrCat("Trouble parsing allowed string at '", in_.rest(),
                     "': strings stand in \"double\" or 'single' quotes, closed by the same"));
  }
  std::string value, why;
  if (!absl::CUnescape(literal, &value, &why)) {
    return SpecError{begin, in_.position(),
                     absl::StrCat("Trouble unescaping \"", literal, "\": ", why)};
  }
  *attr_->mutable_allowed_values()->mutable_list()->add_s() = std::move(value);
  return absl::nullopt;
}

Error AttrSpecParser::ParseMinimum() {
  if (!is_list_ && base_ != "int") return absl::nullopt;
  if (!in_.Consume(">=")) return absl::nullopt;
  in_.SkipSpace();
  const size_t begin = in_.position();
  in_.Consume("-");
  in_.TakeWhile(IsDigit);
  const size_t end = in_.position();
  in_.MoveTo(begin);
  int64_t minimum = 0;
  if (!absl::SimpleAtoi(in_.rest().substr(0, end - begin), &minimum)) {
    return in_.ErrorHere(absl::StrCat("Could not parse integer lower limit after '>=', found '",
                                      in_.rest(),
                                      "' instead; expected a 64-bit integer such as 2 or -1"));
  }
  in_.MoveTo(end);
  in_.SkipSpace();
  attr_->set_has_minimum(true);
  attr_->set_minimum(minimum);
  return absl::nullopt;
}

SpecError AttrSpecParser::TrailingText() const {
  const absl::string_view rest = in_.rest();
  std::string message = absl::StrCat("Extra '", rest, "' unparsed at the end");
  if (absl::StartsWith(rest, ">=")) {
    absl::StrAppend(&message, ": only int and list attrs have a minimum");
  }
  return in_.ErrorHere(std::move(message));
}

Error AttrSpecParser::ParseDefault() {
  if (!in_.Consume("=")) {
    if (in_.at_end()) return absl::nullopt;
    return TrailingText();
  }
  in_.SkipSpace();
  const absl::string_view text = in_.rest();
  if (ParseAttrValue(attr_->type(), text, attr_->mutable_default_value())) return absl::nullopt;
  return SpecError{in_.position(), in_.position() + absl::StripTrailingAsciiWhitespace(text).size(),
                   absl::StrCat("Could not parse default value '", text, "'",
                                DefaultValueHint(attr_->type(), text))};
}

}  // namespace

absl::optional<SpecError> ParseAttrSpec(absl::string_view spec, bool allow_any,
                                        OpDef::AttrDef* attr) {
  return AttrSpecParser(spec, allow_any, attr).Parse();
}

absl::string_view GuessDeclaredName(absl::string_view spec) {
  SpecScanner in(spec);
  in.SkipSpace();
  return in.TakeWhile(IsWordChar);
}

}  // namespace opgraft_internal
