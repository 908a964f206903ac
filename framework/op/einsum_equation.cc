// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/einsum_equation.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// One character a label: "..." becomes kEllipsis.
absl::StatusOr<std::string> LabelsOf(absl::string_view subscript) {
  const auto periods = std::count(subscript.begin(), subscript.end(), '.');
  if (periods != 0 && periods != 3) {
    return absl::InvalidArgumentError(
        absl::StrCat("Expected at most one ellipsis (...), but found ", periods,
                     " periods (.) in the input subscript: ", subscript));
  }
  if (periods == 3 && subscript.find("...") == absl::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("Periods found outside of ellipsis in subscript: ", subscript));
  }
  return absl::StrReplaceAll(subscript, {{"...", "."}});
}

// Of each input, from what stands before the "->".
absl::StatusOr<std::vector<std::string>> InputLabels(absl::string_view subscripts,
                                                     absl::string_view equation) {
  const std::vector<absl::string_view> inputs = absl::StrSplit(subscripts, ',');
  if (inputs.size() > 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Expecting 1 or 2 input subscripts in equation '", equation, "' but got: ", inputs.size()));
  }
  std::vector<std::string> all;
  for (const absl::string_view input : inputs) {
    OPGRAFT_ASSIGN_OR_RETURN(std::string labels, LabelsOf(input));
    all.push_back(std::move(labels));
  }
  return all;
}

absl::Status CheckOutputLabels(const EinsumEquation& parsed, absl::string_view equation) {
  for (const char label : parsed.output) {
    const bool known =
        label == EinsumEquation::kEllipsis ||
        std::any_of(parsed.inputs.begin(), parsed.inputs.end(), [label](const std::string& labels) {
          return labels.find(label) != std::string::npos;
        });
    if (known) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("Einsum output subscripts for equation '", equation, "' has label '",
                     std::string(1, label), "' which is not present in the input subscripts"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<EinsumEquation> EinsumEquation::Parse(absl::string_view equation) {
  const std::vector<absl::string_view> sides = absl::StrSplit(equation, "->");
  if (sides.size() != 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("Expecting exactly one '->' in einsum equation: ", equation));
  }
  EinsumEquation parsed;
  OPGRAFT_ASSIGN_OR_RETURN(parsed.inputs, InputLabels(sides[0], equation));
  OPGRAFT_ASSIGN_OR_RETURN(parsed.output, LabelsOf(sides[1]));
  OPGRAFT_RETURN_IF_ERROR(CheckOutputLabels(parsed, equation));
  return parsed;
}

absl::Status CheckEinsumRank(absl::string_view labels, int rank, int input) {
  const bool ellipsis = HasEllipsis(labels);
  const int named = static_cast<int>(labels.size()) - (ellipsis ? 1 : 0);
  if (ellipsis ? rank >= named : rank == named) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("Expected input ", input, " to have rank ",
                                                 ellipsis ? "at least " : "", named,
                                                 " but got: ", rank));
}

}  // namespace opgraft_internal
