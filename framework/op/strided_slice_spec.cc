// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A StridedSlice has entries; each says something of one dimension of the input or makes a new one
// in the output. They are laid out from the left, the ellipsis standing for as many whole
// dimensions as are left over, then each dimension of the input gets a range and the output its
// dimensions.
//
//     x of shape [8,5,3],   x[1:7:2, newaxis, ..., 0]
//
//     entry       1:7:2    newaxis    ...      0
//     dimension   0        -          1        2
//     range       1,3,5    -          whole    0 alone
//     output      3        1          5        -  (shrunk away)       -> [3,1,5]
#include "framework/op/strided_slice_spec.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

using Range = StridedSliceSpec::Range;

// What the entries say of one dimension of the input.
struct Entry {
  int index = -1;  // which entry; -1: none, the whole dimension is taken
  bool shrink = false;
};

bool Has(uint32_t mask, size_t bit) { return ((mask >> bit) & 1) != 0; }

// Lays the entries out over the dimensions of the input, and the dimensions over those of the
// output.
class Layout {
 public:
  Layout(const StridedSliceArgs& args, StridedSliceSpec* spec)
      : args_(args), spec_(spec), rank_(args.input_sizes.size()) {}

  absl::Status Make() {
    for (size_t i = 0; i < args_.strides.size(); ++i) {
      if (Has(args_.masks.ellipsis, i)) {
        TakeWhole(rank_ - std::min(rank_, IndicesAfter(i)));
      } else if (Has(args_.masks.new_axis, i)) {
        spec_->output.push_back({1, -1});
      } else {
        OPGRAFT_RETURN_IF_ERROR(TakeEntry(i));
      }
    }
    TakeWhole(rank_);
    return absl::OkStatus();
  }

  absl::Span<const Entry> entries() const { return entries_; }

 private:
  // How many of the entries after `i` use up a dimension of the input.
  size_t IndicesAfter(size_t i) const {
    size_t count = 0;
    while (++i < args_.strides.size()) count += Has(args_.masks.new_axis, i) ? 0 : 1;
    return count;
  }

  // Dimensions up to `limit` go to the output as they are.
  void TakeWhole(size_t limit) {
    while (entries_.size() < limit) {
      spec_->output.push_back({StridedSliceSpec::kUnknown, static_cast<int>(entries_.size())});
      entries_.push_back(Entry());
    }
  }

  absl::Status TakeEntry(size_t i) {
    if (rank_ == 0) return absl::InvalidArgumentError("Attempting to slice scalar input.");
    const size_t dim = entries_.size();
    if (dim == rank_) {
      return absl::InvalidArgumentError(absl::StrCat("Index out of range using input dim ", dim,
                                                     "; input has only ", rank_, " dims"));
    }
    const bool shrink = Has(args_.masks.shrink_axis, i);
    if (!shrink) spec_->output.push_back({StridedSliceSpec::kUnknown, static_cast<int>(dim)});
    entries_.push_back({static_cast<int>(i), shrink});
    return absl::OkStatus();
  }

  const StridedSliceArgs& args_;
  StridedSliceSpec* spec_;
  const size_t rank_;
  absl::InlinedVector<Entry, 4> entries_;
};

// A negative index counts from the end. Does not overflow: `size` is not negative.
int64_t FromStart(int64_t index, int64_t size) { return index < 0 ? index + size : index; }

// How many steps of `stride` lead from begin to before end.
int64_t CountSteps(int64_t begin, int64_t end, int64_t stride) {
  const int64_t length = end - begin;
  if (length == 0 || (length < 0) != (stride < 0)) return 0;
  return length / stride + (length % stride != 0 ? 1 : 0);
}

// One index, not a range.
absl::Status TakeIndex(const int64_t* begin, int64_t stride, int64_t dim_size, size_t dim,
                       Range* range) {
  range->size = 1;
  range->stride = 1;
  if (dim_size < 0) return absl::OkStatus();
  if (stride < 0) return absl::InvalidArgumentError("only stride 1 allowed on non-range indexing.");
  if (begin == nullptr) return absl::OkStatus();
  range->begin = FromStart(*begin, dim_size);
  if (range->begin < 0 || range->begin >= dim_size) {
    return absl::InvalidArgumentError(
        absl::StrCat("slice index ", range->begin, " of dimension ", dim, " out of bounds."));
  }
  return absl::OkStatus();
}

// The part [*begin, *end) of a dimension; null: from its first, up to its last element, in the
// direction of the stride.
void TakeRange(const int64_t* begin, const int64_t* end, int64_t stride, int64_t dim_size,
               Range* range) {
  const int64_t lowest = stride > 0 ? 0 : -1;
  const int64_t highest = stride > 0 ? dim_size : dim_size - 1;
  const int64_t first = stride > 0 ? lowest : highest;
  const int64_t last = stride > 0 ? highest : lowest;
  range->begin =
      begin == nullptr ? first : std::clamp(FromStart(*begin, dim_size), lowest, highest);
  const int64_t stop =
      end == nullptr ? last : std::clamp(FromStart(*end, dim_size), lowest, highest);
  range->size = CountSteps(range->begin, stop, stride);
  range->whole = range->size == dim_size;
}

absl::Status TakeDim(const StridedSliceArgs& args, const Entry& entry, size_t dim, Range* range) {
  const int64_t dim_size = args.input_sizes[dim];
  if (entry.index < 0) {
    range->size = dim_size;
    range->whole = true;
    return absl::OkStatus();
  }
  const size_t i = static_cast<size_t>(entry.index);
  range->stride = args.strides[i];
  if (range->stride == 0)
    return absl::InvalidArgumentError(absl::StrCat("strides[", dim, "] must be non-zero"));
  // An index is taken whatever the other masks say, as TensorFlow does.
  if (entry.shrink)
    return TakeIndex(args.begin == nullptr ? nullptr : args.begin + i, range->stride, dim_size, dim,
                     range);

  const bool from_first = Has(args.masks.begin, i);
  const bool to_last = Has(args.masks.end, i);
  range->whole = from_first && to_last && (range->stride == 1 || range->stride == -1);
  const bool known =
      dim_size >= 0 && (from_first || args.begin != nullptr) && (to_last || args.end != nullptr);
  if (known) {
    TakeRange(from_first ? nullptr : args.begin + i, to_last ? nullptr : args.end + i,
              range->stride, dim_size, range);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status UnderstandStridedSlice(const StridedSliceArgs& args, StridedSliceSpec* spec) {
  spec->ranges.clear();
  spec->output.clear();
  if (args.strides.size() > StridedSliceArgs::kMaxEntries) {
    return absl::InvalidArgumentError(absl::StrCat("a slice has at most ",
                                                   StridedSliceArgs::kMaxEntries,
                                                   " indices, but got ", args.strides.size()));
  }
  if ((args.masks.ellipsis & (args.masks.ellipsis - 1)) != 0) {
    return absl::InvalidArgumentError("Multiple ellipses in slice spec not allowed");
  }
  Layout layout(args, spec);
  OPGRAFT_RETURN_IF_ERROR(layout.Make());
  spec->ranges.resize(args.input_sizes.size());
  for (size_t d = 0; d < spec->ranges.size(); ++d) {
    OPGRAFT_RETURN_IF_ERROR(TakeDim(args, layout.entries()[d], d, &spec->ranges[d]));
  }
  for (StridedSliceSpec::OutputDim& dim : spec->output) {
    if (dim.input_dim >= 0) dim.size = spec->ranges[static_cast<size_t>(dim.input_dim)].size;
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
