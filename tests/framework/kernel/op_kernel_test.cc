// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/op_kernel.h"

#include <thread>

#include "framework/kernel/context_access.h"
#include "framework/kernel/kernel_call.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/test_node.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Runs the code of a test as a kernel: in its constructor, and as Compute.
class LambdaKernel : public OpKernel {
 public:
  using Body = std::function<void(OpKernelContext*)>;
  static thread_local Body body;
  static thread_local std::function<void(OpKernelConstruction*)> constructor;

  explicit LambdaKernel(OpKernelConstruction* c) : OpKernel(c) {
    if (constructor != nullptr) constructor(c);
  }
  void Compute(OpKernelContext* context) override { body(context); }
};
thread_local LambdaKernel::Body LambdaKernel::body;
thread_local std::function<void(OpKernelConstruction*)> LambdaKernel::constructor;

std::shared_ptr<const KernelRegistry> Registry() {
  static const auto* const registry = new std::shared_ptr<const KernelRegistry>(TestKernels(
      {OpDefBuilder("Test1").Input("a: float").Input("b: int32").Output("o: uint8"),
       OpDefBuilder("Test2").Attr("T: type").Input("i: T").Output("o: T"),
       OpDefBuilder("OpOutputList").Output("a: int32").Attr("T: list(type)").Output("b: T"),
       OpDefBuilder("InputList").Attr("N: int").Input("xs: N * float").Input("y: float"),
       OpDefBuilder("RefInputs").Input("a: Ref(float)").Input("b: Ref(float)").Output("c: float"),
       OpDefBuilder("RefOutput").Input("a: Ref(float)").Input("i: int32").Output("r: Ref(float)"),
       OpDefBuilder("Attrs")
           .Attr("alpha: float = 0.5")
           .Attr("n: int = 3")
           .Attr("names: list(string) = ['a', 'b']")
           .Attr("shape: shape = { dim { size: 2 } dim { size: 3 } }")
           .Attr("types: list(type) = [DT_FLOAT, DT_INT32]"),
       OpDefBuilder("Gone").Deprecated(20, "Use Here")},
      {TestKernel<LambdaKernel>(OnCpu("Test1")), TestKernel<LambdaKernel>(OnCpu("Test2")),
       TestKernel<LambdaKernel>(OnCpu("OpOutputList")),
       TestKernel<LambdaKernel>(OnCpu("InputList")), TestKernel<LambdaKernel>(OnCpu("RefInputs")),
       TestKernel<LambdaKernel>(OnCpu("RefOutput")), TestKernel<LambdaKernel>(OnCpu("Attrs")),
       TestKernel<LambdaKernel>(OnCpu("Gone"))}));
  return *registry;
}

absl::Status Construct(const std::shared_ptr<const NodeProperties>& node,
                       std::function<void(OpKernelConstruction*)> constructor) {
  LambdaKernel::constructor = std::move(constructor);
  const absl::Status status = CreateOpKernel(*Registry(), node, nullptr).status();
  LambdaKernel::constructor = nullptr;
  return status;
}

absl::StatusOr<std::vector<Tensor>> Compute(const std::shared_ptr<const NodeProperties>& node,
                                            const std::vector<Tensor>& inputs,
                                            LambdaKernel::Body body) {
  LambdaKernel::body = std::move(body);
  return RunKernel(*Registry(), node, inputs);
}

std::shared_ptr<const NodeProperties> Node(const std::string& op, const TestAttrs& attrs = {}) {
  return TestNode(Registry()->ops(), op, attrs);
}
std::vector<Tensor> Test1Inputs() { return {Tensor::Of({1.0f, 2.0f}), Tensor::Of({3})}; }

// --- Construction ---

TEST(OpKernelConstruction, KnowsNodeTypesAndDevice) {
  const absl::Status status = Construct(Node("Test1"), [](OpKernelConstruction* c) {
    EXPECT_EQ(c->def().name(), "n");
    EXPECT_EQ(c->def().op(), "Test1");
    EXPECT_THAT(c->input_types(), ElementsAre(DT_FLOAT, DT_INT32));
    EXPECT_THAT(c->output_types(), ElementsAre(DT_UINT8));
    EXPECT_EQ(c->num_inputs(), 2);
    EXPECT_EQ(c->input_type(1), DT_INT32);
    EXPECT_EQ(c->num_outputs(), 1);
    EXPECT_EQ(c->output_type(0), DT_UINT8);
    EXPECT_EQ(c->device_type().type_string(), "CPU");
    EXPECT_NE(c->device(), nullptr);
    Tensor tensor;
    EXPECT_TRUE(c->allocate_temp(DT_INT32, {2, 2}, &tensor).ok());
    EXPECT_EQ(tensor.NumElements(), 4);
  });
  EXPECT_TRUE(status.ok()) << status;
}

TEST(OpKernelConstruction, MatchesSignatures) {
  const auto match = [](OpKernelConstruction* c) {
    OP_REQUIRES_OK(c, c->MatchSignature({DT_INT32}, {DT_INT32}));
  };
  EXPECT_TRUE(Construct(Node("Test2", {{"T", TypeAttr(DT_INT32)}}), match).ok());
  EXPECT_EQ(Construct(Node("Test2", {{"T", TypeAttr(DT_FLOAT)}}), match),
            absl::InvalidArgumentError(
                "{{node n}} Test2: Signature mismatch, have: float->float expected: int32->int32"));
}

TEST(OpKernelConstruction, ReadsAttrs) {
  const absl::Status status = Construct(Node("Attrs"), [](OpKernelConstruction* c) {
    float alpha = 0;
    int64_t n64 = 0;
    int n32 = 0;
    std::vector<std::string> names;
    TensorShape shape;
    PartialTensorShape partial;
    std::vector<DataType> types;
    DataTypeVector type_vector;
    OP_REQUIRES_OK(c, c->GetAttr("alpha", &alpha));
    OP_REQUIRES_OK(c, c->GetAttr("n", &n64));
    OP_REQUIRES_OK(c, c->GetAttr("n", &n32));
    OP_REQUIRES_OK(c, c->GetAttr("names", &names));
    OP_REQUIRES_OK(c, c->GetAttr("shape", &shape));
    OP_REQUIRES_OK(c, c->GetAttr("shape", &partial));
    OP_REQUIRES_OK(c, c->GetAttr("types", &types));
    OP_REQUIRES_OK(c, c->GetAttr("types", &type_vector));
    EXPECT_EQ(alpha, 0.5f);
    EXPECT_EQ(n64, 3);
    EXPECT_EQ(n32, 3);
    EXPECT_THAT(names, ElementsAre("a", "b"));
    EXPECT_EQ(shape.DebugString(), "[2,3]");
    EXPECT_EQ(partial.DebugString(), "[2,3]");
    EXPECT_THAT(types, ElementsAre(DT_FLOAT, DT_INT32));
    EXPECT_THAT(type_vector, ElementsAre(DT_FLOAT, DT_INT32));
    EXPECT_TRUE(c->HasAttr("n"));
    EXPECT_FALSE(c->HasAttr("m"));
  });
  EXPECT_TRUE(status.ok()) << status;
}

TEST(OpKernelConstruction, NamesTheAttrsThatExist) {
  const absl::Status status = Construct(Node("Attrs"), [](OpKernelConstruction* c) {
    float alpha = 0;
    OP_REQUIRES_OK(c, c->GetAttr("alpa", &alpha));
  });
  EXPECT_EQ(status,
            absl::NotFoundError(
                "{{node n}} Attrs: Attrs's kernel asks for attr 'alpa'; the op has: alpha (float), "
                "n (int), "
                "names (list(string)), shape (shape), types (list(type)); nearest: 'alpha'"));
}

TEST(OpKernelConstruction, SaysWhatKindAnAttrIs) {
  const auto read = [](auto value) {
    return Construct(Node("Attrs"), [value](OpKernelConstruction* c) mutable {
      OP_REQUIRES_OK(c, c->GetAttr("n", &value));
    });
  };
  EXPECT_EQ(read(0.0f),
            absl::InvalidArgumentError(
                "{{node n}} Attrs: attr 'n' is int, Attrs's kernel reads it into a float"));
  EXPECT_THAT(std::string(read(std::string()).message()), HasSubstr("reads it into a string"));
  EXPECT_THAT(std::string(read(std::vector<int>()).message()),
              HasSubstr("reads it into a list(int)"));
  EXPECT_THAT(std::string(read(DT_FLOAT).message()), HasSubstr("reads it into a type"));
}

TEST(OpKernelConstruction, RefusesAnIntBeyondAnInt32) {
  const absl::Status status =
      Construct(Node("Attrs", {{"n", IntAttr(int64_t{1} << 33)}}), [](OpKernelConstruction* c) {
        int n = 0;
        OP_REQUIRES_OK(c, c->GetAttr("n", &n));
      });
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("out of range for an int32"));
}

TEST(CreateOpKernel, ReturnsWhatTheConstructorReportsOrThrows) {
  EXPECT_EQ(Construct(Node("Attrs"),
                      [](OpKernelConstruction* c) {
                        c->CtxFailure(absl::UnimplementedError("not today"));
                      }),
            absl::UnimplementedError("{{node n}} Attrs: not today"));
  EXPECT_EQ(
      Construct(Node("Attrs"), [](OpKernelConstruction*) { throw std::runtime_error("boom"); }),
      absl::InternalError("{{node n}} Attrs: the kernel threw std::runtime_error: boom"));
  EXPECT_EQ(
      Construct(Node("Attrs"), [](OpKernelConstruction*) { Tensor::Of({1.0f}).flat<int32>(); })
          .code(),
      absl::StatusCode::kInternal);
}

TEST(CreateOpKernel, RefusesUnknownOpsAndRemovedOnes) {
  const absl::Status unknown = CreateOpKernel(*Registry(), Node("Test1x"), nullptr).status();
  EXPECT_EQ(unknown.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(unknown.message()),
              HasSubstr("op 'Test1x' is not registered. Nearest: 'Test1'"));
  NodeProperties old = *Node("Gone");
  old.graph_def_version = 20;
  EXPECT_EQ(
      CreateOpKernel(*Registry(), std::make_shared<NodeProperties>(old), nullptr).status().code(),
      absl::StatusCode::kUnimplemented);
}

// --- Inputs ---

TEST(OpKernelContext, GivesInputsByIndexAndName) {
  const auto result = Compute(Node("Test1"), Test1Inputs(), [](OpKernelContext* c) {
    EXPECT_EQ(c->num_inputs(), 2);
    EXPECT_EQ(c->input(0).flat<float>()(1), 2.0f);
    const Tensor* b = nullptr;
    OP_REQUIRES_OK(c, c->input("b", &b));
    EXPECT_EQ(b, &c->input(1));
    EXPECT_EQ(c->input("x", &b), absl::InvalidArgumentError("Unknown input name: x; inputs: a, b"));
    DataType dtype = DT_INVALID;
    EXPECT_FALSE(c->input_dtype("non_existent_input", &dtype).ok());
    EXPECT_TRUE(c->input_dtype("a", &dtype).ok());
    EXPECT_EQ(dtype, DT_FLOAT);
    EXPECT_EQ(c->input_dtype(1), DT_INT32);
    EXPECT_TRUE(c->has_input(1));
    EXPECT_FALSE(c->has_input(2));
    EXPECT_FALSE(c->input_is_ref(0));
    EXPECT_TRUE(c->get_input(1).ok());
    EXPECT_EQ(
        c->get_input(2).status(),
        absl::InvalidArgumentError(
            "Given index was 2, but index of input must be greater than 0, less than the number of "
            "inputs (2), and not a ref."));
    EXPECT_FALSE(c->ValidateInputsAreSameShape(ContextAccess::binding(*c).kernel));
    EXPECT_THAT(std::string(c->status().message()),
                HasSubstr("must have the same size and shape.  Input 0: [2] != input 1: [1]"));
  });
  EXPECT_FALSE(result.ok());
}

TEST(OpKernelContext, GivesListsOfInputs) {
  const auto node = Node("InputList", {{"N", IntAttr(2)}});
  const auto result = Compute(
      node, {Tensor::Of({1.0f}), Tensor::Of({2.0f}), Tensor::Of({3.0f})}, [](OpKernelContext* c) {
        OpInputList list;
        OP_REQUIRES_OK(c, c->input_list("xs", &list));
        EXPECT_EQ(list.size(), 2);
        float sum = 0;
        for (const Tensor& tensor : list) sum += tensor.flat<float>()(0);
        EXPECT_EQ(sum + list[1].flat<float>()(0), 5.0f);
        const Tensor* one = nullptr;
        EXPECT_EQ(c->input("xs", &one),
                  absl::InvalidArgumentError(
                      "OpKernel used list-valued input name 'xs' when single-valued "
                      "input was expected"));
        EXPECT_FALSE(c->input_list("zs", &list).ok());
      });
  EXPECT_TRUE(result.ok()) << result.status();
}

TEST(OpKernelContext, PutsTensorsBehindReferences) {
  const auto result =
      Compute(Node("RefInputs"), {Tensor::Of({1.0f}), Tensor::Of({2.0f})}, [](OpKernelContext* c) {
        EXPECT_TRUE(c->input_is_ref(0));
        c->delete_ref_input(0, false);
        EXPECT_FALSE(c->mutable_input(0, false).NumElements() == 1);
        OP_REQUIRES_OK(c, c->replace_ref_input("b", Tensor::Of({7.0f}), false));
        EXPECT_EQ(c->mutable_input(1, false).flat<float>()(0), 7.0f);
        c->set_output(0, c->mutable_input(1, true));
      });
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ((*result)[0].flat<float>()(0), 7.0f);
}

// --- Outputs ---

TEST(OpKernelContext, AllocatesOutputs) {
  const auto result = Compute(Node("Test1"), Test1Inputs(), [](OpKernelContext* c) {
    Tensor* out = nullptr;
    EXPECT_EQ(c->allocate_output(-1, TensorShape(), &out),
              absl::InternalError("allocate_output with bad index=-1; outputs: 0 'o'"));
    EXPECT_EQ(c->allocate_output(1, TensorShape(), &out),
              absl::InternalError("allocate_output with bad index=1; outputs: 0 'o'"));
    EXPECT_EQ(c->allocate_output("out", TensorShape(), &out),
              absl::InvalidArgumentError("Unknown output name: out; outputs: o"));
    const absl::Status negative = c->allocate_output(0, TensorShape({-1, 2}), &out);
    EXPECT_EQ(negative.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(negative.message()),
                HasSubstr("dimension 0 is -1: an output shape must be known; did you copy it from "
                          "a shape function?"));
    EXPECT_EQ(c->mutable_output(0), nullptr);
    AllocatorAttributes attrs;
    attrs.set_on_host(true);
    OP_REQUIRES_OK(c, c->allocate_output("o", {2, 3}, &out, attrs));
    EXPECT_EQ(out->dtype(), DT_UINT8);
    EXPECT_EQ(c->mutable_output(0), out);
    out->flat<uint8>().setConstant(7);
    EXPECT_EQ(c->allocate_output(0, {2}, &out),
              absl::InternalError(
                  "allocate_output on same index multiple times: output 0 'o' is set already"));
    EXPECT_EQ(c->expected_output_dtype(0), DT_UINT8);
    Tensor temp;
    EXPECT_TRUE(c->allocate_temp(DT_HALF, {4}, &temp).ok());
    EXPECT_EQ(temp.dtype(), DT_HALF);
  });
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ((*result)[0].shape(), TensorShape({2, 3}));
  EXPECT_EQ((*result)[0].flat<uint8>()(5), 7);
}

TEST(OpKernelContext, GivesListsOfOutputs) {
  const auto node = Node("OpOutputList", {{"T", TypeListAttr({DT_FLOAT, DT_INT32})}});
  const auto result = Compute(node, {}, [](OpKernelContext* c) {
    EXPECT_EQ(c->expected_output_dtype(0), DT_INT32);
    OpOutputList list;
    EXPECT_FALSE(c->output_list("non_existent_output", &list).ok());
    OP_REQUIRES_OK(c, c->output_list("b", &list));
    EXPECT_EQ(list.size(), 2);
    EXPECT_EQ(list.expected_output_dtype(0), DT_FLOAT);
    EXPECT_EQ(list.expected_output_dtype(1), DT_INT32);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(c, list.allocate(0, {1}, &out));
    out->flat<float>()(0) = 1.5f;
    EXPECT_EQ(list[0], out);
    list.set(1, Tensor::Of({4}));
    OP_REQUIRES_OK(c, c->set_output("a", Tensor::Of({9})));
  });
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ((*result)[0].flat<int32>()(0), 9);
  EXPECT_EQ((*result)[1].flat<float>()(0), 1.5f);
  EXPECT_EQ((*result)[2].flat<int32>()(0), 4);
}

TEST(OpKernelContext, KnowsManyOutputs) {
  const auto node =
      Node("OpOutputList", {{"T", TypeListAttr(std::vector<DataType>(100, DT_FLOAT))}});
  const auto set = [](int but) {
    return [but](OpKernelContext* c) {
      for (int i = 0; i < c->num_outputs(); ++i) {
        Tensor* out = nullptr;
        if (i == but) continue;
        OP_REQUIRES_OK(c, c->allocate_output(i, TensorShape(), &out));
      }
    };
  };
  EXPECT_TRUE(Compute(node, {}, set(-1)).ok());
  EXPECT_EQ(Compute(node, {}, set(90)).status(),
            absl::InternalError(
                "{{node n}} OpOutputList: Compute returned OK but did not set output 90 'b[89]'."));
  EXPECT_EQ(Compute(node, {}, [&](OpKernelContext* c) { set(-1)(c), set(-1)(c); }).status().code(),
            absl::StatusCode::kInternal);
}

TEST(OpKernel, DescribesTheCall) {
  const auto result = Compute(Node("Test1"), Test1Inputs(), [](OpKernelContext* c) {
    EXPECT_EQ(c->op_kernel().TraceString(*c, false), "n:Test1");
    EXPECT_EQ(c->op_kernel().TraceString(*c, true), "n:Test1#shape=(float[2];int32[1])#");
    EXPECT_EQ(c->op_kernel().name(), "n");
    EXPECT_EQ(c->op_kernel().type_string(), "Test1");
    EXPECT_EQ(c->op_kernel().requested_input(0), "x");
    c->set_output(0, Tensor(DT_UINT8, {}));
  });
  EXPECT_TRUE(result.ok()) << result.status();
}

TEST(RunKernel, ChecksItsInputs) {
  EXPECT_EQ(Compute(Node("Test1"), {Tensor::Of({1.0f})}, nullptr).status(),
            absl::InvalidArgumentError("{{node n}} Test1: needs 2 inputs, got 1"));
  EXPECT_EQ(Compute(Node("Test1"), {Tensor::Of({1.0f}), Tensor::Of({1.0f})}, nullptr).status(),
            absl::InvalidArgumentError("{{node n}} Test1: input 1 'b' must be int32, got float"));
}

// --- What kernels do wrong ---

struct WrongCase {
  const char* about;
  LambdaKernel::Body body;
  absl::StatusCode code;
  const char* message;
};

TEST(CallKernel, MakesEveryMistakeAStatusThatNamesTheNode) {
  constexpr auto kInternal = absl::StatusCode::kInternal;
  const WrongCase cases[] = {
      {"reads another type", [](OpKernelContext* c) { c->input(0).flat<int32>(); }, kInternal,
       "{{node n}} Test1: the kernel read input 0 'a' (float) as int32. Constrain it with "
       ".TypeConstraint<...> or fix "
       "the access."},
      {"reads another rank", [](OpKernelContext* c) { c->input(0).matrix<float>(); }, kInternal,
       "{{node n}} Test1: the kernel read input 0 'a' (float) with matrix(), but its shape is [2]. "
       "Check it with "
       "OP_REQUIRES first "
       "or fix the access."},
      {"reads many as a scalar", [](OpKernelContext* c) { c->input(0).scalar<float>(); }, kInternal,
       "{{node n}} Test1: the kernel read input 0 'a' (float) with scalar(), but its shape is [2]. "
       "Check it with "
       "OP_REQUIRES first "
       "or fix the access."},
      {"asks for too many inputs", [](OpKernelContext* c) { c->input(2); }, kInternal,
       "{{node n}} Test1: the kernel asked for input(2), but has inputs 0 'a', 1 'b'"},
      {"asks for a negative input", [](OpKernelContext* c) { c->input(-1); }, kInternal,
       "{{node n}} Test1: the kernel asked for input(-1), but has inputs 0 'a', 1 'b'"},
      {"writes another type",
       [](OpKernelContext* c) {
         Tensor* out = nullptr;
         OP_REQUIRES_OK(c, c->allocate_output(0, {2}, &out));
         out->flat<float>().setZero();
       },
       kInternal,
       "{{node n}} Test1: the kernel used output 0 'o' (uint8) as float. Constrain it with "
       ".TypeConstraint<...> or fix "
       "the access."},
      {"uses a temporary wrongly", [](OpKernelContext*) { Tensor::Of({1.0f}).vec<int8>(); },
       kInternal,
       "{{node n}} Test1: the kernel used a tensor of its own as int8. Constrain it with "
       ".TypeConstraint<...> or fix "
       "the access."},
      {"forgets its output", [](OpKernelContext*) {}, kInternal,
       "{{node n}} Test1: Compute returned OK but did not set output 0 'o'."},
      {"sets another type", [](OpKernelContext* c) { c->set_output(0, Tensor::Of({1.0f})); },
       kInternal, "{{node n}} Test1: set_output(0): output 'o' is uint8, the kernel gave float"},
      {"sets too many outputs", [](OpKernelContext* c) { c->set_output(1, Tensor::Of({1.0f})); },
       kInternal, "{{node n}} Test1: set_output with bad index=1; outputs: 0 'o'"},
      {"throws", [](OpKernelContext*) { throw std::out_of_range("vector::at"); }, kInternal,
       "{{node n}} Test1: the kernel threw std::out_of_range: vector::at"},
      {"throws a number", [](OpKernelContext*) { throw 42; }, kInternal,
       "{{node n}} Test1: the kernel threw int, which is not a std::exception"},
      {"has no memory", [](OpKernelContext*) { throw std::bad_alloc(); },
       absl::StatusCode::kResourceExhausted,
       "{{node n}} Test1: the kernel ran out of memory (std::bad_alloc)"},
      {"reports an error",
       [](OpKernelContext* c) { OP_REQUIRES(c, false, absl::OutOfRangeError("too far")); },
       absl::StatusCode::kOutOfRange, "{{node n}} Test1: too far"},
      {"goes on after an error",
       [](OpKernelContext* c) {
         c->SetStatus(absl::OutOfRangeError("first"));
         c->SetStatus(absl::InternalError("second"));
       },
       absl::StatusCode::kOutOfRange, "{{node n}} Test1: first"},
  };
  for (const WrongCase& c : cases) {
    const absl::Status status = Compute(Node("Test1"), Test1Inputs(), c.body).status();
    EXPECT_EQ(status.code(), c.code) << c.about;
    EXPECT_EQ(status.message(), c.message) << c.about;
  }
}

TEST(CallKernel, RunsOutOfMemoryWithinItsBudget) {
  const auto budget = std::make_shared<MemoryBudget>(1 << 16, 1 << 16);
  MemoryScope scope(budget);
  const absl::Status output = Compute(Node("Test1"), Test1Inputs(), [](OpKernelContext* c) {
                                Tensor* out = nullptr;
                                OP_REQUIRES_OK(c, c->allocate_output(0, {1 << 20}, &out));
                              }).status();
  EXPECT_EQ(output.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(output.message()),
              HasSubstr("OOM when allocating output 0 'o' with shape[1048576] and type uint8"));
  const absl::Status own = Compute(Node("Test1"), Test1Inputs(), [](OpKernelContext*) {
                             Tensor(DT_FLOAT, {1 << 20});
                           }).status();
  EXPECT_EQ(own.code(), absl::StatusCode::kResourceExhausted) << own;
}

TEST(WithNode, NamesANodeOnceAndKeepsPayloads) {
  absl::Status status = absl::AbortedError("why");
  status.SetPayload("url", absl::Cord("payload"));
  const absl::Status named = WithNode(*Node("Test1"), status);
  EXPECT_EQ(named.message(), "{{node n}} Test1: why");
  EXPECT_EQ(*named.GetPayload("url"), "payload");
  EXPECT_EQ(WithNode(*Node("Test1"), named), named);
  EXPECT_TRUE(WithNode(*Node("Test1"), absl::OkStatus()).ok());
}

// --- References ---

TEST(OpKernelContext, WhatIsWrittenThroughAReferenceIsRead) {
  const auto result =
      Compute(Node("RefOutput"), {Tensor::Of({1.0f}), Tensor::Of({7})}, [](OpKernelContext* c) {
        c->mutable_input(0, /*lock_held=*/false).flat<float>()(0) = 2;
        EXPECT_EQ(c->input(0).flat<float>()(0), 2);
        Tensor by_name;
        OP_REQUIRES_OK(c, c->mutable_input("a", &by_name, false));
        by_name.flat<float>()(0) = 3;
        EXPECT_EQ(c->input(0).flat<float>()(0), 3);
        EXPECT_EQ(c->mutable_input("z", &by_name, false).code(),
                  absl::StatusCode::kInvalidArgument);
        c->forward_ref_input_to_ref_output(0, 0);
      });
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ((*result)[0].flat<float>()(0), 3);
}

TEST(OpKernelContext, AReferenceMayPointElsewhereOrNowhere) {
  const auto result =
      Compute(Node("RefOutput"), {Tensor::Of({1.0f}), Tensor::Of({7})}, [](OpKernelContext* c) {
        c->delete_ref_input(0, /*lock_held=*/false);
        EXPECT_EQ(c->input(0).NumElements(), 0);
        EXPECT_EQ(c->replace_ref_input("z", Tensor(), false).code(),
                  absl::StatusCode::kInvalidArgument);
        OP_REQUIRES_OK(c, c->replace_ref_input("a", Tensor::Of({5.0f, 6.0f}), false));
        c->forward_ref_input_to_ref_output(0, 0);
      });
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ((*result)[0].flat<float>()(1), 6);
}

TEST(OpKernelContext, TellsWhatIsNoReference) {
  const struct {
    LambdaKernel::Body body;
    const char* message;
  } cases[] = {
      {[](OpKernelContext* c) { c->replace_ref_input(1, Tensor(), false); },
       "replace_ref_input(1): no such reference"},
      {[](OpKernelContext* c) { c->delete_ref_input(9, false); },
       "replace_ref_input(9): no such reference"},
      {[](OpKernelContext* c) { c->forward_ref_input_to_ref_output(1, 0); },
       "forward_ref_input_to_ref_output(1, 0): input and output must be references"},
      {[](OpKernelContext* c) { c->forward_ref_input_to_ref_output(0, 100); },
       "forward_ref_input_to_ref_output(0, 100): input and output must be references"},
      {[](OpKernelContext* c) { c->forward_ref_input_to_ref_output(-1, -1); },
       "forward_ref_input_to_ref_output(-1, -1): input and output must be references"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.message);
    const absl::Status status =
        Compute(Node("RefOutput"), {Tensor::Of({1.0f}), Tensor::Of({7})}, c.body).status();
    EXPECT_EQ(status, absl::InternalError(absl::StrCat("{{node n}} RefOutput: ", c.message)));
  }
}

TEST(OpKernelContext, TakesErrorsFromManyThreads) {
  const absl::Status status =
      Compute(Node("Test1"), Test1Inputs(), [](OpKernelContext* c) {
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
          threads.emplace_back([c] { c->CtxFailure(absl::DataLossError("one of them")); });
        }
        for (std::thread& thread : threads) thread.join();
      }).status();
  EXPECT_EQ(status, absl::DataLossError("{{node n}} Test1: one of them"));
}

}  // namespace
}  // namespace opgraft
