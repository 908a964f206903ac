// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/framework/runtime/iterate_op.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/call_site.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

int64_t Number(absl::string_view text) {
  int64_t number = 0;
  EXPECT_TRUE(absl::SimpleAtoi(text, &number)) << text;
  return number;
}

std::vector<std::string> ItemsOf(const NodeAttrs& attrs, absl::string_view attr) {
  std::string text;
  EXPECT_TRUE(GetNodeAttr(attrs, attr, &text).ok());
  return absl::StrSplit(text, ',', absl::SkipEmpty());
}

// "AXIS:START:END:STRIDE:PART".
CallSite::Slices SlicesOf(absl::string_view text) {
  CallSite::Slices slices;
  int64_t* const fields[] = {&slices.axis, &slices.start, &slices.end, &slices.stride,
                             &slices.part_size};
  size_t i = 0;
  for (const absl::string_view field : absl::StrSplit(text, ':', absl::SkipEmpty()))
    *fields[i++] = Number(field);
  return slices;
}

// "cut1@0" is "cut", 1 and the slices.
struct Item {
  template <typename Kind>
  using Names = std::vector<std::pair<const char*, Kind>>;

  template <typename Kind>
  Item(absl::string_view text, const Names<Kind>& names, Kind* kind) {
    for (const auto& [name, named] : names) {
      if (!absl::ConsumePrefix(&text, name)) continue;
      *kind = named;
      const std::vector<absl::string_view> parts = absl::StrSplit(text, absl::MaxSplits('@', 1));
      if (!parts[0].empty()) index = static_cast<int>(Number(parts[0]));
      if (parts.size() > 1) slices = SlicesOf(parts[1]);
      return;
    }
    ADD_FAILURE() << text;
  }

  int index = -1;
  CallSite::Slices slices;
};

CallSite::Argument ArgumentOf(absl::string_view text) {
  using Kind = CallSite::Argument::Kind;
  CallSite::Argument arg;
  const Item item(text,
                  Item::Names<Kind>{{"in", Kind::kInvariant},
                                    {"carry", Kind::kCarried},
                                    {"cut", Kind::kSliced},
                                    {"number", Kind::kIteration}},
                  &arg.kind);
  arg.input = item.index;
  arg.slices = item.slices;
  return arg;
}

CallSite::Output OutputOf(absl::string_view text) {
  using Kind = CallSite::Output::Kind;
  CallSite::Output output;
  const Item item(
      text,
      Item::Names<Kind>{
          {"last", Kind::kLast}, {"join", Kind::kConcatenated}, {"carry", Kind::kCarried}},
      &output.kind);
  output.index = item.index;
  output.slices = item.slices;
  return output;
}

// Results that the body must have for what refers to them.
int NumResults(const CallSite& site) {
  int most = site.condition.kind == CallSite::Condition::Kind::kResult ? site.condition.index : -1;
  for (const CallSite::Carried& carried : site.carried) most = std::max(most, carried.result);
  for (const CallSite::Output& output : site.outputs) {
    if (output.kind != CallSite::Output::Kind::kCarried) most = std::max(most, output.index);
  }
  return most + 1;
}

void SetEnds(const NodeAttrs& attrs, CallSite* site) {
  enum class End { kTrips, kBegins, kUntil } end = End::kTrips;
  for (const std::string& text : ItemsOf(attrs, "ends")) {
    const Item item(
        text,
        Item::Names<End>{{"trips", End::kTrips}, {"begins", End::kBegins}, {"until", End::kUntil}},
        &end);
    if (end == End::kTrips) site->trip_count = item.index;
    if (end == End::kBegins) site->condition.first = item.index;
    if (end != End::kUntil) continue;
    site->condition.kind = CallSite::Condition::Kind::kResult;
    site->condition.index = item.index;
  }
}

absl::Status IterateSite(const CallSiteNode& node, CallSite* site) {
  CallSite::Body body;
  for (const std::string& text : ItemsOf(node.attrs, "args")) body.args.push_back(ArgumentOf(text));
  for (const std::string& text : ItemsOf(node.attrs, "gives"))
    site->outputs.push_back(OutputOf(text));
  for (const std::string& text : ItemsOf(node.attrs, "next")) {
    const std::vector<absl::string_view> ends = absl::StrSplit(text, '>');
    site->carried.push_back(
        {static_cast<int>(Number(ends[0])), static_cast<int>(Number(ends.back()))});
  }
  SetEnds(node.attrs, site);
  std::vector<NameAttrList> conditions;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, "cond", &conditions));
  if (!conditions.empty()) {
    site->condition.kind = CallSite::Condition::Kind::kBody;
    site->bodies.push_back({"cond", conditions[0].name(), {}, body.args, 1});
  }
  NameAttrList function;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs, "body", &function));
  body.label = "body";
  body.function = function.name();
  body.num_results = NumResults(*site);
  site->bodies.push_back(std::move(body));
  return absl::OkStatus();
}

}  // namespace

ImportOptions WithIterate() {
  OpRegistryBuilder ops(OpRegistry::Global());
  ops.Add(OpDefBuilder("Iterate")
              .Input("x: Tin")
              .Output("y: Tout")
              .Attr("Tin: list(type) >= 0")
              .Attr("Tout: list(type) >= 0")
              .Attr("body: func")
              .Attr("cond: list(func) = []")
              .Attr("args: string = ''")
              .Attr("gives: string = ''")
              .Attr("next: string = ''")
              .Attr("ends: string = ''")
              .SetIsStateful()
              .SetCallSiteFn(OpRole::kLoop, &IterateSite));
  auto registry = ops.Build();
  EXPECT_TRUE(registry.ok()) << registry.status();
  ImportOptions options;
  options.registry =
      KernelRegistryBuilder(*std::move(registry), KernelRegistry::Global()).BuildKeepingGood();
  return options;
}

}  // namespace opgraft
