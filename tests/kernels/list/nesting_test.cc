// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Values that hold variants, put into one another by a loop: however often, the process goes on.
#include "kernels/list/nesting.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

// $0 is the line of node `more`, which puts `v` into a value of its own.
constexpr char kLoop[] = R"(
  n = Placeholder() dtype=int32 shape=[]
  zero = Const() dtype=int32 value=int32[]:0
  start = OptionalNone()
  w = While(zero, n, start) T={int32,int32,variant} cond=@below body=@nest
  i = Identity(w) T=int32
  function below(i: int32, n: int32, v: variant) -> (r: bool = l:z:0)
    l = Less(i, n) T=int32
  end
  function nest(i: int32, n: int32, v: variant) -> (ri: int32 = a:z:0, rn: int32 = n, rv: variant = more:$1:0)
    one = Const() dtype=int32 value=int32[]:1
    a = AddV2(i, one:output:0) T=int32
    shape = Const() dtype=int32 value=int32[]:-1
    most = Const() dtype=int32 value=int32[]:-1
    empty = EmptyTensorList(shape:output:0, most:output:0) element_dtype=variant shape_type=int32
    $0
  end
)";

std::string LoopOf(const std::string& more, const std::string& output, int32_t times) {
  const auto graph = Graph::Import(MiniGraph(absl::Substitute(kLoop, more, output)));
  if (!graph.ok()) return graph.status().ToString();
  CompileOptions options;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"n"};
  options.signatures[0].fetches = {"i", "w:2"};
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph, options);
  if (!model.ok()) return model.status().ToString();
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"n", Tensor::Scalar(times)}});
  return outputs.ok() ? (*outputs)[0].SummarizeValue(-1)
                      : std::string(absl::StatusCodeToString(outputs.status().code()));
}

TEST(Nesting, IsBoundedInAllThatHoldVariants) {
  const struct {
    const char* more;
    const char* output;
  } kinds[] = {
      {"more = OptionalFromValue(v) Toutput_types={variant}", "optional"},
      {"more = TensorListPushBack(empty:handle:0, v) element_dtype=variant", "output_handle"},
      {"more = RaggedTensorToVariant(v) RAGGED_RANK=0 Tvalues=variant Tsplits=int64 "
       "batched_input=false",
       "encoded_ragged"},
  };
  const int most = opgraft_internal::kMaxNesting;
  for (const auto& kind : kinds) {
    EXPECT_EQ(LoopOf(kind.more, kind.output, most), absl::StrCat(most));
    EXPECT_EQ(LoopOf(kind.more, kind.output, most + 1), "RESOURCE_EXHAUSTED");
    EXPECT_EQ(LoopOf(kind.more, kind.output, 1000000), "RESOURCE_EXHAUSTED");
  }
}

}  // namespace
}  // namespace opgraft
