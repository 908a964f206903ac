// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Graphs with the control flow of TensorFlow 1, as MiniGraph reads them.
#ifndef TESTS_FRAMEWORK_GRAPH_V1_TEXTS_H_
#define TESTS_FRAMEWORK_GRAPH_V1_TEXTS_H_

#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A number and two conditions.
inline constexpr absl::string_view kInputs =
    "x = Placeholder() dtype=float shape=[]\n"
    "p = Placeholder() dtype=bool shape=[]\n"
    "q = Placeholder() dtype=bool shape=[]\n";

// Counts to 5.
inline constexpr absl::string_view kLoop =
    "z = Const() dtype=int32 value=int32[]:0\n"
    "n = Const() dtype=int32 value=int32[]:5\n"
    "e = Enter(z) T=int32 frame_name='f'\n"
    "m = Merge(e, ni) T=int32 N=2\n"
    "en = Enter(n) T=int32 frame_name='f' is_constant=true\n"
    "less = Less(m, en) T=int32\n"
    "lc = LoopCond(less)\n"
    "s = Switch(m, lc) T=int32\n"
    "id = Identity(s:1) T=int32\n"
    "one = Const(^id) dtype=int32 value=int32[]:1\n"
    "add = AddV2(id, one) T=int32\n"
    "ni = NextIteration(add) T=int32\n"
    "out = Exit(s) T=int32\n";

}  // namespace opgraft_internal

#endif  // TESTS_FRAMEWORK_GRAPH_V1_TEXTS_H_
