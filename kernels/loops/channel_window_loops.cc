// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/channel_window_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft_internal {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(ChannelWindowLoops, FindChannelWindowLoops, (DataType dtype), (dtype));

}  // namespace loops
}  // namespace opgraft_internal
