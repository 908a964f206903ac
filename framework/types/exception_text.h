// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_EXCEPTION_TEXT_H_
#define FRAMEWORK_TYPES_EXCEPTION_TEXT_H_

#include <string>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The exception being handled, as a message says it: "std::runtime_error: no such file", "int,
// which is not a std::exception". Call it inside `catch (...)`, or in a terminate handler. Never
// throws what it is asked about.
std::string TextOfCurrentException();

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_EXCEPTION_TEXT_H_
