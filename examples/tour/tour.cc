// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The tour that tools/run.sh shows: an op of your own, a graph from GraphDef, state, If. Run it in
// Opgraft's folder, or give that folder as its argument.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "opgraft/run.h"
#include "tools/tensor_io/npy.h"

namespace {

using opgraft::Attr;
using opgraft::CompiledModel;
using opgraft::Graph;
using opgraft::GraphBuilder;
using opgraft::Tensor;

std::string Values(const Tensor& tensor) {
  return absl::StrCat("[", tensor.SummarizeValue(10), "]");
}

int NumOps(const Graph& graph) {
  std::set<std::string> ops;
  for (int id = 0; id < graph.num_nodes(); ++id) ops.insert(graph.node(id).op());
  return static_cast<int>(ops.size());
}

absl::StatusOr<Tensor> ZeroOut(const Tensor& input, int64_t preserve_index) {
  GraphBuilder b;
  b.Op("ZeroOut", {b.Const(input)}, "zeroed", {{"preserve_index", Attr(preserve_index)}});
  OPGRAFT_ASSIGN_OR_RETURN(Graph graph, b.Build());
  OPGRAFT_ASSIGN_OR_RETURN(CompiledModel model, CompiledModel::Compile(graph));
  opgraft::InferRequest request = model.CreateRequest();
  OPGRAFT_ASSIGN_OR_RETURN(auto outputs, request.Run({}));
  return outputs[0];
}

absl::Status AnOpOfYourOwn(const std::string& library) {
  OPGRAFT_RETURN_IF_ERROR(opgraft::LoadLibrary(library).status());
  std::cout << "1  an op of your own      ZeroOut, registered from examples/first_op/zero_out.cc "
               "for float, double, "
               "int32, int64\n";
  const Tensor input = Tensor::Of({5, 4, 3, 2, 1});
  OPGRAFT_ASSIGN_OR_RETURN(Tensor first, ZeroOut(input, 0));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor second, ZeroOut(input, 1));
  std::cout << "                          zero_out(" << Values(input)
            << ")                   = " << Values(first) << "\n";
  std::cout << "                          zero_out(" << Values(input)
            << ", preserve_index=1) = " << Values(second) << "\n";
  return absl::OkStatus();
}

absl::Status AGraphFromGraphDef(const std::string& folder) {
  const absl::Time begin = absl::Now();
  OPGRAFT_ASSIGN_OR_RETURN(Graph graph, Graph::FromFile(folder + "/mlp.pb"));
  OPGRAFT_ASSIGN_OR_RETURN(CompiledModel model, CompiledModel::Compile(graph));
  const double ms = absl::ToDoubleMilliseconds(absl::Now() - begin);
  std::cout << "2  a graph from GraphDef  examples/mlp/mlp.pb (Keras): "
            << absl::StrFormat("%d nodes, %d ops, checked and compiled in %.1f ms\n",
                               graph.num_nodes(), NumOps(graph), ms);
  OPGRAFT_ASSIGN_OR_RETURN(Tensor input, opgraft_internal::ReadNpy(folder + "/input.npy"));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor expected, opgraft_internal::ReadNpy(folder + "/expected.npy"));
  opgraft::InferRequest request = model.CreateRequest();
  OPGRAFT_ASSIGN_OR_RETURN(auto outputs, request.Run({{"x", input}}));
  const auto got = outputs[0].flat<float>();
  if (outputs[0].shape() != expected.shape())
    return absl::InternalError("the output has another shape than the expected one");
  double worst = 0;
  std::cout << "                          probabilities [";
  for (int i = 0; i < got.size(); ++i) {
    std::cout << (i == 0 ? "" : " ") << absl::StrFormat("%.2f", got(i));
    worst = std::max<double>(worst, std::abs(got(i) - expected.flat<float>()(i)));
  }
  if (worst > 1e-6)
    return absl::InternalError(absl::StrCat("the expected output differs by ", worst));
  std::cout << "] (the expected output beside the file agrees to 1e-6)\n";
  return absl::OkStatus();
}

absl::Status State(const std::string& folder) {
  std::cout << "3  state                  examples/summator/summator.pbtxt\n"
            << "                          step  x  out  sum\n";
  OPGRAFT_ASSIGN_OR_RETURN(Graph graph, Graph::FromFile(folder + "/summator.pbtxt"));
  OPGRAFT_ASSIGN_OR_RETURN(CompiledModel model, CompiledModel::Compile(graph));
  opgraft::InferRequest request = model.CreateRequest();
  for (int step = 1; step <= 6; ++step) {
    if (step == 4) {
      OPGRAFT_RETURN_IF_ERROR(request.reset_state());
      std::cout << "                          reset\n";
    }
    OPGRAFT_ASSIGN_OR_RETURN(auto outputs,
                             request.Run({{"x", Tensor::Of({static_cast<float>(step)})}}));
    OPGRAFT_ASSIGN_OR_RETURN(auto sum, request.state("sum"));
    std::cout << absl::StrFormat("                          %4d  %d %4.0f %4.0f\n", step, step,
                                 outputs["out"].flat<float>()(0), sum.get().flat<float>()(0));
  }
  return absl::OkStatus();
}

absl::Status If(const std::string& folder) {
  OPGRAFT_ASSIGN_OR_RETURN(Graph graph, Graph::FromFile(folder + "/if.pbtxt"));
  OPGRAFT_ASSIGN_OR_RETURN(CompiledModel model, CompiledModel::Compile(graph));
  opgraft::InferRequest request = model.CreateRequest();
  const Tensor x = Tensor::Of({1.0f, 2.0f, 3.0f});
  const Tensor z = Tensor::Of({10.0f, 10.0f, 10.0f});
  const Tensor w = Tensor::Of({100.0f, 100.0f, 100.0f});
  std::cout << "4  If                     x = " << Values(x) << ", z = " << Values(z)
            << ", w = " << Values(w) << "\n";
  for (bool cond : {true, false}) {
    OPGRAFT_ASSIGN_OR_RETURN(auto outputs,
                             request.Run({{"cond", Tensor(cond)}, {"x", x}, {"z", z}, {"w", w}}));
    std::cout << "                          cond="
              << (cond ? "true  -> x + z = " : "false -> x + w = ")
              << absl::StrFormat("%-16s (%d of %d steps run: none of the branch not taken)\n",
                                 Values(outputs["y"]), request.steps_run(), model.num_steps());
  }
  return absl::OkStatus();
}

absl::Status Tour(const std::string& root) {
  OPGRAFT_RETURN_IF_ERROR(AnOpOfYourOwn(root + "/bazel-bin/examples/first_op/zero_out.so"));
  OPGRAFT_RETURN_IF_ERROR(AGraphFromGraphDef(root + "/examples/mlp"));
  OPGRAFT_RETURN_IF_ERROR(State(root + "/examples/summator"));
  return If(root + "/examples/if");
}

}  // namespace

int main(int argc, char** argv) {
  const absl::Status status = Tour(argc > 1 ? argv[1] : ".");
  if (!status.ok()) std::cerr << "tour: " << status << "\n";
  return status.ok() ? 0 : 1;
}
