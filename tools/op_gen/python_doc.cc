// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/python_doc.h"

#include <algorithm>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/op/op_def_util.h"
#include "tools/op_gen/plain_text.h"
#include "tools/op_gen/type_sentence.h"

namespace opgraft_internal {
namespace {

constexpr size_t kWidth = 74;  // of a line without its indentation

// The lines of `text`, the first indented by `first`, the others by `rest`.
std::string Indent(size_t first, size_t rest, absl::string_view text) {
  std::string result;
  size_t indent = first;
  for (absl::string_view line : absl::StrSplit(absl::StripTrailingAsciiWhitespace(text), '\n')) {
    absl::StrAppend(&result, line.empty() ? "" : std::string(indent, ' '), line, "\n");
    indent = rest;
  }
  return result;
}

// `words` after `start`, on its line if the first line of them fits there. Words that begin with
// "=" get a line of their own.
std::string Join(absl::string_view start, std::string sentence, absl::string_view words) {
  if (absl::ConsumePrefix(&words, "=")) sentence.clear();
  std::string result = absl::StrCat(start, sentence);
  if (words.empty() || result.empty()) return absl::StrCat(result, words);
  const size_t first_line = words.substr(0, words.find('\n')).size();
  const bool fits = result.size() + first_line + 1 <= kWidth;
  const char* space = absl::EndsWith(result, " ") ? "" : " ";
  return absl::StrCat(result, fits ? space : "\n", words);
}

template <typename Args>
const auto& ByName(const Args& args, const std::string& name) {
  return *std::find_if(args.begin(), args.end(),
                       [&](const auto& arg) { return arg.name() == name; });
}

class DocString {
 public:
  DocString(const OpDef& op, const ApiDef& api, const PythonSignature& signature)
      : op_(op), api_(api), signature_(signature), sentences_(op, signature.inferred, shown_) {
    for (const PythonParameter& parameter : signature.parameters)
      shown_[parameter.op_name] = parameter.name;
  }

  std::string Text() const {
    std::string text = api_.summary().empty() ? "No documentation." : api_.summary();
    if (!api_.description().empty())
      absl::StrAppend(&text, "\n\n", Indent(2, 2, api_.description()));
    text = absl::StrCat(absl::StripTrailingAsciiWhitespace(text), "\n\n  Args:\n");
    for (const PythonParameter& parameter : signature_.parameters) {
      absl::StrAppend(&text, Indent(4, 6, OfParameter(parameter)));
    }
    absl::StrAppend(&text, "\n  Returns:\n", Returns(), "  ");
    return Quote(PlainText(text));
  }

 private:
  std::string OfParameter(const PythonParameter& parameter) const {
    const std::string start = absl::StrCat(parameter.name, ": ");
    if (parameter.op_name.empty())
      return absl::StrCat(start, "A name for the operation (optional).");
    if (parameter.is_input) {
      return Join(start, sentences_.OfInput(*FindInputArg(parameter.op_name, op_)),
                  ByName(api_.in_arg(), parameter.op_name).description());
    }
    const ApiDef::Attr& shown = ByName(api_.attr(), parameter.op_name);
    return Join(start, TypeSentences::OfAttr(*FindAttr(parameter.op_name, op_), shown),
                shown.description());
  }

  std::string Returns() const {
    if (signature_.returns == "operation") return "    The created Operation.\n";
    if (signature_.returns != "tuple") {
      return Indent(
          4, 4, Join("", sentences_.OfOutput(op_.output_arg(0)), api_.out_arg(0).description()));
    }
    std::string result = absl::StrCat("    A tuple of `Tensor` objects (",
                                      absl::StrJoin(signature_.fields, ", "), ").\n\n");
    for (int i = 0; i < op_.output_arg_size(); ++i) {
      absl::StrAppend(&result, Indent(4, 6,
                                      Join(absl::StrCat(signature_.fields[i], ": "),
                                           sentences_.OfOutput(op_.output_arg(i)),
                                           api_.out_arg(i).description())));
    }
    return result;
  }

  // A raw string, unless the text could end it.
  static std::string Quote(const std::string& text) {
    if (!absl::StrContains(text, "\"\"\"")) return absl::StrCat("  r\"\"\"", text, "\"\"\"\n");
    return absl::StrCat("  \"\"\"",
                        absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"\"\"\"", "\\\"\\\"\\\""}}),
                        "\"\"\"\n");
  }

  const OpDef& op_;
  const ApiDef& api_;
  const PythonSignature& signature_;
  std::map<std::string, std::string> shown_;
  const TypeSentences sentences_;
};

}  // namespace

std::string PythonDocString(const OpDef& op, const ApiDef& api, const PythonSignature& signature) {
  return DocString(op, api, signature).Text();
}

}  // namespace opgraft_internal
