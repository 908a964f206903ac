// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/op_page.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/op/op_def_util.h"
#include "framework/op/spec_problem.h"
#include "tools/op_gen/kernel_lines.h"
#include "tools/op_gen/op_spec_text.h"
#include "tools/op_gen/plain_text.h"
#include "tools/op_gen/python_signature.h"

namespace opgraft_internal {
namespace {

// "math" of "ops/math/range_op.cc", and of "my/math_ops.cc".
std::string DomainOf(const SourceLocation& where) {
  absl::string_view file = where.line > 0 ? where.file : "other";
  const std::vector<absl::string_view> parts = absl::StrSplit(file, '/');
  if (parts.size() >= 3 && parts[parts.size() - 3] == "ops")
    return std::string(parts[parts.size() - 2]);
  file.remove_prefix(std::min(file.rfind('/') + 1, file.size()));
  file = file.substr(0, file.find('.'));
  absl::ConsumeSuffix(&file, "_ops");
  absl::ConsumeSuffix(&file, "_op");
  return std::string(file);
}

std::vector<std::string> NotesOf(const OpDef& op, const ApiDef& api) {
  std::vector<std::string> notes;
  if (api.visibility() == ApiDef::HIDDEN) notes.push_back("hidden");
  if (op.is_stateful()) notes.push_back("stateful");
  if (op.is_commutative()) notes.push_back("commutative");
  if (op.is_aggregate()) notes.push_back("aggregate");
  if (op.allows_uninitialized_input()) notes.push_back("allows uninitialized input");
  if (op.has_deprecation())
    notes.push_back(absl::StrCat("deprecated: ", op.deprecation().explanation()));
  return notes;
}

template <typename Args, typename Shown>
std::vector<OpPage::Arg> ArgsOf(const Args& args, const Shown& shown) {
  std::vector<OpPage::Arg> result;
  for (int i = 0; i < args.size(); ++i) {
    const std::string spec = ArgSpec(args[i]);
    result.push_back(
        {args[i].name(), spec.substr(spec.find(':') + 2), PlainText(shown[i].description())});
  }
  return result;
}

std::vector<OpPage::Attr> AttrsOf(const OpDef& op, const ApiDef& api) {
  std::vector<OpPage::Attr> result;
  for (int i = 0; i < op.attr_size(); ++i) {
    OpDef::AttrDef attr = op.attr(i);
    attr.clear_default_value();
    const std::string spec = AttrSpec(attr), whole = AttrSpec(op.attr(i));
    const std::string default_value =
        whole.size() > spec.size() ? whole.substr(spec.size() + 3) : "";
    result.push_back({attr.name(), spec.substr(attr.name().size() + 2), default_value,
                      PlainText(api.attr(i).description())});
  }
  return result;
}

std::vector<OpPage::Kernel> KernelsOf(const OpDef& op,
                                      absl::Span<const KernelRegistration* const> kernels) {
  std::vector<OpPage::Kernel> result;
  for (const KernelLine& line : KernelLines(kernels)) {
    result.push_back(
        {line.head, DTypesOf(line, op), std::string(absl::StripAsciiWhitespace(line.rest))});
  }
  return result;
}

}  // namespace

OpPage MakeOpPage(const OpRegistrationData& op, const ApiDef& api, const ApiDef& python_api,
                  const std::shared_ptr<const KernelRegistry>& registry) {
  OpPage page;
  page.name = op.op_def.name();
  page.domain = DomainOf(op.location);
  page.file = absl::StrReplaceAll(page.name, {{">", "_"}});
  page.place = op.location.line > 0 ? ShowLocation(op.location) : "";
  page.summary = PlainText(api.summary());
  page.description = PlainText(api.description());
  page.notes = NotesOf(op.op_def, api);
  page.spec = OpSpecText(op.op_def);
  page.inputs = ArgsOf(op.op_def.input_arg(), api.in_arg());
  page.outputs = ArgsOf(op.op_def.output_arg(), api.out_arg());
  page.attrs = AttrsOf(op.op_def, api);
  page.kernels = KernelsOf(op.op_def, registry->KernelsOf(page.name));
  page.python = PythonCallText(MakePythonSignature(op.op_def, python_api));
  page.example = MakeOpExample(op, registry);
  page.has_shape_function = static_cast<bool>(op.shape_inference_fn);
  return page;
}

}  // namespace opgraft_internal
