// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft transform`: OpenVINO's transformations of whole models.
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_cat.h"
#include "framework/graph/data/function_library.h"
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
#include "tools/cli/load_model.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"

namespace opgraft_internal {
namespace {

struct TransformArguments {
  std::vector<std::string> words;  // those of the transformation, then IN and OUT
  ModelArguments from;             // IN
  bool no_const_init = false;
};
using Transform = std::function<absl::StatusOr<LoadedIr>(const LoadedIr& model,
                                                         const TransformArguments& arguments)>;

absl::StatusOr<LoadedIr> LoadAny(const ModelArguments& from) {
  const GraphProgress progress(from.path);
  if (IsIr(from)) {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string path, InputPath(from.path));
    OPGRAFT_ASSIGN_OR_RETURN(const std::string weights, InputPath(from.weights));
    return LoadIr(path, progress.options(), weights, IrUse::kEdit);
  }
  OPGRAFT_ASSIGN_OR_RETURN(Graph graph, LoadGraph(from.path));
  return IrOfGraph(std::move(graph));
}

// "NAME:WHAT" at the last colon: names have colons too.
absl::StatusOr<std::pair<std::string, std::string>> SplitPair(const std::string& word,
                                                              const char* example) {
  const size_t colon = word.rfind(':');
  if (colon != std::string::npos && colon > 0 && colon + 1 < word.size())
    return std::make_pair(word.substr(0, colon), word.substr(colon + 1));
  return absl::InvalidArgumentError(
      absl::StrCat("write ", example, "; got ", Quoted(Printable(word))));
}

absl::StatusOr<LoadedIr> RunMakeStateful(const LoadedIr& model, const TransformArguments& given) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& word : given.words) {
    OPGRAFT_ASSIGN_OR_RETURN(auto pair, SplitPair(word, "INPUT:OUTPUT, for example past:present"));
    pairs.push_back(std::move(pair));
  }
  return MakeStateful(model, pairs);
}

absl::StatusOr<LoadedIr> RunReshape(const LoadedIr& model, const TransformArguments& given) {
  std::map<std::string, PartialTensorShape> shapes;
  for (const std::string& word : given.words) {
    OPGRAFT_ASSIGN_OR_RETURN(auto pair, SplitPair(word, "INPUT:SHAPE, for example x:3,10"));
    OPGRAFT_ASSIGN_OR_RETURN(PartialTensorShape shape, ParseIrShape(pair.second));
    shapes[pair.first] = std::move(shape);
  }
  return ReshapeInputs(model, shapes);
}

absl::StatusOr<LoadedIr> RunLowLatency2(const LoadedIr& model, const TransformArguments& given) {
  absl::StatusOr<LoadedIr> changed = LowLatency2(model, !given.no_const_init);
  // A state is nodes more, or a function where it is in a body.
  if (changed.ok() && changed->graph.num_nodes() == model.graph.num_nodes() &&
      changed->graph.functions().num_functions() == model.graph.functions().num_functions()) {
    std::cerr << "opgraft: note: nothing was changed: the model has no loop and no recurrent layer "
                 "that carries something which is no state yet\n";
  }
  return changed;
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
  arguments.from.path = std::move(arguments.words.back());
  arguments.words.pop_back();
  const auto format = FormatOfName(to);
  if (to != "-" && !format.has_value() && !IsIrFile(to)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the ending of ", Quoted(to),
                     " names no format: .pb is binary, .pbtxt is text, .xml is an IR"));
  }
  const auto changed = GuardMemory([&]() -> absl::StatusOr<LoadedIr> {
    OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr model, LoadAny(arguments.from));
    return transform(model, arguments);
  });
  if (!changed.ok()) {
    return absl::Status(changed.status().code(),
                        absl::StrCat(arguments.from.path, ": ", changed.status().message()));
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
                               "the model to read (.pb, .pbtxt or .xml) and the file to write "
                               "(.pb, .pbtxt, .xml, or - for text on standard output)"))
      ->type_name(absl::StrCat(words.empty() ? "" : words + "... ", "IN OUT"))
      ->required()
      ->expected(static_cast<int>(least) + 2, 10'000);
  app->add_option("--weights", arguments->from.weights,
                  "weights of the IR that is read [beside IN.xml, with the ending .bin]; IN may "
                  "then be standard input, -")
      ->type_name(kFile);
  app->callback([=] { call->action = [=] { return TransformModel(*arguments, transform); }; });
  return app;
}

}  // namespace

void AddTransform(CLI::App* app, Call* call) {
  const auto arguments = std::make_shared<TransformArguments>();
  CLI::App* transform =
      app->add_subcommand("transform",
                          "Change a model: add or remove state, reshape inputs, unroll loops")
          ->group("Models");
  transform->require_subcommand(1);
  CLI::App* latency = AddOne(transform, call, "low-latency2",
                             "Keep what loops and recurrent layers carry from run to run", "", 0,
                             arguments, RunLowLatency2);
  latency->add_flag("--no-const-init", arguments->no_const_init,
                    "states start with the values that the model gives, not with zeros");
  AddOne(
      transform, call, "make-stateful",
      "Turn pairs of an input and an output into states; the output is the next value of the input",
      "INPUT:OUTPUT", 1, arguments, RunMakeStateful);
  AddOne(transform, call, "stateful-to-stateless",
         "Make the states of a language model inputs and outputs", "", 0, arguments,
         RunStatefulToStateless);
  AddOne(transform, call, "reshape", "Give inputs other shapes and infer all others", "INPUT:SHAPE",
         1, arguments, RunReshape);
  AddOne(transform, call, "unroll", "Replace loops of known length with copies of their bodies", "",
         0, arguments, RunUnroll);
  CLI::App* old = transform->add_subcommand("low-latency", "Withdrawn: see low-latency2");
  // It is known to nobody but to those who call it as they did.
  old->group("")->fallthrough(false)->allow_extras();
  old->callback([=] {
    call->action = [] {
      return absl::InvalidArgumentError(
          "OpenVINO has withdrawn low-latency, which put states into loop bodies; "
          "use `opgraft transform low-latency2`");
    };
  });
}

}  // namespace opgraft_internal
