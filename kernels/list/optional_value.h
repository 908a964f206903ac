// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LIST_OPTIONAL_VALUE_H_
#define KERNELS_LIST_OPTIONAL_VALUE_H_

#include <string>
#include <vector>

#include "framework/tensor/tensor.h"
#include "framework/tensor/variant_tensor_data.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What a variant of OptionalFromValue or OptionalNone holds: some tensors, or nothing. TensorFlow's
// name and form. The gradient of a tf.cond hands on in optionals what only one branch computes. A
// value: copies share the tensors' buffers. Thread-compatible.
class OptionalValue {
 public:
  static std::string TypeName() { return "tensorflow::data::Optional"; }
  void Encode(VariantTensorData* data) const {
    data->set_metadata(has_value ? "1" : "");
    for (const Tensor& component : components) *data->add_tensors() = component;
  }
  bool Decode(const VariantTensorData& data) {
    std::string text;
    data.get_metadata(&text);
    has_value = !text.empty();
    components = data.tensors();
    return has_value || components.empty();
  }
  std::string DebugString() const {
    return has_value ? "OptionalVariant<with value>" : "OptionalVariant<none>";
  }

  bool has_value = false;
  std::vector<Tensor> components;  // none without a value
  int nesting = 0;                 // nesting.h
};

}  // namespace opgraft_internal

#endif  // KERNELS_LIST_OPTIONAL_VALUE_H_
