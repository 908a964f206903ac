// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/type_sentence.h"

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/op_def_util.h"
#include "tools/op_gen/python_values.h"

namespace opgraft_internal {
namespace {

std::string FixedType(const OpDef::ArgDef& arg) {
  return absl::StrCat(arg.is_ref() ? "mutable `" : "`", PythonDataType(arg.type()), "`");
}

absl::string_view AttrKind(absl::string_view type) {
  static const auto* const kKinds = new absl::flat_hash_map<absl::string_view, absl::string_view>({
      {"string", "`string`"},
      {"list(string)", "list of `strings`"},
      {"int", "`int`"},
      {"list(int)", "list of `ints`"},
      {"float", "`float`"},
      {"list(float)", "list of `floats`"},
      {"bool", "`bool`"},
      {"list(bool)", "list of `bools`"},
      {"type", "`tf.DType`"},
      {"list(type)", "list of `tf.DTypes`"},
      {"shape", "`tf.TensorShape` or list of `ints`"},
      {"list(shape)", "list of shapes (each a `tf.TensorShape` or list of `ints`)"},
      {"tensor", "`tf.TensorProto`"},
      {"list(tensor)", "list of `tf.TensorProto` objects"},
      {"func", "function decorated with @Defun"},
      {"list(func)", "list of functions decorated with @Defun"},
  });
  const auto found = kKinds->find(type);
  return found == kKinds->end() ? type : found->second;
}

}  // namespace

std::string QuotedTypes(const AttrValue& allowed) {
  std::vector<std::string> names;
  for (int type : allowed.list().type()) {
    names.push_back(absl::StrCat("`", PythonDataType(static_cast<DataType>(type)), "`"));
  }
  return absl::StrJoin(names, ", ");
}

std::string TypeSentences::Source(const std::string& attr) const {
  const auto found = inferred_.find(attr);
  return found == inferred_.end() ? "" : shown_.at(found->second);
}

bool TypeSentences::IsSource(const std::string& attr, const OpDef::ArgDef& arg) const {
  const auto found = inferred_.find(attr);
  return found != inferred_.end() && found->second == arg.name();
}

std::string TypeSentences::HowMany(const OpDef::ArgDef& arg) const {
  const std::string source = Source(arg.number_attr());
  if (source.empty()) return absl::StrCat("A list of `", arg.number_attr(), "`");
  if (!IsSource(arg.number_attr(), arg))
    return absl::StrCat("A list with the same length as `", source, "` of");
  const OpDef::AttrDef& attr = *FindAttr(arg.number_attr(), op_);
  return attr.has_minimum() && attr.minimum() > 0
             ? absl::StrCat("A list of at least ", attr.minimum())
             : "A list of";
}

std::string TypeSentences::OfRepeated(const OpDef::ArgDef& arg) const {
  const std::string start =
      absl::StrCat(HowMany(arg), arg.type() == DT_INVALID && arg.is_ref() ? " mutable" : "",
                   " `Tensor` objects with ");
  if (arg.type() != DT_INVALID) return absl::StrCat(start, "type ", FixedType(arg), ".");
  const std::string source = Source(arg.type_attr());
  if (source.empty()) return absl::StrCat(start, "type `", arg.type_attr(), "`.");
  if (!IsSource(arg.type_attr(), arg))
    return absl::StrCat(start, "the same type as `", source, "`.");
  const OpDef::AttrDef& attr = *FindAttr(arg.type_attr(), op_);
  return attr.has_allowed_values()
             ? absl::StrCat(start, "the same type in: ", QuotedTypes(attr.allowed_values()), ".")
             : absl::StrCat(start, "the same type.");
}

std::string TypeSentences::Of(const OpDef::ArgDef& arg, const char* one_of,
                              const char* same) const {
  if (!arg.number_attr().empty()) return OfRepeated(arg);
  const bool is_list = !arg.type_list_attr().empty();
  const std::string& name = is_list ? arg.type_list_attr() : arg.type_attr();
  if (name.empty()) return absl::StrCat("A `Tensor` of type ", FixedType(arg), ".");
  const std::string start =
      absl::StrCat(is_list ? "A list of " : "A ", arg.is_ref() ? "mutable " : "",
                   is_list ? "`Tensor` objects" : "`Tensor`");
  const std::string source = Source(name);
  if (source.empty()) return absl::StrCat(start, " of type `", name, "`.");
  if (!IsSource(name, arg))
    return absl::StrCat(start, ". ", same, " the same type as `", source, "`.");
  const OpDef::AttrDef& attr = *FindAttr(name, op_);
  if (!attr.has_allowed_values()) return absl::StrCat(start, ".");
  const std::string types = QuotedTypes(attr.allowed_values());
  if (is_list) return absl::StrCat(start, " with types from: ", types, ".");
  return absl::StrCat(start, ". ", one_of, " one of the following types: ", types, ".");
}

std::string TypeSentences::OfAttr(const OpDef::AttrDef& attr, const ApiDef::Attr& shown) {
  const std::string kind =
      absl::StrCat(shown.has_default_value() ? "optional " : "", AttrKind(attr.type()));
  const bool vowel = kind[0] == 'o' || kind.substr(0, 2) == "`i";
  std::string result = absl::StrCat(vowel ? "An " : "A ", kind);
  if (attr.has_allowed_values()) {
    absl::StrAppend(&result, " from: `",
                    PythonListElements(attr.allowed_values(), "tf.", attr.name()), "`");
  }
  if (attr.has_minimum() && attr.type() == "int") {
    absl::StrAppend(&result, " that is `>= ", attr.minimum(), "`");
  } else if (attr.has_minimum() && attr.minimum() > 0) {
    absl::StrAppend(&result, " that has length `>= ", attr.minimum(), "`");
  }
  absl::StrAppend(&result, ".");
  if (!shown.has_default_value()) return result;
  return absl::StrCat(result, " Defaults to `",
                      PythonValue(attr.type(), shown.default_value(), "tf.", attr.name()), "`.");
}

}  // namespace opgraft_internal
