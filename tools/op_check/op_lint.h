// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_CHECK_OP_LINT_H_
#define TOOLS_OP_CHECK_OP_LINT_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/source_location.h"

namespace opgraft_internal {

// One thing to look at in how ops and kernels are registered.
struct LintFinding {
  // Of the registration, an op's or a kernel's.
  SourceLocation place;
  std::string op;
  // What was found, and what to do about it: a sentence each.
  std::string what;
  std::string fix;

  // "ops/roi.cc:12: Roi: attr 'n' has no description. Add ..."
  std::string Line() const;
};

// Looks at `ops` and their kernels in `registry`: no kernel, no shape function or one that sets no
// shape for an output, no summary, attrs without description, kernels that no node can get, dtypes
// that the op allows and its relatives have kernels for but it has not. Relatives are ops
// registered in the same file with the same types of inputs and outputs. Sorted by place. What the
// registry itself refuses (kernels without ops, constraints on what an op cannot have) is in its
// errors().
std::vector<LintFinding> LintOps(absl::Span<const OpRegistrationData* const> ops,
                                 const KernelRegistry& registry);

// Removes the findings that are intended: `allowed` has a line "OP: BEGINNING OF WHAT" for each,
// and comments that begin with '#'. Returns the lines that match no finding.
std::vector<std::string> TakeOutAllowed(absl::string_view allowed,
                                        std::vector<LintFinding>* findings);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_CHECK_OP_LINT_H_
