// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/arithmetic_sequence.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"

namespace opgraft_internal {
namespace {

struct Number {
  int64_t integer = 0;
  double real = 0;
};

constexpr double kInt64Limit = 0x1p63;

template <typename T>
constexpr bool FitsInt64(T integer) {
  return std::is_signed_v<T> || static_cast<uint64_t>(integer) <=
                                    static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
}

// Both forms of the number that a tensor is; the integer is cut.
template <typename T>
absl::StatusOr<Number> NumberOf(T value) {
  Number number;
  if constexpr (std::is_integral_v<T>) {
    if (!FitsInt64(value)) return absl::InvalidArgumentError(absl::StrCat(+value, " is too large"));
    number.integer = static_cast<int64_t>(value);
    number.real = static_cast<double>(value);
  } else {
    number.real = static_cast<double>(value);
    if (!(std::abs(number.real) < kInt64Limit)) {
      return absl::InvalidArgumentError(absl::StrCat(number.real, " is not within the numbers"));
    }
    number.integer = static_cast<int64_t>(number.real);
  }
  return number;
}

absl::StatusOr<Number> ReadNumber(const Tensor& tensor, const char* name) {
  if (tensor.NumElements() != 1 || tensor.dims() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, " must be a scalar, not ", tensor.shape().DebugString()));
  }
  absl::StatusOr<Number> number = absl::InvalidArgumentError(
      absl::StrCat(name, " must be a number, not ", DataTypeString(tensor.dtype())));
  VisitType(tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr ((std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)) {
      number = NumberOf(*static_cast<const T*>(tensor.data()));
    } else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16>) {
      number = NumberOf(static_cast<float>(*static_cast<const T*>(tensor.data())));
    }
  });
  return number;
}

}  // namespace

absl::StatusOr<ArithmeticSequence> ArithmeticSequence::Make(const Tensor& start, const Tensor& stop,
                                                            const Tensor& step,
                                                            DataType output_type) {
  OPGRAFT_ASSIGN_OR_RETURN(const Number from, ReadNumber(start, "start"));
  OPGRAFT_ASSIGN_OR_RETURN(const Number to, ReadNumber(stop, "stop"));
  OPGRAFT_ASSIGN_OR_RETURN(const Number by, ReadNumber(step, "step"));
  ArithmeticSequence sequence;
  sequence.is_integer_ = DataTypeIsInteger(output_type);
  OPGRAFT_RETURN_IF_ERROR(sequence.is_integer_
                              ? sequence.CountIntegers(from.integer, to.integer, by.integer)
                              : sequence.CountFloats(from.real, to.real, by.real));
  return sequence;
}

absl::Status ArithmeticSequence::CountIntegers(int64_t start, int64_t stop, int64_t step) {
  first_ = start;
  step_ = step;
  const bool ahead = step > 0 ? start < stop : start > stop;
  if (step == 0 || !ahead) return absl::OkStatus();
  // As unsigned, so that no difference overflows.
  const uint64_t from = static_cast<uint64_t>(start), to = static_cast<uint64_t>(stop);
  const uint64_t way = step > 0 ? to - from : from - to;
  const uint64_t by =
      step > 0 ? static_cast<uint64_t>(step) : uint64_t{0} - static_cast<uint64_t>(step);
  const uint64_t count = way / by + (way % by != 0 ? 1 : 0);
  if (count > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return absl::InvalidArgumentError(absl::StrCat(count, " numbers are too many"));
  size_ = static_cast<int64_t>(count);
  return absl::OkStatus();
}

absl::Status ArithmeticSequence::CountFloats(double start, double stop, double step) {
  float_first_ = start;
  float_step_ = step;
  const bool ahead = step > 0 ? start < stop : start > stop;
  if (step == 0 || !ahead) return absl::OkStatus();
  const double count = std::ceil((stop - start) / step);
  if (!(count < kInt64Limit))
    return absl::InvalidArgumentError(absl::StrCat(count, " numbers are too many"));
  size_ = static_cast<int64_t>(count);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
