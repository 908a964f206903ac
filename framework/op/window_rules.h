// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// How the windows of OpenVINO's convolutions and pools lie: one reading of the attrs for shape
// functions and for kernels.
#ifndef FRAMEWORK_OP_WINDOW_RULES_H_
#define FRAMEWORK_OP_WINDOW_RULES_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/op/window_arithmetic.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

// The windows of OpenVINO's pools, convolutions and their like: what the attrs strides, dilations,
// pads_begin, pads_end, auto_pad, kernel, rounding_type and output_padding say, one number a
// spatial dimension; an op need not have them all. For shape functions and kernels. A value,
// immutable after SetSpatial.
//
// Example: a kernel of 3 with stride 2 has 3 places in 7 elements, and in 8 as well. With
// rounding_type ceil there are 4 in 8: the last begins at element 6 and looks beyond the end.
//
//   WindowRules rules;
//   OPGRAFT_RETURN_IF_ERROR(rules.Read(*context));
//   OPGRAFT_RETURN_IF_ERROR(rules.SetSpatial(2));
//   OPGRAFT_RETURN_IF_ERROR(rules.Place(0, height, rules.kernel()[0], &places));
class WindowRules {
 public:
  static constexpr int64_t kNoSize = -1;

  // Reads the attrs that the op has. `context` has GetAttr: an InferenceContext or an
  // OpKernelConstruction, whose errors it returns.
  template <class Context>
  absl::Status Read(const Context& context) {
    OPGRAFT_RETURN_IF_ERROR(ReadIfThere(context, "strides", &strides_));
    OPGRAFT_RETURN_IF_ERROR(ReadIfThere(context, "dilations", &dilations_));
    OPGRAFT_RETURN_IF_ERROR(ReadIfThere(context, "pads_begin", &begin_));
    OPGRAFT_RETURN_IF_ERROR(ReadIfThere(context, "pads_end", &end_));
    OPGRAFT_RETURN_IF_ERROR(ReadIfThere(context, "kernel", &kernel_));
    OPGRAFT_RETURN_IF_ERROR(ReadIfThere(context, "output_padding", &output_padding_));
    OPGRAFT_RETURN_IF_ERROR(ReadIfThere(context, "auto_pad", &auto_pad_));
    return ReadIfThere(context, "rounding_type", &rounding_);
  }

  // What the attrs say of spatial dimension `d`. REQUIRES: SetSpatial succeeded.
  const std::vector<int64_t>& kernel() const { return kernel_; }
  int64_t stride(size_t d) const { return strides_[d]; }
  int64_t dilation(size_t d) const { return dilations_[d]; }
  // True if the padding depends on the sizes of the image.
  bool is_same() const { return auto_pad_ == "same_upper" || auto_pad_ == "same_lower"; }

  // Fills in what was left out. INVALID_ARGUMENT unless there is a positive stride and dilation for
  // each of the `spatial` dimensions, and as many numbers of padding.
  absl::Status SetSpatial(size_t spatial) {
    OPGRAFT_RETURN_IF_ERROR(Fill("strides", spatial, 1, &strides_));
    OPGRAFT_RETURN_IF_ERROR(Fill("dilations", spatial, 1, &dilations_));
    OPGRAFT_RETURN_IF_ERROR(Fill("pads_begin", spatial, 0, &begin_));
    OPGRAFT_RETURN_IF_ERROR(Fill("pads_end", spatial, 0, &end_));
    OPGRAFT_RETURN_IF_ERROR(Fill("output_padding", spatial, 0, &output_padding_));
    for (size_t d = 0; d < spatial; ++d) {
      if (strides_[d] > 0 && dilations_[d] > 0) continue;
      return absl::InvalidArgumentError(absl::StrCat("strides and dilations must be positive, not ",
                                                     strides_[d], " and ", dilations_[d],
                                                     " for spatial dimension ", d));
    }
    return absl::OkStatus();
  }

  // INVALID_ARGUMENT if a window can see nothing but padding.
  absl::Status CheckWindowsSeeElements() const {
    if (!is_explicit()) return absl::OkStatus();
    for (size_t d = 0; d < kernel_.size(); ++d) {
      if (kernel_[d] > begin_[d] && kernel_[d] > end_[d]) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "a window of ", kernel_[d], " elements along spatial dimension ", d,
          " would see nothing but padding: ", begin_[d], " before, ", end_[d], " after"));
    }
    return absl::OkStatus();
  }

  // Where windows of `window` elements stand in `in` elements along dimension `d`. INVALID_ARGUMENT
  // if they reach over more than there are, padding included.
  //
  //     places = (in + padding - reach) / stride + 1, rounded as rounding_type says
  absl::Status Place(size_t d, int64_t in, int64_t window, WindowPlaces* places) const {
    int64_t reach = 0, size = 0;
    OPGRAFT_RETURN_IF_ERROR(ReachOf(d, window, &reach));
    SetPadding(d, in, reach, places);
    OPGRAFT_RETURN_IF_ERROR(AddPadding(in, *places, &size));
    if (size < reach) {
      return absl::InvalidArgumentError(
          absl::StrCat("a window that reaches over ", reach, " elements is larger than the ", size,
                       " of spatial dimension ", d, ", padding included"));
    }
    const int64_t rest = size - reach;
    const bool up = rounding_ != "floor" && rest % strides_[d] != 0;
    places->count = rest / strides_[d] + (up ? 2 : 1);
    // The last window is not to begin behind the elements.
    if (rounding_ == "ceil_torch" && up &&
        (places->count - 1) * strides_[d] >= in + places->before) {
      --places->count;
    }
    return absl::OkStatus();
  }

  // The reverse, for transposed convolutions: how many elements windows over `in` places make.
  // `wanted` is what the input output_shape says, or kNoSize. `places->before` is what lies before
  // the first element. INVALID_ARGUMENT if there is more padding than elements.
  //
  //     elements = (in - 1) * stride + reach + output_padding - padding
  absl::Status PlaceBack(size_t d, int64_t in, int64_t window, int64_t wanted,
                         WindowPlaces* places) const {
    int64_t all = 0, reach = 0;
    OPGRAFT_RETURN_IF_ERROR(ReachOf(d, window, &reach));
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Multiply(std::max<int64_t>(in - 1, 0), strides_[d], &all));
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Add(all, reach, &all));
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Add(all, output_padding_[d], &all));
    places->before = is_explicit() ? begin_[d] : 0;
    places->after = is_explicit() ? end_[d] : 0;
    if (wanted == kNoSize) {
      OPGRAFT_RETURN_IF_ERROR(AddPadding(all, {0, -places->before, -places->after}, &all));
      places->count = all;
    } else {
      places->count = wanted;
      if (is_same()) SplitPadding(std::max<int64_t>(all - wanted, 0), "same_lower", places);
    }
    if (places->count >= 0) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("spatial dimension ", d, " of the result has ",
                                                   places->count,
                                                   " elements: there is more "
                                                   "padding than elements"));
  }

 private:
  // The largest stride, dilation, padding or window. Larger ones cannot be meant, and sums and
  // products of a few that are allowed do not overflow.
  static constexpr int64_t kMax = int64_t{1} << 31;

  // An attr that the op has not keeps its default.
  template <class Context, class Value>
  static absl::Status ReadIfThere(const Context& context, const char* name, Value* value) {
    const absl::Status status = context.GetAttr(name, value);
    return absl::IsNotFound(status) ? absl::OkStatus() : status;
  }

  // `spatial` times `value` where the attr is empty; INVALID_ARGUMENT for another count or range.
  static absl::Status Fill(const char* name, size_t spatial, int64_t value,
                           std::vector<int64_t>* numbers) {
    if (numbers->empty()) numbers->assign(spatial, value);
    if (numbers->size() != spatial) {
      return absl::InvalidArgumentError(absl::StrCat(
          name, " has ", numbers->size(), " numbers for ", spatial, " spatial dimensions"));
    }
    for (int64_t number : *numbers) {
      if (number < 0 || number > kMax)
        return absl::InvalidArgumentError(absl::StrCat(name, " ", number, " is out of range"));
    }
    return absl::OkStatus();
  }

  // "notset" is an old word for it.
  bool is_explicit() const { return auto_pad_ == "explicit" || auto_pad_ == "notset"; }

  // What a window spans, gaps included.
  absl::Status ReachOf(size_t d, int64_t window, int64_t* reach) const {
    if (window <= 0 || window > kMax) {
      return absl::InvalidArgumentError(
          absl::StrCat("a window of ", window, " elements along spatial dimension ", d));
    }
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Multiply(window - 1, dilations_[d], reach));
    return KnownSizes::Add(*reach, 1, reach);
  }

  // The elements with their padding.
  static absl::Status AddPadding(int64_t in, const WindowPlaces& places, int64_t* size) {
    OPGRAFT_RETURN_IF_ERROR(KnownSizes::Add(in, places.before, size));
    return KnownSizes::Add(*size, places.after, size);
  }

  // The odd one goes behind if auto_pad is `odd_after`, else before.
  void SplitPadding(int64_t total, const char* odd_after, WindowPlaces* places) const {
    places->before = auto_pad_ == odd_after ? total / 2 : total - total / 2;
    places->after = total - places->before;
  }

  // The padding of `in` elements: what pads_begin and pads_end say, or what auto_pad makes of it.
  void SetPadding(size_t d, int64_t in, int64_t reach, WindowPlaces* places) const {
    places->before = is_explicit() ? begin_[d] : 0;
    places->after = is_explicit() ? end_[d] : 0;
    if (!is_same()) return;
    // What the last stride covers.
    const int64_t left = in % strides_[d];
    SplitPadding(std::max<int64_t>(reach - (left == 0 ? strides_[d] : left), 0), "same_upper",
                 places);
  }

  // By spatial dimension; empty for what the op has not, until SetSpatial.
  std::vector<int64_t> strides_, dilations_, begin_, end_, kernel_, output_padding_;
  std::string auto_pad_ = "explicit";
  std::string rounding_ = "floor";
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_WINDOW_RULES_H_
