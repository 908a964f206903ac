// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/api_def_table.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"
#include "tools/files/text_proto.h"
#include "tools/op_gen/api_def_text.h"
#include "tools/op_gen/builtin_api_defs.h"

namespace opgraft_internal {
namespace {

// What an op shows without overrides.
ApiDef OwnApiDef(const OpDef& op) {
  ApiDef api;
  api.set_graph_op_name(op.name());
  api.set_visibility(ApiDef::VISIBLE);
  for (const OpDef::ArgDef& arg : op.input_arg()) api.add_arg_order(arg.name());
  for (const bool inputs : {true, false}) {
    for (const OpDef::ArgDef& arg : inputs ? op.input_arg() : op.output_arg()) {
      ApiDef::Arg* shown = inputs ? api.add_in_arg() : api.add_out_arg();
      shown->set_name(arg.name());
      shown->set_rename_to(arg.name());
      shown->set_description(arg.description());
    }
  }
  for (const OpDef::AttrDef& attr : op.attr()) {
    ApiDef::Attr* shown = api.add_attr();
    shown->set_name(attr.name());
    shown->set_rename_to(attr.name());
    shown->set_description(attr.description());
    if (attr.has_default_value()) *shown->mutable_default_value() = attr.default_value();
  }
  api.set_summary(op.summary());
  api.set_description(op.description());
  return api;
}

// Merges overrides into the whole ApiDef of an op.
class Merger {
 public:
  Merger(absl::string_view source, ApiDef* api)
      : place_(absl::StrCat(source, ": op '", api->graph_op_name(), "': ")), api_(api) {}

  absl::Status Merge(const ApiDef& from) {
    if (from.visibility() != ApiDef::DEFAULT_VISIBILITY) api_->set_visibility(from.visibility());
    if (from.endpoint_size() > 0) *api_->mutable_endpoint() = from.endpoint();
    if (!from.deprecation_message().empty())
      api_->set_deprecation_message(from.deprecation_message());
    if (from.deprecation_version() != 0) api_->set_deprecation_version(from.deprecation_version());
    OPGRAFT_RETURN_IF_ERROR(MergeArgs("input", from.in_arg(), api_->mutable_in_arg()));
    OPGRAFT_RETURN_IF_ERROR(MergeArgs("output", from.out_arg(), api_->mutable_out_arg()));
    OPGRAFT_RETURN_IF_ERROR(MergeArgs("attr", from.attr(), api_->mutable_attr()));
    OPGRAFT_RETURN_IF_ERROR(MergeOrder(from));
    MergeWords(from);
    return absl::OkStatus();
  }

 private:
  template <typename Args>
  absl::Status MergeArgs(const char* what, const Args& from, Args* to) {
    for (const auto& arg : from) {
      auto found = std::find_if(to->begin(), to->end(),
                                [&](const auto& own) { return own.name() == arg.name(); });
      if (found == to->end()) {
        NearestName nearest(arg.name());
        for (const auto& own : *to) nearest.Offer(own.name());
        return absl::InvalidArgumentError(absl::StrCat(place_, "it has no ", what, " '", arg.name(),
                                                       "'", NearestHint(nearest.best())));
      }
      found->MergeFrom(arg);
      KeepDefault(arg, &*found);
    }
    return absl::OkStatus();
  }

  // MergeFrom appends lists, and a default is one value.
  static void KeepDefault(const ApiDef::Arg&, ApiDef::Arg*) {}
  static void KeepDefault(const ApiDef::Attr& from, ApiDef::Attr* to) {
    if (from.has_default_value()) *to->mutable_default_value() = from.default_value();
  }

  absl::Status MergeOrder(const ApiDef& from) {
    if (from.arg_order_size() == 0) return absl::OkStatus();
    const auto& own = api_->arg_order();
    if (!std::is_permutation(own.begin(), own.end(), from.arg_order().begin(),
                             from.arg_order().end())) {
      return absl::InvalidArgumentError(
          absl::StrCat(place_, "arg_order is [", absl::StrJoin(from.arg_order(), ", "),
                       "]; it must name each input once: ", absl::StrJoin(own, ", ")));
    }
    *api_->mutable_arg_order() = from.arg_order();
    return absl::OkStatus();
  }

  void MergeWords(const ApiDef& from) {
    if (!from.summary().empty()) api_->set_summary(from.summary());
    if (!from.description().empty()) api_->set_description(from.description());
    if (!from.description_prefix().empty()) {
      api_->set_description(absl::StrCat(
          from.description_prefix(), api_->description().empty() ? "" : "\n", api_->description()));
    }
    if (!from.description_suffix().empty()) {
      absl::StrAppend(api_->mutable_description(), api_->description().empty() ? "" : "\n",
                      from.description_suffix());
    }
  }

  const std::string place_;
  ApiDef* const api_;
};

}  // namespace

ApiDefTable ApiDefTable::Builtin() {
  ApiDefTable table;
  // Compiled in, and a test holds that it parses.
  table.Add(BaseApiDefText(), "ops/api_def/base.pbtxt").IgnoreError();
  return table;
}

ApiDefTable ApiDefTable::BuiltinForPython() {
  ApiDefTable table = Builtin();
  table.Add(PythonApiDefText(), "ops/api_def/python.pbtxt").IgnoreError();
  return table;
}

absl::Status ApiDefTable::Add(absl::string_view text, absl::string_view source) {
  ApiDefs read;
  const absl::Status status = ParseTextProto(QuoteBlocks(text), &read);
  if (!status.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(source, ": ", status.message(),
                     " (expected op { graph_op_name: \"...\" ... }, in text format)"));
  }
  for (ApiDef& api_def : *read.mutable_op())
    overrides_.push_back({std::string(source), std::move(api_def)});
  return absl::OkStatus();
}

absl::StatusOr<ApiDef> ApiDefTable::For(const OpDef& op) const {
  ApiDef api_def = OwnApiDef(op);
  for (const Override& one : overrides_) {
    if (one.api_def.graph_op_name() != op.name()) continue;
    OPGRAFT_RETURN_IF_ERROR(Merger(one.source, &api_def).Merge(one.api_def));
  }
  return api_def;
}

std::vector<std::string> ApiDefTable::OpsOf(absl::string_view source) const {
  std::vector<std::string> ops;
  for (const Override& one : overrides_) {
    if (one.source == source) ops.push_back(one.api_def.graph_op_name());
  }
  return ops;
}

}  // namespace opgraft_internal
