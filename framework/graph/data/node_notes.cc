// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/node_notes.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "opgraft/proto/node_def.pb.h"

namespace opgraft {
namespace {

using Names = google::protobuf::RepeatedPtrField<std::string>;

// Sorted, without repeats. Names of none leave those that are there as they are.
void MergeNames(const Names& from, Names* to) {
  if (from.empty()) return;
  std::set<std::string> names(from.begin(), from.end());
  names.insert(to->begin(), to->end());
  to->Assign(names.begin(), names.end());
}

void MergeDebugInfo(const NodeNotes& from, NodeNotes* to) {
  if (from.of_def == nullptr || !from.of_def->has_experimental_debug_info()) return;
  auto merged =
      to->of_def == nullptr ? std::make_shared<NodeDef>() : std::make_shared<NodeDef>(*to->of_def);
  const NodeDef::ExperimentalDebugInfo& source = from.of_def->experimental_debug_info();
  NodeDef::ExperimentalDebugInfo* const target = merged->mutable_experimental_debug_info();
  MergeNames(source.original_node_names(), target->mutable_original_node_names());
  MergeNames(source.original_func_names(), target->mutable_original_func_names());
  to->of_def = std::move(merged);
}

}  // namespace

void MergeNotes(const NodeNotes& from, NodeNotes* to) {
  if (to->friendly_name.empty()) to->friendly_name = from.friendly_name;
  to->info.insert(from.info.begin(), from.info.end());
  for (size_t port = 0; port < from.outputs.size(); ++port) {
    if (!from.outputs[port].empty()) AddTensorNotes(from.outputs[port], static_cast<int>(port), to);
  }
  MergeDebugInfo(from, to);
}

TensorNotes TakeTensorNotes(int port, NodeNotes* from) {
  const auto i = static_cast<size_t>(port);
  return i < from->outputs.size() ? std::exchange(from->outputs[i], TensorNotes()) : TensorNotes();
}

void AddTensorNotes(const TensorNotes& notes, int port, NodeNotes* to) {
  const auto i = static_cast<size_t>(port);
  if (to->outputs.size() <= i) to->outputs.resize(i + 1);
  TensorNotes& output = to->outputs[i];
  for (const std::string& name : notes.names) {
    if (std::find(output.names.begin(), output.names.end(), name) == output.names.end())
      output.names.push_back(name);
  }
  output.info.insert(notes.info.begin(), notes.info.end());
}

}  // namespace opgraft
