// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ExtractImagePatches and ExtractVolumePatches; Fingerprint.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/fingerprint.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

using CopyDims = absl::InlinedVector<CopyDim, 6>;

// How a window moves along one dimension of space.
struct Window {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t rate = 1;    // elements from one of the window to the next
  int64_t places = 0;  // where it stands
  int64_t before = 0;  // elements outside, before the first place
};

// The input is [batch, space..., depth]; in the output each place of the window has a row, in which
// the elements of the window follow one another.
class PatchesOp : public OpKernel {
 public:
  explicit PatchesOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string padding;
    OP_REQUIRES_OK(ctx, ReadNumbers(ctx, "ksizes", &sizes_));
    OP_REQUIRES_OK(ctx, ReadNumbers(ctx, "strides", &strides_));
    rates_.assign(sizes_.size(), 1);
    if (ctx->HasAttr("rates")) OP_REQUIRES_OK(ctx, ReadNumbers(ctx, "rates", &rates_));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("padding", &padding));
    same_ = padding == "SAME";
    OP_REQUIRES(ctx, sizes_.size() == strides_.size() && sizes_.size() == rates_.size(),
                absl::InvalidArgumentError("ksizes, strides and rates must be equally long"));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    OP_REQUIRES(
        ctx, input.dims() == static_cast<int>(sizes_.size()),
        absl::InvalidArgumentError(absl::StrCat("input must be ", sizes_.size(), "-dimensional ",
                                                input.shape().DebugString())));
    std::vector<Window> windows;
    TensorShape shape;
    OP_REQUIRES_OK(ctx, FindShape(input.shape(), &windows, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    // What lies outside is zero.
    if (same_) ClearElements(output->dtype(), output->data(), output->NumElements());
    if (output->NumElements() == 0) return;
    // There are no more elements in a window than in the output.
    std::vector<int64_t> at(windows.size(), 0);
    for (int64_t element = 0;; ++element) {
      CopyElement(input, windows, at, element, output, ctx->device());
      size_t d = windows.size();
      while (d > 0 && ++at[d - 1] == windows[d - 1].size) at[--d] = 0;
      if (d == 0) return;
    }
  }

 private:
  static absl::Status ReadNumbers(OpKernelConstruction* ctx, const char* name,
                                  std::vector<int64_t>* numbers) {
    OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr(name, numbers));
    if (numbers->size() < 3)
      return absl::InvalidArgumentError(absl::StrCat(name, " has too few values"));
    if (std::any_of(numbers->begin(), numbers->end(),
                    [](int64_t n) { return n < 1 || n >= (int64_t{1} << 31); }))
      return absl::OutOfRangeError(absl::StrCat(name, " is out of range."));
    if (numbers->front() != 1 || numbers->back() != 1)
      return absl::UnimplementedError(absl::StrCat("Only support ", name, " across space."));
    return absl::OkStatus();
  }

  absl::Status FindShape(const TensorShape& input, std::vector<Window>* windows,
                         TensorShape* shape) const {
    int64_t depth = input.dim_size(input.dims() - 1);
    OPGRAFT_RETURN_IF_ERROR(shape->AddDimWithStatus(input.dim_size(0)));
    for (size_t d = 1; d + 1 < sizes_.size(); ++d) {
      Window window{sizes_[d], strides_[d], rates_[d]};
      const int64_t size = input.sizes()[d];
      // Both factors are below 2^31.
      const int64_t reach = (window.size - 1) * window.rate + 1;
      const int64_t room = same_ ? size + window.stride - 1 : size - reach + window.stride;
      window.places = room / window.stride;
      if (window.places < 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("Computed output size would be negative: a window that reaches over ",
                         reach, " elements in ", size, " of dimension ", d));
      }
      if (same_ && window.places > 0) {
        const int64_t last = (window.places - 1) * window.stride;
        window.before = std::max<int64_t>(last + reach - size, 0) / 2;
      }
      if (__builtin_mul_overflow(depth, window.size, &depth))
        return absl::InvalidArgumentError("patches have too many elements");
      OPGRAFT_RETURN_IF_ERROR(shape->AddDimWithStatus(window.places));
      windows->push_back(window);
    }
    return shape->AddDimWithStatus(depth);
  }

  // Copies what element `at` of the window sees, which is number `element` of it, at all places.
  static void CopyElement(const Tensor& input, const std::vector<Window>& windows,
                          const std::vector<int64_t>& at, int64_t element, Tensor* output,
                          DeviceBase* device) {
    const auto input_steps = RowMajorSteps(input.shape().sizes());
    const auto output_steps = RowMajorSteps(output->shape().sizes());
    const int64_t depth = input.dim_size(input.dims() - 1);
    CopyDims dims = {{input.dim_size(0), input_steps[0], output_steps[0]}};
    int64_t from = 0, to = element * depth;
    for (size_t i = 0; i < windows.size(); ++i) {
      const Window& window = windows[i];
      const int64_t size = input.shape().sizes()[i + 1];
      // Of the places those where 0 <= place * stride + shift < size.
      const int64_t shift = at[i] * window.rate - window.before;
      const int64_t first = shift >= 0 ? 0 : (-shift - 1) / window.stride + 1;
      const int64_t limit = size <= shift ? 0 : (size - shift - 1) / window.stride + 1;
      const int64_t end = std::min(limit, window.places);
      if (first >= end) return;
      dims.push_back({end - first, window.stride * input_steps[i + 1], output_steps[i + 1]});
      from += (first * window.stride + shift) * input_steps[i + 1];
      to += first * output_steps[i + 1];
    }
    dims.push_back({depth, 1, 1});
    StridedCopy(dims).Run(input.dtype(), ElementAt(input, from), ElementAt(output, to), device);
  }

  std::vector<int64_t> sizes_;
  std::vector<int64_t> strides_;
  std::vector<int64_t> rates_;
  bool same_ = false;
};

class FingerprintOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& method = ctx->input(1);
    OP_REQUIRES(ctx, method.dims() == 0,
                absl::InvalidArgumentError(absl::StrCat("`method` should be a scalar string: ",
                                                        method.shape().DebugString())));
    const tstring& name = method.scalar<tstring>()();
    OP_REQUIRES(ctx, name == "farmhash64",
                absl::InvalidArgumentError(
                    absl::StrCat("Unsupported fingerprint method: ", absl::string_view(name))));
    OP_REQUIRES(ctx, data.dims() > 0,
                absl::InvalidArgumentError(absl::StrCat(
                    "`data` should have at least one dimension: ", data.shape().DebugString())));
    const int64_t rows = data.dim_size(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({rows, kBytes}), &output));
    if (rows == 0) return;
    char* const out = static_cast<char*>(output->data());
    if (data.dtype() != DT_STRING) {
      const int64_t row = data.NumElements() / rows * DataTypeSize(data.dtype());
      return HashRows(ctx, static_cast<const char*>(data.data()), rows, row, out);
    }
    if (data.NumElements() == rows) return HashTexts(data, out);
    // Several strings of a row: the fingerprint of theirs.
    Tensor each;
    OP_REQUIRES_OK(ctx,
                   ctx->allocate_temp(DT_UINT8, TensorShape({data.NumElements(), kBytes}), &each));
    HashTexts(data, static_cast<char*>(each.data()));
    HashRows(ctx, static_cast<const char*>(each.data()), rows, data.NumElements() / rows * kBytes,
             out);
  }

 private:
  static constexpr int64_t kBytes = 8;

  static void Write(uint64_t fingerprint, char* to) {
    for (int i = 0; i < kBytes; ++i) to[i] = static_cast<char>(fingerprint >> (8 * i) & 0xff);
  }

  static void HashTexts(const Tensor& texts, char* to) {
    const tstring* const text = static_cast<const tstring*>(texts.data());
    for (int64_t i = 0; i < texts.NumElements(); ++i)
      Write(Fingerprint64(absl::string_view(text[i].data(), text[i].size())), to + i * kBytes);
  }

  static void HashRows(OpKernelContext* ctx, const char* from, int64_t rows, int64_t row,
                       char* to) {
    ShardElements(ctx, rows, 20 + static_cast<double>(row) / 4, [&](int64_t begin, int64_t end) {
      for (int64_t r = begin; r < end; ++r) {
        const absl::string_view bytes(row == 0 ? nullptr : from + r * row,
                                      static_cast<size_t>(row));
        Write(Fingerprint64(bytes), to + r * kBytes);
      }
    });
  }
};

#define REGISTER_PATCHES(op, T) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), PatchesOp);
#define REGISTER_IMAGE_PATCHES(T) REGISTER_PATCHES("ExtractImagePatches", T)
#define REGISTER_VOLUME_PATCHES(T) REGISTER_PATCHES("ExtractVolumePatches", T)
TF_CALL_POD_TYPES(REGISTER_IMAGE_PATCHES);
TF_CALL_REAL_NUMBER_TYPES(REGISTER_VOLUME_PATCHES);

#define REGISTER_FINGERPRINT(T)                                                          \
  REGISTER_KERNEL_BUILDER(Name("Fingerprint").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          FingerprintOp);
TF_CALL_POD_STRING_TYPES(REGISTER_FINGERPRINT);
TF_CALL_QUANTIZED_TYPES(REGISTER_FINGERPRINT);

}  // namespace
}  // namespace opgraft_internal
