// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STRCAT_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STRCAT_H_

#include <string>

#include "absl/strings/str_cat.h"
#include "tensorflow/core/platform/numbers.h"
#include "tensorflow/core/platform/stringpiece.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace strings {

using absl::AlphaNum;
using absl::Hex;
using absl::StrAppend;
using absl::StrCat;

inline constexpr absl::PadSpec ZERO_PAD_2 = absl::kZeroPad2;
inline constexpr absl::PadSpec ZERO_PAD_3 = absl::kZeroPad3;
inline constexpr absl::PadSpec ZERO_PAD_4 = absl::kZeroPad4;
inline constexpr absl::PadSpec ZERO_PAD_5 = absl::kZeroPad5;
inline constexpr absl::PadSpec ZERO_PAD_6 = absl::kZeroPad6;
inline constexpr absl::PadSpec ZERO_PAD_8 = absl::kZeroPad8;
inline constexpr absl::PadSpec ZERO_PAD_16 = absl::kZeroPad16;

}  // namespace strings
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STRCAT_H_
