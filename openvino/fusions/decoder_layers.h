// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_DECODER_LAYERS_H_
#define OPENVINO_FUSIONS_DECODER_LAYERS_H_

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/graph/builder/value.h"
#include "framework/types/internal_namespace.h"
#include "openvino/ir_net.h"
#include "openvino/ir_weights.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// The small layers of a language model that stand between its products, each group of which becomes
// one node:
//
//   RMS norm   x * (1 / Sqrt(ReduceMean(Power(x, 2), last) + eps)), perhaps times a weight
//   rotation   x * cos + Concat(-b, a) * sin, where a and b are the halves of x; or, of pairs,
//              x * cos + Reshape(Concat(Unsqueeze(-b), Unsqueeze(a))) * sin, where a and b are
//              every second element of x, from the first and from the second on
//   SwiGLU     Swish(MatMul(x, v)) * MatMul(x, w)
//
// Factors and terms may stand the other way round, and 1 / Sqrt(s) may be Power(s, -0.5). The node
// takes the place of the group's last layer; WithoutUnneeded takes out what nobody needs of the
// others. Borrows the net and the weights.
class DecoderLayers {
 public:
  using ValueOf = absl::FunctionRef<Value(const IrSource&)>;

  DecoderLayers(const IrNet& net, const IrWeights* weights) : net_(net), weights_(weights) {}

  // True once a group was found.
  bool has_found() const { return has_found_; }
  // Makes the node of the group that this layer ends; false, and none, if it ends no such group.
  // `value_of` gives the values of layers that were lowered.
  bool Lower(int index, ValueOf value_of, LayerLowering* lowering);

 private:
  struct Norm {
    IrSource x;
    float epsilon;
  };
  struct Turned {
    IrSource x;
    bool of_pairs;
  };
  struct Half {
    IrSource x;
    bool is_second;
  };

  bool LowerNorm(const IrLayer& layer, ValueOf value_of, LayerLowering* lowering) const;
  bool LowerRotation(const IrLayer& layer, ValueOf value_of, LayerLowering* lowering) const;
  bool LowerSwiGlu(const IrLayer& layer, ValueOf value_of, LayerLowering* lowering) const;

  absl::optional<Norm> FindNorm(const IrLayer& multiply, ValueOf value_of, GraphDraft* draft) const;
  // What the source is 1 / Sqrt of, and of what mean; nothing: it is no such thing.
  absl::optional<IrSource> FindRootOf(const IrSource& source, int rank) const;
  absl::optional<Norm> FindMean(const IrSource& sum, int rank) const;
  // x, if the source is its squares.
  absl::optional<IrSource> FindSquareOf(const IrSource& source, int rank) const;
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
  absl::optional<IrSource> FindNegated(const IrSource& source, int rank) const;

  const IrLayer* At(const IrSource& source, absl::string_view type, size_t num_inputs) const;
  bool IsNumber(const IrSource& source, double number, int rank) const;

  const IrNet& net_;
  const IrWeights* weights_;
  bool has_found_ = false;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_DECODER_LAYERS_H_
