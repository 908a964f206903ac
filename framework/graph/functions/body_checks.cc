// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/body_checks.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph_data.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/functions/stateful_op_finder.h"
#include "framework/op/arg_types.h"
#include "framework/op/op_def_util.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/function.pb.h"

namespace opgraft_internal {
namespace {

using Argument = CallSite::Argument;
using Output = CallSite::Output;

// The types of a function's arguments or results.
absl::StatusOr<DataTypeVector> TypesOf(
    const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args, const OpDef& signature,
    const NodeAttrs& attrs) {
  ArgTypes expanded;
  const auto find = [&](absl::string_view name) -> const AttrValue* {
    if (const AttrValue* given = attrs.Find(name)) return given;
    const OpDef::AttrDef* declared = FindAttr(name, signature);
    return declared != nullptr && declared->has_default_value() ? &declared->default_value()
                                                                : nullptr;
  };
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(args, find, &expanded));
  return expanded.types;
}

// "then_branch 'f'".
std::string NameOf(const CallSite::Body& body) {
  return absl::StrCat(body.label, " ", Quoted(body.function));
}

// The type that a body must take or give at a place, and what in the node says so: "Tin[0]".
struct Wanted {
  DataType type = DT_INVALID;  // any
  std::string source;
};

// Compares the signatures of a node's bodies with the node.
class BodyChecker {
 public:
  BodyChecker(const GraphData& graph, int node, StatefulOpFinder* stateful_ops)
      : graph_(graph),
        id_(node),
        op_(graph.node(node).op->op_def),
        functions_(stateful_ops->functions()),
        stateful_ops_(stateful_ops) {}

  std::vector<absl::Status> Run() {
    absl::StatusOr<CallSite> site = CallSiteOf(graph_, id_);
    if (!site.ok()) return {site.status()};
    site_ = *std::move(site);
    CheckIndex();
    CheckLoopInputs();
    for (const CallSite::Body& body : site_.bodies) {
      if (!body.label.empty()) CheckBody(body);  // else the op's own signature is the function's
    }
    return std::move(problems_);
  }

 private:
  void Invalid(absl::string_view text) { problems_.push_back(absl::InvalidArgumentError(text)); }

  void CheckIndex() {
    if (site_.condition.kind != CallSite::Condition::Kind::kIndex) return;
    const DataType type = graph_.InputType(id_, site_.condition.index);
    if (type != DT_INT32)
      Invalid(absl::StrCat("a branch is chosen by an int32, not by ", DataTypeString(type)));
  }

  void CheckLoopInputs() {
    if (site_.trip_count >= 0 && !IsNumber(graph_.InputType(id_, site_.trip_count))) {
      Invalid(absl::StrCat("the trip count is an int32 or int64, not ",
                           DataTypeString(graph_.InputType(id_, site_.trip_count))));
    }
    const int first = site_.condition.first;
    if (first >= 0 && graph_.InputType(id_, first) != DT_BOOL) {
      Invalid(absl::StrCat("whether a loop begins is a bool, not ",
                           DataTypeString(graph_.InputType(id_, first))));
    }
  }

  static bool IsNumber(DataType type) { return type == DT_INT32 || type == DT_INT64; }

  void CheckBody(const CallSite::Body& body) {
    if (!functions_.Contains(body.function)) {
      problems_.push_back(absl::NotFoundError(
          absl::StrCat(NameOf(body), " is not in the library",
                       NearestHint(functions_.NearestFunction(body.function)))));
      return;
    }
    CheckSignature(body, functions_.Find(body.function)->op_def);
    if (!op_.is_stateful() && site_.role != OpRole::kCall) CheckHoldsNoState(body);
  }

  void CheckHoldsNoState(const CallSite::Body& body) {
    if (const auto* found = stateful_ops_->Find(body.function)) {
      Invalid(absl::StrCat(NameOf(body), " holds the stateful ", NodeTag(found->node, found->op),
                           " in function ", Quoted(found->function), "; a ", op_.name(),
                           " may hold none"));
    }
  }

  void CheckSignature(const CallSite::Body& body, const OpDef& signature) {
    const auto args = TypesOf(signature.input_arg(), signature, body.attrs);
    const auto results = TypesOf(signature.output_arg(), signature, body.attrs);
    for (const auto* types : {&args, &results}) {
      if (types->ok()) continue;
      problems_.emplace_back(types->status().code(),
                             absl::StrCat(NameOf(body), ": ", types->status().message()));
      return;
    }
    CompareTypes(body, "argument", *args, WantedArgs(body), ListName(op_.input_arg()));
    CheckNumbers(body, *args);
    if (IsCondition(body)) {
      CheckConditionBody(body, results->size());
    } else {
      const auto& list = site_.role == OpRole::kLoop ? op_.input_arg() : op_.output_arg();
      CompareTypes(body, "result", *results, WantedResults(body), ListName(list));
    }
  }

  // Arguments that are the number of the iteration.
  void CheckNumbers(const CallSite::Body& body, const DataTypeVector& types) {
    for (size_t i = 0; i < std::min(types.size(), body.args.size()); ++i) {
      if (body.args[i].kind != Argument::Kind::kIteration || IsNumber(types[i])) continue;
      Invalid(absl::StrCat("argument ", i, " of ", NameOf(body),
                           " is the number of the iteration, an int32 or int64, not ",
                           DataTypeString(types[i])));
    }
  }

  bool IsCondition(const CallSite::Body& body) const {
    return site_.condition.kind == CallSite::Condition::Kind::kBody && &body == &site_.bodies[0];
  }

  void CheckConditionBody(const CallSite::Body& body, size_t num_results) {
    if (num_results == 1) return;
    Invalid(absl::StrCat(NameOf(body), " has ", num_results,
                         " results, but a condition is one tensor"));
  }

  // `what` is "argument" or "result"; `list` is the attr that says how many there are, "" if none
  // does.
  void CompareTypes(const CallSite::Body& body, absl::string_view what,
                    const DataTypeVector& of_body, const std::vector<Wanted>& of_node,
                    absl::string_view list) {
    if (of_body.size() != of_node.size()) {
      const std::string wanted = list.empty()
                                     ? absl::StrCat("the node needs ", of_node.size())
                                     : absl::StrCat(list, " has ", of_node.size(), " types");
      Invalid(absl::StrCat(NameOf(body), " has ", of_body.size(), " ", what, "s, but ", wanted));
      return;
    }
    for (size_t i = 0; i < of_node.size(); ++i) {
      if (of_node[i].type == DT_INVALID || of_body[i] == of_node[i].type) continue;
      Invalid(absl::StrCat(what, " ", i, " of ", NameOf(body), " is ", DataTypeString(of_body[i]),
                           ", but ", of_node[i].source, " is ", DataTypeString(of_node[i].type)));
    }
  }

  std::vector<Wanted> WantedArgs(const CallSite::Body& body) const {
    std::vector<Wanted> wanted;
    for (const Argument& arg : body.args) {
      wanted.push_back(arg.kind == Argument::Kind::kIteration ? Wanted() : OfInput(arg.input));
    }
    return wanted;
  }

  std::vector<Wanted> WantedResults(const CallSite::Body& body) const {
    std::vector<Wanted> wanted(static_cast<size_t>(body.num_results));
    for (size_t i = 0; i < site_.outputs.size(); ++i) {
      const Output& output = site_.outputs[i];
      if (output.kind != Output::Kind::kCarried)
        wanted[static_cast<size_t>(output.index)] = OfOutput(static_cast<int>(i));
    }
    for (const CallSite::Carried& carried : site_.carried)
      wanted[static_cast<size_t>(carried.result)] = OfInput(carried.input);
    if (site_.condition.kind == CallSite::Condition::Kind::kResult)
      wanted[static_cast<size_t>(site_.condition.index)] = {DT_BOOL, "a condition"};
    return wanted;
  }

  Wanted OfInput(int i) const {
    return {graph_.InputType(id_, i), PlaceName(op_.input_arg(), i, "input ")};
  }
  Wanted OfOutput(int i) const {
    return {graph_.OutputType({id_, i}), PlaceName(op_.output_arg(), i, "output ")};
  }

  using Args = google::protobuf::RepeatedPtrField<OpDef::ArgDef>;

  // The attr of the op's last list of types; "" if there is none.
  static std::string ListName(const Args& args) {
    return args.empty() ? "" : args.rbegin()->type_list_attr();
  }

  // "Tin[1]" for what stands in a list of types, else "input 3".
  std::string PlaceName(const Args& args, int index, absl::string_view what) const {
    ArgTypes types;
    const NodeAttrs& attrs = graph_.node(id_).attrs;
    const auto find = [&attrs](absl::string_view name) { return attrs.Find(name); };
    // Cannot fail: the types of the node were made the same way.
    ExpandArgs(args, find, &types).IgnoreError();
    for (size_t i = 0; i < types.args.size(); ++i) {
      const ArgRange& range = types.args[i];
      const std::string& list = args[static_cast<int>(i)].type_list_attr();
      if (!list.empty() && range.start <= index && index < range.limit)
        return absl::StrCat(list, "[", index - range.start, "]");
    }
    return absl::StrCat(what, index);
  }

  const GraphData& graph_;
  const int id_;
  const OpDef& op_;
  const FunctionLibrary& functions_;
  StatefulOpFinder* const stateful_ops_;
  CallSite site_;
  std::vector<absl::Status> problems_;
};

}  // namespace

std::vector<absl::Status> CheckBodies(const GraphData& graph, int node,
                                      StatefulOpFinder* stateful_ops) {
  return BodyChecker(graph, node, stateful_ops).Run();
}

}  // namespace opgraft_internal
