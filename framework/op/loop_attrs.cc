// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/loop_attrs.h"

#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

constexpr size_t kPortNumbers = 7;

template <typename Kind>
void AppendPort(Kind kind, int index, const CallSite::Slices& slices,
                std::vector<int64_t>* numbers) {
  numbers->insert(numbers->end(), {static_cast<int64_t>(kind), index, slices.axis, slices.start,
                                   slices.end, slices.stride, slices.part_size});
}

// `make` adds a port of a kind, an index and slices. Kinds go up to `last`.
template <typename Kind, typename Make>
absl::Status ReadPorts(absl::Span<const int64_t> numbers, Kind last, const Make& make) {
  if (numbers.size() % kPortNumbers != 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "ports have ", kPortNumbers, " numbers each, and ", numbers.size(), " are given"));
  }
  for (; !numbers.empty(); numbers.remove_prefix(kPortNumbers)) {
    if (numbers[0] < 0 || numbers[0] > static_cast<int64_t>(last)) {
      return absl::InvalidArgumentError(absl::StrCat("port kind ", numbers[0], " is unknown"));
    }
    CallSite::Slices slices;
    slices.axis = numbers[2];
    slices.start = numbers[3];
    slices.end = numbers[4];
    slices.stride = numbers[5];
    slices.part_size = numbers[6];
    make(static_cast<Kind>(numbers[0]), static_cast<int>(numbers[1]), slices);
  }
  return absl::OkStatus();
}

}  // namespace

void AppendLoopArgument(const CallSite::Argument& argument, std::vector<int64_t>* numbers) {
  AppendPort(argument.kind, argument.input, argument.slices, numbers);
}

void AppendLoopOutput(const CallSite::Output& output, std::vector<int64_t>* numbers) {
  AppendPort(output.kind, output.index, output.slices, numbers);
}

absl::StatusOr<std::vector<CallSite::Argument>> ReadLoopArguments(
    absl::Span<const int64_t> numbers) {
  using Kind = CallSite::Argument::Kind;
  std::vector<CallSite::Argument> arguments;
  const absl::Status status = ReadPorts(numbers, Kind::kIteration,
                                        [&](Kind kind, int input, const CallSite::Slices& slices) {
                                          arguments.push_back({kind, input, slices});
                                        });
  return status.ok() ? absl::StatusOr<std::vector<CallSite::Argument>>(std::move(arguments))
                     : status;
}

absl::StatusOr<std::vector<CallSite::Output>> ReadLoopOutputs(absl::Span<const int64_t> numbers) {
  using Kind = CallSite::Output::Kind;
  std::vector<CallSite::Output> outputs;
  const absl::Status status =
      ReadPorts(numbers, Kind::kCarried, [&](Kind kind, int index, const CallSite::Slices& slices) {
        outputs.push_back({kind, index, slices});
      });
  return status.ok() ? absl::StatusOr<std::vector<CallSite::Output>>(std::move(outputs)) : status;
}

}  // namespace opgraft_internal
