// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/isa_dispatch.h"

namespace opgraft_internal {
namespace loops {
namespace {

Isa AskProcessor() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi2");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  if (v4) return Isa::kX86V4;
  return v3 ? Isa::kX86V3 : Isa::kX86V2;
#else
  return Isa::kPlain;
#endif
}

}  // namespace

Isa BestIsa() {
  static const Isa isa = AskProcessor();
  return isa;
}

}  // namespace loops
}  // namespace opgraft_internal
