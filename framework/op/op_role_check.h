// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_ROLE_CHECK_H_
#define FRAMEWORK_OP_OP_ROLE_CHECK_H_

#include <string>

#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What keeps an op from its role, so that code which relies on the role need not look: the wrong
// number of inputs or outputs, a missing attr, a call-site function that it lacks or should not
// have. "" if nothing does. Thread-safe.
//
// Example: "a constant has 0 inputs" for an op with SetRole(OpRole::kConstant) and an input.
std::string FindRoleProblem(const OpRegistrationData& op);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_OP_ROLE_CHECK_H_
