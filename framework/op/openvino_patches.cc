// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/openvino_patches.h"

#include <algorithm>

#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// Larger numbers would overflow when two of them are multiplied.
constexpr int64_t kMax = int64_t{1} << 31;

// Two numbers, none below `least`.
absl::Status CheckPair(const char* name, absl::Span<const int64_t> pair, int64_t least) {
  if (pair.size() == 2 && *std::min_element(pair.begin(), pair.end()) >= least &&
      *std::max_element(pair.begin(), pair.end()) < kMax) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat(name, " must be two numbers in [", least, ", ", kMax, ")"));
}

absl::Status ReadPair(const NodeAttrs& attrs, const char* name, int64_t least,
                      std::vector<int64_t>* pair) {
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(attrs, name, pair));
  return CheckPair(name, *pair, least);
}

}  // namespace

absl::Status PatchAttrs::Read(const NodeAttrs& attrs) {
  OPGRAFT_RETURN_IF_ERROR(ReadPair(attrs, "sizes", 1, &sizes));
  OPGRAFT_RETURN_IF_ERROR(ReadPair(attrs, "strides", 1, &strides));
  OPGRAFT_RETURN_IF_ERROR(ReadPair(attrs, "rates", 1, &rates));
  return GetNodeAttr(attrs, "auto_pad", &auto_pad);
}

absl::Status PatchAttrs::FindWindow(size_t dim, int64_t size, PatchWindow* window) const {
  *window = {sizes[dim], strides[dim], rates[dim]};
  const int64_t reach = window->reach();
  if (auto_pad == "valid") {
    window->places = size < reach ? 0 : (size - reach) / window->stride + 1;
    return absl::OkStatus();
  }
  window->places = size / window->stride + (size % window->stride != 0 ? 1 : 0);
  if (window->places == 0) return absl::OkStatus();
  const int64_t last = (window->places - 1) * window->stride;
  const int64_t around = std::max<int64_t>(last - size + reach, 0);
  window->before = auto_pad == "same_lower" ? around - around / 2 : around / 2;
  return absl::OkStatus();
}

absl::Status Col2ImAttrs::Read(const NodeAttrs& attrs) {
  OPGRAFT_RETURN_IF_ERROR(ReadPair(attrs, "strides", 1, &strides));
  OPGRAFT_RETURN_IF_ERROR(ReadPair(attrs, "dilations", 1, &dilations));
  OPGRAFT_RETURN_IF_ERROR(ReadPair(attrs, "pads_begin", 0, &pads_begin));
  return ReadPair(attrs, "pads_end", 0, &pads_end);
}

absl::Status Col2ImAttrs::FindWindows(const Integers& image, const Integers& kernel,
                                      int64_t* places) {
  OPGRAFT_RETURN_IF_ERROR(CheckPair("output_size", image, 0));
  OPGRAFT_RETURN_IF_ERROR(CheckPair("kernel_size", kernel, 1));
  *places = 1;
  for (size_t d = 0; d < 2; ++d) {
    PatchWindow& window = windows[d];
    window = {kernel[d], strides[d], dilations[d], 0, pads_begin[d]};
    const int64_t room = image[d] + pads_begin[d] + pads_end[d] - window.reach();
    if (room < 0) {
      return absl::InvalidArgumentError(absl::StrCat("a window that reaches over ", window.reach(),
                                                     " elements does not fit an image of ",
                                                     image[d], " and its pads"));
    }
    window.places = room / window.stride + 1;
    if (__builtin_mul_overflow(*places, window.places, places))
      return absl::InvalidArgumentError("a window has too many places");
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
