// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/branch_ports.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/nearest.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {
namespace {

using Port = GraphDraft::Port;

std::string NearestPort(absl::string_view name, const std::vector<Port>& ports) {
  NearestName nearest(name);
  for (const Port& port : ports) nearest.Offer(port.name);
  return NearestHint(nearest.best());
}

const Port* FindPort(absl::string_view name, const std::vector<Port>& ports) {
  for (const Port& port : ports) {
    if (port.name == name) return &port;
  }
  return nullptr;
}

absl::Status InBranch(const std::string& name, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(Quoted(name), ": ", status.message()));
}

// An argument for an input that the body does not name.
Port UnusedPort(size_t index, DataType dtype, const GraphDraft& body) {
  std::string name = absl::StrCat("unused_", index);
  while (body.HasNode(name)) name += "_";
  return {name, Value(), dtype};
}

// What takes input `index` of the node; `taken` take those before it.
absl::StatusOr<Port> ArgOf(const std::string& name, size_t index, DataType dtype,
                           const std::vector<Port>& taken, GraphDraft* body) {
  if (name.empty()) return UnusedPort(index, dtype, *body);
  const Port* port = FindPort(name, body->args());
  if (port == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no argument ", Quoted(name), NearestPort(name, body->args())));
  }
  if (FindPort(name, taken) != nullptr)
    return absl::InvalidArgumentError(absl::StrCat("two inputs go to argument ", Quoted(name)));
  return *port;
}

absl::StatusOr<std::vector<Port>> ArgsOf(const BranchPorts& ports,
                                         const DataTypeVector& input_types, GraphDraft* body) {
  std::vector<Port> arguments;
  for (size_t i = 0; i < ports.args.size(); ++i) {
    OPGRAFT_ASSIGN_OR_RETURN(Port arg, ArgOf(ports.args[i], i, input_types[i], arguments, body));
    arguments.push_back(std::move(arg));
  }
  for (const Port& port : body->args()) {
    if (FindPort(port.name, arguments) == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("argument ", Quoted(port.name), " gets no input"));
    }
  }
  return arguments;
}

absl::StatusOr<std::vector<Port>> ResultsOf(const BranchPorts& ports, GraphDraft* body) {
  std::vector<Port> results;
  for (const std::string& name : ports.results) {
    const Port* port = FindPort(name, body->results());
    if (port == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no result ", Quoted(name), NearestPort(name, body->results())));
    }
    results.push_back(*port);
    // One result may serve several outputs; in the signature each has a name of its own.
    for (std::string& unique = results.back().name; FindPort(unique, results) != &results.back();)
      unique += "_";
  }
  return results;
}

// All arguments and results of the body, in their order.
BranchPorts AllPorts(const std::string& name, GraphDraft* body) {
  BranchPorts ports{name, {}, {}};
  for (const Port& port : body->args()) ports.args.push_back(port.name);
  for (const Port& port : body->results()) ports.results.push_back(port.name);
  return ports;
}

absl::StatusOr<std::string> AddBranch(const BranchPorts& ports, const DataTypeVector& input_types,
                                      GraphDraft* body, GraphDraft* draft) {
  OPGRAFT_RETURN_IF_ERROR(body->ProblemsOfBody(ports.name));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Port> arguments, ArgsOf(ports, input_types, body));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<Port> results, ResultsOf(ports, body));
  return draft->AddBranch(ports.name, arguments, results, body);
}

}  // namespace

absl::StatusOr<std::string> AddMappedBranch(const BranchPorts& ports,
                                            const DataTypeVector& input_types, GraphDraft* body,
                                            GraphDraft* draft) {
  auto name = AddBranch(ports, input_types, body, draft);
  if (!name.ok()) return InBranch(ports.name, name.status());
  return name;
}

absl::StatusOr<std::string> AddLoopFunction(const std::string& name,
                                            const DataTypeVector& value_types, GraphDraft* body,
                                            GraphDraft* draft) {
  const BranchPorts ports = AllPorts(name, body);
  if (!body->has_error() && ports.args.size() != value_types.size()) {
    return InBranch(name, absl::InvalidArgumentError(
                              absl::StrCat("there are ", ports.args.size(), " arguments for ",
                                           value_types.size(), " values of the loop")));
  }
  return AddMappedBranch(ports, value_types, body, draft);
}

bool HoldState(const GraphDraft& draft, const std::vector<std::string>& functions) {
  return std::any_of(functions.begin(), functions.end(), [&](const std::string& name) {
    return draft.functions().Find(name)->op_def.is_stateful();
  });
}

Attr ResultTypes(const GraphDraft& draft, const std::string& function) {
  std::vector<DataType> types;
  for (const auto& result : draft.functions().Find(function)->op_def.output_arg())
    types.push_back(result.type());
  return Attr(types);
}

}  // namespace opgraft_internal
