// C++ builders of ops. Written by `opgraft gen cpp`, which overwrites what is changed here.
#ifndef OPGRAFT_GENERATED_OPS_H_
#define OPGRAFT_GENERATED_OPS_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "opgraft/run.h"

namespace opgraft {
namespace ops {

/// Adds element-wise: x + y.
///
/// Arguments:
/// * x: A `Tensor`. Must be one of the following types: `bfloat16`, `half`, `float32`, `float64`, `uint8`, `uint16`, `uint32`, `uint64`, `int8`, `int16`, `int32`, `int64`, `complex64`, `complex128`. One side.
/// * y: A `Tensor`. Must have the same type as `x`. The other side; the shapes of both are broadcast.
///
/// Returns:
/// * z: A `Tensor`. Has the same type as `x`. Of the broadcast shape.
class AddV2 {
 public:
  AddV2(::opgraft::GraphBuilder& builder, ::opgraft::Value x, ::opgraft::Value y, const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {};
    operation = builder.Op("AddV2", {x, y}, name, node_attrs);
    this->z = operation[0];
  }
  operator ::opgraft::Value() const { return z; }  // NOLINT
  operator ::opgraft::Input() const { return z; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  ::opgraft::Value z;
};

/// Concatenates tensors along the dimension `axis`; the others must be equal.
///
/// Arguments:
/// * values: A list of at least 2 `Tensor` objects with the same type. The tensors, in order.
/// * axis: A `Tensor`. Must be one of the following types: `int32`, `int64`. The dimension along which they are joined, a scalar; a negative one counts from the last.
///
/// Returns:
/// * output: A `Tensor`. Has the same type as `values`. As long along `axis` as all of them together.
class ConcatV2 {
 public:
  ConcatV2(
      ::opgraft::GraphBuilder& builder, const std::vector<::opgraft::Value>& values, ::opgraft::Value axis,
      const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {};
    operation = builder.Op("ConcatV2", {values, axis}, name, node_attrs);
    this->output = operation[0];
  }
  operator ::opgraft::Value() const { return output; }  // NOLINT
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  ::opgraft::Value output;
};

/// A constant.
///
/// Arguments:
/// * value: `tensor`. What it is.
/// * dtype: `type`. The type of `value`.
///
/// Returns:
/// * output: A `Tensor` of type `dtype`. The value.
class Const {
 public:
  Const(
      ::opgraft::GraphBuilder& builder, const ::opgraft::Tensor& value, ::opgraft::DataType dtype,
      const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {{"value", value}, {"dtype", dtype}};
    operation = builder.Op("Const", {}, name, node_attrs);
    this->output = operation[0];
  }
  operator ::opgraft::Value() const { return output; }  // NOLINT
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  ::opgraft::Value output;
};

/// Its inputs.
///
/// Arguments:
/// * input: A list of `Tensor` objects. Any tensors.
///
/// Returns:
/// * output: A list of `Tensor` objects. Has the same type as `input`. The same tensors.
class IdentityN {
 public:
  IdentityN(::opgraft::GraphBuilder& builder, const std::vector<::opgraft::Value>& input, const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {};
    operation = builder.Op("IdentityN", {input}, name, node_attrs);
    if (operation.node() < 0) return;  // the builder has an error
    int port = 0;
    for (const int end = port + static_cast<int>(input.size()); port < end;) {
      this->output.push_back(operation[port++]);
    }
  }
  // An empty value where there is none: the builder has an error.
  ::opgraft::Value operator[](size_t index) const {
    return index < output.size() ? output[index] : ::opgraft::Value();
  }
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  std::vector<::opgraft::Value> output;
};

/// output = cond ? then_branch(input) : else_branch(input). The other branch does nothing.
///
/// Arguments:
/// * cond: A `Tensor`. A scalar: a bool, a number other than zero, a string that is not empty. Of any other shape: true if it has
/// elements.
/// * input: A list of `Tensor` objects. What the branch is given.
/// * Tout: `list(type) >= 0`. What the branches give.
/// * then_branch: `func`. A function of the types Tin that gives the types Tout.
/// * else_branch: `func`. Another one.
///
/// Optional attributes (see `Attrs`):
/// * OutputShapes: `list(shape) = []`. Shapes of the outputs that no branch contradicts, or none.
///
/// Returns:
/// * output: A list of `Tensor` objects of type `Tout`. What it returns.
class If {
 public:
  struct Attrs {
    Attrs OutputShapes(const std::vector<::opgraft::PartialTensorShape>& x) const {
      Attrs result = *this;
      result.output_shapes_ = x;
      return result;
    }

    std::vector<::opgraft::PartialTensorShape> output_shapes_ = {};
  };
  static Attrs OutputShapes(const std::vector<::opgraft::PartialTensorShape>& x) { return Attrs().OutputShapes(x); }

  If(
      ::opgraft::GraphBuilder& builder, ::opgraft::Value cond, const std::vector<::opgraft::Value>& input,
      const std::vector<::opgraft::DataType>& Tout, const ::opgraft::FunctionName& then_branch,
      const ::opgraft::FunctionName& else_branch, const std::string& name = "")
      : If(builder, cond, input, Tout, then_branch, else_branch, Attrs(), name) {}
  If(
      ::opgraft::GraphBuilder& builder, ::opgraft::Value cond, const std::vector<::opgraft::Value>& input,
      const std::vector<::opgraft::DataType>& Tout, const ::opgraft::FunctionName& then_branch,
      const ::opgraft::FunctionName& else_branch, const Attrs& attrs, const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {
        {"Tout", Tout}, {"then_branch", then_branch}, {"else_branch", else_branch},
        {"output_shapes", attrs.output_shapes_}};
    operation = builder.Op("If", {cond, input}, name, node_attrs);
    if (operation.node() < 0) return;  // the builder has an error
    int port = 0;
    for (const int end = port + static_cast<int>(Tout.size()); port < end;) {
      this->output.push_back(operation[port++]);
    }
  }
  // An empty value where there is none: the builder has an error.
  ::opgraft::Value operator[](size_t index) const {
    return index < output.size() ? output[index] : ::opgraft::Value();
  }
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  std::vector<::opgraft::Value> output;
};

/// The product of two matrices, each transposed first where asked for.
///
/// Arguments:
/// * a: A `Tensor`. Must be one of the following types: `bfloat16`, `half`, `float32`, `float64`, `int32`, `int64`, `uint8`, `uint16`, `uint32`, `uint64`, `complex64`, `complex128`. A matrix [rows, inner].
/// * b: A `Tensor`. Must have the same type as `a`. A matrix [inner, columns].
///
/// Optional attributes (see `Attrs`):
/// * TransposeA: `bool = false`. Whether `a` is transposed first.
/// * TransposeB: `bool = false`. Whether `b` is transposed first.
/// * GradA: `bool = false`. For gradients; without effect here.
/// * GradB: `bool = false`. For gradients; without effect here.
///
/// Returns:
/// * product: A `Tensor`. Has the same type as `a`. A matrix [rows, columns].
class MatMul {
 public:
  struct Attrs {
    Attrs TransposeA(bool x) const {
      Attrs result = *this;
      result.transpose_a_ = x;
      return result;
    }
    Attrs TransposeB(bool x) const {
      Attrs result = *this;
      result.transpose_b_ = x;
      return result;
    }
    Attrs GradA(bool x) const {
      Attrs result = *this;
      result.grad_a_ = x;
      return result;
    }
    Attrs GradB(bool x) const {
      Attrs result = *this;
      result.grad_b_ = x;
      return result;
    }

    bool transpose_a_ = false;
    bool transpose_b_ = false;
    bool grad_a_ = false;
    bool grad_b_ = false;
  };
  static Attrs TransposeA(bool x) { return Attrs().TransposeA(x); }
  static Attrs TransposeB(bool x) { return Attrs().TransposeB(x); }
  static Attrs GradA(bool x) { return Attrs().GradA(x); }
  static Attrs GradB(bool x) { return Attrs().GradB(x); }

  MatMul(::opgraft::GraphBuilder& builder, ::opgraft::Value a, ::opgraft::Value b, const std::string& name = "")
      : MatMul(builder, a, b, Attrs(), name) {}
  MatMul(
      ::opgraft::GraphBuilder& builder, ::opgraft::Value a, ::opgraft::Value b, const Attrs& attrs,
      const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {
        {"transpose_a", attrs.transpose_a_}, {"transpose_b", attrs.transpose_b_}, {"grad_a", attrs.grad_a_},
        {"grad_b", attrs.grad_b_}};
    operation = builder.Op("MatMul", {a, b}, name, node_attrs);
    this->product = operation[0];
  }
  operator ::opgraft::Value() const { return product; }  // NOLINT
  operator ::opgraft::Input() const { return product; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  ::opgraft::Value product;
};

/// Does nothing; carries control edges.
///
/// Returns:
/// * the node, `operation`
class NoOp {
 public:
  explicit NoOp(::opgraft::GraphBuilder& builder, const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {};
    operation = builder.Op("NoOp", {}, name, node_attrs);
  }

  ::opgraft::Value operation;  // any output of the node
};

/// An input of the graph, to be fed in each run.
///
/// Arguments:
/// * dtype: `type`. Of what is fed.
///
/// Optional attributes (see `Attrs`):
/// * Shape: `shape = <unknown>`. What is fed must fit it.
///
/// Returns:
/// * output: A `Tensor` of type `dtype`. What was fed.
class Placeholder {
 public:
  struct Attrs {
    Attrs Shape(const ::opgraft::PartialTensorShape& x) const {
      Attrs result = *this;
      result.shape_ = x;
      return result;
    }

    ::opgraft::PartialTensorShape shape_ = ::opgraft::PartialTensorShape();
  };
  static Attrs Shape(const ::opgraft::PartialTensorShape& x) { return Attrs().Shape(x); }

  Placeholder(::opgraft::GraphBuilder& builder, ::opgraft::DataType dtype, const std::string& name = "")
      : Placeholder(builder, dtype, Attrs(), name) {}
  Placeholder(
      ::opgraft::GraphBuilder& builder, ::opgraft::DataType dtype, const Attrs& attrs, const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {{"dtype", dtype}, {"shape", attrs.shape_}};
    operation = builder.Op("Placeholder", {}, name, node_attrs);
    this->output = operation[0];
  }
  operator ::opgraft::Value() const { return output; }  // NOLINT
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  ::opgraft::Value output;
};

/// The value that a variable had before this run.
///
/// Arguments:
/// * init_value: A list of `Tensor` objects with the same type. None, or one: the value of a variable that was never set or was reset. Runs only when it is needed.
/// Without it such a variable is zero.
/// * variable_id: `string`. Names the variable. Not empty.
///
/// Optional attributes (see `Attrs`):
/// * VariableShape: `shape = <unknown>`. What shapes the variable may have; init_value must be sure to fit it.
///
/// Returns:
/// * value: A `Tensor`. Has the same type as `init_value`. The whole run reads one value; what Assign writes is seen by the next run, in a loop by the next iteration.
class ReadValue {
 public:
  struct Attrs {
    Attrs VariableShape(const ::opgraft::PartialTensorShape& x) const {
      Attrs result = *this;
      result.variable_shape_ = x;
      return result;
    }

    ::opgraft::PartialTensorShape variable_shape_ = ::opgraft::PartialTensorShape();
  };
  static Attrs VariableShape(const ::opgraft::PartialTensorShape& x) { return Attrs().VariableShape(x); }

  ReadValue(
      ::opgraft::GraphBuilder& builder, const std::vector<::opgraft::Value>& init_value, const std::string& variable_id,
      const std::string& name = "")
      : ReadValue(builder, init_value, variable_id, Attrs(), name) {}
  ReadValue(
      ::opgraft::GraphBuilder& builder, const std::vector<::opgraft::Value>& init_value, const std::string& variable_id,
      const Attrs& attrs, const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {
        {"variable_id", variable_id}, {"variable_shape", attrs.variable_shape_}};
    operation = builder.Op("ReadValue", {init_value}, name, node_attrs);
    this->value = operation[0];
  }
  operator ::opgraft::Value() const { return value; }  // NOLINT
  operator ::opgraft::Input() const { return value; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  ::opgraft::Value value;
};

/// Splits a tensor into equal parts along the dimension `split_dim`.
///
/// Arguments:
/// * axis: A `Tensor` of type `int32`. The dimension that is cut, a scalar; a negative one counts from the last.
/// * value: A `Tensor`. The tensor that is cut.
/// * num_split: `int >= 1`. How many parts.
///
/// Returns:
/// * output: A list of `num_split` `Tensor` objects with the same type as `value`. The parts, in order.
class Split {
 public:
  Split(
      ::opgraft::GraphBuilder& builder, ::opgraft::Value axis, ::opgraft::Value value, int64_t num_split,
      const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {{"num_split", num_split}};
    operation = builder.Op("Split", {axis, value}, name, node_attrs);
    if (operation.node() < 0) return;  // the builder has an error
    int port = 0;
    for (const int end = port + static_cast<int>(num_split); port < end;) {
      this->output.push_back(operation[port++]);
    }
  }
  // An empty value where there is none: the builder has an error.
  ::opgraft::Value operator[](size_t index) const {
    return index < output.size() ? output[index] : ::opgraft::Value();
  }
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  std::vector<::opgraft::Value> output;
};

/// Removes dimensions of size 1.
///
/// Arguments:
/// * input: A `Tensor`. Any tensor.
///
/// Optional attributes (see `Attrs`):
/// * Axis: `list(int) >= 0 = []`. Which; none means all.
///
/// Returns:
/// * output: A `Tensor`. Has the same type as `input`. The same elements, with fewer dimensions.
class Squeeze {
 public:
  struct Attrs {
    Attrs Axis(const std::vector<int64_t>& x) const {
      Attrs result = *this;
      result.axis_ = x;
      return result;
    }

    std::vector<int64_t> axis_ = {};
  };
  static Attrs Axis(const std::vector<int64_t>& x) { return Attrs().Axis(x); }

  Squeeze(::opgraft::GraphBuilder& builder, ::opgraft::Value input, const std::string& name = "")
      : Squeeze(builder, input, Attrs(), name) {}
  Squeeze(::opgraft::GraphBuilder& builder, ::opgraft::Value input, const Attrs& attrs, const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {{"squeeze_dims", attrs.axis_}};
    operation = builder.Op("Squeeze", {input}, name, node_attrs);
    this->output = operation[0];
  }
  operator ::opgraft::Value() const { return output; }  // NOLINT
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  ::opgraft::Value output;
};

/// Parses each string as a number. One that is not a number, or out of range, is an error.
///
/// Arguments:
/// * string_tensor: A `Tensor` of type `string`. The texts, of any shape.
///
/// Optional attributes (see `Attrs`):
/// * OutType: `type in [DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_UINT32, DT_UINT64] = DT_FLOAT`. Of the numbers.
///
/// Returns:
/// * output: A `Tensor` of type `out_type`. Of the shape of `string_tensor`.
class StringToNumber {
 public:
  struct Attrs {
    Attrs OutType(::opgraft::DataType x) const {
      Attrs result = *this;
      result.out_type_ = x;
      return result;
    }

    ::opgraft::DataType out_type_ = ::opgraft::DT_FLOAT;
  };
  static Attrs OutType(::opgraft::DataType x) { return Attrs().OutType(x); }

  StringToNumber(::opgraft::GraphBuilder& builder, ::opgraft::Value string_tensor, const std::string& name = "")
      : StringToNumber(builder, string_tensor, Attrs(), name) {}
  StringToNumber(
      ::opgraft::GraphBuilder& builder, ::opgraft::Value string_tensor, const Attrs& attrs,
      const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {{"out_type", attrs.out_type_}};
    operation = builder.Op("StringToNumber", {string_tensor}, name, node_attrs);
    this->output = operation[0];
  }
  operator ::opgraft::Value() const { return output; }  // NOLINT
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  ::opgraft::Value output;
};

/// The sum along some dimensions.
///
/// Arguments:
/// * input: A `Tensor`. Must be one of the following types: `float32`, `float64`, `int32`, `uint8`, `int16`, `int8`, `complex64`, `int64`, `qint8`, `quint8`, `qint32`, `bfloat16`, `qint16`, `quint16`, `uint16`, `complex128`, `half`, `uint32`, `uint64`. The values that are reduced.
/// * axis: A `Tensor`. Must be one of the following types: `int32`, `int64`. The dimensions that go; a negative one counts from the last. None gives `input` as it is.
///
/// Optional attributes (see `Attrs`):
/// * KeepDims: `bool = false`. Whether the dimensions stay, with size 1.
///
/// Returns:
/// * output: A `Tensor`. Has the same type as `input`. Without those dimensions, or with size 1 in their place.
class Sum {
 public:
  struct Attrs {
    Attrs KeepDims(bool x) const {
      Attrs result = *this;
      result.keep_dims_ = x;
      return result;
    }

    bool keep_dims_ = false;
  };
  static Attrs KeepDims(bool x) { return Attrs().KeepDims(x); }

  Sum(::opgraft::GraphBuilder& builder, ::opgraft::Value input, ::opgraft::Value axis, const std::string& name = "")
      : Sum(builder, input, axis, Attrs(), name) {}
  Sum(
      ::opgraft::GraphBuilder& builder, ::opgraft::Value input, ::opgraft::Value axis, const Attrs& attrs,
      const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {{"keep_dims", attrs.keep_dims_}};
    operation = builder.Op("Sum", {input, axis}, name, node_attrs);
    this->output = operation[0];
  }
  operator ::opgraft::Value() const { return output; }  // NOLINT
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  ::opgraft::Value output;
};

/// Unstacks a tensor along one dimension, which the outputs do not have.
///
/// Arguments:
/// * value: A `Tensor`. The tensor that is cut up.
/// * num: `int >= 0`. The size of that dimension.
///
/// Optional attributes (see `Attrs`):
/// * Axis: `int = 0`. Which; from the end if it is negative.
///
/// Returns:
/// * output: A list of `num` `Tensor` objects with the same type as `value`. The parts, in order.
class Unpack {
 public:
  struct Attrs {
    Attrs Axis(int64_t x) const {
      Attrs result = *this;
      result.axis_ = x;
      return result;
    }

    int64_t axis_ = 0;
  };
  static Attrs Axis(int64_t x) { return Attrs().Axis(x); }

  Unpack(::opgraft::GraphBuilder& builder, ::opgraft::Value value, int64_t num, const std::string& name = "")
      : Unpack(builder, value, num, Attrs(), name) {}
  Unpack(
      ::opgraft::GraphBuilder& builder, ::opgraft::Value value, int64_t num, const Attrs& attrs,
      const std::string& name = "") {
    const ::opgraft::GraphBuilder::Attrs node_attrs = {{"num", num}, {"axis", attrs.axis_}};
    operation = builder.Op("Unpack", {value}, name, node_attrs);
    if (operation.node() < 0) return;  // the builder has an error
    int port = 0;
    for (const int end = port + static_cast<int>(num); port < end;) {
      this->output.push_back(operation[port++]);
    }
  }
  // An empty value where there is none: the builder has an error.
  ::opgraft::Value operator[](size_t index) const {
    return index < output.size() ? output[index] : ::opgraft::Value();
  }
  operator ::opgraft::Input() const { return output; }  // NOLINT

  ::opgraft::Value operation;  // any output of the node
  std::vector<::opgraft::Value> output;
};

}  // namespace ops
}  // namespace opgraft

#endif  // OPGRAFT_GENERATED_OPS_H_
