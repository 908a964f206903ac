// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/call_site.h"

#include <algorithm>
#include <new>

#include "absl/strings/str_cat.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/exception_text.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

using Argument = CallSite::Argument;
using Condition = CallSite::Condition;
using Output = CallSite::Output;

bool AreParts(const CallSite::Slices& slices) {
  return slices.part_size > 0 && slices.stride != 0 && slices.stride != INT64_MIN;
}

// Do the parts lie side by side?
bool CanBeJoined(const CallSite::Slices& slices) {
  return AreParts(slices) &&
         slices.part_size == (slices.stride < 0 ? -slices.stride : slices.stride);
}

// Finds what a call site refers to that is not there.
class CallSiteChecker {
 public:
  CallSiteChecker(const CallSite& site, const CallSiteNode& node) : site_(site), node_(node) {}

  // "" if nothing is wrong.
  std::string FindProblem() const {
    const size_t needed = NumBodiesNeeded();
    if (site_.bodies.empty() || (needed > 0 && site_.bodies.size() != needed))
      return absl::StrCat("has ", site_.bodies.size(), " bodies");
    if (site_.outputs.size() != static_cast<size_t>(node_.num_outputs))
      return absl::StrCat("has ", site_.outputs.size(), " outputs, the node ", node_.num_outputs);
    if (!ConditionFits()) return "has a condition that does not fit its kind";
    if (!All(site_.bodies, [this](const auto& body) { return ArgumentsFit(body); }))
      return "gives a body an input that the node does not have";
    if (!All(site_.carried, [this](const auto& carried) { return CarriedFits(carried); }))
      return "carries a value between an input and a result that do not exist";
    if (!All(site_.outputs, [this](const auto& output) { return OutputFits(output); }))
      return "has an output that is not a result of a body";
    if (!SlicesFit()) return "has slices with a stride or part size that does not fit";
    return IsEnded() ? "" : "is a loop that nothing ends";
  }

 private:
  template <typename T, typename Fits>
  static bool All(const std::vector<T>& values, Fits fits) {
    return std::all_of(values.begin(), values.end(), fits);
  }

  bool is_loop() const { return site_.role == OpRole::kLoop; }
  bool IsInput(int index) const { return index >= 0 && index < node_.num_inputs; }
  bool IsInputOrNone(int index) const { return index == -1 || IsInput(index); }
  bool IsResult(int index) const {
    const auto gives = [index](const auto& body) { return index < body.num_results; };
    return index >= 0 && (is_loop() ? gives(site_.loop_body()) : All(site_.bodies, gives));
  }

  // 0: one or more.
  size_t NumBodiesNeeded() const {
    if (site_.role == OpRole::kBranch)
      return site_.condition.kind == Condition::Kind::kTruth ? 2 : 0;
    return site_.condition.kind == Condition::Kind::kBody ? 2 : 1;
  }

  bool ConditionFits() const {
    switch (site_.condition.kind) {
      case Condition::Kind::kNone:
        if (site_.role == OpRole::kBranch) return false;
        break;
      case Condition::Kind::kTruth:
      case Condition::Kind::kIndex:
        return site_.role == OpRole::kBranch && IsInput(site_.condition.index);
      case Condition::Kind::kBody:
        if (!is_loop() || site_.bodies[0].num_results < 1) return false;
        break;
      case Condition::Kind::kResult:
        if (!is_loop() || !IsResult(site_.condition.index)) return false;
    }
    return IsInputOrNone(site_.condition.first) && IsInputOrNone(site_.trip_count);
  }

  bool ArgumentsFit(const CallSite::Body& body) const {
    return All(body.args, [this](const Argument& arg) {
      if (arg.kind != Argument::Kind::kInvariant && !is_loop()) return false;
      if (arg.kind == Argument::Kind::kCarried && site_.NextOf(arg.input) < 0) return false;
      return arg.kind == Argument::Kind::kIteration || IsInput(arg.input);
    });
  }

  bool CarriedFits(const CallSite::Carried& carried) const {
    return is_loop() && IsInput(carried.input) && IsResult(carried.result);
  }

  bool OutputFits(const Output& output) const {
    if (output.kind != Output::Kind::kLast && !is_loop()) return false;
    return output.kind == Output::Kind::kCarried ? site_.NextOf(output.index) >= 0
                                                 : IsResult(output.index);
  }

  bool SlicesFit() const {
    const auto takes_parts = [](const Argument& arg) {
      return arg.kind != Argument::Kind::kSliced || AreParts(arg.slices);
    };
    const auto gives_parts = [](const Output& output) {
      return output.kind != Output::Kind::kConcatenated || CanBeJoined(output.slices);
    };
    return All(site_.bodies, [&](const auto& body) { return All(body.args, takes_parts); }) &&
           All(site_.outputs, gives_parts);
  }

  bool IsEnded() const {
    if (!is_loop() || site_.condition.kind != Condition::Kind::kNone || site_.trip_count >= 0)
      return true;
    const auto is_not_cut = [](const Argument& arg) { return arg.kind != Argument::Kind::kSliced; };
    const auto has_no_number = [](const Output& output) {
      return output.kind != Output::Kind::kConcatenated || output.slices.start < 0 ||
             output.slices.end < 0;
    };
    return !All(site_.loop_body().args, is_not_cut) || !All(site_.outputs, has_no_number);
  }

  const CallSite& site_;
  const CallSiteNode& node_;
};

}  // namespace

int CallSite::NextOf(int input) const {
  const auto found = std::find_if(carried.begin(), carried.end(),
                                  [input](const Carried& c) { return c.input == input; });
  return found == carried.end() ? -1 : found->result;
}

absl::StatusOr<CallSite> MakeCallSite(const OpRegistrationData& op, const CallSiteNode& node) {
  CallSite site;
  site.role = op.role;
  try {
    OPGRAFT_RETURN_IF_ERROR(op.call_site_fn(node, &site));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    return absl::InternalError(
        absl::StrCat("the call-site function of ", node.op, " threw ", TextOfCurrentException()));
  }
  const std::string problem = CallSiteChecker(site, node).FindProblem();
  if (problem.empty()) return site;
  return absl::InternalError(
      absl::StrCat("what the call-site function of ", node.op, " gives ", problem));
}

}  // namespace opgraft_internal
