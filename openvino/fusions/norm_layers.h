// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_FUSIONS_NORM_LAYERS_H_
#define OPENVINO_FUSIONS_NORM_LAYERS_H_

#include <vector>

#include "absl/types/optional.h"
#include "framework/types/internal_namespace.h"
#include "openvino/fusions/layer_finder.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// Finds the norm of rows that one layer ends, and makes a node of it:
//
//   RMS norm    x / Sqrt(ReduceMean(Power(x, 2), last) + eps), perhaps times a weight
//   layer norm  the same of x - ReduceMean(x, last), perhaps plus another weight; or an MVN along
//               last dimensions with a weight or two
//
// Factors and terms may come in either order. 1 / Sqrt(s), Power(s, -0.5) and a division by Sqrt(s)
// are the same; so are squares of x - ReduceMean(x) and SquaredDifference(x, ReduceMean(x)). A
// layer norm may go along more than the last dimension. Borrows all arguments. Not for several
// threads.
class NormLayers {
 public:
  // `value_of` gives the values of layers that were lowered.
  NormLayers(const LayerFinder& find, ValueOf value_of, LayerLowering* lowering)
      : find_(find), value_of_(value_of), lowering_(lowering) {}

  // The layer is a Multiply, Divide or Add of two inputs. False, and no node, if it ends no norm.
  bool Lower(int index) const;

 private:
  // x, or x less its mean.
  struct Rows {
    IrSource x;
    bool are_centred;
  };
  struct Norm {
    Rows rows;
    int axes;  // so many of the last dimensions
    float epsilon;
    bool is_epsilon_inside;  // of the root
  };

  // The norm, without weights, that the source is.
  absl::optional<Norm> FindNorm(const IrSource& source) const;
  absl::optional<Norm> FindMvn(const IrLayer& mvn) const;
  // s, if the source is 1 / Sqrt(s).
  absl::optional<IrSource> FindRootOf(const IrSource& source, int rank) const;
  // A mean of squares and an epsilon; the rows are what is squared.
  absl::optional<Norm> FindMean(const IrSource& sum, int rank) const;
  absl::optional<Rows> FindSquareOf(const IrSource& source, int axes, int rank) const;
  // x, if the source is its mean along so many of the last dimensions.
  absl::optional<IrSource> FindMeanOf(const IrSource& source, int axes, int rank) const;
  Rows RowsOf(const IrSource& source, int axes, int rank) const;

  // A norm with the first weight, or without; one with both.
  bool LowerProduct(const IrSource& source) const;
  bool LowerSum(const IrSource& source) const;
  bool LowerFolded(const IrLayer& sum) const;
  // The other weight, if the source is it less the mean of the rows times `factor`.
  absl::optional<IrSource> FindShift(const IrSource& source, const IrSource& factor,
                                     const Norm& norm, int rank) const;
  bool Make(const Norm& norm, const std::vector<IrSource>& weights) const;
  // The source has a number for each place of a row, and no dimensions beyond those of x.
  bool IsWeight(const IrSource& source, const Norm& norm) const;

  // How many of the last dimensions these are; 0 if there are others.
  int LastAxes(const IrSource& axes, int rank) const;
  int RankOf(const IrSource& source) const;

  const LayerFinder& find_;
  const ValueOf value_of_;
  LayerLowering* const lowering_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_FUSIONS_NORM_LAYERS_H_
