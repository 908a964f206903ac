// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/linalg/einsum_plan.h"

#include <algorithm>
#include <array>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// Finds labels and sizes, operand after operand.
class Planner {
 public:
  Planner(const EinsumEquation& equation, EinsumPlan* plan) : equation_(equation), plan_(plan) {
    named_.fill(-1);
  }

  // How many dimensions "..." stands for in an operand; 0 if it has none.
  static int Broadcasting(const std::string& labels, const TensorShape& shape) {
    return HasEllipsis(labels) ? shape.dims() - static_cast<int>(labels.size()) + 1 : 0;
  }

  absl::Status FindSizes(size_t input, const TensorShape& shape) {
    const std::string& labels = equation_.inputs[input];
    OPGRAFT_RETURN_IF_ERROR(CheckEinsumRank(labels, shape.dims(), static_cast<int>(input)));
    int d = 0;
    for (const char label : labels) {
      if (label != EinsumEquation::kEllipsis) {
        OPGRAFT_RETURN_IF_ERROR(MeetNamed(label, shape, d++));
        continue;
      }
      for (int left = Broadcasting(labels, shape); left > 0; --left)
        OPGRAFT_RETURN_IF_ERROR(MeetBroadcasting(left - 1, shape.dim_size(d++)));
    }
    return absl::OkStatus();
  }

  EinsumLabels LabelsOf(size_t input, const TensorShape& shape) const {
    EinsumLabels all;
    int d = 0;
    const auto add = [&](int label) {
      if (shape.dim_size(d++) != 1) all.push_back(label);
    };
    for (const char label : equation_.inputs[input]) {
      if (label != EinsumEquation::kEllipsis) {
        add(Named(label));
        continue;
      }
      for (int left = Broadcasting(equation_.inputs[input], shape); left > 0; --left)
        add(broadcasting_[static_cast<size_t>(left - 1)]);
    }
    return all;
  }

  absl::Status MakeOutput() {
    if (!broadcasting_.empty() && !HasEllipsis(equation_.output)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Output contains ", broadcasting_.size(),
          " broadcasting dimension(s) but no ellipsis (...) was found in the output subscripts."));
    }
    for (const char label : equation_.output) {
      if (label != EinsumEquation::kEllipsis) {
        AddOutput(Named(label));
        continue;
      }
      std::for_each(broadcasting_.rbegin(), broadcasting_.rend(), [this](int l) { AddOutput(l); });
    }
    return absl::OkStatus();
  }

 private:
  int Named(char label) const { return named_[static_cast<unsigned char>(label)]; }
  int64_t& SizeOf(int label) { return plan_->sizes[static_cast<size_t>(label)]; }

  int NewLabel(int64_t size) {
    plan_->sizes.push_back(size);
    return static_cast<int>(plan_->sizes.size()) - 1;
  }

  absl::Status MeetNamed(char name, const TensorShape& shape, int d) {
    int& label = named_[static_cast<unsigned char>(name)];
    const int64_t size = shape.dim_size(d);
    if (label < 0) label = NewLabel(size);
    if (SizeOf(label) == size) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Expected dimension ", SizeOf(label), " at axis ", d, " of the input shaped ",
                     shape.DebugString(), " but got dimension ", size));
  }

  // `place` counts from the last of the dimensions that "..." stands for.
  absl::Status MeetBroadcasting(int place, int64_t size) {
    while (static_cast<int>(broadcasting_.size()) <= place) broadcasting_.push_back(NewLabel(1));
    int64_t& known = SizeOf(broadcasting_[static_cast<size_t>(place)]);
    if (known == 1) known = size;
    if (size == 1 || known == size) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Dimensions of the ellipsis do not broadcast: ", known, " and ", size));
  }

  void AddOutput(int label) {
    plan_->output_shape.AddDim(SizeOf(label));
    if (SizeOf(label) != 1) plan_->output.push_back(label);
  }

  const EinsumEquation& equation_;
  EinsumPlan* const plan_;
  std::array<int, 256> named_;
  absl::InlinedVector<int, 8> broadcasting_;  // labels, from the last dimension on
};

}  // namespace

absl::StatusOr<EinsumPlan> EinsumPlan::Make(const EinsumEquation& equation,
                                            absl::Span<const TensorShape* const> shapes) {
  if (shapes.size() != equation.inputs.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("Expected ", equation.inputs.size(), " inputs but got: ", shapes.size()));
  }
  EinsumPlan plan;
  Planner planner(equation, &plan);
  for (size_t i = 0; i < shapes.size(); ++i)
    OPGRAFT_RETURN_IF_ERROR(planner.FindSizes(i, *shapes[i]));
  for (size_t i = 0; i < shapes.size(); ++i) plan.inputs[i] = planner.LabelsOf(i, *shapes[i]);
  OPGRAFT_RETURN_IF_ERROR(planner.MakeOutput());
  return plan;
}

bool HasRepeatedLabel(const EinsumLabels& labels) {
  for (auto label = labels.begin(); label != labels.end(); ++label) {
    if (std::find(label + 1, labels.end(), *label) != labels.end()) return true;
  }
  return false;
}

absl::InlinedVector<int64_t, 8> EinsumSteps(const EinsumPlan& plan, const EinsumLabels& labels) {
  absl::InlinedVector<int64_t, 8> steps(plan.sizes.size(), 0);
  int64_t step = 1;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    steps[static_cast<size_t>(*label)] += step;
    step *= plan.sizes[static_cast<size_t>(*label)];
  }
  return steps;
}

}  // namespace opgraft_internal
