// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/compressed_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(CompressedLoops, FindCompressedLoops,
                        (WeightType type, int64_t columns, int64_t group), (type, columns, group));
OPGRAFT_DISPATCH_BY_ISA(DecompressLoop, FindDecompressLoop, (WeightType type), (type));

int64_t ArrangedSize(WeightType type, int64_t columns) {
  return HalfBytes(type) == 1 ? (columns + 127) / 128 * 128 : columns;
}

int64_t SumsSize(WeightType type, int64_t columns, int64_t group) {
  return 16 * (HalfBytes(type) == 1 ? (columns + 127) / 128 : columns / group);
}

}  // namespace loops
}  // namespace opgraft_internal
