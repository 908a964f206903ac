// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's DFT, IDFT, RDFT and IRDFT. Complex numbers are two floats along a last dimension.
#include <algorithm>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/nn/loop_view.h"
#include "kernels/spectral/fft_lines.h"
#include "kernels/spectral/real_fft_plan.h"

namespace opgraft_internal {
namespace {

using Complex = FftComplex<float>;
using Sizes = std::vector<int64_t>;

// Along which axes one call goes, and how long the data is made.
struct TransformCall {
  Sizes from;  // sizes of the data, a complex number one element
  Sizes to;    // along the axes as long as they are asked for, of what is transformed
  std::vector<size_t> axes;
  int64_t length = 1;  // of the real numbers along the last axis
};

// How many complex numbers the transform of so many real ones has; of none there are none.
int64_t BinsOf(int64_t length) { return length > 0 ? length / 2 + 1 : 0; }

int64_t ElementsOf(const Sizes& sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) count *= size;
  return count;
}

LinesOfTensor LinesAlong(const Sizes& sizes, size_t axis) {
  LinesOfTensor lines;
  lines.size = ElementsOf(sizes);
  lines.length = sizes[axis];
  for (size_t d = axis + 1; d < sizes.size(); ++d) lines.step *= sizes[d];
  return lines;
}

// Lines of real numbers on one side and of half as many complex ones on the other.
struct RealLines {
  LinesOfTensor real;
  LinesOfTensor complex;
};

class DftOpBase : public OpKernel {
 public:
  DftOpBase(OpKernelConstruction* context, bool inverse, bool real)
      : OpKernel(context), inverse_(inverse), real_(real), view_(context->input_type(0)) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& data = context->input(0);
    TransformCall call;
    OP_REQUIRES_OK(context, ReadCall(context, &call));
    Sizes sizes = call.to;
    const bool halves = real_ && !call.axes.empty();
    if (halves) sizes[call.axes.back()] = inverse_ ? call.length : BinsOf(call.length);
    if (!(real_ && inverse_)) sizes.push_back(2);
    TensorShape shape;
    OP_REQUIRES_OK(context, TensorShape::BuildTensorShape(sizes, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Tensor numbers, room;
    OP_REQUIRES_OK(context, view_.Read(context, data, false, &numbers));
    OP_REQUIRES_OK(context, view_.Room(context, *output, false, &room));
    OP_REQUIRES_OK(context, Transform(context, call, numbers, &room));
    OP_REQUIRES_OK(context, view_.Write(context, room, false, output));
  }

 private:
  bool takes_complex() const { return inverse_ || !real_; }

  absl::Status ReadCall(OpKernelContext* context, TransformCall* call) const {
    const TensorShape& shape = context->input(0).shape();
    for (int d = 0; d < shape.dims(); ++d) call->from.push_back(shape.dim_size(d));
    if (takes_complex()) {
      if (shape.dims() < 2 || call->from.back() != 2) {
        return absl::InvalidArgumentError(absl::StrCat("data of shape ", shape.DebugString(),
                                                       " is not of complex numbers, [..., 2]"));
      }
      call->from.pop_back();
    }
    call->to = call->from;
    const Tensor& axes = context->input(1);
    const bool sized = context->num_inputs() > 2;
    if (axes.dims() != 1 || (sized && context->input(2).shape() != axes.shape()))
      return absl::InvalidArgumentError("axes and signal_size must be vectors of one length");
    for (int64_t i = 0; i < axes.NumElements(); ++i) {
      OPGRAFT_RETURN_IF_ERROR(
          AddAxis(IndexAt(axes, i), sized ? IndexAt(context->input(2), i) : -1, call));
    }
    if (!real_ || call->axes.empty()) return absl::OkStatus();
    return FindRealLength(sized ? IndexAt(context->input(2), axes.NumElements() - 1) : -1, call);
  }

  static absl::Status AddAxis(int64_t axis, int64_t size, TransformCall* call) {
    int dim = 0;
    if (!ResolveAxis(axis, static_cast<int>(call->from.size()), &dim) ||
        std::find(call->axes.begin(), call->axes.end(), static_cast<size_t>(dim)) !=
            call->axes.end()) {
      return absl::InvalidArgumentError(absl::StrCat("axis ", axis, " is out of range for rank ",
                                                     call->from.size(), ", or is given twice"));
    }
    if (size < -1 || size == 0)
      return absl::InvalidArgumentError(absl::StrCat("signal_size has ", size));
    call->axes.push_back(static_cast<size_t>(dim));
    if (size > 0) call->to[static_cast<size_t>(dim)] = size;
    return absl::OkStatus();
  }

  // What is transformed along the last axis is real on one side.
  absl::Status FindRealLength(int64_t size, TransformCall* call) const {
    int64_t& last = call->to[call->axes.back()];
    call->length = inverse_ && size == -1 ? 2 * (last - 1) : last;
    if (call->length <= 0 && ElementsOf(call->from) > 0)
      return absl::InvalidArgumentError("there is nothing to transform along the last axis");
    call->length = std::max<int64_t>(call->length, 0);
    if (inverse_) last = BinsOf(call->length);
    return absl::OkStatus();
  }

  // The data with the sizes of call.to: cut, or with zeros behind. `width` floats are an element.
  static absl::Status Fit(OpKernelContext* context, const TransformCall& call, int64_t width,
                          const Tensor& data, Tensor* fitted) {
    *fitted = data;
    if (call.from == call.to) return absl::OkStatus();
    TensorShape shape;
    Sizes sizes = call.to;
    sizes.push_back(width);
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(sizes, &shape));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_FLOAT, shape, fitted));
    std::memset(fitted->data(), 0, fitted->TotalBytes());
    const auto from_steps = RowMajorSteps(call.from), to_steps = RowMajorSteps(call.to);
    std::vector<CopyDim> dims;
    for (size_t d = 0; d < call.from.size(); ++d) {
      dims.push_back(
          {std::min(call.from[d], call.to[d]), from_steps[d] * width, to_steps[d] * width});
    }
    dims.push_back({width, 1, 1});
    StridedCopy(dims).Run(DT_FLOAT, data.data(), fitted->data(), context->device());
    return absl::OkStatus();
  }

  absl::Status Transform(OpKernelContext* context, const TransformCall& call, const Tensor& data,
                         Tensor* room) {
    Tensor fitted;
    OPGRAFT_RETURN_IF_ERROR(Fit(context, call, takes_complex() ? 2 : 1, data, &fitted));
    if (!real_) return Along(context, call, call.axes, fitted, room);
    if (call.axes.empty()) return absl::InvalidArgumentError("real transforms need an axis");
    const std::vector<size_t> others(call.axes.begin(), call.axes.end() - 1);
    if (inverse_) {
      Tensor half;
      OPGRAFT_RETURN_IF_ERROR(
          context->allocate_temp(DT_FLOAT, TensorShape({ElementsOf(call.to), int64_t{2}}), &half));
      OPGRAFT_RETURN_IF_ERROR(Along(context, call, others, fitted, &half));
      return Backward(context, RealLinesOf(call), static_cast<const Complex*>(half.data()),
                      static_cast<float*>(room->data()));
    }
    OPGRAFT_RETURN_IF_ERROR(Forward(context, RealLinesOf(call),
                                    static_cast<const float*>(fitted.data()),
                                    static_cast<Complex*>(room->data())));
    TransformCall half = call;
    half.to[call.axes.back()] = call.length / 2 + 1;
    return Along(context, half, others, *room, room);
  }

  static RealLines RealLinesOf(const TransformCall& call) {
    Sizes real = call.to, complex = call.to;
    real[call.axes.back()] = call.length;
    complex[call.axes.back()] = call.length / 2 + 1;
    return {LinesAlong(real, call.axes.back()), LinesAlong(complex, call.axes.back())};
  }

  // Complex transforms of data of the sizes call.to along `axes`.
  absl::Status Along(OpKernelContext* context, const TransformCall& call,
                     const std::vector<size_t>& axes, const Tensor& data, Tensor* room) {
    const auto* from = static_cast<const Complex*>(data.data());
    auto* const to = static_cast<Complex*>(room->data());
    for (size_t axis : axes) {
      OPGRAFT_RETURN_IF_ERROR(
          lines_.Transform(context, from, to, LinesAlong(call.to, axis), inverse_));
      from = to;
    }
    if (from != to) {
      std::memcpy(to, from, static_cast<size_t>(ElementsOf(call.to)) * sizeof(Complex));
    }
    return absl::OkStatus();
  }

  // Calls work(line, real numbers, complex numbers, scratch) for all lines, on several threads.
  template <typename Work>
  absl::Status ForRealLines(OpKernelContext* context, const RealLines& lines, const Work& work) {
    const auto found = real_plans_.Get(lines.real.length);
    OPGRAFT_RETURN_IF_ERROR(found.status());
    const RealFftPlan<float>& plan = **found;
    const int64_t length = lines.real.length, kept = lines.complex.length;
    return ForFftLines<float>(context, lines.real.count(),
                              plan.cost() + 3 * static_cast<double>(length),
                              plan.scratch_size() + kept + length / 2 + 1,
                              [&](int64_t begin, int64_t end, Complex* scratch) {
                                Complex* const half = scratch + plan.scratch_size();
                                float* const whole = reinterpret_cast<float*>(half + kept);
                                for (int64_t i = begin; i < end; ++i)
                                  work(plan, i, whole, half, scratch);
                              });
  }

  absl::Status Forward(OpKernelContext* context, const RealLines& lines, const float* from,
                       Complex* to) {
    return ForRealLines(context, lines,
                        [&](const RealFftPlan<float>& plan, int64_t i, float* whole, Complex* half,
                            Complex* scratch) {
                          const float* line = from + lines.real.StartOf(i);
                          for (int64_t k = 0; k < lines.real.length; ++k)
                            whole[k] = line[k * lines.real.step];
                          plan.Forward(whole, half, scratch);
                          Complex* target = to + lines.complex.StartOf(i);
                          for (int64_t k = 0; k < lines.complex.length; ++k)
                            target[k * lines.complex.step] = half[k];
                        });
  }

  absl::Status Backward(OpKernelContext* context, const RealLines& lines, const Complex* from,
                        float* to) {
    return ForRealLines(context, lines,
                        [&](const RealFftPlan<float>& plan, int64_t i, float* whole, Complex* half,
                            Complex* scratch) {
                          const Complex* line = from + lines.complex.StartOf(i);
                          for (int64_t k = 0; k < lines.complex.length; ++k)
                            half[k] = line[k * lines.complex.step];
                          plan.Backward(half, whole, scratch);
                          float* target = to + lines.real.StartOf(i);
                          for (int64_t k = 0; k < lines.real.length; ++k)
                            target[k * lines.real.step] = whole[k];
                        });
  }

  const bool inverse_;
  const bool real_;
  const LoopView view_;
  FftLines<float> lines_;
  FftPlanCache<RealFftPlan<float>> real_plans_;
};

template <bool kInverse, bool kReal>
class DftOp : public DftOpBase {
 public:
  explicit DftOp(OpKernelConstruction* context) : DftOpBase(context, kInverse, kReal) {}
};

#define REGISTER_DFT(op, T, inverse, real)                                                \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          DftOp<inverse, real>);
#define REGISTER(T)                    \
  REGISTER_DFT("DFT", T, false, false) \
  REGISTER_DFT("IDFT", T, true, false) \
  REGISTER_DFT("RDFT", T, false, true) \
  REGISTER_DFT("IRDFT", T, true, true)
TF_CALL_half(REGISTER);
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER
#undef REGISTER_DFT

}  // namespace
}  // namespace opgraft_internal
