// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_WIDE_WEIGHTS_H_
#define OPENVINO_FUSIONS_WIDE_WEIGHTS_H_

#include <vector>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir_net.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// The layers of a net that decompress weights in halves on their way to floats:
//
//   Const u8 - Convert f16 - Subtract(zero) - Multiply(scale) - Reshape - Convert f32
//
// or scale them by what is made of constants, as of nvfp4, or take them from a table of a Constant:
//
//   Const f8e4m3 - Convert f16 - Gather(Const u4) - Multiply(scale) - Reshape - Convert f32
//
// OpenVINO's CPU does this arithmetic in floats, which rounds less, and does it once; so do these
// nodes, whose values are then constants of the model. Products that take their weights compressed
// (compressed_layers.h) do not need them. Borrows the net while it is made.
class WideWeights {
 public:
  explicit WideWeights(const IrNet& net);

  // True if the halves that this layer gives, a Convert, Subtract or Multiply, are to be floats.
  bool Has(int layer) const { return is_wide_[static_cast<size_t>(layer)]; }
  // Makes the node of one.
  static absl::Status Lower(LayerLowering* lowering);

 private:
  std::vector<bool> is_wide_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_WIDE_WEIGHTS_H_
