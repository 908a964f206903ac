// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"

namespace opgraft_internal {
namespace {

// OpenVINO's RegionYolo: of each region, planes of coordinates, of an objectness and of classes.
class RegionYoloOp : public OpKernel {
 public:
  explicit RegionYoloOp(OpKernelConstruction* context)
      : OpKernel(context), view_(context->input_type(0)) {
    std::vector<int64_t> mask;
    int64_t regions = 0;
    OP_REQUIRES_OK(context, context->GetAttr("coords", &coords_));
    OP_REQUIRES_OK(context, context->GetAttr("classes", &classes_));
    OP_REQUIRES_OK(context, context->GetAttr("num", &regions));
    OP_REQUIRES_OK(context, context->GetAttr("mask", &mask));
    OP_REQUIRES_OK(context, context->GetAttr("do_softmax", &softmax_));
    regions_ = softmax_ ? regions : static_cast<int64_t>(mask.size());
    constexpr int64_t kMax = int64_t{1} << 31;
    OP_REQUIRES(
        context,
        coords_ >= 2 && coords_ < kMax && classes_ >= 0 && classes_ < kMax && regions_ >= 0 &&
            regions_ < kMax,
        absl::InvalidArgumentError(absl::StrCat("RegionYolo with ", coords_, " coords, ", classes_,
                                                " classes and ", regions_, " regions")));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const int64_t planes = coords_ + classes_ + 1;
    OP_REQUIRES(context, input.dims() == 4 && input.dim_size(1) / planes >= regions_,
                absl::InvalidArgumentError(
                    absl::StrCat("data of shape ", input.shape().DebugString(), " has no ",
                                 regions_, " regions of ", planes, " planes")));
    // Without softmax the result has the regions of the mask alone.
    OP_REQUIRES(context, input.dim_size(1) == planes * regions_,
                absl::InvalidArgumentError(absl::StrCat(
                    "data of shape ", input.shape().DebugString(), " has more channels than ",
                    regions_, " regions of ", planes, " planes")));
    TensorShape shape;
    OP_REQUIRES_OK(context, ResultShape(input.shape(), &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Tensor data, room;
    OP_REQUIRES_OK(context, view_.Read(context, input, false, &data));
    OP_REQUIRES_OK(context, view_.Room(context, *output, false, &room));
    view_.type() == DT_FLOAT ? Run<float>(context, data, &room) : Run<double>(context, data, &room);
    OP_REQUIRES_OK(context, view_.Write(context, room, false, output));
  }

 private:
  absl::Status ResultShape(const TensorShape& data, TensorShape* shape) const {
    *shape = data;
    if (!softmax_) return absl::OkStatus();
    std::vector<int64_t> sizes = {data.dim_size(0)};
    int64_t rest = 1;
    for (int d = 1; d < 4; ++d) rest *= data.dim_size(d);
    sizes.push_back(rest);
    return TensorShape::BuildTensorShape(sizes, shape);
  }

  template <typename T>
  void Run(OpKernelContext* context, const Tensor& data, Tensor* room) const {
    const int64_t area = data.dim_size(2) * data.dim_size(3), planes = coords_ + classes_ + 1;
    const int64_t size = planes * area;
    ShardElements(context, data.dim_size(0) * regions_, 10.0 * static_cast<double>(size),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t region = begin; region < end; ++region) {
                      const T* from = static_cast<const T*>(data.data()) + region * size;
                      RunRegion(from, area, static_cast<T*>(room->data()) + region * size);
                    }
                  });
  }

  template <typename T>
  void RunRegion(const T* from, int64_t area, T* to) const {
    const auto logistic = [&](int64_t begin, int64_t end) {
      for (int64_t i = begin * area; i < end * area; ++i) to[i] = 1 / (1 + std::exp(-from[i]));
    };
    std::copy(from, from + (coords_ + classes_ + 1) * area, to);
    logistic(0, 2);
    logistic(coords_, coords_ + 1 + (softmax_ ? 0 : classes_));
    if (softmax_ && classes_ > 0)
      Softmax(from + (coords_ + 1) * area, area, to + (coords_ + 1) * area);
  }

  // Over the classes at each place.
  template <typename T>
  void Softmax(const T* from, int64_t area, T* to) const {
    for (int64_t i = 0; i < area; ++i) {
      T most = from[i], sum = 0;
      for (int64_t c = 1; c < classes_; ++c) most = std::max(most, from[c * area + i]);
      for (int64_t c = 0; c < classes_; ++c)
        sum += to[c * area + i] = std::exp(from[c * area + i] - most);
      for (int64_t c = 0; c < classes_; ++c) to[c * area + i] /= sum;
    }
  }

  const LoopView view_;
  int64_t coords_ = 4;
  int64_t classes_ = 0;
  int64_t regions_ = 0;
  bool softmax_ = false;
};

#define REGISTER(T)                                                                              \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>RegionYolo").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          RegionYoloOp);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
