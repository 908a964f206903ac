// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/npy_fit.h"

#include <cmath>
#include <complex>
#include <limits>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"
#include "tools/tensor_io/npy.h"

namespace opgraft_internal {
namespace {

template <typename T>
struct IsQuantizedType : std::false_type {};
template <typename Storage>
struct IsQuantizedType<Quantized<Storage>> : std::true_type {};

// What .npy has names for: a file holds nothing else.
template <typename T>
struct IsNpyType
    : std::bool_constant<std::is_arithmetic_v<T> || std::is_same_v<T, half> ||
                         std::is_same_v<T, complex64> || std::is_same_v<T, complex128>> {};

// NumPy's order of kinds: a same_kind cast goes up or stays. -1: of none.
int KindOf(DataType dtype) {
  if (dtype == DT_BOOL) return 0;
  switch (InfoOf(dtype).family) {
    case TypeFamily::kUnsigned:
      return 1;
    case TypeFamily::kSigned:
      return 2;
    case TypeFamily::kFloating:
      return 3;
    case TypeFamily::kComplex:
      return 4;
    default:
      return -1;
  }
}

bool IsSameKind(DataType from, DataType to) {
  return KindOf(from) >= 0 && KindOf(from) <= KindOf(to);
}

// .npy has no name for `dtype`, and these integers are what it is stored as.
bool IsStoredAs(DataType dtype, DataType integers) {
  return NpyTypeOf(dtype) != dtype && NpyTypeOf(dtype) == integers;
}

// An element of any type of .npy; integers beside the double, which has not all of them.
struct Number {
  std::complex<double> value;
  bool is_integer = false;
  bool is_negative = false;
  int64_t integer = 0;     // if it is negative
  uint64_t magnitude = 0;  // if it is not
};

template <typename T>
Number NumberOf(const T& element) {
  Number number;
  if constexpr (std::is_same_v<T, complex64> || std::is_same_v<T, complex128>) {
    number.value = std::complex<double>(element);
  } else {
    number.value = static_cast<double>(element);
  }
  if constexpr (std::is_integral_v<T>) {
    number.is_integer = true;
    number.is_negative = element < T{0};
    number.integer = static_cast<int64_t>(element);
    number.magnitude = static_cast<uint64_t>(element);
  }
  return number;
}

// Rounds once.
template <typename T, typename From>
T Round(From value) {
  if constexpr (std::is_same_v<T, half>) {
    return RoundToHalf(value);
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    return RoundToBfloat16(value);
  } else {
    return static_cast<T>(value);
  }
}

// Each sets *to, and says whether it has the number.
template <typename T>
bool SetInteger(const Number& from, T* to) {
  using Limits = std::numeric_limits<T>;
  *to = from.is_negative ? static_cast<T>(from.integer) : static_cast<T>(from.magnitude);
  return from.is_negative ? from.integer >= static_cast<int64_t>(Limits::lowest())
                          : from.magnitude <= static_cast<uint64_t>(Limits::max());
}

template <typename T>
bool SetFloating(const Number& from, double part, T* to) {
  if (!from.is_integer) {
    *to = Round<T>(part);
  } else {
    *to = from.is_negative ? Round<T>(from.integer) : Round<T>(from.magnitude);
  }
  return !std::isfinite(part) || std::isfinite(static_cast<float>(*to)) ||
         std::isfinite(static_cast<double>(*to));
}

template <typename T>
bool SetComplex(const Number& from, T* to) {
  typename T::value_type real{};
  typename T::value_type imaginary{};
  Number other;  // what integers have not
  const bool fits = SetFloating(from, from.value.real(), &real) &&
                    SetFloating(other, from.value.imag(), &imaginary);
  *to = T(real, imaginary);
  return fits;
}

using Setter = bool (*)(const Number& from, void* elements, int64_t i);

template <typename T>
bool Set(const Number& from, void* elements, int64_t i) {
  T* const to = static_cast<T*>(elements) + i;
  if constexpr (std::is_same_v<T, complex64> || std::is_same_v<T, complex128>) {
    return SetComplex(from, to);
  } else if constexpr (std::numeric_limits<T>::is_integer) {
    return SetInteger(from, to);
  } else {
    return SetFloating(from, from.value.real(), to);
  }
}

// REQUIRES: a type with a kind.
Setter SetterOf(DataType dtype) {
  Setter setter = nullptr;
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (!std::is_same_v<T, tstring> && !std::is_same_v<T, ResourceHandle> &&
                  !std::is_same_v<T, Variant> && !IsQuantizedType<T>::value) {
      setter = &Set<T>;
    }
  });
  return setter;
}

absl::Status DoesNotFit(const Tensor& stored, int64_t i, DataType dtype) {
  return absl::InvalidArgumentError(absl::StrCat("element ", i, " of the file, a ",
                                                 DataTypeString(stored.dtype()),
                                                 ", has no value in ", DataTypeString(dtype)));
}

absl::StatusOr<Tensor> Cast(const Tensor& stored, DataType dtype) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor cast, Tensor::Create(dtype, stored.shape()));
  const Setter set = SetterOf(dtype);
  int64_t wrong = -1;
  VisitType(stored.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (IsNpyType<T>::value) {
      const T* const elements = static_cast<const T*>(stored.data());
      for (int64_t i = 0; i < stored.NumElements() && wrong < 0; ++i) {
        if (!set(NumberOf(elements[i]), cast.data(), i)) wrong = i;
      }
    }
  });
  if (wrong >= 0) return DoesNotFit(stored, wrong, dtype);
  return cast;
}

// Integers of 1, 2 or 4 bits lie in a byte of memory, whose value must be one of theirs.
absl::StatusOr<Tensor> TakeBits(const Tensor& stored, DataType dtype) {
  if (KindOf(dtype) == 1 || KindOf(dtype) == 2) return Cast(stored, dtype);
  Tensor bits;
  OPGRAFT_RETURN_IF_ERROR(bits.BitcastFrom(stored, dtype, stored.shape()));
  return bits;
}

}  // namespace

bool NpyTypeFits(DataType stored, DataType dtype, NpyCast cast) {
  return stored == dtype || IsStoredAs(dtype, stored) ||
         (cast == NpyCast::kSameKind && IsSameKind(stored, dtype));
}

absl::StatusOr<Tensor> FitNpy(const Tensor& stored, DataType dtype, NpyCast cast) {
  if (stored.dtype() == dtype) return stored;
  if (IsStoredAs(dtype, stored.dtype())) return TakeBits(stored, dtype);
  const std::string types =
      absl::StrCat(DataTypeString(stored.dtype()), ", it must be ", DataTypeString(dtype));
  if (!IsSameKind(stored.dtype(), dtype)) {
    return absl::InvalidArgumentError(absl::StrCat("the file holds ", types));
  }
  if (cast == NpyCast::kSameKind) return Cast(stored, dtype);
  return absl::InvalidArgumentError(
      absl::StrCat("the file holds ", types, " (--cast converts it)"));
}

}  // namespace opgraft_internal
