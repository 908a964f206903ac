// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_BUILDER_GRAPH_BUILDER_H_
#define FRAMEWORK_GRAPH_BUILDER_GRAPH_BUILDER_H_

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/graph/builder/value.h"
#include "framework/graph/data/graph.h"
#include "framework/op/attr.h"
#include "framework/tensor/tensor.h"
#include "framework/types/source_location.h"

namespace opgraft_internal {
class GraphDraft;
}  // namespace opgraft_internal

namespace opgraft {

class KernelRegistry;

// Builds a graph node by node, in time linear in the nodes. Types and static shapes are inferred as
// nodes are added. What is wrong is kept and returned by Build, a line each, with the call, its
// place in the source and the node; what only follows from it is not told. Names and attrs that
// inputs tell (types, lengths) may be left out. Thread-compatible.
//
// Example:
//   GraphBuilder b;
//   auto x = b.Placeholder("x", DT_FLOAT, {1});
//   auto old = b.ReadValue("sum", b.Const({0.0f}));
//   auto next = b.Op("AddV2", {old, x});
//   b.Assign("sum", next);
//   auto graph = b.Build();
class GraphBuilder {
 public:
  using Attrs = std::vector<std::pair<std::string, Attr>>;
  // Where a call stands; callers leave it out.
  using Where = SourceLocation;

  GraphBuilder();
  explicit GraphBuilder(std::shared_ptr<const KernelRegistry> registry);
  ~GraphBuilder();
  GraphBuilder(GraphBuilder&&) noexcept;
  GraphBuilder& operator=(GraphBuilder&&) noexcept;

  // A node of any op. `name` "" makes one of the op's name.
  Value Op(const std::string& op, std::vector<Input> inputs, const std::string& name = "",
           Attrs attrs = {}, Where where = Where::Here());
  Value Placeholder(const std::string& name, DataType dtype, PartialTensorShape shape,
                    Where where = Where::Here());
  // The graph and its models share the memory of a large tensor: do not write into it afterwards.
  Value Const(const Tensor& value, const std::string& name = "", Where where = Where::Here());
  template <typename T>
  Value Const(std::initializer_list<T> values, const std::string& name = "",
              Where where = Where::Here()) {
    return Const(Tensor::Of(values), name, where);
  }

  // The value of variable `id` before the run. Type and static shape are the init's unless given.
  Value ReadValue(const std::string& id, Value init, const std::string& name = "",
                  Where where = Where::Here());
  Value ReadValue(const std::string& id, Value init, DataType dtype, PartialTensorShape shape,
                  const std::string& name = "", Where where = Where::Here());
  Value ReadValue(const std::string& id, DataType dtype, PartialTensorShape shape,
                  const std::string& name = "", Where where = Where::Here());
  // Stores `value` when the run succeeds; a sink.
  Value Assign(const std::string& id, Value value, const std::string& name = "",
               Where where = Where::Here());

  // Defines function `name`: `body` is built in a builder of its own, its arguments by Arg, its
  // results given to Return. Op(name, {...}) then calls it. Functions that the body defined become
  // this builder's.
  GraphBuilder& Function(const std::string& name, GraphBuilder body, Where where = Where::Here());
  // In a body.
  Value Arg(const std::string& name, DataType dtype, Where where = Where::Here());
  void Return(const std::string& name, Value value, Where where = Where::Here());
  // An If with OpenVINO's port maps: each input goes to the named argument of each branch, "" for a
  // branch that has no use for it; each output is the named result of each branch. The branches
  // become functions 'NAME_then' and 'NAME_else'.
  struct PortMap {
    Value value;
    std::string then_arg;
    std::string else_arg;
  };
  struct ResultMap {
    std::string then_result;
    std::string else_result;
  };
  Value If(Value cond, GraphBuilder then_body, GraphBuilder else_body, std::vector<PortMap> inputs,
           std::vector<ResultMap> outputs, const std::string& name = "",
           Where where = Where::Here());

  // A loop, TensorFlow's While (StatelessWhile if neither body holds state or stateful ops): while
  // the result of `cond` is true, the results of `body` become the next values. Both take one Arg
  // for each input, in order; `body` gives one result for each, in order. They become functions
  // 'NAME_cond' and 'NAME_body'. The values after the last turn.
  std::vector<Value> While(std::vector<Value> inputs, GraphBuilder cond, GraphBuilder body,
                           const std::string& name = "", Where where = Where::Here());
  // TensorFlow's Case (StatelessCase): branch number `index`, an int32; the last one if there is
  // none of that number. Each input goes to the named argument of each branch, "" for a branch that
  // has no use for it; each output is the named result of each branch. They become functions
  // 'NAME_branch0', ...
  struct CasePort {
    Value value;
    std::vector<std::string> args;  // by branch
  };
  using CaseResult = std::vector<std::string>;  // by branch
  std::vector<Value> Case(Value index, std::vector<GraphBuilder> branches,
                          std::vector<CasePort> inputs, std::vector<CaseResult> outputs,
                          const std::string& name = "", Where where = Where::Here());

  // `node` runs after the node of `runs_before`.
  void AddControlInput(Value node, Value runs_before, Where where = Where::Here());
  void SetDevice(Value node, const std::string& device, Where where = Where::Here());

  // The checked graph, or all that is wrong with the calls, else what import finds wrong. The
  // builder may be used further.
  absl::StatusOr<Graph> Build() const;

 private:
  std::unique_ptr<opgraft_internal::GraphDraft> draft_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_BUILDER_GRAPH_BUILDER_H_
