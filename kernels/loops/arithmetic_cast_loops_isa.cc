// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/cast_loops.h"
#include "kernels/loops/isa.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

CastLoop FindArithmeticCastLoop(DataType from, DataType to);

namespace {

// The conversions of floats are chosen before they are made: C++ leaves open what becomes of a
// value that does not fit.
template <typename T>
OPGRAFT_INLINE int32_t ToInt32(T x) {
  const bool fits = (x > T(-2147483649.0)) & (x < T(2147483648.0));
  return static_cast<int32_t>(fits ? x : T(-2147483648.0));
}
// Between -2^31 and the float below it there is nothing.
template <>
OPGRAFT_INLINE int32_t ToInt32(float x) {
  const bool fits = (x >= -2147483648.0f) & (x < 2147483648.0f);
  return static_cast<int32_t>(fits ? x : -2147483648.0f);
}

template <typename T>
OPGRAFT_INLINE int64_t ToInt64(T x) {
  const bool fits = (x >= T(-9223372036854775808.0)) & (x < T(9223372036854775808.0));
  return static_cast<int64_t>(fits ? x : T(-9223372036854775808.0));
}

template <typename T>
OPGRAFT_INLINE uint64_t ToUint64(T x) {
  const T kTop = T(9223372036854775808.0);
  const bool upper = (x >= kTop) & (x < T(18446744073709551616.0));
  const uint64_t low = static_cast<uint64_t>(ToInt64(upper ? x - kTop : x));
  return upper ? low ^ (uint64_t{1} << 63) : low;
}

template <typename To, typename From>
OPGRAFT_INLINE To Convert(From x) {
  if constexpr (!kIsFloat<From> || kIsFloat<To>) {
    return static_cast<To>(x);
  } else if constexpr (sizeof(To) < 4) {
    return static_cast<To>(ToInt32(x));
  } else if constexpr (sizeof(To) == 4) {
    return To(-1) < To(0) ? static_cast<To>(ToInt32(x)) : static_cast<To>(ToInt64(x));
  } else {
    return To(-1) < To(0) ? static_cast<To>(ToInt64(x)) : static_cast<To>(ToUint64(x));
  }
}

template <typename To, typename From>
void Loop(const void* in_data, void* out_data, int64_t n) {
  const From* in = static_cast<const From*>(in_data);
  To* out = static_cast<To*>(out_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = Convert<To>(in[i]);
}

template <typename From>
void LoopToBool(const void* in_data, void* out_data, int64_t n) {
  const From* in = static_cast<const From*>(in_data);
  uint8_t* out = static_cast<uint8_t*>(out_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = in[i] != From{0};
}

template <typename From>
CastLoop PickTo(DataType to) {
  switch (to) {
    case DT_FLOAT:
      return &Loop<float, From>;
    case DT_DOUBLE:
      return &Loop<double, From>;
    case DT_BOOL:
      return &LoopToBool<From>;
    case DT_INT32:
      return kIsFloat<From> ? &Loop<int32_t, From> : &Loop<uint32_t, From>;
    case DT_INT64:
      return kIsFloat<From> ? &Loop<int64_t, From> : &Loop<uint64_t, From>;
    case DT_INT8:
    case DT_UINT8:
      return &Loop<uint8_t, From>;
    case DT_INT16:
    case DT_UINT16:
      return &Loop<uint16_t, From>;
    case DT_UINT32:
      return &Loop<uint32_t, From>;
    case DT_UINT64:
      return &Loop<uint64_t, From>;
    default:
      return nullptr;
  }
}

template <typename Real>
void RealOfComplex(const void* in_data, void* out_data, int64_t n) {
  const Complex<Real>* in = static_cast<const Complex<Real>*>(in_data);
  Real* out = static_cast<Real*>(out_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = in[i].re;
}

template <typename Real>
void ComplexOfReal(const void* in_data, void* out_data, int64_t n) {
  const Real* in = static_cast<const Real*>(in_data);
  Complex<Real>* out = static_cast<Complex<Real>*>(out_data);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = {in[i], Real{0}};
}

}  // namespace

CastLoop FindArithmeticCastLoop(DataType from, DataType to) {
  switch (from) {
    case DT_FLOAT:
      return to == DT_COMPLEX64 ? &ComplexOfReal<float> : PickTo<float>(to);
    case DT_DOUBLE:
      return to == DT_COMPLEX128 ? &ComplexOfReal<double> : PickTo<double>(to);
    case DT_COMPLEX64:
      return to == DT_FLOAT ? &RealOfComplex<float> : nullptr;
    case DT_COMPLEX128:
      return to == DT_DOUBLE ? &RealOfComplex<double> : nullptr;
    case DT_INT8:
      return PickTo<int8_t>(to);
    case DT_INT16:
      return PickTo<int16_t>(to);
    case DT_INT32:
      return PickTo<int32_t>(to);
    case DT_INT64:
      return PickTo<int64_t>(to);
    case DT_BOOL:
    case DT_UINT8:
      return PickTo<uint8_t>(to);
    case DT_UINT16:
      return PickTo<uint16_t>(to);
    case DT_UINT32:
      return PickTo<uint32_t>(to);
    case DT_UINT64:
      return PickTo<uint64_t>(to);
    default:
      return nullptr;
  }
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
