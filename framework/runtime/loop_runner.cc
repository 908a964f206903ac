// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/loop_runner.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/functions/condition.h"
#include "framework/graph/functions/loop_parts.h"
#include "framework/runtime/joined_tensor.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

std::string InputName(int input) { return absl::StrCat("input ", input); }
std::string OutputName(int output) { return absl::StrCat("output ", output); }

absl::Status AtOutput(const LoopPorts::Joined& joined, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(),
                      absl::StrCat(OutputName(joined.output), ": ", status.message()));
}

// How many parts the ports of a loop have; -1 if none of them says.
absl::StatusOr<int64_t> CountParts(const LoopPorts& ports, const Frame& frame) {
  PartCount parts;
  for (const LoopPorts::Sliced& sliced : ports.sliced) {
    OPGRAFT_RETURN_IF_ERROR(
        parts.Add(InputName(sliced.input), sliced.slices, frame.slots[sliced.from].shape()));
  }
  if (ports.trip_count >= 0 || ports.is_conditional) return parts.count();
  for (const LoopPorts::Joined& joined : ports.joined)
    OPGRAFT_RETURN_IF_ERROR(parts.AddJoined(OutputName(joined.output), joined.slices));
  return parts.count();
}

// The number of iterations that are the most, before any condition is asked.
absl::Status Begin(const LoopPorts& ports, const Frame& frame, LoopState* state) {
  state->bound = LoopState::kNoBound;
  OPGRAFT_ASSIGN_OR_RETURN(const int64_t parts, CountParts(ports, frame));
  int64_t trips = -1;
  if (ports.trip_count >= 0) {
    OPGRAFT_ASSIGN_OR_RETURN(trips, TripCountOf(frame.slots[ports.trip_count]));
  }
  if (trips < 0 && !ports.is_conditional) trips = parts;
  if (trips >= 0) state->bound = trips;
  if (ports.begins < 0) return absl::OkStatus();
  OPGRAFT_ASSIGN_OR_RETURN(const bool begins, LoopTruthOf(frame.slots[ports.begins]));
  if (!begins) state->bound = 0;
  return absl::OkStatus();
}

absl::Status TakeNumber(int64_t iteration, int32_t slot, Frame* frame) {
  Tensor& number = frame->slots[slot];
  const DataType dtype = frame->program->memory.slots[slot].dtype;
  BufferRegion* const region = frame->RegionOf(slot);
  if (!region->Allocate(dtype, TensorShape(), &number)) return NoMemoryError(dtype, TensorShape());
  if (dtype == DT_INT64) {
    number.scalar<int64_t>()() = iteration;
  } else {
    number.scalar<int32_t>()() = static_cast<int32_t>(iteration);
  }
  return absl::OkStatus();
}

absl::Status TooFewParts(const LoopPorts::Sliced& sliced, int64_t iteration, int64_t count) {
  return absl::InvalidArgumentError(
      absl::StrCat("iteration ", iteration, " needs one more part of ", InputName(sliced.input),
                   " than the ", count, " that it has"));
}

absl::Status TakeParts(const LoopPorts& ports, int64_t iteration, Frame* frame) {
  for (const LoopPorts::Sliced& sliced : ports.sliced) {
    const Tensor& from = frame->slots[sliced.from];
    OPGRAFT_ASSIGN_OR_RETURN(const int axis, AxisOf(sliced.slices, from.dims()));
    OPGRAFT_ASSIGN_OR_RETURN(const LoopParts parts, PartsOf(sliced.slices, from.dim_size(axis)));
    if (iteration >= parts.count) return TooFewParts(sliced, iteration, parts.count);
    OPGRAFT_RETURN_IF_ERROR(TakePart(from, axis, parts.BeginOf(iteration), sliced.slices.part_size,
                                     frame->RegionOf(sliced.to), &frame->slots[sliced.to]));
  }
  return absl::OkStatus();
}

absl::Status EndIteration(const LoopPorts& ports, Frame* frame, LoopState* state) {
  const bool is_exact = !ports.is_conditional && state->bound != LoopState::kNoBound;
  for (const LoopPorts::Joined& joined : ports.joined) {
    JoinedTensor tensor(joined.slices, frame->RegionOf(joined.to), &frame->slots[joined.to]);
    OPGRAFT_RETURN_IF_ERROR(AtOutput(
        joined, tensor.Add(frame->slots[joined.from], state->iteration, state->bound, is_exact)));
  }
  if (ports.goes_on < 0) return absl::OkStatus();
  OPGRAFT_ASSIGN_OR_RETURN(const bool goes_on, LoopTruthOf(frame->slots[ports.goes_on]));
  if (!goes_on) state->bound = state->iteration + 1;
  return absl::OkStatus();
}

absl::Status End(const LoopPorts& ports, int64_t iterations, Frame* frame) {
  if (iterations == 0 && ports.gives_last >= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(OutputName(ports.gives_last),
                     " is what the last iteration gives, but the loop ended before the first"));
  }
  for (const LoopPorts::Joined& joined : ports.joined) {
    Tensor& tensor = frame->slots[joined.to];
    if (iterations == 0) {
      tensor = Tensor(frame->program->memory.slots[joined.to].dtype, joined.empty);
      continue;
    }
    JoinedTensor joins(joined.slices, frame->RegionOf(joined.to), &tensor);
    OPGRAFT_RETURN_IF_ERROR(AtOutput(joined, joins.Finish(iterations)));
  }
  return absl::OkStatus();
}

absl::Status UnknownKind(const Step& step) {
  return absl::InternalError(absl::StrCat("unknown step kind ", static_cast<int>(step.kind)));
}

}  // namespace

absl::Status RunLoopStep(const Step& step, Frame* frame) {
  if (step.kind < StepKind::kLoopBegin) return UnknownKind(step);
  const LoopPorts& ports = frame->program->loops[step.a].ports;
  LoopState& state = frame->loops[step.a];
  switch (step.kind) {
    case StepKind::kLoopBegin:
      return Begin(ports, *frame, &state);
    case StepKind::kTakeNumber:
      return TakeNumber(state.iteration, step.c, frame);
    case StepKind::kTakeParts:
      return TakeParts(ports, state.iteration, frame);
    case StepKind::kEndIteration:
      return EndIteration(ports, frame, &state);
    case StepKind::kLoopEnd:
      return End(ports, state.iteration, frame);
    default:
      return UnknownKind(step);
  }
}

}  // namespace opgraft_internal
