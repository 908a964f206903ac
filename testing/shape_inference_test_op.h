// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTING_SHAPE_INFERENCE_TEST_OP_H_
#define TESTING_SHAPE_INFERENCE_TEST_OP_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/op/attr.h"
#include "framework/op/node_properties.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/owned_node_def.h"
#include "framework/op/shape_inference.h"

namespace opgraft {

struct OpRegistrationData;

// A node whose shape function is put to the test, as in TensorFlow's tests of ops:
//
//   ShapeInferenceTestOp op("MatMul");
//   INFER_OK(op, "[2,?];[?,3]", "[d0_0,d1_1]");
//   INFER_ERROR("Dimensions must be equal, but are 3 and 4", op, "[2,3];[4,5]");
//
// Shapes are written "[2,?,3..5]", "?" is unknown rank, ";" separates them. Of outputs, "in0" is
// the handle of input 0, "d0_1" that of its dimension 1. Attrs are those of `node_def`
// (NodeDefBuilder fills it) and the op's defaults; type attrs that are not set are the first that
// is allowed, else DT_FLOAT.
struct ShapeInferenceTestOp {
  // An op of the process. If there is none, every use reports it.
  explicit ShapeInferenceTestOp(absl::string_view op_name);
  // An op of its own.
  explicit ShapeInferenceTestOp(const OpDefBuilder& spec);

  ShapeInferenceTestOp& Attr(absl::string_view name, const opgraft::Attr& value);

  // The properties of the node, its inputs called in0, in1, ...; the error of an op that does not
  // exist or of an attr that is missing.
  absl::StatusOr<NodeProperties> Properties() const;

  absl::StatusOr<std::shared_ptr<const OpRegistrationData>> op;
  OwnedNodeDef node_def;
  std::vector<const Tensor*> input_tensors;  // may be shorter than the inputs, elements null
  std::vector<std::string> input_tensors_as_shapes;  // as shapes are written; "" is none
  // Shapes and types of the resources behind handles; may be shorter than the inputs, elements
  // null.
  std::vector<const std::vector<shape_inference::HandleData>*> input_handle_data;
  int graph_def_version = 2474;
};

// What is known of inputs, and what they borrow.
struct TestInputs {
  static absl::StatusOr<std::unique_ptr<TestInputs>> Parse(const ShapeInferenceTestOp& op,
                                                           absl::string_view shapes);
  std::vector<PartialTensorShape> shapes, tensors_as_shapes;
  shape_inference::InputFacts facts;
};

// "[2,?,3..5]" or "?"; INVALID_ARGUMENT for other text.
absl::StatusOr<PartialTensorShape> ParseShape(absl::string_view text);

// Runs the shape function and compares its outputs with `expected`: "" or what is wrong. An output
// that it does not set is wrong, whatever is expected.
std::string CheckInference(const ShapeInferenceTestOp& op, const std::string& inputs,
                           const std::string& expected);
// Runs the shape function.
absl::Status InferShapes(const ShapeInferenceTestOp& op, const std::string& inputs);

}  // namespace opgraft

#endif  // TESTING_SHAPE_INFERENCE_TEST_OP_H_
