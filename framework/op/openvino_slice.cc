// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/openvino_slice.h"

#include <utility>

#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

bool IsSet(const std::vector<int64_t>& mask, size_t i) { return i < mask.size() && mask[i] != 0; }

absl::Status CheckLengths(const Integers& begins, const Integers& ends, const Integers& steps) {
  if (begins.size() != ends.size() || begins.size() != steps.size()) {
    return absl::InvalidArgumentError(absl::StrCat("a slice begins ", begins.size(),
                                                   " times, ends ", ends.size(), " times, and has ",
                                                   steps.size(), " steps; they must be as many"));
  }
  if (static_cast<int64_t>(begins.size()) <= StridedSliceArgs::kMaxEntries) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "a slice has ", begins.size(), " items; there may be ", StridedSliceArgs::kMaxEntries));
}

}  // namespace

absl::Status SliceMasks::Read(const NodeAttrs& attrs) {
  const std::pair<const char*, std::vector<int64_t>*> masks[] = {{"begin_mask", &begin},
                                                                 {"end_mask", &end},
                                                                 {"new_axis_mask", &new_axis},
                                                                 {"shrink_axis_mask", &shrink_axis},
                                                                 {"ellipsis_mask", &ellipsis}};
  size_t length = 0;
  for (const auto& mask : masks) {
    OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(attrs, mask.first, mask.second));
    if (mask.second->empty()) continue;
    if (length != 0 && length != mask.second->size()) {
      return absl::InvalidArgumentError(absl::StrCat("the masks must be equally long, but ",
                                                     mask.first, " has ", mask.second->size(),
                                                     " numbers and another one ", length));
    }
    length = mask.second->size();
  }
  return absl::OkStatus();
}

absl::Status SliceRequest::Read(const Integers& starts, const Integers& stops,
                                const Integers& steps, const Integers* axes, int64_t rank) {
  OPGRAFT_RETURN_IF_ERROR(CheckLengths(starts, stops, steps));
  Integers dims;
  if (axes != nullptr) dims = *axes;
  for (size_t i = 0; axes == nullptr && i < starts.size(); ++i)
    dims.push_back(static_cast<int64_t>(i));
  if (dims.size() != starts.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a slice has ", starts.size(), " items and ", dims.size(), " axes"));
  }
  OPGRAFT_RETURN_IF_ERROR(FindDistinctAxes(rank, &dims));
  if (rank > StridedSliceArgs::kMaxEntries)
    return absl::InvalidArgumentError(absl::StrCat("a tensor of rank ", rank, " cannot be sliced"));
  entries_.assign(static_cast<size_t>(rank), Entry());
  for (size_t i = 0; i < dims.size(); ++i) {
    Entry& entry = entries_[static_cast<size_t>(dims[i])];
    entry.start = starts[i];
    entry.stop = stops[i];
    entry.step = steps[i];
  }
  return absl::OkStatus();
}

absl::Status SliceRequest::ReadMasked(const Integers& begins, const Integers& ends,
                                      const Integers& steps, const SliceMasks& masks) {
  OPGRAFT_RETURN_IF_ERROR(CheckLengths(begins, ends, steps));
  for (size_t i = 0; i < begins.size(); ++i) {
    Entry entry;
    if (!IsSet(masks.begin, i)) entry.start = begins[i];
    if (!IsSet(masks.end, i)) entry.stop = ends[i];
    entry.step = steps[i];
    const uint32_t bit = uint32_t{1} << i;
    if (IsSet(masks.ellipsis, i)) masks_.ellipsis |= bit;
    if (IsSet(masks.new_axis, i)) masks_.new_axis |= bit;
    if (IsSet(masks.shrink_axis, i)) {
      masks_.shrink_axis |= bit;
      // An index is taken as it is, whatever the other masks and the step say.
      entry.start = begins[i];
      if (entry.step < 0) entry.step = 1;
    }
    entries_.push_back(entry);
  }
  return absl::OkStatus();
}

absl::Status SliceRequest::Understand(absl::Span<const int64_t> sizes,
                                      StridedSliceSpec* spec) const {
  Integers begins, ends, steps;
  StridedSliceArgs args;
  args.masks = masks_;
  for (size_t i = 0; i < entries_.size(); ++i) {
    begins.push_back(entries_[i].start.value_or(0));
    ends.push_back(entries_[i].stop.value_or(0));
    steps.push_back(entries_[i].step);
    if (!entries_[i].start) args.masks.begin |= uint32_t{1} << i;
    if (!entries_[i].stop) args.masks.end |= uint32_t{1} << i;
  }
  args.input_sizes = sizes;
  args.strides = steps;
  args.begin = begins.data();
  args.end = ends.data();
  return UnderstandStridedSlice(args, spec);
}

const SliceRequest::Entry* SliceRequest::EntryOf(size_t dim, size_t rank) const {
  const auto has = [](uint32_t mask, size_t i) { return ((mask >> i) & 1) != 0; };
  size_t at = 0;
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (has(masks_.ellipsis, i)) {
      size_t after = 0;
      for (size_t k = i + 1; k < entries_.size(); ++k) after += has(masks_.new_axis, k) ? 0 : 1;
      at = rank > after ? rank - after : 0;
    } else if (!has(masks_.new_axis, i) && at++ == dim) {
      const bool cuts = entries_[i].start || entries_[i].stop || entries_[i].step != 1;
      return cuts ? &entries_[i] : nullptr;
    }
  }
  return nullptr;
}

}  // namespace opgraft_internal
