// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/fetches.h"

#include <set>

#include "absl/strings/str_cat.h"
#include "framework/graph/variables/variables.h"
#include "framework/types/nearest.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "tools/cli/own_error.h"
#include "tools/model_view/node_path.h"

namespace opgraft_internal {
namespace {

// What is wrong with a fetch that is neither a tensor nor a variable.
absl::Status NoSuchFetch(const std::string& fetch, const LoadedModel& model,
                         const std::set<std::string>& variables) {
  if (const auto found = FindNodeAt(model.graph, fetch); found.ok() && found->is_in_function) {
    return absl::InvalidArgumentError(
        absl::StrCat("--fetch: ", Quoted(fetch),
                     " is in a function; only tensors of the model's own graph can be fetched"));
  }
  NearestName nearest(fetch);
  for (const std::string& id : variables) nearest.Offer(id);
  for (const auto& port : model.ports) nearest.Offer(port.first);
  for (int id = 0; id < model.graph.num_nodes(); ++id) nearest.Offer(model.graph.node(id).name());
  return absl::NotFoundError(absl::StrCat("--fetch: the model has no tensor or variable ",
                                          Quoted(fetch), NearestHint(nearest.best())));
}

}  // namespace

absl::StatusOr<std::vector<std::string>> FetchedTensors(const std::vector<std::string>& fetches,
                                                        const LoadedModel& model) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<VariableInfo> variables,
                           CollectVariables(model.graph));
  std::set<std::string> ids;
  for (const VariableInfo& variable : variables) ids.insert(variable.id);
  std::vector<std::string> tensors;
  for (const std::string& fetch : fetches) {
    const std::string& tensor = model.TensorOf(fetch);
    const absl::Status found = model.graph.FindTensor(tensor).status();
    if (!found.ok() && ids.count(fetch) != 0) continue;
    const bool has_node = model.graph.FindTarget(tensor.substr(0, tensor.rfind(':'))).ok();
    if (!found.ok()) return OwnError(has_node ? found : NoSuchFetch(fetch, model, ids));
    tensors.push_back(fetch);
  }
  return tensors;
}

absl::Status CheckTargets(const std::vector<std::string>& targets, const LoadedModel& model) {
  for (const std::string& target : targets) {
    const absl::Status found = model.graph.FindTarget(target).status();
    if (!found.ok())
      return OwnError(absl::Status(found.code(), absl::StrCat("--target: ", found.message())));
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
