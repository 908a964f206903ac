// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/axis_part.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "openvino/fusions/ir_constants.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

using Ints = std::vector<int64_t>;

// A place as slices count it: from behind if it is negative.
int64_t PlaceOf(int64_t index, int64_t length) {
  return std::clamp<int64_t>(index < 0 ? index + length : index, 0, length);
}

// One mask of a StridedSlice, whose numbers are in the order of `begin`.
class Mask {
 public:
  Mask(const IrLayer& layer, const char* name) {
    if (auto bits = ParseIrInts(IrAttr(layer, name)); bits.ok()) bits_ = *std::move(bits);
  }
  bool At(size_t i) const { return i < bits_.size() && bits_[i] != 0; }
  // Where the first bit is set that is; `none` if none is.
  size_t First(size_t none) const {
    for (size_t i = 0; i < bits_.size(); ++i)
      if (bits_[i] != 0) return i;
    return none;
  }

 private:
  Ints bits_;
};

class Finder {
 public:
  Finder(const IrNet& net, const IrWeights& weights, int rank, int axis, int64_t length,
         int64_t step)
      : net_(net), weights_(weights), rank_(rank), axis_(axis), length_(length), step_(step) {}

  absl::optional<AxisPart> Find(const IrSource& source) const {
    if (source.layer < 0) return absl::nullopt;
    const IrLayer& layer = net_.layers[static_cast<size_t>(source.layer)];
    if (layer.Is("Slice")) return OfSlice(layer);
    if (layer.Is("StridedSlice")) return OfStridedSlice(layer);
    if (step_ != 1) return absl::nullopt;
    if (layer.Is("Split")) return OfSplit(layer, source.port);
    return layer.Is("VariadicSplit") ? OfVariadicSplit(layer, source.port) : absl::nullopt;
  }

 private:
  absl::optional<Ints> IntsOf(const IrLayer& layer, size_t input) const {
    return ConstantIntegers(net_, weights_, layer.inputs[input].layer);
  }
  bool IsAxis(const absl::optional<Ints>& axes) const {
    return axes == Ints{axis_} || axes == Ints{axis_ - rank_};
  }
  AxisPart Part(const IrLayer& layer, int64_t start, int64_t stop) const {
    return {layer.inputs[0], PlaceOf(start, length_), PlaceOf(stop, length_)};
  }

  // Slice(x, start, stop, step, axes).
  absl::optional<AxisPart> OfSlice(const IrLayer& layer) const {
    if (layer.inputs.size() != 5) return absl::nullopt;
    const auto start = IntsOf(layer, 1), stop = IntsOf(layer, 2);
    if (!start.has_value() || start->size() != 1 || !stop.has_value() || stop->size() != 1 ||
        IntsOf(layer, 3) != Ints{step_} || !IsAxis(IntsOf(layer, 4)))
      return absl::nullopt;
    return Part(layer, (*start)[0], (*stop)[0]);
  }

  // StridedSlice(x, begin, end, strides).
  absl::optional<AxisPart> OfStridedSlice(const IrLayer& layer) const {
    if (layer.inputs.size() != 3 && layer.inputs.size() != 4) return absl::nullopt;
    const auto begin = IntsOf(layer, 1), end = IntsOf(layer, 2);
    if (!begin.has_value() || !end.has_value() || end->size() != begin->size())
      return absl::nullopt;
    const size_t count = begin->size();
    const auto strides = layer.inputs.size() == 4 ? IntsOf(layer, 3) : Ints(count, 1);
    const size_t gap = Mask(layer, "ellipsis_mask").First(count), cut = NumberOfAxis(count, gap);
    if (!strides.has_value() || strides->size() != count || cut == count ||
        Mask(layer, "new_axis_mask").First(count) != count ||
        Mask(layer, "shrink_axis_mask").First(count) != count)
      return absl::nullopt;
    const Mask no_begin(layer, "begin_mask"), no_end(layer, "end_mask");
    for (size_t i = 0; i < count; ++i) {
      if (i == gap) continue;
      const bool is_whole =
          (no_begin.At(i) || (*begin)[i] == 0) && (no_end.At(i) || IsEnd((*end)[i]));
      if ((*strides)[i] != (i == cut ? step_ : 1) || (i != cut && !is_whole)) return absl::nullopt;
    }
    return Part(layer, no_begin.At(cut) ? 0 : (*begin)[cut],
                no_end.At(cut) ? length_ : (*end)[cut]);
  }
  // Which of `count` numbers of a StridedSlice is the axis': those up to the ellipsis at `gap`
  // (`count`: none) are in the order of the dimensions, those behind it are the last ones.
  // `count`: none.
  size_t NumberOfAxis(size_t count, size_t gap) const {
    const auto axis = static_cast<size_t>(axis_), rank = static_cast<size_t>(rank_);
    if (count > rank + (gap < count ? 1 : 0)) return count;  // it is wrong
    if (axis < gap) return axis;
    return count + axis > rank + gap ? count + axis - rank : count;
  }
  static bool IsEnd(int64_t place) { return place == std::numeric_limits<int64_t>::max(); }

  // Split(x, axis) into parts of one length.
  absl::optional<AxisPart> OfSplit(const IrLayer& layer, int port) const {
    const auto parts = ParseIrInt(IrAttr(layer, "num_splits"));
    if (layer.inputs.size() != 2 || !IsAxis(IntsOf(layer, 1)) || !parts.ok() || *parts <= port ||
        length_ == kUnknownLength)
      return absl::nullopt;
    const int64_t part = length_ / *parts;
    return Part(layer, port * part, (port + 1) * part);
  }

  // VariadicSplit(x, axis, lengths), of which one may be -1.
  absl::optional<AxisPart> OfVariadicSplit(const IrLayer& layer, int port) const {
    if (layer.inputs.size() != 3 || !IsAxis(IntsOf(layer, 1))) return absl::nullopt;
    const auto lengths = IntsOf(layer, 2);
    if (!lengths.has_value() || lengths->size() <= static_cast<size_t>(port)) return absl::nullopt;
    int64_t known = 0;
    for (const int64_t length : *lengths)
      if (length < -1 || length > length_) return absl::nullopt;
    for (const int64_t length : *lengths) known += std::max<int64_t>(length, 0);
    const auto length_of = [&](int i) {
      const int64_t length = (*lengths)[static_cast<size_t>(i)];
      return length < 0 ? std::max<int64_t>(length_ - known, 0) : length;
    };
    int64_t start = 0;
    for (int i = 0; i < port; ++i) start += length_of(i);
    return Part(layer, start, start + length_of(port));
  }

  const IrNet& net_;
  const IrWeights& weights_;
  const int rank_;
  const int axis_;
  const int64_t length_;
  const int64_t step_;
};

}  // namespace

absl::optional<AxisPart> FindAxisPart(const IrNet& net, const IrWeights& weights,
                                      const IrSource& source, int rank, int axis, int64_t length,
                                      int64_t step) {
  return Finder(net, weights, rank, axis, length, step).Find(source);
}

}  // namespace opgraft_internal
