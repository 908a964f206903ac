// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_SHAPE_INFERENCE_H_
#define FRAMEWORK_OP_SHAPE_INFERENCE_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <list>
#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/op/node_attrs.h"
#include "framework/op/node_properties.h"
#include "framework/op/shape_handle.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/partial_tensor_shape.h"
#include "framework/types/tensor_shape.h"

namespace opgraft {

class TensorShapeProto;

namespace shape_inference {

// What a handle refers to, told without a context: how it passes from the context of one node to
// that of the next. Plain data.
struct HandleData {
  PartialTensorShape shape;
  DataType dtype = DT_INVALID;
};

// What is known of a node's inputs. Only read by the constructor of InferenceContext, except for
// the tensors, which must outlive the context. Vectors may be shorter than the inputs, elements
// null: not known.
struct InputFacts {
  std::vector<const PartialTensorShape*> shapes;
  // Values of inputs.
  std::vector<const Tensor*> tensors;
  // Values of integer vectors, partly known; -1 is unknown.
  std::vector<const PartialTensorShape*> tensors_as_shapes;
  // Of resources and variants.
  std::vector<const std::vector<HandleData>*> handle_data;
};

// A call that failed, and whether the handle it gave was used all the same.
struct FailedCall {
  std::string message;
  mutable bool used = false;
};

// What handles point to; for InferenceContext alone, which owns them. A dimension is an interval of
// sizes, a shape a list of dimensions or of unknown rank. Never changed once a handle to it was
// given, so what a Merge narrows is a new one.
class Dimension {
 private:
  friend class InferenceContext;
  DimRange size_;
  const FailedCall* failed_ = nullptr;
};

// See Dimension.
class Shape {
 private:
  friend class InferenceContext;
  int32_t rank_ = -1;
  absl::InlinedVector<DimensionHandle, 4> dims_;
  const FailedCall* failed_ = nullptr;
};

// What a shape function sees of its node, and where it puts the shapes of the outputs: TensorFlow's
// class, name for name.
//
// Owns every shape and dimension it makes; handles die with it. Dimensions are intervals inside: a
// bounded dimension (2..5) flows through Merge, Add, Multiply, ... soundly, but to a shape function
// it is unknown (Value is kUnknownDim).
//
// Calls that fail return INVALID_ARGUMENT, set `*out` to a handle that says so, and a shape
// function that uses such a handle fails: "shape function of X ignored: ...". So does a wrong index
// given to input, set_output or Dim. Nothing aborts. Thread-compatible: made for one node, used,
// and thrown away.
//
// Example, a product of matrices:
//   [](InferenceContext* c) -> absl::Status {
//     ShapeHandle a, b;
//     TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &a));
//     TF_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &b));
//     DimensionHandle inner;
//     TF_RETURN_IF_ERROR(c->Merge(c->Dim(a, 1), c->Dim(b, 0), &inner));
//     c->set_output(0, c->Matrix(c->Dim(a, 0), c->Dim(b, 1)));
//     return absl::OkStatus();
//   }
class InferenceContext {
 public:
  static constexpr int64_t kUnknownDim = -1;
  static constexpr int32_t kUnknownRank = -1;
  // Shapes of more dimensions than a Tensor can have are refused.
  static constexpr int32_t kMaxRank = 254;

  // Borrows `node`.
  InferenceContext(const NodeProperties& node, const InputFacts& inputs);
  InferenceContext(const InferenceContext&) = delete;
  InferenceContext& operator=(const InferenceContext&) = delete;

  // Forgets the outputs and runs `fn`; outputs that it leaves out are of unknown shape. On failure
  // the node, its input shapes and what was known of its inputs is appended to the message. May be
  // run again after more was told about inputs.
  absl::Status Run(const std::function<absl::Status(InferenceContext*)>& fn);

  // --- For the caller of Run ---

  // Was the value of this input asked for? Then it is worth finding out, telling by set_input_...,
  // and running again.
  bool requested_input_tensor(int idx) const;
  bool requested_input_tensor_as_partial_shape(int idx) const;
  // Tell the value of an input, or what is known of it as a shape. The tensor must outlive the
  // context.
  void set_input_tensor(int idx, const Tensor* tensor);
  void set_input_tensor_as_shape(int idx, const PartialTensorShape& values);
  // Output `idx` after Run; unknown rank if it was not set.
  PartialTensorShape OutputShape(int idx) const;
  // Empty if not set.
  std::vector<HandleData> OutputHandleData(int idx) const;
  PartialTensorShape ToPartialTensorShape(ShapeHandle s) const;

  // --- Inputs ---

  int num_inputs() const { return static_cast<int>(inputs_.size()); }
  ShapeHandle input(int64_t idx) const;
  // Makes input `idx` as precise as `shape` and itself say together; false, and nothing changes, if
  // they contradict each other. For the caller of Run.
  bool MergeInput(int idx, ShapeHandle shape);
  // All inputs of the arg `input_name`.
  absl::Status input(absl::string_view input_name, std::vector<ShapeHandle>* output) const;
  // The value of an input if it is known, else null.
  const Tensor* input_tensor(int idx);
  // The value of an input as a shape, partly known; not set if nothing is known.
  ShapeHandle input_tensor_as_shape(int idx);
  // Null if not known.
  const std::vector<ShapeAndType>* input_handle_shapes_and_types(int idx) const;

  // --- Outputs ---

  int num_outputs() const { return static_cast<int>(outputs_.size()); }
  void set_output(int idx, ShapeHandle shape);
  // All outputs of the arg `output_name`; as many shapes as it has.
  absl::Status set_output(absl::string_view output_name, const std::vector<ShapeHandle>& shapes);
  // Not set before set_output.
  ShapeHandle output(int64_t idx) const;
  absl::Status output(absl::string_view output_name, std::vector<ShapeHandle>* output) const;
  void set_output_handle_shapes_and_types(int idx,
                                          const std::vector<ShapeAndType>& shapes_and_types);
  const std::vector<ShapeAndType>* output_handle_shapes_and_types(int idx) const;

  // --- The node ---

  // As OpKernelConstruction::GetAttr.
  template <class T>
  absl::Status GetAttr(absl::string_view attr_name, T* value) const {
    return GetNodeAttr(node_.attrs, attr_name, value);
  }
  const NodeAttrs& attrs() const { return node_.attrs; }
  const NodeProperties& node() const { return node_; }
  int graph_def_version() const { return node_.graph_def_version; }

  // --- Reading handles ---

  // The rank; kUnknownRank if it is not known, or if the handle is not set.
  static bool RankKnown(ShapeHandle s) { return Rank(s) != kUnknownRank; }
  static int32_t Rank(ShapeHandle s);
  // Negative indices count from the end. An unknown dimension if the rank is unknown.
  DimensionHandle Dim(ShapeHandle s, int64_t idx);
  // As Dim, of a shape of known rank.
  DimensionHandle DimKnownRank(ShapeHandle s, int64_t idx) const;
  // kUnknownDim unless the size is known exactly.
  static int64_t Value(DimensionOrConstant d);
  static bool ValueKnown(DimensionOrConstant d) { return Value(d) != kUnknownDim; }
  // All that is known of the size.
  static DimRange Bounds(DimensionOrConstant d);
  // The product of the dimensions; unknown if one is, or if it overflows.
  DimensionHandle NumElements(ShapeHandle s);
  // True if rank and every dimension are known exactly.
  static bool FullyDefined(ShapeHandle s);
  // "[2,?]", "?" for an unknown rank or dimension.
  std::string DebugString(ShapeHandle s) const;
  std::string DebugString(DimensionHandle d) const;
  std::string DebugString(const ShapeAndType& shape_and_type) const;
  std::string DebugString(absl::Span<const ShapeAndType> shapes_and_types) const;
  // The node and its input shapes.
  std::string DebugString() const;

  // --- Making handles ---

  // A dimension of a size, or the one that is given. An unknown one is a new one each time.
  DimensionHandle MakeDim(DimensionOrConstant d);
  DimensionHandle UnknownDim() { return MakeDim(kUnknownDim); }
  // Not TensorFlow's: a dimension whose size lies in an interval.
  DimensionHandle MakeBoundedDim(DimRange bounds);
  // Of these dimensions. Beyond kMaxRank the shape function fails.
  ShapeHandle MakeShape(const std::vector<DimensionHandle>& dims);
  ShapeHandle MakeShape(std::initializer_list<DimensionOrConstant> dims);
  ShapeHandle UnknownShape();
  // `rank` unknown dimensions, each its own.
  ShapeHandle UnknownShapeOfRank(int64_t rank);
  ShapeHandle Scalar() { return MakeShape(std::vector<DimensionHandle>()); }
  ShapeHandle Vector(DimensionOrConstant dim) { return MakeShape({dim}); }
  ShapeHandle Matrix(DimensionOrConstant dim1, DimensionOrConstant dim2) {
    return MakeShape({dim1, dim2});
  }

  // The shape that the value of an input spells: an integer vector. As much of it as is known: a
  // vector of three elements of unknown value is a shape of rank 3.
  absl::Status MakeShapeFromShapeTensor(int input_idx, ShapeHandle* out);
  // The same, or a scalar: -1 for unknown rank.
  absl::Status MakeShapeFromShapeTensorTreatScalarAsUnknownShape(int input_idx, ShapeHandle* out);
  // The same from a tensor; null if its value is not known.
  absl::Status MakeShapeFromTensor(const Tensor* t, ShapeHandle tensor_shape, ShapeHandle* out);
  absl::Status MakeShapeFromShapeProto(const TensorShapeProto& proto, ShapeHandle* out);
  absl::Status MakeShapeFromPartialTensorShape(const PartialTensorShape& shape, ShapeHandle* out);
  absl::Status MakeShapeFromTensorShape(const TensorShape& shape, ShapeHandle* out);
  // The size that the value of an integer scalar input spells; unknown if the value is.
  absl::Status MakeDimForScalarInput(int idx, DimensionHandle* out);
  // The index of a dimension that the value of an integer scalar input spells; a negative one
  // counts from `input_rank`, which is kUnknownRank if not known.
  absl::Status MakeDimForScalarInputWithNegativeIndexing(int idx, int32_t input_rank,
                                                         DimensionHandle* out);
  // The value of an int32 or int64 scalar.
  static absl::Status GetScalarFromTensor(const Tensor* t, int64_t* value);
  void ShapeHandleToProto(ShapeHandle handle, TensorShapeProto* proto) const;

  // --- Checks: `*out` is the argument, made more precise by what was checked ---

  absl::Status WithRank(ShapeHandle shape, int64_t rank, ShapeHandle* out);
  absl::Status WithRankAtLeast(ShapeHandle shape, int64_t rank, ShapeHandle* out);
  absl::Status WithRankAtMost(ShapeHandle shape, int64_t rank, ShapeHandle* out);
  absl::Status WithValue(DimensionHandle dim, int64_t value, DimensionHandle* out);
  // What both arguments say together; fails if they contradict each other. `*out` is one of them if
  // that one says all.
  //
  // Example: [2,?] and [?,3] give [2,3]; [2] and [3] fail: "Dimension 0 in both shapes must be
  // equal, but are 2 and 3".
  absl::Status Merge(DimensionHandle d0, DimensionHandle d1, DimensionHandle* out);
  absl::Status Merge(ShapeHandle s0, ShapeHandle s1, ShapeHandle* out);
  // Merges the first dimensions of `s` with `prefix`.
  absl::Status MergePrefix(ShapeHandle s, ShapeHandle prefix, ShapeHandle* s_out,
                           ShapeHandle* prefix_out);

  // --- Parts of shapes ---

  // The dimensions [start, end) by steps of `stride`; negative start and end count from the end of
  // `s`.
  //
  // Example: of [2,3,4], Subshape(s, 1) is [3,4], Subshape(s, 0, -1) is [2,3], and Subshape(s, 2,
  // 0, -1) is [4,3].
  absl::Status Subshape(ShapeHandle s, int64_t start, ShapeHandle* out);
  absl::Status Subshape(ShapeHandle s, int64_t start, int64_t end, ShapeHandle* out);
  absl::Status Subshape(ShapeHandle s, int64_t start, int64_t end, int64_t stride,
                        ShapeHandle* out);
  // The dimensions of both; unknown rank if one of them has.
  absl::Status Concatenate(ShapeHandle s1, ShapeHandle s2, ShapeHandle* out);
  // `s` with another dimension at `dim_index`; a negative index counts from the end.
  absl::Status ReplaceDim(ShapeHandle s, int64_t dim_index, DimensionHandle new_dim,
                          ShapeHandle* out);

  // --- Arithmetic of dimensions. Fails on overflow and on negative results ---

  // With `evenly_divisible` a remainder is an error, else it is dropped. The divisor must be
  // positive.
  //
  // Example: Divide(7, 2, false) is 3; with `true` it fails.
  absl::Status Divide(DimensionHandle dividend, DimensionOrConstant divisor, bool evenly_divisible,
                      DimensionHandle* out);
  // Of intervals the ends are computed: 2..5 and 3 are 5..8.
  absl::Status Add(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out);
  absl::Status Subtract(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out);
  absl::Status Multiply(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out);
  absl::Status Min(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out);
  absl::Status Max(DimensionHandle first, DimensionOrConstant second, DimensionHandle* out);

 private:
  struct InputState {
    ShapeHandle shape;
    const Tensor* tensor = nullptr;
    ShapeHandle tensor_as_shape;
    std::vector<ShapeAndType> handles;
    bool requested_tensor = false;
    bool requested_as_shape = false;
  };
  struct OutputState {
    ShapeHandle shape;
    std::vector<ShapeAndType> handles;
  };
  // What `fn` answers; INTERNAL for what it throws, a wrong accessor and a CHECK included.
  absl::Status Call(const std::function<absl::Status(InferenceContext*)>& fn);
  // "input 1 (float)": the one whose value lies at `data`.
  std::string InputText(const void* data) const;
  absl::Status Fail(std::string message, ShapeHandle* out);
  absl::Status Fail(std::string message, DimensionHandle* out);
  // Remembers the first wrong call of the shape function; Run fails with it.
  void Blame(std::string what) const;
  // What was wrong with how the shape function used this context.
  absl::Status Verdict() const;
  absl::Status WithContext(const absl::Status& status) const;
  // Null, and Blame, for an index out of range.
  const InputState* FindInput(int64_t idx) const;
  const OutputState* FindOutput(int64_t idx, const char* call) const;
  // Input `idx` for the caller of Run, whose index is right.
  InputState& InputAt(int idx) { return inputs_.at(static_cast<size_t>(idx)); }
  // The input shapes with ", " between them.
  std::string InputShapesText() const;
  absl::Status ShapeSpelledBy(const Tensor& t, ShapeHandle* out);
  ShapeHandle FromPartialTensorShape(const PartialTensorShape& shape);
  // `dim` itself if its bounds are `bounds` already, else a new dimension.
  DimensionHandle Narrow(DimensionHandle dim, DimRange bounds);

  const NodeProperties& node_;
  std::deque<Dimension> dimensions_;  // stable addresses
  std::deque<Shape> shapes_;
  std::list<FailedCall> failed_calls_;
  std::vector<InputState> inputs_;
  std::vector<OutputState> outputs_;
  mutable std::string blame_;
};

}  // namespace shape_inference
}  // namespace opgraft

#endif  // FRAMEWORK_OP_SHAPE_INFERENCE_H_
