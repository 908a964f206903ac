// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/saved_model.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/graph/io/import_progress.h"
#include "framework/graph/io/parsed_graph.h"
#include "framework/op/op_registry.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/request_state.h"
#include "framework/runtime/step_observer.h"
#include "framework/state/state_store.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "saved_model/bound_variables.h"
#include "saved_model/constant_variables.h"
#include "saved_model/reachable.h"
#include "saved_model/saved_model_file.h"

namespace opgraft {
namespace {

constexpr char kDefaultSignature[] = "serving_default";
constexpr char kRestore[] = "restore";
constexpr char kInit[] = "init";

// The names of the signatures to load, the one that a run means first.
absl::StatusOr<std::vector<std::string>> PickSignatures(const SavedModelFile& file,
                                                        const std::vector<std::string>& wanted) {
  std::vector<std::string> known;
  for (const auto& signature : file.signatures) known.push_back(Quoted(signature.first));
  for (const std::string& name : wanted) {
    const auto found = file.signatures.find(name);
    if (found == file.signatures.end()) {
      return absl::NotFoundError(absl::StrCat("there is no signature ", Quoted(name),
                                              "; there are ", absl::StrJoin(known, ", ")));
    }
    if (!found->second.unsupported.empty()) {
      return absl::UnimplementedError(absl::StrCat(
          "signature ", Quoted(name), ": ", Quoted(found->second.unsupported), " is not a tensor"));
    }
  }
  if (!wanted.empty()) return wanted;
  std::vector<std::string> picked;
  for (const auto& [name, signature] : file.signatures) {
    if (!signature.unsupported.empty()) continue;
    picked.insert(name == kDefaultSignature ? picked.begin() : picked.end(), name);
  }
  if (picked.empty()) return absl::NotFoundError("there is no signature with tensors");
  return picked;
}

Signature SignatureOf(const std::string& name, const FileSignature& ports) {
  Signature signature;
  signature.name = name;
  for (const auto& [port, tensor] : ports.inputs) {
    signature.feed_names.push_back(port);
    signature.feeds.push_back(tensor);
  }
  for (const auto& [port, tensor] : ports.outputs) {
    signature.fetch_names.push_back(port);
    signature.fetches.push_back(tensor);
  }
  signature.sinks.emplace();
  return signature;
}

std::vector<std::string> TensorsOf(const std::vector<Signature>& signatures) {
  std::vector<std::string> tensors;
  for (const Signature& signature : signatures) {
    tensors.insert(tensors.end(), signature.feeds.begin(), signature.feeds.end());
    tensors.insert(tensors.end(), signature.fetches.begin(), signature.fetches.end());
    tensors.insert(tensors.end(), signature.targets.begin(), signature.targets.end());
  }
  return tensors;
}

// Tells how many of the kernels that restore have run, and ends the run when the load is cancelled.
class RestoreWatch : public StepObserver {
 public:
  RestoreWatch(const ImportOptions& options, int num_nodes)
      : options_(options), num_nodes_(num_nodes) {}

  absl::Status Tell() const {
    const double done = static_cast<double>(kernels_) / std::max(num_nodes_, 1);
    return TellProgress(options_, "restoring variables", std::min(done, 1.0));
  }
  void BeforeKernel(const Program& /*program*/, size_t /*pc*/, const OpKernelContext&) override {}
  absl::Status AfterKernel(const Program& /*program*/, size_t /*pc*/,
                           const OpKernelContext& /*context*/) override {
    ++kernels_;
    return Tell();
  }

 private:
  const ImportOptions& options_;
  const int num_nodes_;
  int64_t kernels_ = 0;
};

// Runs what fills the variables and tables.
class Initializer {
 public:
  Initializer(const std::string& folder, const SavedModelFile& file,
              const SavedModelOptions& options)
      : folder_(folder), file_(file), options_(options) {}

  // The state when all has run; `used` are the signatures that will meet it.
  absl::Status Run(const std::vector<Signature>& used, StateStore* state) {
    AddSignature(kRestore, HasVariables() ? file_.restore_op : "");
    AddSignature(kInit, file_.init_op);
    if (signatures_.empty()) return absl::OkStatus();
    const GraphDef def = ReachableFrom(file_.graph, TensorsOf(signatures_));
    OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, ImportAll(def, {}, options_.import));
    CompileOptions compile = options_.compile;
    compile.signatures = signatures_;
    compile.read_folders.push_back(folder_);
    OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model, CompiledModel::Compile(graph, compile));
    InferRequest request = model.CreateRequest();
    OpenedCells* const cells = RequestState(&request)->opened();
    RestoreWatch watch(options_.import, graph.num_nodes());
    OPGRAFT_RETURN_IF_ERROR(watch.Tell());
    RunOptions run;
    run.observer = &watch;
    for (const Signature& signature : signatures_) {
      const absl::Status status = request.Run(signature.name, FeedsOf(signature), run).status();
      if (!status.ok()) {
        return absl::Status(status.code(),
                            absl::StrCat("the ", signature.name,
                                         " function of the SavedModel: ", status.message()));
      }
      if (signature.name == kRestore) OPGRAFT_RETURN_IF_ERROR(FillRest(used, cells));
    }
    return state->opened()->CopyFrom(*cells);
  }

 private:
  bool HasVariables() const {
    std::error_code error;
    return std::filesystem::exists(absl::StrCat(VariablesPrefix(folder_), ".index"), error);
  }
  void AddSignature(const char* name, const std::string& op) {
    if (op.empty()) return;
    Signature signature;
    signature.name = name;
    signature.targets = {op};
    signature.sinks.emplace();
    if (name == kRestore) signature.feeds.push_back(file_.restore_path);
    for (const auto& asset : file_.assets) signature.feeds.push_back(asset.first);
    signatures_.push_back(std::move(signature));
  }
  // Fills what the restore function has not filled.
  absl::Status FillRest(const std::vector<Signature>& used, OpenedCells* cells) const {
    std::vector<std::string> tensors = TensorsOf(used);
    if (!file_.init_op.empty()) tensors.push_back(file_.init_op);
    return FillBoundVariables(file_, tensors, VariablesPrefix(folder_), *OpRegistry::Global(),
                              cells);
  }
  std::vector<NamedTensor> FeedsOf(const Signature& signature) const {
    std::vector<NamedTensor> feeds;
    const auto add = [&](const std::string& tensor, const std::string& path) {
      feeds.emplace_back(tensor, Tensor::Scalar(tstring(path)));
    };
    if (signature.name == kRestore) add(file_.restore_path, VariablesPrefix(folder_));
    for (const auto& [tensor, path] : file_.assets) add(tensor, path);
    return feeds;
  }

  const std::string& folder_;
  const SavedModelFile& file_;
  const SavedModelOptions& options_;
  std::vector<Signature> signatures_;
};

// The cells that the signatures can meet: their variables, and all that is no variable.
absl::Status KeepCells(const std::vector<CellKey>& variables, StateStore* state) {
  const std::set<CellKey> kept(variables.begin(), variables.end());
  std::vector<CellKey> gone;
  OPGRAFT_RETURN_IF_ERROR(
      state->opened()->ForEach([&](const CellKey& key, const OpenedCell& cell) -> absl::Status {
        if (cell.kind == CellKind::kTensor && kept.count(key) == 0) gone.push_back(key);
        return absl::OkStatus();
      }));
  for (const CellKey& key : gone) state->opened()->Remove(key);
  return absl::OkStatus();
}

absl::StatusOr<LoadedSavedModel> Load(const std::string& folder, const SavedModelOptions& options) {
  OPGRAFT_ASSIGN_OR_RETURN(const SavedModelFile file,
                           ReadSavedModel(folder, options.tags, options.import));
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                           PickSignatures(file, options.signatures));
  LoadedSavedModel loaded;
  loaded.options = options.compile;
  loaded.options.signatures.clear();
  for (const std::string& name : names)
    loaded.options.signatures.push_back(SignatureOf(name, file.signatures.at(name)));
  loaded.options.read_folders.push_back(folder);
  const auto state = std::make_shared<StateStore>();
  OPGRAFT_RETURN_IF_ERROR(
      Initializer(folder, file, options).Run(loaded.options.signatures, state.get()));
  const auto value_of = [&state](const CellKey& key) -> const Tensor* {
    const TensorCell* const cell = state->opened()->FindTensor(key);
    return cell == nullptr ? nullptr : &cell->value();
  };
  ConstantVariables constant;
  OPGRAFT_RETURN_IF_ERROR(
      MakeVariablesConstant(ReachableFrom(file.graph, TensorsOf(loaded.options.signatures)),
                            *OpRegistry::Global(), value_of, &constant));
  OPGRAFT_ASSIGN_OR_RETURN(loaded.graph,
                           ImportAll(constant.graph, constant.contents, options.import));
  OPGRAFT_RETURN_IF_ERROR(KeepCells(constant.variables, state.get()));
  for (const CellKey& key : constant.variables) loaded.variables.push_back(key.name);
  loaded.options.initial_state = state;
  return loaded;
}

}  // namespace

absl::StatusOr<LoadedSavedModel> LoadSavedModel(const std::string& folder,
                                                const SavedModelOptions& options) {
  absl::StatusOr<LoadedSavedModel> loaded = Load(folder, options);
  if (loaded.ok() || absl::StrContains(loaded.status().message(), folder)) return loaded;
  return absl::Status(loaded.status().code(),
                      absl::StrCat(folder, ": ", loaded.status().message()));
}

}  // namespace opgraft
