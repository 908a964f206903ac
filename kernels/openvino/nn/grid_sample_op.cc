// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// Places that are worked on at a time: what they are made of is found once for all channels.
constexpr int64_t kBlock = 256;
constexpr int kMaxTaps = 16;

// What a block of places is made of: number `tap` of each.
template <typename T>
struct PlaceTaps {
  static constexpr int64_t kOutside = -1;  // zero

  int64_t pixel[kMaxTaps][kBlock];
  T weight[kMaxTaps][kBlock];
};

// How places become pixels.
struct GridRule {
  enum class Padding { kZeros, kBorder, kReflection };

  // The pixel along one dimension that stands for `i`; PlaceTaps::kOutside for zero.
  int64_t PixelFor(int64_t i, int64_t size) const {
    if (i >= 0 && i < size) return i;
    if (padding == Padding::kZeros) return -1;
    if (padding == Padding::kBorder) return i < 0 ? 0 : size - 1;
    if (align_corners) {
      const int64_t period = size == 1 ? 1 : 2 * (size - 1);
      const int64_t at = std::abs(i) % period;
      return at >= size ? period - at : at;
    }
    const int64_t at = (i % (2 * size) + 2 * size) % (2 * size);
    return at >= size ? 2 * size - 1 - at : at;
  }

  template <typename T>
  T PlaceOf(T value, int64_t size) const {
    const T range = static_cast<T>(size);
    const T place = align_corners ? (value + 1) * (range - 1) / 2 : ((value + 1) * range - 1) / 2;
    // Beyond this there are no pixels; NaN is taken to be there, too.
    constexpr T kFar = T{1 << 30};
    return place > -kFar ? std::min(place, kFar) : -kFar;
  }

  std::string mode;
  Padding padding = Padding::kZeros;
  bool align_corners = false;
};

// The pixels along one dimension around a place, and how much of each.
template <typename T>
struct LineTaps {
  int count = 0;
  int64_t first = 0;
  T weight[4];
};

template <typename T>
LineTaps<T> LineTapsAt(const std::string& mode, T place) {
  LineTaps<T> taps;
  if (mode == "nearest") {
    taps = {1, static_cast<int64_t>(std::nearbyint(place)), {1}};
    return taps;
  }
  const T floor = std::floor(place), rest = place - floor;
  if (mode == "bilinear") {
    taps = {2, static_cast<int64_t>(floor), {1 - rest, rest}};
    return taps;
  }
  const T a = static_cast<T>(-0.75);
  const auto near = [&](T x) { return ((a + 2) * x - (a + 3)) * x * x + 1; };
  const auto far = [&](T x) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; };
  taps = {4,
          static_cast<int64_t>(floor) - 1,
          {far(rest + 1), near(rest), near(1 - rest), far(2 - rest)}};
  return taps;
}

class GridSampleOp : public OpKernel {
 public:
  explicit GridSampleOp(OpKernelConstruction* context)
      : OpKernel(context),
        data_view_(context->input_type(0), LoopType(context)),
        grid_view_(context->input_type(1), LoopType(context)) {
    std::string padding;
    OP_REQUIRES_OK(context, context->GetAttr("mode", &rule_.mode));
    OP_REQUIRES_OK(context, context->GetAttr("padding_mode", &padding));
    OP_REQUIRES_OK(context, context->GetAttr("align_corners", &rule_.align_corners));
    if (padding == "border") rule_.padding = GridRule::Padding::kBorder;
    if (padding == "reflection") rule_.padding = GridRule::Padding::kReflection;
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape& data = context->input(0).shape();
    const TensorShape& grid = context->input(1).shape();
    OP_REQUIRES(context,
                data.dims() == 4 && grid.dims() == 4 && grid.dim_size(3) == 2 &&
                    grid.dim_size(0) == data.dim_size(0),
                absl::InvalidArgumentError(absl::StrCat(
                    "data of shape ", data.DebugString(), " and a grid of shape ",
                    grid.DebugString(), " are not [n, c, h, w] and [n, rows, columns, 2]")));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_output(0,
                                            TensorShape({data.dim_size(0), data.dim_size(1),
                                                         grid.dim_size(1), grid.dim_size(2)}),
                                            &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES(context, data.num_elements() > 0,
                absl::InvalidArgumentError("the images have no pixels"));
    Tensor images, places, room;
    OP_REQUIRES_OK(context, data_view_.Read(context, context->input(0), false, &images));
    OP_REQUIRES_OK(context, grid_view_.Read(context, context->input(1), false, &places));
    OP_REQUIRES_OK(context, data_view_.Room(context, *output, false, &room));
    data_view_.type() == DT_FLOAT ? Sample<float>(context, images, places, &room)
                                  : Sample<double>(context, images, places, &room);
    OP_REQUIRES_OK(context, data_view_.Write(context, room, false, output));
  }

 private:
  static DataType LoopType(OpKernelConstruction* context) {
    const DataType data = context->input_type(0);
    const bool wide = context->input_type(1) == DT_DOUBLE || data == DT_DOUBLE ||
                      (DataTypeIsInteger(data) && DataTypeSize(data) > 2);
    return wide ? DT_DOUBLE : DT_FLOAT;
  }

  template <typename T>
  void FindTaps(const T* grid, int64_t count, int64_t height, int64_t width, int* taps,
                PlaceTaps<T>* found) const {
    for (int64_t i = 0; i < count; ++i) {
      const LineTaps<T> x = LineTapsAt(rule_.mode, rule_.PlaceOf(grid[2 * i], width));
      const LineTaps<T> y = LineTapsAt(rule_.mode, rule_.PlaceOf(grid[2 * i + 1], height));
      *taps = y.count * x.count;
      for (int t = 0; t < *taps; ++t) {
        const int64_t row = rule_.PixelFor(y.first + t / x.count, height);
        const int64_t column = rule_.PixelFor(x.first + t % x.count, width);
        found->pixel[t][i] = row < 0 || column < 0 ? PlaceTaps<T>::kOutside : row * width + column;
        found->weight[t][i] = y.weight[t / x.count] * x.weight[t % x.count];
      }
    }
  }

  template <typename T>
  void Sample(OpKernelContext* context, const Tensor& images, const Tensor& grid,
              Tensor* room) const {
    const int64_t channels = images.dim_size(1), height = images.dim_size(2);
    const int64_t width = images.dim_size(3), places = grid.dim_size(1) * grid.dim_size(2);
    const int64_t blocks = (places - 1) / kBlock + 1;
    ShardElements(context, images.dim_size(0) * blocks,
                  kBlock * (40 + 4 * static_cast<double>(channels)),
                  [&](int64_t begin, int64_t end) {
                    const auto found = std::make_unique<PlaceTaps<T>>();
                    for (int64_t unit = begin; unit < end; ++unit) {
                      const int64_t image = unit / blocks, first = unit % blocks * kBlock;
                      const int64_t count = std::min(kBlock, places - first);
                      int taps = 0;
                      FindTaps(static_cast<const T*>(grid.data()) + (image * places + first) * 2,
                               count, height, width, &taps, found.get());
                      for (int64_t c = 0; c < channels; ++c) {
                        const int64_t plane = image * channels + c;
                        Mix(*found, taps, count,
                            static_cast<const T*>(images.data()) + plane * height * width,
                            static_cast<T*>(room->data()) + plane * places + first);
                      }
                    }
                  });
  }

  template <typename T>
  static void Mix(const PlaceTaps<T>& found, int taps, int64_t count, const T* plane, T* out) {
    std::fill(out, out + count, T{0});
    for (int t = 0; t < taps; ++t) {
      const int64_t* pixel = found.pixel[t];
      const T* weight = found.weight[t];
      for (int64_t i = 0; i < count; ++i)
        out[i] += weight[i] * (pixel[i] < 0 ? T{0} : plane[pixel[i]]);
    }
  }

  GridRule rule_;
  const LoopView data_view_;
  const LoopView grid_view_;
};

#define REGISTER(T)                                                                              \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>GridSample").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          GridSampleOp);
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
