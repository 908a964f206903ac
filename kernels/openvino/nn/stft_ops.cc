// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's STFT and ISTFT.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/nn/loop_view.h"
#include "kernels/spectral/fft_lines.h"
#include "kernels/spectral/real_fft_plan.h"

namespace opgraft_internal {
namespace {

using Complex = FftComplex<float>;

absl::Status ReadPositive(OpKernelContext* context, int input, const char* name, int64_t* value) {
  const Tensor& tensor = context->input(input);
  if (tensor.NumElements() != 1)
    return absl::InvalidArgumentError(absl::StrCat(name, " must be one number"));
  *value = IndexAt(tensor, 0);
  if (*value > 0) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(name, " must be positive, not ", *value));
}

// What frames are, in STFT and its inverse: inputs window, frame_size and frame_step from 1 on.
struct Frames {
  int64_t bins() const { return size / 2 + 1; }

  int64_t size = 0;
  int64_t step = 0;
  int64_t count = 0;          // of one signal
  std::vector<float> window;  // in the middle of zeros
};

class FrameOp : public OpKernel {
 public:
  explicit FrameOp(OpKernelConstruction* context)
      : OpKernel(context), view_(context->input_type(0)) {}

 protected:
  const LoopView& view() const { return view_; }

  absl::Status ReadFrames(OpKernelContext* context, Frames* frames) const {
    OPGRAFT_RETURN_IF_ERROR(ReadPositive(context, 2, "frame_size", &frames->size));
    OPGRAFT_RETURN_IF_ERROR(ReadPositive(context, 3, "frame_step", &frames->step));
    const TensorShape& shape = context->input(1).shape();
    if (shape.dims() != 1 || shape.dim_size(0) < 1 || shape.dim_size(0) > frames->size) {
      return absl::InvalidArgumentError(absl::StrCat("a window of shape ", shape.DebugString(),
                                                     " for frames of ", frames->size, " elements"));
    }
    return absl::OkStatus();
  }

  absl::Status ReadWindow(OpKernelContext* context, Frames* frames) const {
    Tensor window;
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, context->input(1), false, &window));
    frames->window.assign(static_cast<size_t>(frames->size), 0);
    const int64_t length = window.NumElements();
    const float* from = static_cast<const float*>(window.data());
    std::copy(from, from + length, frames->window.begin() + (frames->size - length) / 2);
    return absl::OkStatus();
  }

  absl::Status GetPlan(const Frames& frames, std::shared_ptr<const RealFftPlan<float>>* plan) {
    OPGRAFT_ASSIGN_OR_RETURN(*plan, plans_.Get(frames.size));
    return absl::OkStatus();
  }

 private:
  const LoopView view_;
  FftPlanCache<RealFftPlan<float>> plans_;
};

class StftOp : public FrameOp {
 public:
  explicit StftOp(OpKernelConstruction* context) : FrameOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("transpose_frames", &transposes_));
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    Frames frames;
    OP_REQUIRES_OK(context, ReadFrames(context, &frames));
    const int64_t length = shape.dims() > 0 ? shape.dim_size(shape.dims() - 1) : 0;
    OP_REQUIRES(
        context, shape.dims() >= 1 && shape.dims() <= 2 && length >= frames.size,
        absl::InvalidArgumentError(absl::StrCat("a signal of shape ", shape.DebugString(),
                                                " for frames of ", frames.size, " elements")));
    frames.count = (length - frames.size) / frames.step + 1;
    TensorShape result = shape;
    result.RemoveLastDims(1);
    OP_REQUIRES_OK(context, result.AddDimWithStatus(transposes_ ? frames.bins() : frames.count));
    OP_REQUIRES_OK(context, result.AddDimWithStatus(transposes_ ? frames.count : frames.bins()));
    OP_REQUIRES_OK(context, result.AddDimWithStatus(2));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, result, &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(context, Transform(context, &frames, length, output));
  }

 private:
  absl::Status Transform(OpKernelContext* context, Frames* frames, int64_t length, Tensor* output) {
    Tensor signal, room;
    OPGRAFT_RETURN_IF_ERROR(view().Read(context, context->input(0), false, &signal));
    OPGRAFT_RETURN_IF_ERROR(view().Room(context, *output, false, &room));
    OPGRAFT_RETURN_IF_ERROR(ReadWindow(context, frames));
    std::shared_ptr<const RealFftPlan<float>> plan;
    OPGRAFT_RETURN_IF_ERROR(GetPlan(*frames, &plan));
    const int64_t bins = frames->bins(), count = frames->count;
    const float* const from = static_cast<const float*>(signal.data());
    Complex* const to = static_cast<Complex*>(room.data());
    OPGRAFT_RETURN_IF_ERROR(ForFftLines<float>(
        context, signal.NumElements() / length * count, plan->cost(),
        plan->scratch_size() + bins + frames->size,
        [&](int64_t begin, int64_t end, Complex* scratch) {
          Complex* const half = scratch + plan->scratch_size();
          float* const frame = reinterpret_cast<float*>(half + bins);
          for (int64_t i = begin; i < end; ++i) {
            TakeFrame(*frames, from + i / count * length + i % count * frames->step, frame);
            if (!transposes_) {
              plan->Forward(frame, to + i * bins, scratch);
              continue;
            }
            plan->Forward(frame, half, scratch);
            Complex* target = to + i / count * bins * count + i % count;
            for (int64_t k = 0; k < bins; ++k) target[k * count] = half[k];
          }
        }));
    return view().Write(context, room, false, output);
  }

  static void TakeFrame(const Frames& frames, const float* signal, float* frame) {
    for (int64_t k = 0; k < frames.size; ++k)
      frame[k] = signal[k] * frames.window[static_cast<size_t>(k)];
  }

  bool transposes_ = false;
};

class IstftOp : public FrameOp {
 public:
  explicit IstftOp(OpKernelConstruction* context) : FrameOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("center", &center_));
    OP_REQUIRES_OK(context, context->GetAttr("normalized", &normalized_));
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    Frames frames;
    OP_REQUIRES_OK(context, ReadFrames(context, &frames));
    const int rank = shape.dims();
    OP_REQUIRES(
        context,
        (rank == 3 || rank == 4) && shape.dim_size(rank - 1) == 2 &&
            shape.dim_size(rank - 3) == frames.bins() && shape.dim_size(rank - 2) > 0,
        absl::InvalidArgumentError(absl::StrCat("data of shape ", shape.DebugString(),
                                                " is not [..., ", frames.bins(), ", frames, 2]")));
    frames.count = shape.dim_size(rank - 2);
    int64_t whole = 0, length = 0;
    OP_REQUIRES_OK(context, FindLengths(context, frames, &whole, &length));
    TensorShape result = shape;
    result.RemoveLastDims(3);
    OP_REQUIRES_OK(context, result.AddDimWithStatus(length));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, result, &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(context, Transform(context, &frames, whole, length, output));
  }

 private:
  // Of all frames together, and of the result.
  absl::Status FindLengths(OpKernelContext* context, const Frames& frames, int64_t* whole,
                           int64_t* length) const {
    if (__builtin_mul_overflow(frames.count - 1, frames.step, whole) ||
        __builtin_add_overflow(*whole, frames.size, whole))
      return absl::InvalidArgumentError("the signal is too long");
    *length = center_ ? *whole - frames.size : *whole;
    if (context->num_inputs() < 5) return absl::OkStatus();
    if (context->input(4).NumElements() != 1)
      return absl::InvalidArgumentError("signal_length must be one number");
    if (IndexAt(context->input(4), 0) > 0) *length = IndexAt(context->input(4), 0);
    return absl::OkStatus();
  }

  absl::Status Transform(OpKernelContext* context, Frames* frames, int64_t whole, int64_t length,
                         Tensor* output) {
    Tensor data, room, sum;
    OPGRAFT_RETURN_IF_ERROR(view().Read(context, context->input(0), false, &data));
    OPGRAFT_RETURN_IF_ERROR(view().Room(context, *output, false, &room));
    OPGRAFT_RETURN_IF_ERROR(ReadWindow(context, frames));
    std::shared_ptr<const RealFftPlan<float>> plan;
    OPGRAFT_RETURN_IF_ERROR(GetPlan(*frames, &plan));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_FLOAT, TensorShape({whole}), &sum));
    float* const weights = static_cast<float*>(sum.data());
    SumWindows(*frames, whole, weights);
    const int64_t bins = frames->bins(), batch = room.NumElements() / length;
    OPGRAFT_RETURN_IF_ERROR(ForFftLines<float>(
        context, batch, plan->cost() * static_cast<double>(frames->count),
        plan->scratch_size() + bins + frames->size + whole,
        [&](int64_t begin, int64_t end, Complex* scratch) {
          Complex* const half = scratch + plan->scratch_size();
          float* const frame = reinterpret_cast<float*>(half + bins);
          float* const signal = reinterpret_cast<float*>(half + bins + frames->size);
          for (int64_t b = begin; b < end; ++b) {
            const Complex* from =
                static_cast<const Complex*>(data.data()) + b * bins * frames->count;
            std::fill(signal, signal + whole, 0.0f);
            for (int64_t f = 0; f < frames->count; ++f) {
              TakeBins(*frames, f, from, half);
              plan->Backward(half, frame, scratch);
              AddFrame(*frames, f, frame, signal);
            }
            Cut(*frames, whole, length, signal, weights,
                static_cast<float*>(room.data()) + b * length);
          }
        }));
    return view().Write(context, room, false, output);
  }

  // The spectrum of frame `f`, whose numbers lie as many apart as there are frames.
  static void TakeBins(const Frames& frames, int64_t f, const Complex* from, Complex* half) {
    for (int64_t k = 0; k < frames.bins(); ++k) half[k] = from[k * frames.count + f];
  }

  // Adds a frame, under the window once more, where it was taken from.
  static void AddFrame(const Frames& frames, int64_t f, const float* frame, float* signal) {
    for (int64_t k = 0; k < frames.size; ++k)
      signal[f * frames.step + k] += frame[k] * frames.window[static_cast<size_t>(k)];
  }

  // What the squares of all frames' windows are together, at each element: a signal was multiplied
  // by the window once before and once after the transform.
  static void SumWindows(const Frames& frames, int64_t whole, float* weights) {
    std::fill(weights, weights + whole, 0.0f);
    for (int64_t f = 0; f < frames.count; ++f) {
      for (int64_t k = 0; k < frames.size; ++k) {
        const float weight = frames.window[static_cast<size_t>(k)];
        weights[f * frames.step + k] += weight * weight;
      }
    }
  }

  // Divides by the windows and puts the part that is wanted into the result, zeros behind it.
  void Cut(const Frames& frames, int64_t whole, int64_t length, const float* signal,
           const float* weights, float* out) const {
    const int64_t margin = center_ ? frames.size / 2 : 0;
    const int64_t available = std::min(length, whole - margin);
    const float factor = normalized_ ? std::sqrt(static_cast<float>(frames.size)) : 1.0f;
    for (int64_t i = 0; i < available; ++i) {
      const float weight = weights[margin + i];
      out[i] = weight == 0 ? 0 : signal[margin + i] * factor / weight;
    }
    std::fill(out + available, out + length, 0.0f);
  }

  bool center_ = false;
  bool normalized_ = false;
};

#define REGISTER(T)                                                                         \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>STFT").Device(DEVICE_CPU).TypeConstraint<T>("T"),  \
                          StftOp);                                                          \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>ISTFT").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          IstftOp);
TF_CALL_half(REGISTER);
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
