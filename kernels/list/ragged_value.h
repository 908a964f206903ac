// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LIST_RAGGED_VALUE_H_
#define KERNELS_LIST_RAGGED_VALUE_H_

#include <string>
#include <vector>

#include "framework/tensor/tensor.h"
#include "framework/tensor/variant_tensor_data.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What a variant of RaggedTensorToVariant holds: a ragged tensor as its row splits and its values.
// TensorFlow's name and form. A value: copies share the tensors' buffers. Thread-compatible. Does
// not check that splits and values fit each other: its readers do.
//
// Example: the rows [1 2], [] and [3] have the splits {0, 2, 2, 3} and the values {1, 2, 3}.
class RaggedValue {
 public:
  static std::string TypeName() { return "RaggedTensorVariant"; }
  // The splits in their order, then the values. Decode is false if there are no values.
  void Encode(VariantTensorData* data) const {
    for (const Tensor& of_dim : splits) *data->add_tensors() = of_dim;
    *data->add_tensors() = values;
  }
  bool Decode(const VariantTensorData& data) {
    if (data.tensors_size() < 1) return false;
    splits.assign(data.tensors().begin(), data.tensors().end() - 1);
    values = data.tensors().back();
    return true;
  }
  std::string DebugString() const { return "RaggedTensorVariant"; }

  std::vector<Tensor> splits;  // the outermost first
  Tensor values;
  int nesting = 0;  // nesting.h
};

}  // namespace opgraft_internal

#endif  // KERNELS_LIST_RAGGED_VALUE_H_
