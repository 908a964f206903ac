// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_LOOP_ATTRS_H_
#define FRAMEWORK_OP_LOOP_ATTRS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/op/call_site.h"
#include "framework/types/internal_namespace.h"

// The ports of a body as numbers of an attr, which is how OpenVINO>Loop says what its arguments and
// outputs are: seven for each, its kind by its place in CallSite's list, the input or result, axis,
// start, end, stride and part_size. The readers give INVALID_ARGUMENT for another count, or an
// unknown kind.
namespace opgraft_internal {

// Appends the seven numbers of one port.
void AppendLoopArgument(const CallSite::Argument& argument, std::vector<int64_t>* numbers);
void AppendLoopOutput(const CallSite::Output& output, std::vector<int64_t>* numbers);

// The ports that `numbers` are.
absl::StatusOr<std::vector<CallSite::Argument>> ReadLoopArguments(
    absl::Span<const int64_t> numbers);
absl::StatusOr<std::vector<CallSite::Output>> ReadLoopOutputs(absl::Span<const int64_t> numbers);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_LOOP_ATTRS_H_
