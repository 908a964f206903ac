// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/dead_kernels.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_util.h"
#include "framework/op/spec_problem.h"

namespace opgraft_internal {
namespace {

template <typename T>
bool IsSubset(const std::vector<T>& some, const std::vector<T>& all) {
  return std::all_of(some.begin(), some.end(), [&](const T& value) {
    return std::find(all.begin(), all.end(), value) != all.end();
  });
}

// True if every value that `narrow` allows, `wide` allows too.
bool Allows(const AttrConstraint& wide, const AttrConstraint& narrow) {
  return IsSubset(narrow.types, wide.types) && IsSubset(narrow.strings, wide.strings) &&
         IsSubset(narrow.ints, wide.ints) && IsSubset(narrow.bools, wide.bools);
}

template <typename T>
bool Share(const std::vector<T>& a, const std::vector<T>& b) {
  return std::any_of(a.begin(), a.end(), [&](const T& value) {
    return std::find(b.begin(), b.end(), value) != b.end();
  });
}

bool ShareValue(const AttrConstraint& a, const AttrConstraint& b) {
  return Share(a.types, b.types) || Share(a.strings, b.strings) || Share(a.ints, b.ints) ||
         Share(a.bools, b.bools);
}

std::string Contradiction(const OpDef& op, const std::vector<AttrConstraint>& constraints) {
  for (size_t i = 0; i < constraints.size(); ++i) {
    const AttrConstraint& constraint = constraints[i];
    const OpDef::AttrDef* attr = FindAttr(constraint.attr, op);
    const bool below =
        attr != nullptr && attr->has_minimum() && attr->type() == "int" &&
        !constraint.ints.empty() &&
        *std::max_element(constraint.ints.begin(), constraint.ints.end()) < attr->minimum();
    if (below) {
      return absl::StrCat("constraint ", constraint.DebugString(), ": the op has ", attr->name(),
                          " >= ", attr->minimum());
    }
    for (size_t j = i + 1; j < constraints.size(); ++j) {
      if (constraints[j].attr != constraint.attr || ShareValue(constraint, constraints[j]))
        continue;
      return absl::StrCat("constraints ", constraint.DebugString(), " and ",
                          constraints[j].DebugString(), " share no value");
    }
  }
  return "";
}

// True if `other` is chosen for all nodes that `kernel` fits.
bool Hides(const KernelSpec& other, const KernelSpec& kernel) {
  if (other.priority <= kernel.priority || other.device != kernel.device ||
      other.label != kernel.label)
    return false;
  return std::all_of(other.constraints.begin(), other.constraints.end(),
                     [&](const AttrConstraint& wide) {
                       return std::any_of(kernel.constraints.begin(), kernel.constraints.end(),
                                          [&](const AttrConstraint& narrow) {
                                            return narrow.attr == wide.attr && Allows(wide, narrow);
                                          });
                     });
}

}  // namespace

std::vector<DeadKernel> FindDeadKernels(const OpDef& op,
                                        absl::Span<const KernelRegistration* const> kernels) {
  std::vector<DeadKernel> dead;
  for (const KernelRegistration* kernel : kernels) {
    std::string why = Contradiction(op, kernel->spec.constraints);
    const auto other = std::find_if(
        kernels.begin(), kernels.end(),
        [&](const KernelRegistration* candidate) { return Hides(candidate->spec, kernel->spec); });
    if (why.empty() && other != kernels.end()) {
      why = absl::StrCat("the kernel at ", ShowLocation((*other)->location), " has priority ",
                         (*other)->spec.priority, " and fits wherever this one does");
    }
    if (!why.empty()) dead.push_back({kernel, std::move(why)});
  }
  return dead;
}

}  // namespace opgraft_internal
