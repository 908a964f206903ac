// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_ATTR_H_
#define FRAMEWORK_OP_ATTR_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft {

class AttrValue;
class NameAttrList;

// The name of a function, as the value of a func attr without attrs of its own. Plain data.
struct FunctionName {
  std::string name;
};

// The value of an attr, made from the C++ value of its type. What graphs and nodes are built from
// without a protobuf header. An immutable value; copying is cheap, copies share the AttrValue.
// Thread-safe.
//
// The constructors are implicit, so that calls read as the op does. An int becomes an "int" attr, a
// double a "float" one, a DataType a "type", a Tensor a "tensor", a shape a "shape", text a
// "string", and vectors or braces a list of these. The op decides later whether that fits its attr.
//
// Example:
//   builder.Op("Conv2D", {x, w}, "", {{"strides", {1, 2, 2, 1}}, {"padding", "SAME"}});
//   NodeDefBuilder("n", "Pack").Attr("axis", 1);
class Attr {
 public:
  // The empty list, of any type.
  Attr();
  template <typename T,
            std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> = 0>
  Attr(T value) : Attr(Int{static_cast<int64_t>(value)}) {}  // NOLINT: implicit, as all that follow
  template <typename T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
  Attr(T value) : Attr(Float{static_cast<float>(value)}) {}  // NOLINT
  template <typename T,
            std::enable_if_t<std::is_same_v<T, bool>, int> = 0>  // no pointer becomes a bool
  Attr(T value) : Attr(Bool{value}) {}                           // NOLINT
  // Single values.
  Attr(const char* value);                // NOLINT
  Attr(const std::string& value);         // NOLINT
  Attr(absl::string_view value);          // NOLINT
  Attr(DataType value);                   // NOLINT
  Attr(const TensorShape& value);         // NOLINT
  Attr(const PartialTensorShape& value);  // NOLINT
  Attr(const Tensor& value);              // NOLINT
  Attr(const FunctionName& value);        // NOLINT
  Attr(const NameAttrList& value);        // NOLINT
  Attr(const AttrValue& value);           // NOLINT

  // Lists. An empty pair of braces is the empty list of any type.
  Attr(std::initializer_list<int> values);                 // NOLINT
  Attr(std::initializer_list<int64_t> values);             // NOLINT
  Attr(std::initializer_list<float> values);               // NOLINT
  Attr(std::initializer_list<bool> values);                // NOLINT
  Attr(std::initializer_list<DataType> values);            // NOLINT
  Attr(std::initializer_list<const char*> values);         // NOLINT
  Attr(std::initializer_list<PartialTensorShape> values);  // NOLINT
  Attr(const std::vector<int>& values);                    // NOLINT
  Attr(const std::vector<int64_t>& values);                // NOLINT
  Attr(const std::vector<float>& values);                  // NOLINT
  Attr(const std::vector<bool>& values);                   // NOLINT
  Attr(const std::vector<DataType>& values);               // NOLINT
  Attr(const std::vector<std::string>& values);            // NOLINT
  Attr(const std::vector<double>& values);                 // NOLINT
  Attr(const std::vector<TensorShape>& values);            // NOLINT
  Attr(const std::vector<PartialTensorShape>& values);     // NOLINT
  Attr(const std::vector<Tensor>& values);                 // NOLINT
  Attr(const DataTypeVector& values);                      // NOLINT

  // The message; lives as long as any copy of this.
  const AttrValue& value() const { return *value_; }

 private:
  // What the templates above convert to, so that each kind has one constructor in the .cc.
  struct Int {
    int64_t value;
  };
  struct Float {
    float value;
  };
  struct Bool {
    bool value;
  };
  explicit Attr(Int value);
  explicit Attr(Float value);
  explicit Attr(Bool value);

  std::shared_ptr<const AttrValue> value_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_OP_ATTR_H_
