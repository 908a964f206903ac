// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_ELEMENTWISE_COMPLEX_LOOPS_H_
#define KERNELS_ELEMENTWISE_COMPLEX_LOOPS_H_

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/unary_loops.h"

namespace opgraft_internal {

// The transcendental functions of complex numbers, from the standard library; null if there is
// none.
loops::UnaryLoop FindComplexLoop(loops::UnaryFunction function, DataType dtype);

}  // namespace opgraft_internal

#endif  // KERNELS_ELEMENTWISE_COMPLEX_LOOPS_H_
