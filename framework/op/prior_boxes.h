// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The boxes of OpenVINO's PriorBox at one place: how many there are shapes its result.
#ifndef FRAMEWORK_OP_PRIOR_BOXES_H_
#define FRAMEWORK_OP_PRIOR_BOXES_H_

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

// The attrs of OpenVINO's PriorBox, for its shape function, which needs NumBoxes, and its kernel. A
// value once read; thread-compatible.
struct PriorBoxRule {
  // `context` has GetAttr: an InferenceContext or an OpKernelConstruction. Its errors, and
  // INVALID_ARGUMENT for a density that is not in [1, 1024].
  template <class Context>
  absl::Status Read(const Context& context) {
    const struct {
      const char* name;
      std::vector<float>* values;
    } kLists[] = {{"min_size", &min_size},         {"max_size", &max_size},
                  {"aspect_ratio", &aspect_ratio}, {"density", &density},
                  {"fixed_ratio", &fixed_ratio},   {"fixed_size", &fixed_size},
                  {"variance", &variance}};
    for (const auto& list : kLists)
      OPGRAFT_RETURN_IF_ERROR(context.GetAttr(list.name, list.values));
    OPGRAFT_RETURN_IF_ERROR(context.GetAttr("clip", &clip));
    OPGRAFT_RETURN_IF_ERROR(context.GetAttr("flip", &flip));
    OPGRAFT_RETURN_IF_ERROR(context.GetAttr("step", &step));
    OPGRAFT_RETURN_IF_ERROR(context.GetAttr("offset", &offset));
    OPGRAFT_RETURN_IF_ERROR(context.GetAttr("scale_all_sizes", &scale_all_sizes));
    OPGRAFT_RETURN_IF_ERROR(context.GetAttr("min_max_aspect_ratios_order", &max_before_ratios));
    for (float each : density) {
      if (!(each >= 1 && each <= 1024))
        return absl::InvalidArgumentError("density must be from 1 to 1024");
    }
    return absl::OkStatus();
  }

  // 1 and the others, each once, in order; with `flip` each is followed by its inverse.
  //
  // Example: {2, 1, 2} with flip gives {1, 2, 0.5}.
  std::vector<float> Ratios() const {
    std::vector<float> ratios = {1.0f};
    for (float ratio : aspect_ratio) {
      bool known = false;
      for (float other : ratios) known = known || std::fabs(ratio - other) < 1e-6f;
      if (known) continue;
      ratios.push_back(ratio);
      if (flip) ratios.push_back(1.0f / ratio);
    }
    return ratios;
  }

  // The boxes of one place. Ratios count as equal if they are within a millionth: OpenVINO's rule.
  //
  // Example: min_size {16} and aspect_ratio {2} with flip, and nothing else, make three: ratios 1,
  // 2, 1/2.
  int64_t NumBoxes() const {
    // The ratios that count as different.
    std::set<float> distinct = {1.0f};
    for (float ratio : aspect_ratio) {
      distinct.insert(std::round(ratio * 1e6f) / 1e6f);
      if (flip) distinct.insert(std::round(1 / ratio * 1e6f) / 1e6f);
    }
    const int64_t ratios = static_cast<int64_t>(distinct.size());
    const int64_t mins = static_cast<int64_t>(min_size.size());
    int64_t boxes =
        scale_all_sizes ? ratios * mins + static_cast<int64_t>(max_size.size()) : ratios + mins - 1;
    if (!fixed_size.empty()) boxes = ratios * static_cast<int64_t>(fixed_size.size());
    // A box of density d stands for d x d smaller ones: d x d - 1 more than were counted.
    for (float each : density) {
      const int64_t cells = static_cast<int64_t>(each) * static_cast<int64_t>(each) - 1;
      boxes += (fixed_ratio.empty() ? ratios : static_cast<int64_t>(fixed_ratio.size())) * cells;
    }
    return boxes;
  }

  // As the attrs are called; max_before_ratios is min_max_aspect_ratios_order.
  std::vector<float> min_size, max_size, aspect_ratio, density, fixed_ratio, fixed_size, variance;
  bool clip = false;
  bool flip = false;
  float step = 0;
  float offset = 0;
  bool scale_all_sizes = true;
  bool max_before_ratios = true;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_PRIOR_BOXES_H_
