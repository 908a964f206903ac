// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_difference.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/op/op_def_util.h"

namespace opgraft_internal {
namespace {

std::string Difference(absl::string_view what, absl::string_view there, absl::string_view here) {
  return there == here ? "" : absl::StrCat(what, " is ", there, " there, ", here, " here");
}

template <typename Args>
std::string ArgsDifference(absl::string_view kind, const Args& there, const Args& here) {
  for (int i = 0; i < there.size() && i < here.size(); ++i) {
    if (there[i].name() != here[i].name()) {
      return Difference(absl::StrCat(kind, " ", i), absl::StrCat("named ", there[i].name()),
                        here[i].name());
    }
    std::string difference = Difference(absl::StrCat(kind, " ", there[i].name()),
                                        SummarizeArgType(there[i]), SummarizeArgType(here[i]));
    if (!difference.empty()) return difference;
  }
  return Difference(absl::StrCat("the number of ", kind, "s"), absl::StrCat(there.size()),
                    absl::StrCat(here.size()));
}

std::string AttrsDifference(const OpDef& there, const OpDef& here) {
  for (const OpDef::AttrDef& attr : there.attr()) {
    const OpDef::AttrDef* other = FindAttr(attr.name(), here);
    if (other == nullptr) return absl::StrCat("attr ", attr.name(), " is only there");
    std::string difference = Difference(absl::StrCat("attr ", attr.name()), SummarizeAttrDef(attr),
                                        SummarizeAttrDef(*other));
    if (!difference.empty()) return difference;
  }
  for (const OpDef::AttrDef& attr : here.attr()) {
    if (FindAttr(attr.name(), there) == nullptr)
      return absl::StrCat("attr ", attr.name(), " is only here");
  }
  return "";
}

}  // namespace

std::string OpDefDifference(const OpDef& there, const OpDef& here) {
  std::string difference = ArgsDifference("input", there.input_arg(), here.input_arg());
  if (difference.empty())
    difference = ArgsDifference("output", there.output_arg(), here.output_arg());
  if (difference.empty()) difference = AttrsDifference(there, here);
  if (!difference.empty()) return difference;
  OpDef there_bare = there, here_bare = here;
  RemoveDescriptions(&there_bare);
  RemoveDescriptions(&here_bare);
  return OpDefEqual(there_bare, here_bare) ? "" : "flags or deprecation differ";
}

}  // namespace opgraft_internal
