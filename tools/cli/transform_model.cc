// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft transform`: OpenVINO's transformations of whole models.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "framework/graph/io/graph_file.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/ir_text.h"
#include "openvino/transforms.h"
#include "openvino/write_ir.h"
#include "opgraft/proto/graph.pb.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"

namespace opgraft_internal {
namespace {

struct TransformArguments {
  std::vector<std::string> words;  // those of the transformation, then IN and OUT
  bool no_const_init = false;
};
using Transform = std::function<absl::StatusOr<LoadedIr>(const LoadedIr& model,
                                                         const TransformArguments& arguments)>;

absl::StatusOr<LoadedIr> LoadAny(const std::string& path) {
  const GraphProgress progress(path);
  if (IsIrFile(path)) return LoadIr(path, progress.options(), "", IrUse::kEdit);
  OPGRAFT_ASSIGN_OR_RETURN(Graph graph, LoadGraph(path));
  return IrOfGraph(std::move(graph));
}

// "NAME:WHAT" at the last colon: names have colons too.
absl::StatusOr<std::pair<std::string, std::string>> SplitPair(const std::string& word) {
  const size_t colon = word.rfind(':');
  if (colon != std::string::npos && colon > 0 && colon + 1 < word.size())
    return std::make_pair(word.substr(0, colon), word.substr(colon + 1));
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(Printable(word)), " is not two parts with a colon between them"));
}

absl::StatusOr<LoadedIr> RunMakeStateful(const LoadedIr& model, const TransformArguments& given) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& word : given.words) {
    OPGRAFT_ASSIGN_OR_RETURN(auto pair, SplitPair(word));
    pairs.push_back(std::move(pair));
  }
  return MakeStateful(model, pairs);
}

absl::StatusOr<LoadedIr> RunReshape(const LoadedIr& model, const TransformArguments& given) {
  std::map<std::string, PartialTensorShape> shapes;
  for (const std::string& word : given.words) {
    OPGRAFT_ASSIGN_OR_RETURN(auto pair, SplitPair(word));
    OPGRAFT_ASSIGN_OR_RETURN(PartialTensorShape shape, ParseIrShape(pair.second));
    shapes[pair.first] = std::move(shape);
  }
  return ReshapeInputs(model, shapes);
}

absl::StatusOr<LoadedIr> RunLowLatency2(const LoadedIr& model, const TransformArguments& given) {
  return LowLatency2(model, !given.no_const_init);
}

absl::StatusOr<LoadedIr> RunStatefulToStateless(const LoadedIr& model, const TransformArguments&) {
  return StatefulToStateless(model);
}

absl::StatusOr<LoadedIr> RunUnroll(const LoadedIr& model, const TransformArguments&) {
  return UnrollLoops(model);
}

absl::Status TransformModel(TransformArguments arguments, const Transform& transform) {
  const std::string to = std::move(arguments.words.back());
  arguments.words.pop_back();
  const std::string from = std::move(arguments.words.back());
  arguments.words.pop_back();
  const auto format = FormatOfName(to);
  if (to != "-" && !format.has_value() && !IsIrFile(to)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the ending of ", Quoted(to),
                     " names no format: .pb is binary, .pbtxt is text, .xml is an IR"));
  }
  const auto changed = GuardMemory([&]() -> absl::StatusOr<LoadedIr> {
    OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr model, LoadAny(from));
    return transform(model, arguments);
  });
  if (!changed.ok()) {
    return absl::Status(changed.status().code(),
                        absl::StrCat(from, ": ", changed.status().message()));
  }
  if (IsIrFile(to)) return SaveIr(*changed, to);
  OPGRAFT_ASSIGN_OR_RETURN(
      const std::string bytes,
      FormatGraph(changed->graph.ToGraphDef(), format.value_or(GraphFormat::kText)));
  return WriteOutput(to, bytes);
}

CLI::App* AddOne(CLI::App* parent, Call* call, const char* name, const std::string& about,
                 const std::string& words, size_t least,
                 const std::shared_ptr<TransformArguments>& arguments, Transform transform) {
  CLI::App* app = parent->add_subcommand(name, about);
  app->add_option(words.empty() ? "FILES" : "ARGUMENTS", arguments->words,
                  absl::StrCat(words, words.empty() ? "" : ", then ",
                               "the model to read (.xml, .pb, .pbtxt) and the file to write "
                               "(.pb, .pbtxt, .xml, - for text on standard output)"))
      ->type_name(absl::StrCat(words.empty() ? "" : words + "... ", "IN OUT"))
      ->required()
      ->expected(static_cast<int>(least) + 2, 10'000);
  app->callback([=] { call->action = [=] { return TransformModel(*arguments, transform); }; });
  return app;
}

}  // namespace

void AddTransform(CLI::App* app, Call* call) {
  const auto arguments = std::make_shared<TransformArguments>();
  CLI::App* transform =
      app->add_subcommand("transform", "Make a model stateful, or another one of it")
          ->group("Models");
  transform->require_subcommand(1);
  CLI::App* latency = AddOne(transform, call, "low-latency2",
                             "Keep what loops and recurrent layers carry from run to run", "", 0,
                             arguments, RunLowLatency2);
  latency->add_flag("--no-const-init", arguments->no_const_init,
                    "states start as what the model gives, not as zeros");
  AddOne(transform, call, "make-stateful",
         "Make inputs and outputs states: each pair an input and the output that it is next",
         "INPUT:OUTPUT", 1, arguments, RunMakeStateful);
  AddOne(transform, call, "stateful-to-stateless",
         "Make the states of a language model inputs and outputs", "", 0, arguments,
         RunStatefulToStateless);
  AddOne(transform, call, "reshape", "Give inputs other shapes and infer all others", "INPUT:SHAPE",
         1, arguments, RunReshape);
  AddOne(transform, call, "unroll", "Put the nodes of their iterations in the place of loops", "",
         0, arguments, RunUnroll);
  CLI::App* old = transform->add_subcommand("low-latency", "Not there: see low-latency2");
  old->allow_extras();
  old->callback([=] {
    call->action = [] {
      return absl::InvalidArgumentError(
          "low-latency is not there: it put states into loop bodies and was withdrawn by OpenVINO; "
          "use `opgraft transform low-latency2`");
    };
  });
}

}  // namespace opgraft_internal
