// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/step_errors.h"

#include <new>
#include <string>

#include "absl/base/optimization.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/op/call_path.h"
#include "framework/op/summarize_node.h"
#include "framework/runtime/step_names.h"
#include "framework/runtime/string_charge.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// A message that names this many bytes of calls names no more: endless recursion has a thousand.
constexpr size_t kLongMessage = 2000;

absl::Status NameStep(const absl::Status& status, const Frame& frame, size_t pc) {
  const Program& program = *frame.program;
  const int step = static_cast<int>(pc);
  const bool names_node = absl::StartsWith(status.message(), "{{node ");
  const bool is_long = names_node && status.message().size() >= kLongMessage;
  if (is_long || program.origins[step].node < 0) return status;
  const Node node = StepNode(program, step);
  std::string message(status.message());
  const Program* callee = CalleeOf(program, program.steps[pc]);
  if (!names_node)
    message = absl::StrCat(FormatNodeNameForError(node.name()), " ", node.op(), ": ", message);
  if (message.size() < kLongMessage) {
    if (callee != nullptr && names_node) {
      absl::StrAppend(&message, InCallOf(callee->scopes[0].function, node.name()),
                      InIteration(program.steps[pc].b, frame.loops.data()));
    }
    absl::StrAppend(&message, CallPathInLoops(program, step, frame.loops.data()));
  }
  absl::Status result(status.code(), message);
  status.ForEachPayload([&result](absl::string_view url, const absl::Cord& payload) {
    result.SetPayload(url, payload);
  });
  return result;
}

// True if the run put the strings of a slot into memory of its own.
bool OwnsStrings(const Frame& frame, int32_t slot) {
  const Tensor& tensor = frame.slots[slot];
  if (tensor.dtype() != DT_STRING) return false;
  const int32_t region = frame.program->slot_region[slot];
  return TensorAccess::is_borrowed(tensor) ? region >= 0 && frame.regions[region].Owns(tensor)
                                           : tensor.RefCountIsOne();
}

absl::Status BrokenPromise(int output, const TensorShape& shape,
                           const PartialTensorShape& promise) {
  return absl::InternalError(absl::StrCat("the kernel produced ", shape.DebugString(),
                                          " for output ", output, ", its shape function promised ",
                                          promise.DebugString()));
}

}  // namespace

absl::Status AtStep(const absl::Status& status, const Frame& frame, size_t pc) {
  try {
    return NameStep(status, frame, pc);
  } catch (const std::bad_alloc&) {
    return status;
  }
}

absl::Status MissingFeed(const Frame& frame, size_t pc, absl::string_view why) {
  const Node node = StepNode(*frame.program, static_cast<int>(pc));
  return absl::InvalidArgumentError(
      absl::StrCat("feed '", node.name(), "' is missing: the run needs it, and ", why));
}

absl::Status CheckPromises(const Step& step, const Frame& frame) {
  for (int i = 0; i < step.binding.num_outputs; ++i) {
    const int32_t slot = step.binding.outputs[i];
    if (OwnsStrings(frame, slot))
      OPGRAFT_RETURN_IF_ERROR(ChargeStrings(frame.slots[slot], "the outputs"));
    const TensorShape& shape = frame.slots[slot].shape();
    const PartialTensorShape& promise = *step.binding.output_specs[i].promise;
    if (ABSL_PREDICT_TRUE(promise.Admits(shape))) continue;
    return BrokenPromise(i, shape, promise);
  }
  return absl::OkStatus();
}

const Step* BoundStep(const Frame& frame) {
  const KernelBinding* const bound = &ContextAccess::binding(frame.context);
  for (const Step& step : frame.program->steps) {
    if (&step.binding == bound) return &step;
  }
  return nullptr;
}

}  // namespace opgraft_internal
