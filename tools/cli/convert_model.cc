// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft convert`: a model in another format.
#include <filesystem>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "checkpoint/bundle_writer.h"
#include "framework/files/input_file.h"
#include "framework/graph/io/graph_file.h"
#include "framework/state/state_store.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "openvino/edited_ir.h"
#include "openvino/weights_file.h"
#include "openvino/write_ir.h"
#include "opgraft/proto/graph.pb.h"
#include "saved_model/saved_model_file.h"
#include "tools/cli/foreign_file.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/load_model.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"

namespace opgraft_internal {
namespace {

struct ConvertArguments {
  ModelArguments from;
  std::string to;
  std::string format;      // "text", "binary" or "ir"; "": by the ending of `to`
  std::string checkpoint;  // where the values of assigned variables go; "": nowhere
  std::string weights;     // of an IR; "": beside `to`
  bool f16 = false;        // of an IR
};

constexpr char kIrFormat[] = "ir";

// Standard output has no ending: it gets the format that the file has not.
absl::StatusOr<GraphFormat> FormatOf(const ConvertArguments& arguments, bool from_text) {
  if (arguments.format == "text") return GraphFormat::kText;
  if (arguments.format == "binary") return GraphFormat::kBinary;
  if (arguments.to == "-") return from_text ? GraphFormat::kBinary : GraphFormat::kText;
  if (const auto named = FormatOfName(arguments.to); named.has_value()) return *named;
  return absl::InvalidArgumentError(
      absl::StrCat("the ending of ", Quoted(arguments.to),
                   " names no format: .pb is binary, .pbtxt is text; or say --format"));
}

// Writes what the variables of a SavedModel start from as a checkpoint, under their names.
absl::Status WriteVariables(const LoadedModel& loaded, const std::string& prefix) {
  BundleWriter writer;
  const auto add = [&](const CellKey& key, const OpenedCell& cell) {
    return cell.kind == CellKind::kTensor ? writer.Add(key.name, cell.tensor->value())
                                          : absl::OkStatus();
  };
  OPGRAFT_RETURN_IF_ERROR(loaded.options.initial_state->opened().ForEach(add));
  return writer.Write(prefix);
}

// A SavedModel becomes the graph of its signatures, in which the variables are constants; one that
// a signature assigns stays a variable. An IR becomes the graph that its layers make.
absl::StatusOr<std::string> Frozen(const ConvertArguments& arguments) {
  OPGRAFT_ASSIGN_OR_RETURN(const LoadedModel loaded, LoadModel(arguments.from));
  if (!loaded.assigned.empty() && arguments.checkpoint.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        arguments.from.path, ": a GraphDef has no values of variables, and a signature assigns ",
        absl::StrJoin(loaded.assigned, ", "),
        "; name another one (--signature), or a checkpoint for them (--checkpoint-out)"));
  }
  if (!arguments.checkpoint.empty())
    OPGRAFT_RETURN_IF_ERROR(WriteVariables(loaded, arguments.checkpoint));
  OPGRAFT_ASSIGN_OR_RETURN(const GraphFormat format, FormatOf(arguments, /*from_text=*/false));
  return FormatGraph(loaded.graph.ToGraphDef(), format);
}

absl::StatusOr<std::string> Converted(const ConvertArguments& arguments) {
  if (!arguments.checkpoint.empty() && !IsSavedModel(arguments.from.path)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--checkpoint-out: ", arguments.from.path,
                     " is not a SavedModel; a GraphDef has no values of variables"));
  }
  if (IsPrepared(arguments.from)) return Frozen(arguments);
  OPGRAFT_RETURN_IF_ERROR(CheckNotForeign(arguments.from.path));
  const GraphProgress progress(arguments.from.path);
  const ImportLimits& limits = progress.options().limits;
  OPGRAFT_ASSIGN_OR_RETURN(const std::string from, InputPath(arguments.from.path));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes,
                           ReadFile(from, {limits.max_file_bytes, "ImportLimits::max_file_bytes"}));
  OPGRAFT_ASSIGN_OR_RETURN(const GraphFormat format, FormatOf(arguments, LooksLikeText(bytes)));
  GraphDef def;
  const absl::Status parsed = ParseGraphDef(bytes, progress.options(), &def);
  if (!parsed.ok()) return absl::Status(parsed.code(), absl::StrCat(from, ": ", parsed.message()));
  return FormatGraph(def, format);
}

// --- To an IR ---

bool IsToIr(const ConvertArguments& arguments) {
  return arguments.format.empty() ? IsIrFile(arguments.to) : arguments.format == kIrFormat;
}

absl::Status CheckIrArguments(const ConvertArguments& arguments) {
  if (!IsToIr(arguments)) {
    if (arguments.weights.empty() && !arguments.f16) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("--weights and --f16 are for an IR; the name of one ends in .xml, and ",
                     Quoted(arguments.to), " does not (or say --format ir)"));
  }
  if (!arguments.checkpoint.empty())
    return absl::InvalidArgumentError("--checkpoint-out: an IR has no checkpoint");
  if (arguments.weights.empty() && arguments.to == "-")
    return absl::InvalidArgumentError("an IR on standard output needs --weights FILE.bin");
  if (arguments.weights == arguments.to)
    return absl::InvalidArgumentError("--weights: that is the file of the .xml text");
  return absl::OkStatus();
}

// The name of a file without its folder and its ending.
std::string StemOf(const std::string& path) {
  const std::string stem = std::filesystem::path(path).stem().string();
  return path == "-" || stem.empty() ? "model" : stem;
}

absl::StatusOr<LoadedIr> LoadForIr(const ConvertArguments& arguments) {
  if (IsIrFile(arguments.from.path)) {
    const GraphProgress progress(arguments.from.path);
    return LoadIr(arguments.from.path, progress.options(), "", IrUse::kEdit);
  }
  OPGRAFT_ASSIGN_OR_RETURN(LoadedModel loaded, LoadModel(arguments.from));
  if (!loaded.assigned.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat(arguments.from.path, ": an IR has no variables of TensorFlow's, and a ",
                     "signature assigns ", absl::StrJoin(loaded.assigned, ", "),
                     "; name another one (--signature)"));
  }
  return IrOfGraph(std::move(loaded.graph), std::move(loaded.options));
}

absl::Status ConvertToIr(const ConvertArguments& arguments) {
  const std::string& from = arguments.from.path;
  const auto files =
      WithProgress(absl::StrCat("converting ", from), [&]() -> absl::StatusOr<IrFiles> {
        OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr model, LoadForIr(arguments));
        absl::StatusOr<IrFiles> written = WriteIr(model, {StemOf(arguments.to), arguments.f16});
        if (written.ok()) return written;
        return absl::Status(written.status().code(),
                            absl::StrCat(from, ": ", written.status().message()));
      });
  OPGRAFT_RETURN_IF_ERROR(files.status());
  OPGRAFT_RETURN_IF_ERROR(WriteOutput(
      arguments.weights.empty() ? WeightsFileOf(arguments.to) : arguments.weights, files->weights));
  return WriteOutput(arguments.to, files->xml);
}

absl::Status ConvertModel(const ConvertArguments& arguments) {
  OPGRAFT_RETURN_IF_ERROR(CheckIrArguments(arguments));
  if (IsToIr(arguments)) return ConvertToIr(arguments);
  OPGRAFT_ASSIGN_OR_RETURN(const std::string converted,
                           WithProgress(absl::StrCat("converting ", arguments.from.path),
                                        [&] { return Converted(arguments); }));
  return WriteOutput(arguments.to, converted);
}

}  // namespace

void AddConvert(CLI::App* app, Call* call) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* convert =
      app->add_subcommand("convert",
                          "Convert a model to another format: a GraphDef, binary or text, or an IR")
          ->group("Models");
  convert
      ->add_option("FROM", arguments->from.path,
                   "model to read; its contents tell the format. A SavedModel (its folder) is "
                   "frozen: its variables become constants.")
      ->type_name(kFile)
      ->required();
  convert
      ->add_option(
          "TO", arguments->to,
          "file to write: text if it ends in .pbtxt, .textproto, .prototxt or .txt; binary "
          "if it ends in .pb, .graphdef or .binpb; OpenVINO's IR if it ends in .xml, with its "
          "constants in a .bin file beside it. Standard output, -, gets the format that FROM does "
          "not have.")
      ->type_name(kFile)
      ->required();
  AddChoice(convert, "--format", &arguments->format, {"text", "binary", kIrFormat},
            "format of TO, whatever its name ends in");
  convert
      ->add_option("--checkpoint-out", arguments->checkpoint,
                   "for a SavedModel: keep the variables that a signature assigns, and write their "
                   "initial values to the checkpoint PREFIX.index, PREFIX.data-...")
      ->type_name("PREFIX");
  convert
      ->add_option("--weights", arguments->weights,
                   "for IR output: file for its constants [TO with the ending .bin]")
      ->type_name(kFile);
  convert
      ->add_option("--from-weights", arguments->from.weights,
                   "weights of an IR that is read [beside FROM.xml, with the ending .bin]; FROM "
                   "may then be standard input, -")
      ->type_name(kFile);
  convert->add_flag(
      "--f16", arguments->f16,
      "for IR output: store float constants in 16 bits, except those with values that "
      "16 bits cannot hold");
  AddSavedModel(convert, &arguments->from);
  convert->footer(
      "Converting between binary and text needs no knowledge of the ops. A SavedModel's ops must "
      "be "
      "known. For IR output, every op must have an OpenVINO equivalent; those that have none are "
      "listed.");
  convert->callback([=] { call->action = [=] { return ConvertModel(*arguments); }; });
}

}  // namespace opgraft_internal
