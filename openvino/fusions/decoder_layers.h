// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_DECODER_LAYERS_H_
#define OPENVINO_FUSIONS_DECODER_LAYERS_H_

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "openvino/fusions/layer_finder.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// The small layers of a language model between its matrix products, each group of which becomes one
// node:
//
//   norms      NormLayers
//   rotation   x * cos + Concat(-b, a) * sin, where a and b are the halves of x; or, of pairs,
//              x * cos + Reshape(Concat(Unsqueeze(-b), Unsqueeze(a))) * sin, where a and b are
//              every second element of x, from the first and from the second on
//   SwiGLU     Swish(MatMul(x, v)) * MatMul(x, w)
//
// Factors and terms may come in either order. The node replaces the group's last layer;
// WithoutUnneeded removes those of the others that are unneeded then. Groups are found backwards:
// each layer is asked whether it ends one. Borrows the net and the weights. Not for several
// threads.
class DecoderLayers {
 public:
  DecoderLayers(const IrNet& net, const IrWeights* weights) : find_(net, weights) {}

  // True once a group was found.
  bool has_found() const { return has_found_; }
  // Makes the node of the group that this layer ends; false, and none, if it ends no such group.
  // `value_of` gives the values of layers that were lowered.
  bool Lower(int index, ValueOf value_of, LayerLowering* lowering);

 private:
  // x with its halves, or the two elements of each pair, exchanged and one of them negated.
  struct Turned {
    IrSource x;
    bool of_pairs;
  };
  struct Half {
    IrSource x;
    bool is_second;
  };

  bool LowerRotation(const IrLayer& layer, ValueOf value_of, LayerLowering* lowering) const;
  bool LowerSwiGlu(const IrLayer& layer, ValueOf value_of, LayerLowering* lowering) const;

  // x, if the source is Concat(-b, a) of its halves, or has its pairs turned.
  absl::optional<Turned> FindTurned(const IrSource& source, ValueOf value_of,
                                    LayerLowering* lowering) const;
  absl::optional<Turned> FindTurnedPairs(const IrLayer& reshape, ValueOf value_of,
                                         LayerLowering* lowering) const;
  // The Reshape joins the last two dimensions of its input to this shape.
  bool JoinsLastTwo(const IrLayer& reshape, const PartialTensorShape& shape) const;
  // What an Unsqueeze puts a dimension behind the last of.
  absl::optional<IrSource> FindUnsqueezed(const IrSource& source, int rank) const;
  // Which half of x, whose rows have this length, the source is.
  absl::optional<Half> FindHalf(const IrSource& source, int rank, int64_t length) const;

  const LayerFinder find_;
  bool has_found_ = false;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_DECODER_LAYERS_H_
