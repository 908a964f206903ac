// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_PY_DRAFT_H_
#define PYTHON_EXTENSION_PY_DRAFT_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/graph/builder/graph_draft.h"
#include "framework/graph/data/endpoint.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// A graph that Python builds. A GraphDraft keeps what went wrong and tells it at the end; here a
// call that fails says so at once and leaves nothing behind. So the steps are kept, and after a
// failure they are done again in a new draft. Not for several threads at once.
class PyDraft {
 public:
  // An input of a node: one output, or a list of them.
  struct InputEnds {
    std::vector<Endpoint> ends;
    bool is_list = false;
  };
  // A branch of an If, or the condition or body of a loop. `args`: the names of its arguments, by
  // input of the node; "" for one that it does not read.
  struct Branch {
    std::shared_ptr<const PyDraft> draft;
    std::vector<std::string> args;
    std::vector<Endpoint> results;
  };
  // `where` is the caller's place, for messages.
  struct Call {
    std::string where;
    std::string op;
    std::string name;
  };

  PyDraft();

  // Each gives the number of the new node, or what is wrong.
  absl::StatusOr<int> AddNode(const Call& call, const std::vector<InputEnds>& inputs,
                              const GraphDraft::Attrs& attrs);
  absl::StatusOr<int> AddConst(const Call& call, const Tensor& value);
  absl::StatusOr<int> AddArg(const Call& call, DataType dtype);
  absl::StatusOr<int> AddIf(const Call& call, Endpoint condition,
                            const std::vector<Branch>& branches,
                            const std::vector<Endpoint>& inputs);
  absl::StatusOr<int> AddWhile(const Call& call, const Branch& condition, const Branch& body,
                               const std::vector<Endpoint>& inputs);
  absl::Status AddControl(Endpoint node, Endpoint runs_before);

  absl::StatusOr<Graph> Build() const { return draft_->Build(); }
  const std::string& NameOf(int node) const;
  int NumNodes() const { return static_cast<int>(steps_.size()); }
  int NumOutputs(int node) const;
  DataType TypeOf(Endpoint end) const;
  PartialTensorShape ShapeOf(Endpoint end) const;

 private:
  using Step = std::function<absl::StatusOr<int>(GraphDraft*)>;

  absl::StatusOr<int> Do(Step step);
  // A fresh copy of the graph, for callers that consume it.
  std::unique_ptr<GraphDraft> Replay() const;
  static absl::StatusOr<std::vector<std::string>> AddBranches(const std::string& node,
                                                              const std::vector<std::string>& ends,
                                                              const std::vector<Branch>& branches,
                                                              const std::vector<Endpoint>& inputs,
                                                              GraphDraft* draft);

  std::vector<Step> steps_;
  std::shared_ptr<const KernelRegistry> registry_;
  std::unique_ptr<GraphDraft> draft_;
};

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_PY_DRAFT_H_
