// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/framework/graph/test_ops.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include "framework/graph/data/graph_versions.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/op_registry.h"
#include "framework/op/shape_inference.h"
#include "google/protobuf/text_format.h"

namespace opgraft {

namespace {

using shape_inference::InferenceContext;

absl::Status NeedsCurrentVersion(InferenceContext* c) {
  if (c->graph_def_version() == kGraphDefVersion) return absl::OkStatus();
  return absl::InvalidArgumentError("Wrong graph version for shape");
}

absl::Status IsTwoByAny(InferenceContext* c) {
  c->set_output(0, c->Matrix(2, InferenceContext::kUnknownDim));
  return absl::OkStatus();
}

OpDefBuilder Op(const char* name) { return OpDefBuilder(name); }

std::shared_ptr<const KernelRegistry> MakeRegistry() {
  OpRegistryBuilder ops;
  ops.Add(Op("ABC"));
  ops.Add(Op("TestParams").Output("o: float"));
  ops.Add(Op("TestInput").Output("a: float").Output("b: float"));
  ops.Add(Op("TestMul").Input("a: float").Input("b: float").Output("o: float"));
  ops.Add(Op("TestInt").Input("a: int32"));
  ops.Add(Op("TestOneInputTwoOutputs").Input("x: float").Output("y: float").Output("z: float"));
  ops.Add(Op("TestOneInputOneOutput").Input("x: T").Output("y: T").Attr("T: {float, int64}"));
  ops.Add(Op("TestVariadicOutput").Output("outputs: N * int32").Attr("N: int >= 0"));
  ops.Add(Op("TestDefaultAttr").Attr("default_int: int=31415"));
  ops.Add(Op("TestList").Input("values: T").Attr("T: list(type) >= 0"));
  ops.Add(Op("TestNumbers")
              .Input("values: N * T")
              .Output("o: T")
              .Attr("N: int >= 2")
              .Attr("T: {float, int32}"));
  ops.Add(Op("TestShaped").Output("o: float").SetShapeFn(IsTwoByAny));
  ops.Add(Op("TestHandle").Output("h: resource").SetShapeFn(shape_inference::ScalarShape));
  ops.Add(Op("TestGone").Deprecated(10, "Use TestParams"));
  ops.Add(Op("TestCall")
              .Input("args: Tin")
              .Output("results: Tout")
              .Attr("Tin: list(type) >= 0")
              .Attr("Tout: list(type) >= 0")
              .Attr("f: func"));
  ops.Add(Op("TestFunctions").Attr("fs: list(func) = []"));
  ops.Add(Op("RequiresCurrentGraphVersion").Output("o: float").SetShapeFn(NeedsCurrentVersion));
  ops.Add(
      Op("Enter").Input("data: T").Output("output: T").Attr("T: type").Attr("frame_name: string"));
  ops.Add(Op("Merge")
              .Input("inputs: N * T")
              .Output("output: T")
              .Output("value_index: int32")
              .Attr("T: type")
              .Attr("N: int >= 1")
              .SetRole(OpRole::kMerge));
  ops.Add(Op("NextIteration")
              .Input("data: T")
              .Output("output: T")
              .Attr("T: type")
              .SetRole(OpRole::kNextIteration));
  auto registry = ops.Build();
  if (!registry.ok()) {
    std::fprintf(stderr, "%s\n", registry.status().ToString().c_str());
    std::abort();
  }
  return KernelRegistryBuilder(*std::move(registry)).BuildKeepingGood();
}

}  // namespace

std::shared_ptr<const KernelRegistry> TestRegistry() {
  static const auto* const registry = new std::shared_ptr<const KernelRegistry>(MakeRegistry());
  return *registry;
}

GraphDef GraphOf(absl::string_view text) {
  GraphDef graph;
  if (!google::protobuf::TextFormat::ParseFromString(std::string(text), &graph)) std::abort();
  return graph;
}

ImportGraphDefOptions TestOptions() {
  ImportGraphDefOptions options;
  options.registry = TestRegistry();
  return options;
}

}  // namespace opgraft
