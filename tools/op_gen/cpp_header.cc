// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/cpp_header.h"

#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "tools/op_gen/cpp_class.h"
#include "tools/op_gen/cpp_names.h"

namespace opgraft_internal {
namespace {

std::string Guard(absl::string_view file) {
  const size_t slash = file.rfind('/');
  std::string guard = absl::AsciiStrToUpper(file.substr(slash == file.npos ? 0 : slash + 1));
  for (char& c : guard) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return guard.empty() ? "OPGRAFT_GENERATED_OPS_H_" : absl::StrCat("OPGRAFT_", guard, "_");
}

// The first endpoint that can name a class, or else the op's own name.
std::string ClassName(const OpDef& op, const ApiDef& api) {
  for (const ApiDef::Endpoint& endpoint : api.endpoint()) {
    if (IsCppName(endpoint.name())) return endpoint.name();
  }
  return CppClassName(op.name());
}

std::string Aliases(const ApiDef& api, const std::string& class_name) {
  std::string text;
  for (const ApiDef::Endpoint& endpoint : api.endpoint()) {
    if (!IsCppName(endpoint.name()) || endpoint.name() == class_name) continue;
    absl::StrAppend(&text, "using ", endpoint.name(), " = ", class_name, ";\n");
  }
  return text;
}

}  // namespace

absl::StatusOr<std::string> MakeCppHeader(absl::Span<const OpDef* const> ops,
                                          const ApiDefTable& api_defs, absl::string_view file) {
  const std::string guard = Guard(file);
  std::string text = absl::StrCat(
      "// C++ builders of ops. Written by `opgraft gen cpp`, which overwrites what is changed "
      "here.\n#ifndef ",
      guard, "\n#define ", guard,
      "\n"
      "\n"
      "#include <cstddef>\n"
      "#include <cstdint>\n"
      "#include <initializer_list>\n"
      "#include <limits>\n"
      "#include <optional>\n"
      "#include <string>\n"
      "#include <vector>\n"
      "\n"
      "#include \"opgraft/run.h\"\n"
      "\n"
      "namespace opgraft {\n"
      "namespace ops {\n");
  std::map<std::string, std::string> op_of_class;
  for (const OpDef* op : ops) {
    OPGRAFT_ASSIGN_OR_RETURN(const ApiDef api, api_defs.For(*op));
    if (api.visibility() == ApiDef::SKIP) continue;
    const std::string name = ClassName(*op, api);
    const auto [other, is_new] = op_of_class.emplace(name, op->name());
    if (!is_new) {
      return absl::InvalidArgumentError(
          absl::StrCat("ops '", other->second, "' and '", op->name(), "' both become class '", name,
                       "'; give one an endpoint of its own in an --api-def file"));
    }
    const std::string whole = absl::StrCat(CppClass(*op, api, name), Aliases(api, name));
    const bool hidden = api.visibility() == ApiDef::HIDDEN;
    absl::StrAppend(&text, "\n", hidden ? "namespace internal {\n\n" : "", whole,
                    hidden ? "\n}  // namespace internal\n" : "");
  }
  return absl::StrCat(text, "\n}  // namespace ops\n}  // namespace opgraft\n\n#endif  // ", guard,
                      "\n");
}

}  // namespace opgraft_internal
