// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/loop_parts.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// A place that may count from the end, where -1 is behind the last.
int64_t PlaceOf(int64_t place, int64_t size) { return place < 0 ? place + size + 1 : place; }

absl::Status AtPort(absl::string_view port, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(port, ": ", status.message()));
}

}  // namespace

absl::StatusOr<LoopParts> PartsOf(const CallSite::Slices& slices, int64_t size) {
  const int64_t start = PlaceOf(slices.start, size);
  const int64_t end = PlaceOf(slices.end, size);
  const bool is_forward = slices.stride > 0;
  const int64_t low = is_forward ? start : end;
  const int64_t high = is_forward ? end : start;
  if (low < 0 || low > high || high > size) {
    return absl::InvalidArgumentError(absl::StrCat("parts from ", slices.start, " to ", slices.end,
                                                   " by a stride of ", slices.stride,
                                                   " are not within an axis of ", size));
  }
  const int64_t length = high - low;
  const int64_t distance = is_forward ? slices.stride : -slices.stride;
  if (length == 0) return LoopParts{low, slices.stride, 0};
  if (length < slices.part_size || (length - slices.part_size) % distance != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(length, " elements are not a number of parts of ", slices.part_size,
                     " by a stride of ", slices.stride));
  }
  return LoopParts{is_forward ? low : high - slices.part_size, slices.stride,
                   (length - slices.part_size) / distance + 1};
}

absl::StatusOr<int> AxisOf(const CallSite::Slices& slices, int dims) {
  const int64_t axis = slices.axis < 0 ? slices.axis + dims : slices.axis;
  if (axis >= 0 && axis < dims) return static_cast<int>(axis);
  return absl::InvalidArgumentError(
      absl::StrCat("there is no axis ", slices.axis, " in ", dims, " dimensions"));
}

absl::Status PartCount::Add(absl::string_view port, const CallSite::Slices& slices,
                            const PartialTensorShape& shape) {
  if (shape.unknown_rank()) return absl::OkStatus();
  const auto axis = AxisOf(slices, shape.dims());
  if (!axis.ok()) return AtPort(port, axis.status());
  const int64_t size = shape.dim_size(*axis);
  if (size < 0) return absl::OkStatus();
  const auto parts = PartsOf(slices, size);
  return parts.ok() ? AddCount(port, parts->count) : AtPort(port, parts.status());
}

absl::Status PartCount::AddJoined(absl::string_view port, const CallSite::Slices& slices) {
  if (slices.start < 0 || slices.end < 0) return absl::OkStatus();
  const auto parts = PartsOf(slices, std::max(slices.start, slices.end));
  return parts.ok() ? AddCount(port, parts->count) : AtPort(port, parts.status());
}

absl::Status PartCount::AddCount(absl::string_view port, int64_t count) {
  if (count_ >= 0 && count_ != count) {
    return absl::InvalidArgumentError(
        absl::StrCat(port_, " has ", count_, " parts, but ", port, " has ", count));
  }
  count_ = count;
  port_ = std::string(port);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
