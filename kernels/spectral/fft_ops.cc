// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Fourier transforms of the last one, two or three dimensions: complex ones, and those whose one
// side is real. Each dimension is transformed by itself, line by line; lines are shared by threads.
#include <algorithm>
#include <cstring>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/spectral/fft_lines.h"
#include "kernels/spectral/fft_plan_cache.h"
#include "kernels/spectral/real_fft_plan.h"

namespace opgraft_internal {
namespace {

// What the ops share. T is the real type.
template <typename T>
class FftOpBase : public OpKernel {
 public:
  using Complex = FftComplex<T>;

  FftOpBase(OpKernelConstruction* context, int rank, bool inverse)
      : OpKernel(context), rank_(rank), inverse_(inverse) {}

 protected:
  absl::Status CheckRank(const Tensor& input) const {
    if (input.dims() >= rank_) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("Input must have rank of at least ", rank_,
                                                   " but got: ", input.shape().DebugString()));
  }

  // Transforms the lines along one dimension of a tensor of `size` elements; elements of a line are
  // `step` apart. `from` may be `to`.
  absl::Status TransformLines(OpKernelContext* context, const Complex* from, Complex* to,
                              int64_t size, int64_t length, int64_t step) {
    return lines_.Transform(context, from, to, {size, length, step}, inverse_);
  }

  const int rank_;
  const bool inverse_;

 private:
  FftLines<T> lines_;
};

template <typename T>
class FftOp : public FftOpBase<T> {
 public:
  using Complex = FftComplex<T>;
  using FftOpBase<T>::FftOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    OP_REQUIRES_OK(context, this->CheckRank(input));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    if (output->NumElements() == 0) return;
    const auto* from = static_cast<const Complex*>(input.data());
    auto* const to = static_cast<Complex*>(output->data());
    int64_t step = 1;
    for (int d = input.dims() - 1; d >= input.dims() - this->rank_; --d) {
      const int64_t length = input.dim_size(d);
      OP_REQUIRES_OK(context,
                     this->TransformLines(context, from, to, output->NumElements(), length, step));
      step *= length;
      from = to;
    }
  }
};

// RFFT and IRFFT. What of the input lies beyond the lengths is left out.
template <typename T>
class RealFftOp : public FftOpBase<T> {
 public:
  using Complex = FftComplex<T>;
  using FftOpBase<T>::FftOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const DataType complex = inverse_ ? input.dtype() : this->output_type(0);
    OP_REQUIRES(context, complex == (std::is_same<T, float>::value ? DT_COMPLEX64 : DT_COMPLEX128),
                absl::InvalidArgumentError(
                    absl::StrCat("Wrong types for ", inverse_ ? "backward" : "forward",
                                 " real FFT: in=", static_cast<int>(input.dtype()),
                                 " out=", static_cast<int>(this->output_type(0)))));
    OP_REQUIRES_OK(context, this->CheckRank(input));
    IndexValues lengths;
    OP_REQUIRES_OK(context, ReadLengths(context->input(1), &lengths));
    OP_REQUIRES_OK(context, CheckInput(input.shape(), lengths));
    TensorShape shape = input.shape();
    shape.RemoveLastDims(rank_);
    for (int i = 0; i < rank_; ++i) shape.AddDim(inverse_ ? lengths[Index(i)] : Kept(lengths, i));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    if (input.NumElements() == 0) {
      std::memset(output->data(), 0, output->TotalBytes());
      return;
    }
    OP_REQUIRES_OK(context, inverse_ ? RunBackward(context, input, lengths, output)
                                     : RunForward(context, input, lengths, output));
  }

 private:
  using FftOpBase<T>::inverse_;
  using FftOpBase<T>::rank_;

  static size_t Index(int i) { return static_cast<size_t>(i); }

  // How many elements dimension `i` has on the complex side.
  int64_t Kept(const IndexValues& lengths, int i) const {
    const int64_t length = lengths[Index(i)];
    return i < rank_ - 1 || length == 0 ? length : length / 2 + 1;
  }

  absl::Status ReadLengths(const Tensor& tensor, IndexValues* lengths) const {
    if (tensor.dims() != 1 || tensor.dim_size(0) != rank_)
      return absl::InvalidArgumentError(absl::StrCat("fft_length must have shape [", rank_, "]"));
    *lengths = ReadIndices(tensor);
    for (int i = 0; i < rank_; ++i) {
      if ((*lengths)[Index(i)] >= 0) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("fft_length[", i, "] must >= 0, but got: ", (*lengths)[Index(i)]));
    }
    return absl::OkStatus();
  }

  // An input of no elements counts as zeros.
  absl::Status CheckInput(const TensorShape& shape, const IndexValues& lengths) const {
    for (int i = 0; i < rank_; ++i) {
      const int64_t needed = inverse_ ? Kept(lengths, i) : lengths[Index(i)];
      const int64_t size = shape.dim_size(shape.dims() - rank_ + i);
      if (size == 0 || size >= needed) continue;
      return absl::InvalidArgumentError(absl::StrCat("Input dimension ", shape.dims() - rank_ + i,
                                                     " must have length of at least ", needed,
                                                     " but got: ", size));
    }
    return absl::OkStatus();
  }

  // Where in the input the line begins that is number `line` of those with the lengths.
  int64_t LineStart(const TensorShape& shape, const IndexValues& lengths, int64_t line) const {
    int64_t start = 0, step = shape.dim_size(shape.dims() - 1);
    for (int i = rank_ - 2; i >= 0; --i) {
      start += line % lengths[Index(i)] * step;
      line /= lengths[Index(i)];
      step *= shape.dim_size(shape.dims() - rank_ + i);
    }
    return start + line * step;
  }

  absl::Status RunForward(OpKernelContext* context, const Tensor& input, const IndexValues& lengths,
                          Tensor* output) {
    const auto found = real_plans_.Get(lengths.back());
    OPGRAFT_RETURN_IF_ERROR(found.status());
    const RealFftPlan<T>& plan = **found;
    const int64_t kept = Kept(lengths, rank_ - 1);
    const auto* const from = static_cast<const T*>(input.data());
    auto* const to = static_cast<Complex*>(output->data());
    const auto work = [&](int64_t begin, int64_t end, Complex* scratch) {
      for (int64_t line = begin; line < end; ++line) {
        plan.Forward(from + LineStart(input.shape(), lengths, line), to + line * kept, scratch);
      }
    };
    OPGRAFT_RETURN_IF_ERROR(ForFftLines<T>(context, output->NumElements() / kept, plan.cost(),
                                           plan.scratch_size(), work));
    return TransformOthers(context, lengths, to, output->NumElements());
  }

  absl::Status RunBackward(OpKernelContext* context, const Tensor& input,
                           const IndexValues& lengths, Tensor* output) {
    const auto found = real_plans_.Get(lengths.back());
    OPGRAFT_RETURN_IF_ERROR(found.status());
    const RealFftPlan<T>& plan = **found;
    Tensor half;
    OPGRAFT_RETURN_IF_ERROR(TransformedHalf(context, input, lengths, &half));
    const int64_t length = lengths.back(), stride = half.dim_size(1);
    const auto* const from = static_cast<const Complex*>(half.data());
    auto* const to = static_cast<T*>(output->data());
    const auto work = [&](int64_t begin, int64_t end, Complex* scratch) {
      for (int64_t line = begin; line < end; ++line)
        plan.Backward(from + line * stride, to + line * length, scratch);
    };
    return ForFftLines<T>(context, output->NumElements() / length, plan.cost(), plan.scratch_size(),
                          work);
  }

  // The lines of the input as a matrix, transformed along all dimensions but the last.
  absl::Status TransformedHalf(OpKernelContext* context, const Tensor& input,
                               const IndexValues& lengths, Tensor* half) {
    const TensorShape& shape = input.shape();
    if (rank_ == 1) {
      const int64_t size = shape.dim_size(shape.dims() - 1);
      return half->CopyFrom(input, TensorShape({input.NumElements() / size, size}))
                 ? absl::OkStatus()
                 : absl::InternalError("The input has other elements than its shape.");
    }
    absl::InlinedVector<CopyDim, 6> dims(Index(rank_ + 1));
    int64_t from_step = 1, to_step = 1;
    for (int i = rank_ - 1; i >= 0; --i) {
      dims[Index(i + 1)] = {Kept(lengths, i), from_step, to_step};
      from_step *= shape.dim_size(shape.dims() - rank_ + i);
      to_step *= Kept(lengths, i);
    }
    dims[0] = {input.NumElements() / from_step, from_step, to_step};
    const int64_t kept = Kept(lengths, rank_ - 1), size = dims[0].size * to_step;
    OPGRAFT_RETURN_IF_ERROR(
        context->allocate_temp(input.dtype(), TensorShape({size / kept, kept}), half));
    StridedCopy(dims).Run(input.dtype(), input.data(), half->data(), context->device());
    return TransformOthers(context, lengths, static_cast<Complex*>(half->data()), size);
  }

  // Along all dimensions but the last, in place.
  absl::Status TransformOthers(OpKernelContext* context, const IndexValues& lengths, Complex* data,
                               int64_t size) {
    int64_t step = Kept(lengths, rank_ - 1);
    for (int i = rank_ - 2; i >= 0; --i) {
      OPGRAFT_RETURN_IF_ERROR(
          this->TransformLines(context, data, data, size, lengths[Index(i)], step));
      step *= lengths[Index(i)];
    }
    return absl::OkStatus();
  }

  FftPlanCache<RealFftPlan<T>> real_plans_;
};

// The op of one rank and direction.
template <class Op, int kRank, bool kInverse>
class Of : public Op {
 public:
  explicit Of(OpKernelConstruction* context) : Op(context, kRank, kInverse) {}
};

#define REGISTER_FFT(op, kernel, attr, T, constraint, rank, inverse)                    \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<constraint>(attr), \
                          Of<kernel<T>, rank, inverse>);
#define REGISTER_OF_RANK(suffix, rank)                                           \
  REGISTER_FFT("FFT" suffix, FftOp, "Tcomplex", float, complex64, rank, false)   \
  REGISTER_FFT("FFT" suffix, FftOp, "Tcomplex", double, complex128, rank, false) \
  REGISTER_FFT("IFFT" suffix, FftOp, "Tcomplex", float, complex64, rank, true)   \
  REGISTER_FFT("IFFT" suffix, FftOp, "Tcomplex", double, complex128, rank, true) \
  REGISTER_FFT("RFFT" suffix, RealFftOp, "Treal", float, float, rank, false)     \
  REGISTER_FFT("RFFT" suffix, RealFftOp, "Treal", double, double, rank, false)   \
  REGISTER_FFT("IRFFT" suffix, RealFftOp, "Treal", float, float, rank, true)     \
  REGISTER_FFT("IRFFT" suffix, RealFftOp, "Treal", double, double, rank, true)
REGISTER_OF_RANK("", 1)
REGISTER_OF_RANK("2D", 2)
REGISTER_OF_RANK("3D", 3)
#undef REGISTER_OF_RANK
#undef REGISTER_FFT

}  // namespace
}  // namespace opgraft_internal
