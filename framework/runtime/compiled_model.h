// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_COMPILED_MODEL_H_
#define FRAMEWORK_RUNTIME_COMPILED_MODEL_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/data/graph.h"
#include "framework/runtime/compile_options.h"
#include "framework/runtime/infer_request.h"
#include "framework/runtime/memory_report.h"

namespace opgraft_internal {
struct Model;
}  // namespace opgraft_internal

namespace opgraft {

// A graph made ready to run: kernels picked, order, jumps, slots and regions planned, one program a
// signature. Immutable and shared by copies, so copying is cheap; all methods may be called from
// any thread. It keeps its graph and the registry snapshot it was compiled with.
//
// Example:
//
//   OPGRAFT_ASSIGN_OR_RETURN(Graph graph, Graph::FromFile("summator.pbtxt"));
//   OPGRAFT_ASSIGN_OR_RETURN(CompiledModel model, CompiledModel::Compile(graph));
//   InferRequest request = model.CreateRequest();  // one for each sequence, or thread
class CompiledModel {
 public:
  // Copies share all. There is no move: what was moved from is as good as before.
  CompiledModel(const CompiledModel&) = default;
  CompiledModel& operator=(const CompiledModel&) = default;

  // Compiles the signatures of `options` (or the default one). The status holds every problem
  // found, a line each: NOT_FOUND for a kernel, function or tensor name that does not exist,
  // INVALID_ARGUMENT for attrs that do not fit; a problem of one signature names it.
  static absl::StatusOr<CompiledModel> Compile(const Graph& graph,
                                               const CompileOptions& options = {});

  // A new sequence: all variables unset. Cheap; memory is taken at its first run. If there is none
  // even for the request, whatever is asked of it answers RESOURCE_EXHAUSTED.
  InferRequest CreateRequest() const;

  const Graph& graph() const;
  // An index beyond the last signature, input or output gives something empty.
  int num_signatures() const;
  const std::string& signature_name(int signature) const;
  // What a signature feeds and fetches, in its order. The shape is the static one.
  int num_inputs(int signature = 0) const;
  const std::string& input_name(int i, int signature = 0) const;
  DataType input_type(int i, int signature = 0) const;
  const PartialTensorShape& input_shape(int i, int signature = 0) const;
  int num_outputs(int signature = 0) const;
  const std::string& output_name(int i, int signature = 0) const;
  DataType output_type(int i, int signature = 0) const;
  const PartialTensorShape& output_shape(int i, int signature = 0) const;
  // Steps of a signature's program, branches and inlined functions included.
  int num_steps(int signature = 0) const;
  int num_regions(int signature = 0) const;
  // The memory plan of a signature; of none without one.
  MemoryReport memory(int signature = 0) const;
  // Ids of the variables in the order of query_state.
  std::vector<std::string> variables() const;

 private:
  static absl::StatusOr<CompiledModel> CompileGraph(const Graph& graph,
                                                    const CompileOptions& options);
  explicit CompiledModel(std::shared_ptr<const opgraft_internal::Model> model)
      : model_(std::move(model)) {}
  std::shared_ptr<const opgraft_internal::Model> model_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_COMPILED_MODEL_H_
