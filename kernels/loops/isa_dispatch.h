// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Choosing among the builds of an *_isa.cc file, once.
#ifndef KERNELS_LOOPS_ISA_DISPATCH_H_
#define KERNELS_LOOPS_ISA_DISPATCH_H_

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace loops {

// Levels of x86-64 that loops are compiled for: SSE4.2, AVX2, AVX-512. On other machines there is
// only kPlain.
enum class Isa { kPlain, kX86V2, kX86V3, kX86V4 };

// The best level of this machine. Thread-safe; the processor is asked once.
Isa BestIsa();

}  // namespace loops
}  // namespace opgraft_internal

// Defines `Result Name(Params)` as a call of the build of that function for this machine:
//   OPGRAFT_DISPATCH_BY_ISA(UnaryLoop, FindUnaryLoop, (UnaryFunction f, DataType t), (f, t))
#if defined(__x86_64__)
#define OPGRAFT_DISPATCH_BY_ISA(Result, Name, Params, Args) \
  namespace x86_64_v2 {                                     \
  Result Name Params;                                       \
  }                                                         \
  namespace x86_64_v3 {                                     \
  Result Name Params;                                       \
  }                                                         \
  namespace x86_64_v4 {                                     \
  Result Name Params;                                       \
  }                                                         \
  Result Name Params {                                      \
    switch (BestIsa()) {                                    \
      case Isa::kX86V4:                                     \
        return x86_64_v4::Name Args;                        \
      case Isa::kX86V3:                                     \
        return x86_64_v3::Name Args;                        \
      default:                                              \
        return x86_64_v2::Name Args;                        \
    }                                                       \
  }                                                         \
  static_assert(true, "")
#else
#define OPGRAFT_DISPATCH_BY_ISA(Result, Name, Params, Args) \
  namespace plain {                                         \
  Result Name Params;                                       \
  }                                                         \
  Result Name Params { return plain::Name Args; }           \
  static_assert(true, "")
#endif

#endif  // KERNELS_LOOPS_ISA_DISPATCH_H_
