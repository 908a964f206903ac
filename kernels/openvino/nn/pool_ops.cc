// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's AvgPool and MaxPool.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/loops/tap_loops.h"
#include "kernels/nn/loop_view.h"
#include "kernels/nn/share_with_scratch.h"
#include "kernels/openvino/nn/boxes.h"
#include "kernels/openvino/nn/image_windows.h"
#include "kernels/openvino/nn/index_output.h"
#include "kernels/openvino/nn/lowest_finite.h"
#include "kernels/openvino/nn/phase_planes.h"

namespace opgraft_internal {
namespace {

// About the nanoseconds of a tap at a place.
constexpr double kTapNs = 0.15;

// One call of a pool.
struct PoolCall {
  int64_t planes() const { return window.batch * window.channels; }
  // Windows that are so large, or at so few places, are folded one by one.
  bool FoldsBoxes() const {
    return window.taps() > 4096 || (window.taps() > 32 && window.places() < 16);
  }

  WindowGeometry window;
  bool padded = false;
  const Tensor* images = nullptr;
  Tensor* room = nullptr;
  Tensor* indices = nullptr;  // null: not asked for
  int64_t index_modulus = 1;  // indices count in so many elements
};

template <typename Visit>
void ForEachPlace(const WindowGeometry& window, const Visit& visit) {
  const WindowDim* dims = window.dims;
  int64_t place = 0;
  for (int64_t p0 = 0; p0 < dims[0].out; ++p0) {
    for (int64_t p1 = 0; p1 < dims[1].out; ++p1) {
      for (int64_t p2 = 0; p2 < dims[2].out; ++p2)
        visit(place++, Box3{{SeenAt(dims[0], p0), SeenAt(dims[1], p1), SeenAt(dims[2], p2)}});
    }
  }
}

// What pools have in common: images in, images of places out.
class PoolOp : public OpKernel {
 public:
  PoolOp(OpKernelConstruction* context, DataType loop_type)
      : OpKernel(context),
        view_(context->input_type(0), loop_type),
        size_(DataTypeSize(loop_type)) {
    OP_REQUIRES_OK(context, windows_.Read(context));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    PoolCall call;
    OP_REQUIRES_OK(context, windows_.Place(input.shape(), windows_.rules().kernel(), &call.window,
                                           &call.padded));
    OP_REQUIRES_OK(context, FindIndexModulus(input.shape(), &call));
    TensorShape shape;
    OP_REQUIRES_OK(context, ImageWindows::PlacesShape(call.window, call.window.channels,
                                                      input.dims() - 2, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (num_outputs() > 1)
      OP_REQUIRES_OK(context, context->allocate_output(1, shape, &call.indices));
    if (output->NumElements() == 0) return;
    Tensor images, room;
    OP_REQUIRES_OK(context, view_.Read(context, input, false, &images));
    OP_REQUIRES_OK(context, view_.Room(context, *output, false, &room));
    call.images = &images;
    call.room = &room;
    OP_REQUIRES_OK(context, Pool(context, call));
    OP_REQUIRES_OK(context, view_.Write(context, room, false, output));
  }

 protected:
  const LoopView& view() const { return view_; }
  int64_t size() const { return size_; }
  const char* ImagePlane(const PoolCall& call, int64_t plane) const {
    return static_cast<const char*>(call.images->data()) + plane * call.window.elements() * size_;
  }
  char* PlacePlane(const PoolCall& call, int64_t plane) const {
    return static_cast<char*>(call.room->data()) + plane * call.window.places() * size_;
  }

  // Pools plane number `plane`, window by window.
  virtual void PoolBoxes(const PoolCall& call, int64_t plane) const = 0;
  virtual absl::Status PoolPhases(OpKernelContext* context, const PoolCall& call) const = 0;
  virtual absl::Status FindIndexModulus(const TensorShape&, PoolCall*) const {
    return absl::OkStatus();
  }
  virtual absl::Status Pool(OpKernelContext* context, const PoolCall& call) const {
    if (!call.FoldsBoxes()) return PoolPhases(context, call);
    ShardElements(context, call.planes(),
                  kTapNs * static_cast<double>(call.window.taps() * call.window.places()),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t plane = begin; plane < end; ++plane) PoolBoxes(call, plane);
                  });
    return absl::OkStatus();
  }

  // Calls work(plane, block, taps, scratch) for all blocks of all planes, laid out with `padding`;
  // `scratch` has `scratch_bytes`.
  template <typename Work>
  absl::Status ForEachBlock(OpKernelContext* context, const PoolCall& call,
                            const PhasePlanes& phases, const void* padding, int64_t scratch_bytes,
                            const Work& work) const {
    const int64_t laid_out = (phases.bytes() + 63) / 64 * 64;
    const double unit_ns = kTapNs * static_cast<double>(call.window.taps() + 4) *
                           static_cast<double>(call.window.places() / phases.blocks() + 16);
    return ShareWithScratch(context, call.planes() * phases.blocks(), unit_ns,
                            laid_out + scratch_bytes, [&](int64_t unit, char* scratch) {
                              const int64_t plane = unit / phases.blocks();
                              const auto block = phases.BlockAt(unit % phases.blocks());
                              std::vector<const void*> taps;
                              phases.LayOut(ImagePlane(call, plane), block, padding, scratch,
                                            &taps);
                              work(plane, block, &taps, scratch + laid_out);
                            });
  }

  // Each place is what `loop` makes of its taps, from `start` on.
  absl::Status FoldTaps(OpKernelContext* context, const PoolCall& call, loops::TapLoop loop,
                        const void* start) const {
    const PhasePlanes phases(call.window, 1, view_.type());
    return ForEachBlock(context, call, phases, start, phases.row_bytes(),
                        [&](int64_t plane, const PhasePlanes::Block& block,
                            std::vector<const void*>* taps, char* row) {
                          phases.Run(*taps, block, row, PlacePlane(call, plane),
                                     [&](const void* const* at, int64_t n, void* to) {
                                       loop(at, static_cast<int64_t>(taps->size()), n, start, to);
                                     });
                        });
  }

 private:
  ImageWindows windows_;
  const LoopView view_;
  const int64_t size_;
};

// --- Means ---

// Of integers too, in floating point.
DataType MeanType(DataType type) {
  return type == DT_HALF || type == DT_BFLOAT16 || type == DT_FLOAT ? DT_FLOAT : DT_DOUBLE;
}

class AvgPoolOp : public PoolOp {
 public:
  explicit AvgPoolOp(OpKernelConstruction* context)
      : PoolOp(context, MeanType(context->input_type(0))),
        sum_(loops::FindTapLoop(loops::TapFold::kSum, view().type())),
        reduce_(loops::FindReduceLoops(loops::Reduction::kSum, view().type())),
        divide_(loops::FindBinaryLoops(loops::BinaryFunction::kDiv, view().type())),
        is_integer_(DataTypeIsInteger(context->input_type(0))) {
    OP_REQUIRES_OK(context, context->GetAttr("exclude_pad", &excludes_));
  }

 private:
  // Padding that counts makes all windows count in full, those too that look beyond it.
  bool CountsAll(const PoolCall& call) const { return !excludes_ && call.padded; }

  // Elements that count, by place of one dimension.
  static std::vector<double> CountsOf(const WindowDim& dim, bool all) {
    std::vector<double> counts;
    for (int64_t place = 0; place < dim.out; ++place)
      counts.push_back(static_cast<double>(all ? dim.window : SeenAt(dim, place).count));
    // The mean of nothing is 0, the sum of nothing.
    for (double& count : counts) count = std::max(count, 1.0);
    return counts;
  }

  void Store(double value, int64_t place, void* to) const {
    if (view().type() == DT_FLOAT) {
      static_cast<float*>(to)[place] = static_cast<float>(value);
    } else {
      static_cast<double*>(to)[place] = value;
    }
  }

  void PoolBoxes(const PoolCall& call, int64_t plane) const override {
    const bool all = CountsAll(call);
    ForEachPlace(call.window, [&](int64_t place, const Box3& box) {
      double sum = 0;
      ReduceBox(reduce_, call.window, box, ImagePlane(call, plane), size(), &sum);
      const int64_t count = all ? call.window.taps() : std::max<int64_t>(box.elements(), 1);
      Store(sum / static_cast<double>(count), place, PlacePlane(call, plane));
    });
  }

  absl::Status PoolPhases(OpKernelContext* context, const PoolCall& call) const override {
    const double zero = 0;
    OPGRAFT_RETURN_IF_ERROR(FoldTaps(context, call, sum_, &zero));
    return Divide(context, call);
  }

  // The counts of all places of a plane; `*same`: they are all the same.
  void FillCounts(const PoolCall& call, void* counts, bool* same) const {
    const bool all = CountsAll(call);
    std::vector<double> of[3];
    for (int d = 0; d < 3; ++d) of[d] = CountsOf(call.window.dims[d], all);
    const double first = of[0][0] * of[1][0] * of[2][0];
    int64_t place = 0;
    *same = true;
    for (double count0 : of[0]) {
      for (double count1 : of[1]) {
        for (double count2 : of[2]) {
          *same = *same && count0 * count1 * count2 == first;
          Store(count0 * count1 * count2, place++, counts);
        }
      }
    }
  }

  absl::Status Divide(OpKernelContext* context, const PoolCall& call) const {
    const int64_t places = call.window.places();
    Tensor counts;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(view().type(), TensorShape({places}), &counts));
    bool same = false;
    FillCounts(call, counts.data(), &same);
    const loops::BinaryLoop divide = divide_[same ? loops::kVectorScalar : loops::kVectorVector];
    ShardElements(context, call.planes(), 0.3 * static_cast<double>(places),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t plane = begin; plane < end; ++plane) {
                      void* at = PlacePlane(call, plane);
                      divide(at, counts.data(), at, places);
                    }
                  });
    return absl::OkStatus();
  }

  absl::Status Pool(OpKernelContext* context, const PoolCall& call) const override {
    OPGRAFT_RETURN_IF_ERROR(PoolOp::Pool(context, call));
    if (!is_integer_) return absl::OkStatus();
    double* means = static_cast<double*>(call.room->data());
    for (int64_t i = 0; i < call.room->NumElements(); ++i) means[i] = std::nearbyint(means[i]);
    return absl::OkStatus();
  }

  const loops::TapLoop sum_;
  const loops::ReduceLoops reduce_;
  const loops::BinaryLoops divide_;
  const bool is_integer_;
  bool excludes_ = false;
};

// --- Maxima ---

class MaxPoolV1Op : public PoolOp {
 public:
  explicit MaxPoolV1Op(OpKernelConstruction* context)
      : PoolOp(context, ComputeTypeOf(context->input_type(0))),
        lowest_(view().type()),
        largest_(FindLargestOfBox(view().type())),
        max_(loops::FindTapLoop(loops::TapFold::kMax, view().type())) {}

 protected:
  const void* lowest() const { return lowest_.data(); }

  void StoreIndexOf(const PoolCall& call, int64_t plane, int64_t place, int64_t element) const {
    StoreIndex(plane * call.window.places() + place,
               (plane * call.window.elements() + element) % call.index_modulus, call.indices);
  }

 private:
  void PoolBoxes(const PoolCall& call, int64_t plane) const override {
    ForEachPlace(call.window, [&](int64_t place, const Box3& box) {
      char* largest = PlacePlane(call, plane) + place * size();
      int64_t which = 0;
      std::memcpy(largest, lowest(), static_cast<size_t>(size()));
      largest_(call.window, box, ImagePlane(call, plane), largest, &which);
      if (call.indices != nullptr) StoreIndexOf(call, plane, place, which);
    });
  }

  absl::Status PoolPhases(OpKernelContext* context, const PoolCall& call) const override {
    return FoldTaps(context, call, max_, lowest());
  }

  const LowestFinite lowest_;
  const LargestOfBox largest_;
  const loops::TapLoop max_;
};

class MaxPoolOp : public MaxPoolV1Op {
 public:
  explicit MaxPoolOp(OpKernelConstruction* context)
      : MaxPoolV1Op(context), which_(loops::FindArgMaxTapLoop(view().type())) {
    OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
  }

 private:
  // Indices count from dimension `axis` on.
  absl::Status FindIndexModulus(const TensorShape& shape, PoolCall* call) const override {
    const int rank = shape.dims();
    if (axis_ < -rank || axis_ >= rank)
      return absl::InvalidArgumentError(
          absl::StrCat("axis ", axis_, " is out of range for rank ", rank));
    for (int d = static_cast<int>(axis_ < 0 ? axis_ + rank : axis_); d < rank; ++d)
      call->index_modulus *= shape.dim_size(d);
    return absl::OkStatus();
  }

  // The search begins at the lowest number, so that the winner is greater than that.
  absl::Status PoolPhases(OpKernelContext* context, const PoolCall& call) const override {
    const PhasePlanes phases(call.window, 1, view().type());
    const int64_t count = phases.row_bytes() / size();
    Tensor start;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(view().type(), TensorShape({count}), &start));
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(static_cast<char*>(start.data()) + i * size(), lowest(),
                  static_cast<size_t>(size()));
    }
    const int64_t max_bytes = (phases.row_bytes() + 63) / 64 * 64;
    return ForEachBlock(
        context, call, phases, lowest(), max_bytes + count * static_cast<int64_t>(sizeof(int32_t)),
        [&](int64_t plane, const PhasePlanes::Block& block, std::vector<const void*>* taps,
            char* max) {
          int32_t* which = reinterpret_cast<int32_t*>(max + max_bytes);
          taps->insert(taps->begin(), start.data());
          which_(taps->data(), static_cast<int64_t>(taps->size()), phases.row_size(block), max,
                 which);
          phases.ForEachLine(block, [&](int64_t element, int64_t place, int64_t places) {
            std::memcpy(PlacePlane(call, plane) + place * size(), max + element * size(),
                        static_cast<size_t>(places * size()));
            StoreLine(call, plane, place, places, which + element);
          });
        });
  }

  void StoreLine(const PoolCall& call, int64_t plane, int64_t place, int64_t count,
                 const int32_t* which) const {
    const WindowDim* dims = call.window.dims;
    const int64_t line = place / dims[2].out;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t tap = which[i] - 1;
      int64_t element = 0;
      if (tap >= 0) {
        const int64_t t1 = tap / dims[2].window;
        element =
            call.window.PixelAt(dims[0].Element(line / dims[1].out, t1 / dims[1].window),
                                dims[1].Element(line % dims[1].out, t1 % dims[1].window),
                                dims[2].Element(place % dims[2].out + i, tap % dims[2].window));
      }
      StoreIndexOf(call, plane, place + i, element);
    }
  }

  const loops::ArgMaxTapLoop which_;
  int64_t axis_ = 0;
};

#define REGISTER_POOL(op, T, Kernel) \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Kernel);
#define REGISTER(T)                      \
  REGISTER_POOL("AvgPool", T, AvgPoolOp) \
  REGISTER_POOL("MaxPool", T, MaxPoolOp) \
  REGISTER_POOL("MaxPoolV1", T, MaxPoolV1Op)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_POOL

}  // namespace
}  // namespace opgraft_internal
