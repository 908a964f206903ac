// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPECTRAL_FFT_LINES_H_
#define KERNELS_SPECTRAL_FFT_LINES_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/spectral/fft_plan.h"
#include "kernels/spectral/fft_plan_cache.h"

namespace opgraft_internal {

// Calls work(begin, end, scratch) for ranges of lines, where scratch has room for `elements`.
template <typename T, typename Work>
absl::Status ForFftLines(OpKernelContext* context, int64_t lines, double line_ns, int64_t elements,
                         const Work& work) {
  ShardElements(context, lines, line_ns, [&](int64_t begin, int64_t end) {
    Tensor scratch;
    const absl::Status status = context->allocate_temp(
        DataTypeToEnum<T>::v(), TensorShape({elements, int64_t{2}}), &scratch);
    if (!status.ok()) return context->SetStatus(status);
    work(begin, end, static_cast<FftComplex<T>*>(scratch.data()));
  });
  return context->status();
}

// The lines along one dimension of a tensor of `size` elements: each has `length` elements that are
// `step` apart.
//
// Example: along dimension 1 of [2, 3, 4] there are 8 lines of 3 elements, 4 apart; line 5 begins
// at element 13.
struct LinesOfTensor {
  // How many lines there are.
  int64_t count() const { return size / length; }
  // Where line number `i` begins.
  int64_t StartOf(int64_t i) const { return i / step * step * length + i % step; }

  int64_t size = 0;
  int64_t length = 1;
  int64_t step = 1;
};

// Fourier transforms along one dimension of tensors. T is the real type. Thread-safe.
//
// A line is copied to a thread's scratch, transformed there and copied back, so that elements may
// lie apart and `from` may be `to`. Plans are kept from call to call (FftPlanCache).
template <typename T>
class FftLines {
 public:
  using Complex = FftComplex<T>;

  // Transforms all lines; `from` may be `to`. The inverse is divided by the length.
  // RESOURCE_EXHAUSTED.
  absl::Status Transform(OpKernelContext* context, const Complex* from, Complex* to,
                         const LinesOfTensor& lines, bool inverse) {
    const int64_t length = lines.length, step = lines.step;
    const auto found = plans_.Get(length);
    OPGRAFT_RETURN_IF_ERROR(found.status());
    const FftPlan<T>& plan = **found;
    // The inverse is the conjugate of the transform of the conjugate.
    const T sign = inverse ? -1 : 1, scale = inverse ? T{1} / static_cast<T>(length) : 1;
    const auto work = [&](int64_t begin, int64_t end, Complex* line) {
      for (int64_t i = begin; i < end; ++i) {
        const int64_t start = lines.StartOf(i);
        for (int64_t k = 0; k < length; ++k) {
          const Complex& element = from[start + k * step];
          line[k] = {element.re, element.im * sign};
        }
        plan.Run(line, line + length);
        for (int64_t k = 0; k < length; ++k)
          to[start + k * step] = {line[k].re * scale, line[k].im * scale * sign};
      }
    };
    return ForFftLines<T>(context, lines.count(), plan.cost() + 3 * static_cast<double>(length),
                          length + plan.scratch_size(), work);
  }

 private:
  FftPlanCache<FftPlan<T>> plans_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_SPECTRAL_FFT_LINES_H_
