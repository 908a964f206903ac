// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_COMMON_CALL_SITES_H_
#define FRAMEWORK_OP_COMMON_CALL_SITES_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/op/call_site.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class NameAttrList;
}  // namespace opgraft

namespace opgraft_internal {

// What call-site functions (OpDefBuilder::SetCallSiteFn) are made of. Each fills in a whole call
// site, whose role is set; errors are GetNodeAttr's for an attr that is not a function.

// A call of the function that the op stands for.
absl::Status CallOfOp(const CallSiteNode& node, CallSite* site);
// A call of the function in attr `attr`, of all inputs.
absl::Status CallOfAttr(const CallSiteNode& node, absl::string_view attr, CallSite* site);
// Input 0 chooses by its truth; the other inputs are the arguments.
absl::Status TwoBranches(const CallSiteNode& node, absl::string_view then_attr,
                         absl::string_view else_attr, CallSite* site);
// Input 0 chooses by its number one of the list of functions in `attr`; the other inputs are the
// arguments.
absl::Status ListedBranches(const CallSiteNode& node, absl::string_view attr, CallSite* site);
// All inputs are carried; a function of them tells before each iteration whether it is to be.
absl::Status CarryingLoop(const CallSiteNode& node, absl::string_view cond_attr,
                          absl::string_view body_attr, CallSite* site);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_COMMON_CALL_SITES_H_
