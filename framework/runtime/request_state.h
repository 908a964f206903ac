// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_REQUEST_STATE_H_
#define FRAMEWORK_RUNTIME_REQUEST_STATE_H_

#include "framework/state/state_store.h"
#include "framework/types/internal_namespace.h"

namespace opgraft {
class InferRequest;
}  // namespace opgraft

namespace opgraft_internal {

// The cells of a request, for code that copies or saves them: good as long as the request, and
// between runs. REQUIRES: a request that has memory and was not moved from.
StateStore* RequestState(opgraft::InferRequest* request);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_REQUEST_STATE_H_
