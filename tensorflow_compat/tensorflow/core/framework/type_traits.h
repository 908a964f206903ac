// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPE_TRAITS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPE_TRAITS_H_

#include <limits>
#include <type_traits>

#include "tensorflow/core/framework/numeric_types.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

template <typename T>
struct is_quantized : std::false_type {};
template <>
struct is_quantized<qint8> : std::true_type {};
template <>
struct is_quantized<quint8> : std::true_type {};
template <>
struct is_quantized<qint16> : std::true_type {};
template <>
struct is_quantized<quint16> : std::true_type {};
template <>
struct is_quantized<qint32> : std::true_type {};

template <typename T>
struct is_complex : std::false_type {};
template <>
struct is_complex<complex64> : std::true_type {};
template <>
struct is_complex<complex128> : std::true_type {};

// Its bytes may be copied.
template <typename T>
struct is_simple_type
    : std::integral_constant<bool, std::is_trivial<T>::value || std::is_same<T, half>::value ||
                                       std::is_same<T, bfloat16>::value || is_complex<T>::value ||
                                       is_quantized<T>::value> {};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPE_TRAITS_H_
