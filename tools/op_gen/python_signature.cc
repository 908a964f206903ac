// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/python_signature.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/op/op_def_util.h"
#include "tools/op_gen/python_names.h"
#include "tools/op_gen/python_values.h"

namespace opgraft_internal {
namespace {

// Annotations by the OpDef's names, in TensorFlow's order: where an output and an attr share a
// name, the output's wins.
class Annotations {
 public:
  explicit Annotations(const OpDef& op) {
    for (const OpDef::AttrDef& attr : op.attr()) AddAttr(op, attr);
    for (const OpDef::ArgDef& arg : op.input_arg()) AddArg(arg);
    if (op.output_arg_size() == 1 && !IsListArg(op.output_arg(0))) AddArg(op.output_arg(0));
  }

  std::string Of(const std::string& name) const {
    const auto found = texts_.find(name);
    return found == texts_.end() ? "" : found->second;
  }

 private:
  void AddAttr(const OpDef& op, const OpDef::AttrDef& attr) {
    if (attr.type() == "type") {
      texts_[attr.name()] = PythonTypeVariable(op, attr);
    } else if (attr.type() == "string") {
      texts_[attr.name()] = "str";
    } else if (attr.type() == "bool" || attr.type() == "float" || attr.type() == "int") {
      texts_[attr.name()] = attr.type();
    }
  }

  void AddArg(const OpDef::ArgDef& arg) {
    if (!arg.type_list_attr().empty()) return;
    const std::string one =
        arg.type_attr().empty() ? PythonTypeClass(arg.type()) : Of(arg.type_attr());
    texts_[arg.name()] =
        absl::StrCat("Annotated[", arg.number_attr().empty() ? "Any" : "List[Any]", ", ", one, "]");
  }

  absl::flat_hash_map<std::string, std::string> texts_;
};

// Hands out names that are neither reserved, nor taken.
class UniqueNames {
 public:
  std::string Take(absl::string_view wanted) {
    std::string name = AvoidPythonReserved(wanted);
    while (!taken_.insert(name).second) name += '_';
    return name;
  }

 private:
  absl::flat_hash_set<std::string> taken_;
};

class SignatureMaker {
 public:
  SignatureMaker(const OpDef& op, const ApiDef& api) : op_(op), api_(api), annotations_(op) {
    names_.Take("name");  // the wrapper's own
  }

  PythonSignature Make() {
    result_.function = PythonFunctionName(op_.name(), api_.visibility() == ApiDef::HIDDEN);
    for (const std::string& name : api_.arg_order()) AddInput(name);
    for (const bool with_default : {false, true}) AddAttrs(with_default);
    result_.parameters.push_back({"name", "", false, true, "None", ""});
    SetReturns();
    return std::move(result_);
  }

 private:
  void AddInput(const std::string& name) {
    const auto shown = std::find_if(api_.in_arg().begin(), api_.in_arg().end(),
                                    [&](const ApiDef::Arg& arg) { return arg.name() == name; });
    const OpDef::ArgDef& arg = *FindInputArg(name, op_);
    for (const std::string& attr : {arg.type_attr(), arg.type_list_attr(), arg.number_attr()}) {
      if (!attr.empty()) result_.inferred.emplace(attr, name);
    }
    result_.parameters.push_back(
        {names_.Take(shown->rename_to()), name, true, false, "", annotations_.Of(name)});
  }

  void AddAttrs(bool with_default) {
    for (int i = 0; i < op_.attr_size(); ++i) {
      const ApiDef::Attr& shown = api_.attr(i);
      if (shown.has_default_value() != with_default ||
          result_.inferred.count(op_.attr(i).name()) > 0)
        continue;
      PythonParameter parameter{
          names_.Take(shown.rename_to()), shown.name(), false, with_default, "", ""};
      parameter.annotation = annotations_.Of(shown.name());
      if (with_default) {
        parameter.default_value =
            PythonValue(op_.attr(i).type(), shown.default_value(), "_dtypes.", parameter.name);
      }
      result_.parameters.push_back(std::move(parameter));
    }
  }

  void SetReturns() {
    if (op_.output_arg_size() == 0) {
      result_.returns = "operation";
    } else if (op_.output_arg_size() > 1) {
      result_.returns = "tuple";
      UniqueNames fields;
      for (const ApiDef::Arg& arg : api_.out_arg())
        result_.fields.push_back(fields.Take(arg.rename_to()));
    } else if (IsListArg(op_.output_arg(0))) {
      result_.returns = "list";
    } else {
      result_.returns = "tensor";
      result_.return_annotation = annotations_.Of(op_.output_arg(0).name());
    }
  }

  const OpDef& op_;
  const ApiDef& api_;
  const Annotations annotations_;
  UniqueNames names_;
  PythonSignature result_;
};

}  // namespace

PythonSignature MakePythonSignature(const OpDef& op, const ApiDef& api) {
  return SignatureMaker(op, api).Make();
}

std::string PythonCallText(const PythonSignature& signature) {
  std::vector<std::string> parts;
  for (const PythonParameter& parameter : signature.parameters) {
    const std::string value = absl::StrReplaceAll(parameter.default_value, {{"_dtypes.", ""}});
    parts.push_back(parameter.has_default ? absl::StrCat(parameter.name, "=", value)
                                          : parameter.name);
  }
  return absl::StrCat(signature.function, "(", absl::StrJoin(parts, ", "), ")");
}

std::string PythonTypeVariable(const OpDef& op, const OpDef::AttrDef& attr) {
  return AvoidPythonReserved(absl::StrCat("TV_", op.name(), "_", attr.name()));
}

std::string PythonTypeClass(DataType dtype) {
  // BFloat16, QUInt8, Float8e4m3fn, String: capitals up to where "int" or "float" begins.
  std::string name = PythonDataType(dtype);
  const size_t kind = std::min(name.find("int"), name.find("float"));
  for (size_t i = 0; i <= (kind == name.npos ? 0 : kind); ++i) {
    name[i] = absl::ascii_toupper(static_cast<unsigned char>(name[i]));
  }
  name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
  return absl::StrCat("_atypes.", name);
}

}  // namespace opgraft_internal
