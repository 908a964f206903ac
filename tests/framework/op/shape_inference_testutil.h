#ifndef TESTS_FRAMEWORK_OP_SHAPE_INFERENCE_TESTUTIL_H_
#define TESTS_FRAMEWORK_OP_SHAPE_INFERENCE_TESTUTIL_H_

#include <memory>
#include <string>
#include <vector>

#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "framework/op/shape_inference.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft {

// A node whose shape function is put to the test, as in TensorFlow's tests of ops:
//
//   ShapeInferenceTestOp op("MatMul");
//   INFER_OK(op, "[2,?];[?,3]", "[d0_0,d1_1]");
//   INFER_ERROR("Dimensions must be equal, but are 3 and 4", op, "[2,3];[4,5]");
//
// Shapes are written "[2,?,3..5]", "?" is unknown rank, ";" separates them. Of outputs, "in0" is the handle of input 0,
// "d0_1" that of its dimension 1.
struct ShapeInferenceTestOp {
  // An op of the process.
  explicit ShapeInferenceTestOp(const std::string& op_name);
  // An op of its own.
  explicit ShapeInferenceTestOp(const OpDefBuilder& spec);

  // Sets an attr; `value` is an AttrValue in text format: "i: 3", "type: DT_INT32", "list { i: [1, 2] }". Type attrs
  // that are not set are the first that is allowed, else DT_FLOAT.
  ShapeInferenceTestOp& Attr(const std::string& name, const std::string& value);

  // The properties of the node, its inputs called in0, in1, ...
  NodeProperties Properties() const;

  OpRegistrationData op;
  NodeDef node_def;
  std::vector<const Tensor*> input_tensors;          // may be shorter than the inputs, elements null
  std::vector<std::string> input_tensors_as_shapes;  // as shapes are written; "" is none
  int graph_def_version = 2474;
};

// What is known of inputs, and what they borrow.
struct TestInputs {
  TestInputs(const ShapeInferenceTestOp& op, const std::string& shapes);
  std::vector<PartialTensorShape> shapes, tensors_as_shapes;
  shape_inference::InputFacts facts;
};

// "[2,?,3..5]" or "?".
PartialTensorShape ParseShape(const std::string& text);

// Runs the shape function and compares its outputs with `expected`: "" or what is wrong.
std::string CheckInference(const ShapeInferenceTestOp& op, const std::string& inputs, const std::string& expected);
// Runs the shape function.
absl::Status InferShapes(const ShapeInferenceTestOp& op, const std::string& inputs);

#define INFER_OK(op, inputs, outputs) \
  EXPECT_EQ("", ::opgraft::CheckInference(op, inputs, outputs)) << "for " << (inputs)
#define INFER_ERROR(text, op, inputs)                                                                \
  EXPECT_THAT(std::string(::opgraft::InferShapes(op, inputs).message()), ::testing::HasSubstr(text)) \
      << "for " << (inputs)

}  // namespace opgraft

#endif  // TESTS_FRAMEWORK_OP_SHAPE_INFERENCE_TESTUTIL_H_
