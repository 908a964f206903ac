// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// CheckNumerics and CheckNumericsV2.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// True if all bits of the exponent are set in some element: an infinity or NaN.
template <typename Bits>
bool AnyNotFinite(const Bits* bits, int64_t n, Bits exponent) {
  bool found = false;
  for (int64_t i = 0; i < n; ++i) found |= (bits[i] & exponent) == exponent;
  return found;
}

// What is not finite among the elements.
struct Strange {
  bool nan = false;
  bool plus_infinity = false;
  bool minus_infinity = false;

  void Note(double value) {
    nan = nan || std::isnan(value);
    plus_infinity = plus_infinity || value == std::numeric_limits<double>::infinity();
    minus_infinity = minus_infinity || value == -std::numeric_limits<double>::infinity();
  }
  std::string Text(bool with_signs) const {
    std::vector<const char*> names;
    if (with_signs && minus_infinity) names.push_back("-Inf");
    if (with_signs && plus_infinity) names.push_back("+Inf");
    if (!with_signs && (minus_infinity || plus_infinity)) names.push_back("Inf");
    if (nan) names.push_back("NaN");
    return absl::StrJoin(names, " and ");
  }
};

// Bits is the unsigned integer of T's size.
template <typename T, typename Bits, bool kWithSigns>
class CheckNumericsOp : public OpKernel {
 public:
  explicit CheckNumericsOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("message", &message_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& tensor = ctx->input(0);
    const T infinity = static_cast<T>(std::numeric_limits<float>::infinity());
    Bits exponent;
    static_assert(sizeof(Bits) == sizeof(T), "as many bits");
    std::memcpy(&exponent, &infinity, sizeof(exponent));
    const Bits* const bits = static_cast<const Bits*>(tensor.data());
    std::atomic<bool> found{false};
    ShardElements(ctx, tensor.NumElements(), 0.3, [&](int64_t begin, int64_t end) {
      if (AnyNotFinite(bits + begin, end - begin, exponent)) found = true;
    });
    OP_REQUIRES(ctx, !found, Describe(tensor));
    OP_REQUIRES_OK(ctx, ctx->set_output_alias(0, 0, tensor.shape()));
  }

 private:
  absl::Status Describe(const Tensor& tensor) const {
    const T* const values = static_cast<const T*>(tensor.data());
    Strange strange;
    for (int64_t i = 0; i < tensor.NumElements(); ++i) strange.Note(static_cast<double>(values[i]));
    return absl::InvalidArgumentError(
        absl::StrCat(message_, " : Tensor had ", strange.Text(kWithSigns), " values"));
  }

  std::string message_;
};

#define REGISTER_CHECK(T, Bits)                                                     \
  REGISTER_KERNEL_BUILDER(                                                          \
      Name("CheckNumerics").Device(DEVICE_CPU).TypeConstraint<T>("T").Aliases(0),   \
      CheckNumericsOp<T, Bits, /*kWithSigns=*/false>);                              \
  REGISTER_KERNEL_BUILDER(                                                          \
      Name("CheckNumericsV2").Device(DEVICE_CPU).TypeConstraint<T>("T").Aliases(0), \
      CheckNumericsOp<T, Bits, /*kWithSigns=*/true>)
REGISTER_CHECK(half, uint16_t);
REGISTER_CHECK(bfloat16, uint16_t);
REGISTER_CHECK(float, uint32_t);
REGISTER_CHECK(double, uint64_t);
#undef REGISTER_CHECK

}  // namespace
}  // namespace opgraft_internal
