// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/cpp_class.h"

#include <algorithm>
#include <map>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/op/op_def_util.h"
#include "tools/op_gen/cpp_names.h"
#include "tools/op_gen/cpp_values.h"
#include "tools/op_gen/fill.h"
#include "tools/op_gen/plain_text.h"
#include "tools/op_gen/type_sentence.h"

namespace opgraft_internal {
namespace {

constexpr size_t kWidth = 120;

// Lines of `text` as a comment. A backslash at a line's end would continue it.
std::string Comment(absl::string_view indent, absl::string_view text) {
  std::string result;
  for (absl::string_view line : absl::StrSplit(absl::StripAsciiWhitespace(text), '\n')) {
    line = absl::StripTrailingAsciiWhitespace(line);
    const bool continues = !line.empty() && line.back() == '\\';
    absl::StrAppend(&result, indent, "///", line.empty() ? "" : " ", line, continues ? "." : "",
                    "\n");
  }
  return result;
}

struct InputArg {
  const OpDef::ArgDef* arg;
  const ApiDef::Arg* shown;
  std::string name;
};

struct AttrArg {
  const OpDef::AttrDef* attr;
  const ApiDef::Attr* shown;
  std::string name;    // of a parameter, or of a field without its underscore
  std::string setter;  // "" for a parameter
};

// Writes one class. Names are given out when it is made; every method returns a piece of the text.
class ClassWriter {
 public:
  ClassWriter(const OpDef& op, const ApiDef& api, const std::string& class_name)
      : op_(op), api_(api), class_(class_name), sentences_(op, inferred_, shown_) {
    AddInputs();
    CppNames setters({class_, "Attrs"}), fields({"Attrs"});
    for (int i = 0; i < op.attr_size(); ++i) {
      const ApiDef::Attr& shown = api.attr(i);
      if (inferred_.count(shown.name()) > 0) continue;
      if (shown.has_default_value()) {
        const std::string setter = CamelCase(shown.rename_to());
        optional_.push_back(
            {&op.attr(i), &shown, fields.Take(shown.rename_to()), setters.Take(setter)});
      } else {
        required_.push_back({&op.attr(i), &shown, parameters_.Take(shown.rename_to()), ""});
      }
    }
    CppNames outputs({class_, "operation", "Attrs"});
    for (const ApiDef::Arg& arg : api.out_arg()) outputs_.push_back(outputs.Take(arg.rename_to()));
  }

  std::string Text() const {
    return absl::StrCat(ClassComment(), "class ", class_, " {\n public:\n", AttrsStruct(),
                        Constructors(), Access(), Members(), "};\n");
  }

 private:
  void AddInputs() {
    for (const std::string& name : api_.arg_order()) {
      const auto shown = std::find_if(api_.in_arg().begin(), api_.in_arg().end(),
                                      [&](const ApiDef::Arg& arg) { return arg.name() == name; });
      const OpDef::ArgDef* arg = FindInputArg(name, op_);
      inputs_.push_back({arg, &*shown, parameters_.Take(shown->rename_to())});
      shown_[name] = inputs_.back().name;
      for (const std::string& attr :
           {arg->type_attr(), arg->type_list_attr(), arg->number_attr()}) {
        if (!attr.empty()) inferred_.emplace(attr, name);
      }
    }
  }

  // --- Comments ---

  std::string Item(const std::string& name, const std::string& sentence,
                   absl::string_view words) const {
    if (absl::ConsumePrefix(&words, "=")) return absl::StrCat("* ", name, ": ", words, "\n");
    return absl::StrCat("* ", name, ": ", sentence, words.empty() ? "" : " ", words, "\n");
  }

  std::string ClassComment() const {
    std::string text =
        absl::StrCat(api_.summary().empty() ? "No documentation." : api_.summary(), "\n");
    if (!api_.description().empty()) absl::StrAppend(&text, "\n", api_.description(), "\n");
    if (op_.has_deprecation())
      absl::StrAppend(&text, "\nDeprecated: ", op_.deprecation().explanation(), "\n");
    if (!inputs_.empty() || !required_.empty()) absl::StrAppend(&text, "\nArguments:\n");
    for (const InputArg& input : inputs_) {
      absl::StrAppend(&text,
                      Item(input.name, sentences_.OfInput(*input.arg), input.shown->description()));
    }
    for (const AttrArg& attr : required_) absl::StrAppend(&text, AttrItem(attr, attr.name));
    if (!optional_.empty()) absl::StrAppend(&text, "\nOptional attributes (see `Attrs`):\n");
    for (const AttrArg& attr : optional_) absl::StrAppend(&text, AttrItem(attr, attr.setter));
    absl::StrAppend(&text, "\nReturns:\n");
    if (outputs_.empty()) absl::StrAppend(&text, "* the node, `operation`\n");
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const OpDef::ArgDef& arg = op_.output_arg(static_cast<int>(i));
      absl::StrAppend(&text, Item(outputs_[i], sentences_.OfOutput(arg),
                                  api_.out_arg(static_cast<int>(i)).description()));
    }
    return Comment("", PlainText(text));
  }

  std::string AttrItem(const AttrArg& attr, const std::string& name) const {
    OpDef::AttrDef shown = *attr.attr;
    if (attr.shown->has_default_value())
      *shown.mutable_default_value() = attr.shown->default_value();
    return Item(name, absl::StrCat("`", SummarizeAttrDef(shown), "`."), attr.shown->description());
  }

  // --- Attrs ---

  static std::string Parameter(absl::string_view type) {
    return IsCppScalar(type) ? absl::StrCat(CppType(type), " ")
                             : absl::StrCat("const ", CppType(type), "& ");
  }

  std::string AttrsStruct() const {
    if (optional_.empty()) return "";
    std::string setters, fields, shortcuts;
    for (const AttrArg& attr : optional_) {
      const std::string& type = attr.attr->type();
      const std::string head = absl::StrCat("Attrs ", attr.setter, "(", Parameter(type), "x) ");
      absl::StrAppend(&setters, "    ", head, "const {\n      Attrs result = *this;\n      result.",
                      attr.name, "_ = x;\n      return result;\n    }\n");
      absl::StrAppend(&fields, "    ", Field(attr), "\n");
      absl::StrAppend(&shortcuts, "  static ", head, "{ return Attrs().", attr.setter, "(x); }\n");
    }
    return absl::StrCat("  struct Attrs {\n", setters, "\n", fields, "  };\n", shortcuts, "\n");
  }

  static std::string Field(const AttrArg& attr) {
    const std::string& type = attr.attr->type();
    if (!HasCppLiteral(type)) {
      return absl::StrCat("std::optional<", CppType(type), "> ", attr.name,
                          "_;  // unset: the op's own default");
    }
    return absl::StrCat(CppType(type), " ", attr.name,
                        "_ = ", CppValue(type, attr.shown->default_value()), ";");
  }

  // --- The constructors ---

  std::vector<std::string> Parameters(bool with_attrs) const {
    std::vector<std::string> parts = {"::opgraft::GraphBuilder& builder"};
    for (const InputArg& input : inputs_) {
      parts.push_back(absl::StrCat(
          IsListArg(*input.arg) ? "const std::vector<::opgraft::Value>& " : "::opgraft::Value ",
          input.name));
    }
    for (const AttrArg& attr : required_)
      parts.push_back(absl::StrCat(Parameter(attr.attr->type()), attr.name));
    if (with_attrs) parts.push_back("const Attrs& attrs");
    parts.push_back("const std::string& name = \"\"");
    return parts;
  }

  std::string Constructors() const {
    const bool has_attrs = !optional_.empty();
    std::string text;
    if (has_attrs) {
      std::vector<std::string> arguments = {"builder"};
      for (const InputArg& input : inputs_) arguments.push_back(input.name);
      for (const AttrArg& attr : required_) arguments.push_back(attr.name);
      absl::StrAppend(&text, Head(false), "\n      : ", class_, "(", absl::StrJoin(arguments, ", "),
                      ", Attrs(), name) {}\n");
    }
    return absl::StrCat(text, Head(has_attrs), " {\n", Body(), "  }\n");
  }

  std::string Head(bool with_attrs) const {
    return FillCall(absl::StrCat("  ", NeedsExplicit(with_attrs), class_, "("),
                    Parameters(with_attrs), ")", 6, kWidth);
  }

  // With a builder alone it would convert.
  std::string NeedsExplicit(bool with_attrs) const {
    return inputs_.empty() && required_.empty() && !with_attrs ? "explicit " : "";
  }

  std::string Body() const {
    std::vector<std::string> inputs, attrs;
    for (const OpDef::ArgDef& arg : op_.input_arg()) inputs.push_back(shown_.at(arg.name()));
    for (const AttrArg& attr : required_) {
      attrs.push_back(absl::StrCat("{", CppString(attr.shown->name()), ", ", attr.name, "}"));
    }
    std::string unset;
    for (const AttrArg& attr : optional_) {
      const std::string key = CppString(attr.shown->name()),
                        field = absl::StrCat("attrs.", attr.name, "_");
      if (HasCppLiteral(attr.attr->type())) {
        attrs.push_back(absl::StrCat("{", key, ", ", field, "}"));
      } else {
        absl::StrAppend(&unset, "    if (", field, ") node_attrs.emplace_back(", key, ", *", field,
                        ");\n");
      }
    }
    const std::string start = absl::StrCat("    ", unset.empty() ? "const " : "",
                                           "::opgraft::GraphBuilder::Attrs node_attrs = {");
    return absl::StrCat(FillCall(start, attrs, "};\n", 8, kWidth), unset,
                        "    operation = builder.Op(", CppString(op_.name()), ", {",
                        absl::StrJoin(inputs, ", "), "}, name, node_attrs);\n", SetOutputs());
  }

  // How many tensors a list output has, in C++.
  std::string SizeOf(const OpDef::ArgDef& arg) const {
    const std::string& attr = arg.number_attr().empty() ? arg.type_list_attr() : arg.number_attr();
    const auto source = inferred_.find(attr);
    if (source != inferred_.end()) return absl::StrCat(shown_.at(source->second), ".size()");
    const bool is_required =
        std::any_of(required_.begin(), required_.end(),
                    [&](const AttrArg& one) { return one.shown->name() == attr; });
    const auto& args = is_required ? required_ : optional_;
    const auto found = std::find_if(args.begin(), args.end(),
                                    [&](const auto& one) { return one.shown->name() == attr; });
    const std::string value = is_required ? found->name : absl::StrCat("attrs.", found->name, "_");
    return arg.number_attr().empty() ? absl::StrCat(value, ".size()") : value;
  }

  std::string SetOutputs() const {
    const bool has_list = std::any_of(op_.output_arg().begin(), op_.output_arg().end(), IsListArg);
    std::string text = has_list ? "    if (operation.node() < 0) return;  // the builder has an "
                                  "error\n    int port = 0;\n"
                                : "";
    for (int i = 0; i < op_.output_arg_size(); ++i) {
      const std::string& output = outputs_[static_cast<size_t>(i)];
      const std::string port = has_list ? "port++" : absl::StrCat(i);
      if (IsListArg(op_.output_arg(i))) {
        absl::StrAppend(&text, "    for (const int end = port + static_cast<int>(",
                        SizeOf(op_.output_arg(i)), "); port < end;) {\n      this->", output,
                        ".push_back(operation[port++]);\n    }\n");
      } else {
        absl::StrAppend(&text, "    this->", output, " = operation[", port, "];\n");
      }
    }
    return text;
  }

  // --- What a class gives ---

  std::string Access() const {
    if (outputs_.size() != 1) return "";
    const std::string& output = outputs_[0];
    if (IsListArg(op_.output_arg(0))) {
      return absl::StrCat(
          "  // An empty value where there is none: the builder has an error.\n",
          "  ::opgraft::Value operator[](size_t index) const {\n    return index < ", output,
          ".size() ? ", output, "[index] : ::opgraft::Value();\n  }\n",
          "  operator ::opgraft::Input() const { return ", output, "; }  // NOLINT\n");
    }
    return absl::StrCat("  operator ::opgraft::Value() const { return ", output,
                        "; }  // NOLINT\n  operator ::opgraft::Input() const { return ", output,
                        "; }  // NOLINT\n");
  }

  std::string Members() const {
    std::string text = "\n  ::opgraft::Value operation;  // any output of the node\n";
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const bool is_list = IsListArg(op_.output_arg(static_cast<int>(i)));
      absl::StrAppend(&text, "  ", is_list ? "std::vector<::opgraft::Value> " : "::opgraft::Value ",
                      outputs_[i], ";\n");
    }
    return text;
  }

  const OpDef& op_;
  const ApiDef& api_;
  const std::string class_;
  CppNames parameters_{{"builder", "name", "attrs", "node_attrs", "operation", "port", "end"}};
  std::vector<InputArg> inputs_;
  std::vector<AttrArg> required_, optional_;
  std::vector<std::string> outputs_;
  std::map<std::string, std::string> inferred_, shown_;
  const TypeSentences sentences_;
};

}  // namespace

std::string CppClass(const OpDef& op, const ApiDef& api, const std::string& class_name) {
  return ClassWriter(op, api, class_name).Text();
}

}  // namespace opgraft_internal
