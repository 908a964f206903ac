// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Pools: each place folds the taps it sees into one.
#include <cstring>
#include <limits>
#include <vector>

#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/loops/tap_loops.h"
#include "kernels/math/lowest_value.h"
#include "kernels/nn/pooling.h"

namespace opgraft_internal {
namespace {

// Folds the taps of each place, and with `divide` divides by their number.
struct TapFolder {
  void Run(OpKernelContext* context, const WindowGeometry& window, int64_t element_size,
           const void* images, void* out) const {
    ShardLines(context, window, LinesOfPlaces(window), window.dims[2].out,
               [&](int64_t begin, int64_t end) {
                 RunLines(window, element_size, static_cast<const char*>(images),
                          static_cast<char*>(out), begin, end);
               });
  }

  void RunLines(const WindowGeometry& window, int64_t element_size, const char* images, char* out,
                int64_t begin, int64_t end) const {
    const int64_t pixel = window.channels * element_size;
    std::vector<const void*> taps;
    ForEachPlaceOfLines(
        window, begin, end, [&](int64_t image, int64_t place, int64_t p0, int64_t p1, int64_t p2) {
          taps.clear();
          const char* first = images + image * window.elements() * pixel;
          ForEachSeenPixel(window, p0, p1, p2,
                           [&](int64_t seen, int64_t) { taps.push_back(first + seen * pixel); });
          char* to = out + place * pixel;
          fold(taps.data(), static_cast<int64_t>(taps.size()), window.channels, start, to);
          if (divide == nullptr) return;
          const float count_float = static_cast<float>(taps.size());
          const double count_double = static_cast<double>(taps.size());
          const void* count = element_size == 4 ? static_cast<const void*>(&count_float)
                                                : static_cast<const void*>(&count_double);
          divide(to, count, to, window.channels);
        });
  }

  loops::TapLoop fold;
  const void* start;
  loops::BinaryLoop divide;
};

template <int kSpatial>
class MaxPoolOp : public PoolOpBase {
 public:
  explicit MaxPoolOp(OpKernelConstruction* context)
      : PoolOpBase(context, kSpatial, context->input_type(0)),
        fold_(loops::FindTapLoop(loops::TapFold::kMax, view().type())),
        max_(loops::FindReduceLoops(loops::Reduction::kMax, view().type())),
        size_(DataTypeSize(view().type())) {
    StoreStart();
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    PoolWindows windows;
    OP_REQUIRES_OK(context, Windows(context, input.shape(), 1, kSpatial == 2, &windows));
    TensorShape shape;
    OP_REQUIRES_OK(context, windows.PooledShape(&shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Tensor images, room;
    OP_REQUIRES_OK(context, view().Read(context, input, channels_first(), &images));
    OP_REQUIRES_OK(context, view().Room(context, *output, channels_first(), &room));
    if (windows.depth > 1) {
      PoolDepth(context, windows.depth, images, &room);
    } else {
      TapFolder{fold_, &start_, nullptr}.Run(context, windows.geometry, size_, images.data(),
                                             room.data());
    }
    OP_REQUIRES_OK(context, view().Write(context, room, channels_first(), output));
  }

 private:
  // What a maximum starts from: in flat images TensorFlow takes the lowest finite number.
  void StoreStart() {
    if (view().type() == DT_FLOAT) {
      start_.as_float = kSpatial == 2 ? std::numeric_limits<float>::lowest()
                                      : -std::numeric_limits<float>::infinity();
    } else if (view().type() == DT_DOUBLE) {
      start_.as_double = std::numeric_limits<double>::lowest();
    } else {
      FillWithLowest(view().type(), &start_, 1);
    }
  }

  // Neighbouring channels are pooled.
  void PoolDepth(OpKernelContext* context, int64_t depth, const Tensor& images,
                 Tensor* room) const {
    ShardElements(context, room->NumElements(), 5 + static_cast<double>(depth),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t i = begin; i < end; ++i) {
                      char* max = static_cast<char*>(room->data()) + i * size_;
                      const char* run = static_cast<const char*>(images.data()) + i * depth * size_;
                      std::memcpy(max, &start_, static_cast<size_t>(size_));
                      max_.run(run, depth, max);
                    }
                  });
  }

  const loops::TapLoop fold_;
  const loops::ReduceLoops max_;
  const int64_t size_;
  union {
    float as_float;
    double as_double;
    uint64_t as_bits;
  } start_ = {};
};

template <int kSpatial>
class AvgPoolOp : public PoolOpBase {
 public:
  explicit AvgPoolOp(OpKernelConstruction* context)
      : PoolOpBase(context, kSpatial, context->input_type(0)),
        fold_(loops::FindTapLoop(loops::TapFold::kSum, view().type())),
        divide_(loops::FindBinaryLoops(loops::BinaryFunction::kDiv,
                                       view().type())[loops::kVectorScalar]) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    PoolWindows windows;
    OP_REQUIRES_OK(context, Windows(context, input.shape(), 1, /*over_depth=*/false, &windows));
    TensorShape shape;
    OP_REQUIRES_OK(context, windows.PooledShape(&shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Tensor images, room;
    OP_REQUIRES_OK(context, view().Read(context, input, channels_first(), &images));
    OP_REQUIRES_OK(context, view().Room(context, *output, channels_first(), &room));
    const double zero = 0;
    TapFolder{fold_, &zero, divide_}.Run(context, windows.geometry, DataTypeSize(view().type()),
                                         images.data(), room.data());
    OP_REQUIRES_OK(context, view().Write(context, room, channels_first(), output));
  }

 private:
  const loops::TapLoop fold_;
  const loops::BinaryLoop divide_;
};

#define REGISTER_POOL(op, T, Kernel) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Kernel);

#define REGISTER(T)                         \
  REGISTER_POOL("MaxPool", T, MaxPoolOp<2>) \
  REGISTER_POOL("MaxPoolV2", T, MaxPoolOp<2>)
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_int16(REGISTER);
TF_CALL_int8(REGISTER);
TF_CALL_uint8(REGISTER);
TF_CALL_uint16(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_POOL("MaxPool3D", T, MaxPoolOp<3>)
TF_CALL_half(REGISTER);
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER

#define REGISTER(T)                         \
  REGISTER_POOL("AvgPool", T, AvgPoolOp<2>) \
  REGISTER_POOL("AvgPool3D", T, AvgPoolOp<3>)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_POOL

}  // namespace
}  // namespace opgraft_internal
