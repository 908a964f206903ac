// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's Interpolate: one axis after the other, each element a sum of a few along the axis.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/interpolate_inputs.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/tap_loops.h"
#include "kernels/nn/loop_view.h"
#include "kernels/openvino/nn/axis_resample.h"

namespace opgraft_internal {
namespace {

// One pass: a tensor [outer, in, inner] becomes [outer, taps.size(), inner].
struct AxisPass {
  int64_t outer = 1;
  int64_t in = 0;
  int64_t inner = 1;
  AxisTaps taps;
};

// Elements are moved: their size is all that counts.
void MoveAlongAxis(OpKernelContext* context, const AxisPass& pass, int64_t size, const void* from,
                   void* to) {
  const int64_t run = pass.inner * size, out = pass.taps.size();
  ShardElements(context, pass.outer, 1.0 * static_cast<double>(out * pass.inner),
                [&](int64_t begin, int64_t end) {
                  for (int64_t o = begin; o < end; ++o) {
                    const char* line = static_cast<const char*>(from) + o * pass.in * run;
                    char* target = static_cast<char*>(to) + o * out * run;
                    for (int64_t x = 0; x < out; ++x, target += run)
                      std::memcpy(target, line + pass.taps.index[static_cast<size_t>(x)] * run,
                                  static_cast<size_t>(run));
                  }
                });
}

// The same where single elements are moved.
template <typename T>
void MoveElements(OpKernelContext* context, const AxisPass& pass, const void* from, void* to) {
  const int64_t out = pass.taps.size();
  const int64_t* index = pass.taps.index.data();
  ShardElements(context, pass.outer, 0.7 * static_cast<double>(out),
                [&](int64_t begin, int64_t end) {
                  for (int64_t o = begin; o < end; ++o) {
                    const T* line = static_cast<const T*>(from) + o * pass.in;
                    T* target = static_cast<T*>(to) + o * out;
                    for (int64_t x = 0; x < out; ++x) target[x] = line[index[x]];
                  }
                });
}

void Move(OpKernelContext* context, const AxisPass& pass, int64_t size, const void* from,
          void* to) {
  const int64_t run = pass.inner * size;
  if (run == 1) return MoveElements<uint8_t>(context, pass, from, to);
  if (run == 2) return MoveElements<uint16_t>(context, pass, from, to);
  if (run == 4) return MoveElements<uint32_t>(context, pass, from, to);
  if (run == 8) return MoveElements<uint64_t>(context, pass, from, to);
  MoveAlongAxis(context, pass, size, from, to);
}

// One line of the axis, [in, inner] to [out, inner]. `rows` is scratch.
template <typename T>
void WeighLine(const AxisPass& pass, const std::vector<T>& weights, loops::ScaledTapLoop scale,
               const T* line, T* target, std::vector<const void*>* rows) {
  for (int64_t x = 0; x < pass.taps.size(); ++x, target += pass.inner) {
    const int64_t first = pass.taps.begin[static_cast<size_t>(x)];
    const int64_t count = pass.taps.begin[static_cast<size_t>(x) + 1] - first;
    const int64_t* index = pass.taps.index.data() + first;
    if (pass.inner == 1) {
      T sum = 0;
      for (int64_t t = 0; t < count; ++t)
        sum += weights[static_cast<size_t>(first + t)] * line[index[t]];
      *target = sum;
      continue;
    }
    rows->clear();
    for (int64_t t = 0; t < count; ++t) rows->push_back(line + index[t] * pass.inner);
    scale(rows->data(), weights.data() + first, count, pass.inner, target);
  }
}

// Sums of T, which is float or double.
template <typename T>
void WeighAlongAxis(OpKernelContext* context, const AxisPass& pass, const void* from, void* to) {
  const std::vector<T> weights(pass.taps.weight.begin(), pass.taps.weight.end());
  const loops::ScaledTapLoop scale = loops::FindScaledTapLoop(DataTypeToEnum<T>::v());
  const int64_t out = pass.taps.size();
  const double terms = static_cast<double>(pass.taps.index.size() * pass.inner);
  ShardElements(context, pass.outer, 0.3 * terms + 3 * static_cast<double>(out),
                [&](int64_t begin, int64_t end) {
                  std::vector<const void*> rows;
                  for (int64_t o = begin; o < end; ++o) {
                    const T* line = static_cast<const T*>(from) + o * pass.in * pass.inner;
                    T* target = static_cast<T*>(to) + o * out * pass.inner;
                    WeighLine(pass, weights, scale, line, target, &rows);
                  }
                });
}

// In floating point: integers of many bits in double.
DataType WeighedType(DataType type) {
  const bool narrow = type == DT_HALF || type == DT_BFLOAT16 || type == DT_FLOAT;
  return narrow || (DataTypeIsInteger(type) && DataTypeSize(type) <= 2) ? DT_FLOAT : DT_DOUBLE;
}

// Makes integers of the elements, which stay floating point: rounded, and no larger or smaller than
// `type` has.
template <typename T>
void RoundTo(DataType type, bool half_away, Tensor* tensor) {
  VisitType(type, [&](auto tag) {
    using Integer = typename decltype(tag)::Type;
    if constexpr (std::is_integral<Integer>::value) {
      const T least = static_cast<T>(std::numeric_limits<Integer>::min());
      const T most = static_cast<T>(std::numeric_limits<Integer>::max());
      T* elements = static_cast<T*>(tensor->data());
      for (int64_t i = 0; i < tensor->NumElements(); ++i) {
        const T whole = half_away ? std::round(elements[i]) : std::nearbyint(elements[i]);
        elements[i] = std::clamp(whole, least, most);
      }
    }
  });
}

void Round(DataType type, bool half_away, Tensor* tensor) {
  tensor->dtype() == DT_FLOAT ? RoundTo<float>(type, half_away, tensor)
                              : RoundTo<double>(type, half_away, tensor);
}

// What the attrs and inputs of one call ask for.
struct ResizeCall {
  std::vector<int64_t> padded;  // the image's sizes, padding included
  std::vector<int64_t> sizes;   // the result's
  std::vector<int> axes;
  std::vector<float> scales;  // by axis in `axes`
};

class InterpolateOp : public OpKernel {
 public:
  explicit InterpolateOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string mode;
    OP_REQUIRES_OK(context, context->GetAttr("opset", &opset_));
    OP_REQUIRES_OK(context, context->GetAttr("mode", &rule_.mode));
    OP_REQUIRES_OK(context, context->GetAttr("shape_calculation_mode", &mode));
    OP_REQUIRES_OK(context, context->GetAttr("coordinate_transformation_mode", &rule_.coordinates));
    OP_REQUIRES_OK(context, context->GetAttr("nearest_mode", &rule_.nearest));
    OP_REQUIRES_OK(context, context->GetAttr("antialias", &rule_.antialias));
    float cube_coeff = 0;
    OP_REQUIRES_OK(context, context->GetAttr("cube_coeff", &cube_coeff));
    OP_REQUIRES_OK(context, context->GetAttr("pads_begin", &pads_begin_));
    OP_REQUIRES_OK(context, context->GetAttr("pads_end", &pads_end_));
    OP_REQUIRES_OK(context, context->GetAttr("axes", &axes_));
    OP_REQUIRES_OK(context, context->GetAttr("align_corners", &align_corners_));
    rule_.cube_coeff = cube_coeff;
    by_scales_ = mode == "scales" && opset_ >= 4;
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& image = context->input(0);
    ResizeCall call;
    OP_REQUIRES_OK(context, ReadCall(context, &call));
    TensorShape shape;
    OP_REQUIRES_OK(context, TensorShape::BuildTensorShape(call.sizes, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES(context, image.NumElements() > 0,
                absl::InvalidArgumentError("there are no elements to interpolate"));
    OP_REQUIRES_OK(context, Resize(context, call, image, output));
  }

 private:
  // --- What is asked for ---

  absl::Status ReadCall(OpKernelContext* context, ResizeCall* call) const {
    const InterpolateInputs inputs = InterpolateInputsOf(opset_, by_scales_, context->num_inputs());
    if (context->num_inputs() <= std::max({inputs.sizes, inputs.scales, inputs.axes}))
      return absl::InvalidArgumentError("an input of Interpolate is missing");
    const Tensor& image = context->input(0);
    OPGRAFT_RETURN_IF_ERROR(Pad(image.shape(), &call->padded));
    OPGRAFT_RETURN_IF_ERROR(ReadAxes(context, inputs, image.dims(), &call->axes));
    call->sizes = call->padded;
    const int told = by_scales_ ? inputs.scales : inputs.sizes;
    const Tensor& target = context->input(told);
    if (target.NumElements() < static_cast<int64_t>(call->axes.size())) {
      return absl::InvalidArgumentError(absl::StrCat(
          "there are ", target.NumElements(), " sizes or scales for ", call->axes.size(), " axes"));
    }
    return by_scales_ ? ReadScales(target, call) : ReadSizes(target, call);
  }

  absl::Status Pad(const TensorShape& shape, std::vector<int64_t>* padded) const {
    for (int d = 0; d < shape.dims(); ++d) {
      const size_t i = static_cast<size_t>(d);
      int64_t size = shape.dim_size(d);
      for (const auto* pads : {&pads_begin_, &pads_end_}) {
        if (i >= pads->size()) continue;
        if ((*pads)[i] < 0 || __builtin_add_overflow(size, (*pads)[i], &size))
          return absl::InvalidArgumentError(absl::StrCat("padding of ", (*pads)[i]));
      }
      padded->push_back(size);
    }
    return absl::OkStatus();
  }

  absl::Status ReadAxes(OpKernelContext* context, const InterpolateInputs& inputs, int rank,
                        std::vector<int>* axes) const {
    std::vector<int64_t> told = axes_;
    if (inputs.axes >= 0) {
      const Tensor& tensor = context->input(inputs.axes);
      if (!IsIndexTensor(tensor))
        return absl::InvalidArgumentError("axes of Interpolate must be integers");
      told = IndicesOf(tensor);
    }
    for (int d = 0; told.empty() && inputs.axes < 0 && d < rank; ++d) axes->push_back(d);
    for (int64_t axis : told) {
      int dim = 0;
      if (!ResolveAxis(axis, rank, &dim) ||
          std::find(axes->begin(), axes->end(), dim) != axes->end()) {
        return absl::InvalidArgumentError(
            absl::StrCat("axis ", axis, " is out of range for rank ", rank, ", or is given twice"));
      }
      axes->push_back(dim);
    }
    return absl::OkStatus();
  }

  static absl::Status ReadSizes(const Tensor& target, ResizeCall* call) {
    if (!IsIndexTensor(target))
      return absl::InvalidArgumentError("sizes of Interpolate must be integers");
    for (size_t i = 0; i < call->axes.size(); ++i) {
      const size_t d = static_cast<size_t>(call->axes[i]);
      const int64_t size = IndexAt(target, static_cast<int64_t>(i));
      if (size < 0) return absl::InvalidArgumentError(absl::StrCat("a size of ", size));
      call->sizes[d] = size;
      call->scales.push_back(static_cast<float>(size) / static_cast<float>(call->padded[d]));
    }
    return absl::OkStatus();
  }

  static absl::Status ReadScales(const Tensor& target, ResizeCall* call) {
    if (!DataTypeIsFloating(target.dtype()))
      return absl::InvalidArgumentError("scales of Interpolate must be floating point");
    std::vector<float> scales(static_cast<size_t>(target.NumElements()));
    CastFunction(target.dtype(), DT_FLOAT).Run(target.data(), scales.data(), target.NumElements());
    for (size_t i = 0; i < call->axes.size(); ++i) {
      const size_t d = static_cast<size_t>(call->axes[i]);
      call->sizes[d] = InterpolatedSize(call->padded[d], scales[i]);
      if (call->sizes[d] < 0)
        return absl::InvalidArgumentError(absl::StrCat("a scale of ", scales[i]));
      call->scales.push_back(scales[i]);
    }
    return absl::OkStatus();
  }

  // --- Passes ---

  bool is_pillow() const {
    return rule_.mode == "bilinear_pillow" || rule_.mode == "bicubic_pillow";
  }

  // What the attrs of opset 1 mean in those of opset 4.
  ResampleRule RuleFor(const ResizeCall& call) const {
    ResampleRule rule = rule_;
    const auto shrinks = [](float scale) { return scale < 1; };
    rule.antialias = rule.antialias && std::any_of(call.scales.begin(), call.scales.end(), shrinks);
    if (opset_ >= 4) return rule;
    if (rule.mode == "linear" && call.padded.size() < 5) rule.mode = "linear_onnx";
    rule.nearest = "simple";
    const bool flat = call.padded.size() == 4 && call.axes == std::vector<int>({2, 3});
    const bool linear = rule.mode == "linear" || rule.mode == "linear_onnx";
    const auto is_zero = [](int64_t pad) { return pad == 0; };
    const bool unpadded = std::all_of(pads_begin_.begin(), pads_begin_.end(), is_zero) &&
                          std::all_of(pads_end_.begin(), pads_end_.end(), is_zero);
    rule.coordinates = linear && unpadded && !flat ? "half_pixel" : "asymmetric";
    if (align_corners_) rule.coordinates = "align_corners";
    return rule;
  }

  // Axes that become smaller go first, and of equal ones the last; with Pillow's modes the last.
  std::vector<size_t> OrderOf(const ResizeCall& call) const {
    std::vector<size_t> order;
    for (size_t i = call.axes.size(); i-- > 0;) order.push_back(i);
    if (is_pillow()) return order;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return call.scales[a] < call.scales[b]; });
    return order;
  }

  // The passes that change anything.
  absl::Status PlanPasses(const ResizeCall& call, std::vector<AxisPass>* passes) const {
    const ResampleRule rule = RuleFor(call);
    std::vector<int64_t> sizes = call.padded;
    for (size_t i : OrderOf(call)) {
      const size_t d = static_cast<size_t>(call.axes[i]);
      AxisPass pass;
      pass.in = sizes[d];
      OPGRAFT_RETURN_IF_ERROR(
          MakeAxisTaps(rule, {pass.in, call.sizes[d], call.scales[i]}, &pass.taps));
      if (pass.taps.IsIdentity(pass.in)) continue;
      for (size_t k = 0; k < d; ++k) pass.outer *= sizes[k];
      for (size_t k = d + 1; k < sizes.size(); ++k) pass.inner *= sizes[k];
      sizes[d] = call.sizes[d];
      passes->push_back(std::move(pass));
    }
    return absl::OkStatus();
  }

  absl::Status Resize(OpKernelContext* context, const ResizeCall& call, const Tensor& image,
                      Tensor* output) const {
    const bool moves = rule_.mode == "nearest";
    const DataType type = image.dtype();
    const LoopView view(type, moves ? type : WeighedType(type));
    std::vector<AxisPass> passes;
    OPGRAFT_RETURN_IF_ERROR(PlanPasses(call, &passes));
    Tensor current, room;
    OPGRAFT_RETURN_IF_ERROR(PadImage(context, call, image, &current));
    if (passes.empty()) {
      std::memcpy(output->data(), current.data(), output->TotalBytes());
      return absl::OkStatus();
    }
    OPGRAFT_RETURN_IF_ERROR(view.Read(context, current, false, &current));
    OPGRAFT_RETURN_IF_ERROR(view.Room(context, *output, false, &room));
    for (size_t i = 0; i < passes.size(); ++i) {
      Tensor next = room;
      if (i + 1 < passes.size()) {
        OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(
            view.type(), TensorShape({passes[i].outer, passes[i].taps.size(), passes[i].inner}),
            &next));
      }
      RunPass(context, passes[i], moves, current, &next);
      if (is_pillow() && DataTypeSize(type) == 1) Round(type, /*half_away=*/true, &next);
      current = next;
    }
    if (!moves && DataTypeIsInteger(type)) Round(type, /*half_away=*/false, &room);
    return view.Write(context, room, false, output);
  }

  static void RunPass(OpKernelContext* context, const AxisPass& pass, bool moves,
                      const Tensor& from, Tensor* to) {
    if (moves) {
      Move(context, pass, DataTypeSize(from.dtype()), from.data(), to->data());
    } else if (from.dtype() == DT_FLOAT) {
      WeighAlongAxis<float>(context, pass, from.data(), to->data());
    } else {
      WeighAlongAxis<double>(context, pass, from.data(), to->data());
    }
  }

  // The image with zeros around it.
  absl::Status PadImage(OpKernelContext* context, const ResizeCall& call, const Tensor& image,
                        Tensor* padded) const {
    *padded = image;
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(call.padded, &shape));
    if (shape == image.shape()) return absl::OkStatus();
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(image.dtype(), shape, padded));
    std::memset(padded->data(), 0, padded->TotalBytes());
    const auto from = RowMajorSteps(image.shape().sizes());
    const auto to = RowMajorSteps(call.padded);
    std::vector<CopyDim> dims;
    int64_t first = 0;
    for (size_t d = 0; d < call.padded.size(); ++d) {
      dims.push_back({image.dim_size(static_cast<int>(d)), from[d], to[d]});
      if (d < pads_begin_.size()) first += pads_begin_[d] * to[d];
    }
    StridedCopy(dims).Run(image.dtype(), image.data(), ElementAt(padded, first), context->device());
    return absl::OkStatus();
  }

  int64_t opset_ = 11;
  ResampleRule rule_;
  bool by_scales_ = false;
  bool align_corners_ = true;
  std::vector<int64_t> pads_begin_, pads_end_, axes_;
};

#define REGISTER(T)                                                                               \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>Interpolate").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          InterpolateOp);
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
