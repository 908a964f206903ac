// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "saved_model/saved_model_file.h"

#include <filesystem>
#include <set>
#include <system_error>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/files/input_file.h"
#include "framework/graph/io/graph_file.h"
#include "framework/graph/io/graph_text.h"
#include "framework/graph/io/import_progress.h"
#include "framework/graph/io/parse_cost.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/saved_model.pb.h"
#include "saved_model/reachable.h"

namespace opgraft_internal {
namespace {

namespace fs = std::filesystem;

constexpr char kFile[] = "saved_model.pb";
constexpr char kTextFile[] = "saved_model.pbtxt";
// Of so many graphs a message names the tags.
constexpr size_t kMaxNamedTags = 20;
// The names that TensorFlow gives the initializers.
constexpr char kInitSignature[] = "__saved_model_init_op";
constexpr const char* kInitCollections[] = {"saved_model_main_op", "legacy_init_op"};

bool Exists(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

std::string TagsText(const MetaGraphDef& meta) {
  return Quoted(Printable(absl::StrJoin(meta.meta_info_def().tags(), ",")));
}

// The bytes of the binary form.
absl::StatusOr<std::string> BinaryOfText(absl::string_view text, const ImportOptions& options) {
  TextSavedModel model;
  OPGRAFT_RETURN_IF_ERROR(CheckParseCost(CostOfText(text, *TextSavedModel::descriptor()),
                                         static_cast<int64_t>(text.size()), options.limits));
  const auto tell = [&](double done) { return TellProgress(options, "parsing", done); };
  OPGRAFT_RETURN_IF_ERROR(ParseMessageText(text, /*skips_unknown=*/true, &model, tell));
  return model.SerializeAsString();
}

absl::Status Parse(const std::string& bytes, const ImportLimits& limits, SavedModel* model) {
  absl::Status parsed = ParseCounted(bytes, limits, model);
  if (absl::IsResourceExhausted(parsed)) return parsed;
  if (parsed.ok() && model->meta_graphs_size() > 0) return parsed;
  return absl::InvalidArgumentError("it is not a SavedModel, or it is cut off");
}

absl::StatusOr<const MetaGraphDef*> FindMetaGraph(const SavedModel& model,
                                                  const std::vector<std::string>& tags) {
  const std::set<std::string> wanted(tags.begin(), tags.end());
  std::vector<std::string> known;
  for (const MetaGraphDef& meta : model.meta_graphs()) {
    const auto& has = meta.meta_info_def().tags();
    if (std::set<std::string>(has.begin(), has.end()) == wanted) return &meta;
    if (known.size() < kMaxNamedTags) known.push_back(TagsText(meta));
  }
  const size_t more = static_cast<size_t>(model.meta_graphs_size()) - known.size();
  if (more > 0) known.push_back(absl::StrCat(more, " more"));
  return absl::NotFoundError(absl::StrCat("there is no graph with tags ",
                                          Quoted(absl::StrJoin(tags, ",")), "; there are ",
                                          absl::StrJoin(known, " and ")));
}

// The tensors that a value consists of, in the order in which TensorFlow takes it apart; false if
// it does not say.
bool AddComponents(const TensorInfo& info, std::vector<std::string>* tensors) {
  if (info.encoding_case() == TensorInfo::kName) {
    tensors->push_back(info.name());
    return true;
  }
  if (info.encoding_case() == TensorInfo::kCooSparse) {
    const TensorInfo::CooSparse& sparse = info.coo_sparse();
    tensors->insert(tensors->end(), {sparse.indices_tensor_name(), sparse.values_tensor_name(),
                                     sparse.dense_shape_tensor_name()});
    return true;
  }
  return info.encoding_case() == TensorInfo::kCompositeTensor &&
         absl::c_all_of(info.composite_tensor().components(), [&](const TensorInfo& component) {
           return AddComponents(component, tensors);
         });
}

// Puts tensors by their names; what is no tensor is noted. The parts of a sparse or ragged one are
// named as TensorFlow names the inputs of a signature that takes such: "x", "x_1" and so on,
// without the names of others.
void ReadPorts(const google::protobuf::Map<std::string, TensorInfo>& ports,
               std::map<std::string, std::string>* tensors, std::string* unsupported) {
  std::map<std::string, std::vector<std::string>> composites;
  for (const auto& [name, info] : ports) {
    std::vector<std::string> components;
    if (!AddComponents(info, &components)) {
      if (unsupported->empty()) *unsupported = name;
    } else if (info.encoding_case() == TensorInfo::kName) {
      (*tensors)[name] = info.name();
    } else {
      composites[name] = std::move(components);
    }
  }
  for (const auto& [name, components] : composites) {
    std::string port = name;
    int next = 1;
    for (const std::string& tensor : components) {
      (*tensors)[port] = tensor;
      do {
        port = absl::StrCat(name, "_", next++);
      } while (ports.contains(port) || tensors->count(port) > 0);
    }
  }
}

// The initializer of TensorFlow 2 is a signature, that of TensorFlow 1 stands in a collection.
std::string FindInitOp(const MetaGraphDef& meta) {
  const auto signature = meta.signature_def().find(kInitSignature);
  if (signature != meta.signature_def().end()) {
    for (const auto& output : signature->second.outputs())
      return NodeOfTensor(output.second.name());
  }
  for (const char* name : kInitCollections) {
    const auto collection = meta.collection_def().find(name);
    if (collection == meta.collection_def().end()) continue;
    const auto& nodes = collection->second.node_list();
    if (nodes.value_size() > 0) return NodeOfTensor(nodes.value(0));
  }
  return "";
}

// Names of assets come from the file: they may not lead out of the folder.
absl::StatusOr<std::string> AssetPath(const std::string& folder, const std::string& name) {
  bool leads_out = name.empty() || name[0] == '/' || name.find('\0') != std::string::npos;
  for (absl::string_view part : absl::StrSplit(name, '/')) leads_out = leads_out || part == "..";
  if (!leads_out) return absl::StrCat(folder, "/assets/", name);
  return absl::InvalidArgumentError(
      absl::StrCat("asset ", Quoted(Printable(name)), " does not lie in the folder of the assets"));
}

// TensorFlow 1's builders put them into a collection.
absl::StatusOr<std::vector<AssetFileDef>> AssetsOf(const MetaGraphDef& meta,
                                                   const ImportLimits& limits) {
  std::vector<AssetFileDef> assets(meta.asset_file_def().begin(), meta.asset_file_def().end());
  const auto collection = meta.collection_def().find("saved_model_assets");
  if (!assets.empty() || collection == meta.collection_def().end()) return assets;
  for (const CollectionDef::AnyList::Packed& packed : collection->second.any_list().value()) {
    if (!absl::EndsWith(packed.type_url(), ".AssetFileDef")) continue;
    AssetFileDef asset;
    const absl::Status parsed = ParseCounted(packed.value(), limits, &asset);
    if (absl::IsResourceExhausted(parsed)) return parsed;
    if (parsed.ok()) assets.push_back(std::move(asset));
  }
  return assets;
}

absl::Status ReadMetaGraph(const std::string& folder, const MetaGraphDef& meta,
                           const ImportOptions& options, SavedModelFile* file) {
  const ImportLimits& limits = options.limits;
  if (static_cast<int64_t>(meta.signature_def_size()) > limits.max_signatures) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the SavedModel has ", meta.signature_def_size(), " signatures; the limit is ",
                     limits.max_signatures, " (ImportLimits::max_signatures)"));
  }
  OPGRAFT_RETURN_IF_ERROR(ParseGraphDef(meta.graph_def(), options, &file->graph));
  for (const auto& [name, definition] : meta.signature_def()) {
    if (name == kInitSignature) continue;
    FileSignature& signature = file->signatures[name];
    ReadPorts(definition.inputs(), &signature.inputs, &signature.unsupported);
    ReadPorts(definition.outputs(), &signature.outputs, &signature.unsupported);
  }
  file->init_op = FindInitOp(meta);
  file->restore_op = NodeOfTensor(meta.saver_def().restore_op_name());
  file->restore_path = meta.saver_def().filename_tensor_name();
  file->save_path = meta.saver_def().save_tensor_name();
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<AssetFileDef> assets, AssetsOf(meta, limits));
  for (const AssetFileDef& asset : assets) {
    OPGRAFT_ASSIGN_OR_RETURN(std::string path, AssetPath(folder, asset.filename()));
    file->assets.emplace_back(asset.tensor_info().name(), std::move(path));
  }
  for (const auto& [name, function] : meta.object_graph_def().concrete_functions())
    file->bound_inputs[name].assign(function.bound_inputs().begin(), function.bound_inputs().end());
  return absl::OkStatus();
}

absl::StatusOr<SavedModelFile> Read(const std::string& folder, const std::vector<std::string>& tags,
                                    const ImportOptions& options, const std::string& path) {
  const ImportLimits& limits = options.limits;
  OPGRAFT_RETURN_IF_ERROR(TellProgress(options, "reading", 0));
  OPGRAFT_ASSIGN_OR_RETURN(std::string bytes,
                           ReadFile(path, {limits.max_file_bytes, "ImportLimits::max_file_bytes"}));
  if (absl::EndsWith(path, kTextFile)) {
    OPGRAFT_ASSIGN_OR_RETURN(bytes, BinaryOfText(bytes, options));
  }
  SavedModel model;
  OPGRAFT_RETURN_IF_ERROR(Parse(bytes, limits, &model));
  OPGRAFT_ASSIGN_OR_RETURN(const MetaGraphDef* meta, FindMetaGraph(model, tags));
  SavedModelFile file;
  OPGRAFT_RETURN_IF_ERROR(ReadMetaGraph(folder, *meta, options, &file));
  return file;
}

}  // namespace

bool IsSavedModel(const std::string& folder) {
  return Exists(absl::StrCat(folder, "/", kFile)) || Exists(absl::StrCat(folder, "/", kTextFile));
}

std::string VariablesPrefix(const std::string& folder) {
  return absl::StrCat(folder, "/variables/variables");
}

absl::StatusOr<SavedModelFile> ReadSavedModel(const std::string& folder,
                                              const std::vector<std::string>& tags,
                                              const ImportOptions& options) {
  std::string path = absl::StrCat(folder, "/", kFile);
  const std::string text = absl::StrCat(folder, "/", kTextFile);
  if (!Exists(path) && Exists(text)) path = text;
  absl::StatusOr<SavedModelFile> file = Read(folder, tags, options, path);
  if (file.ok() || absl::StartsWith(file.status().message(), path)) return file;
  return absl::Status(file.status().code(), absl::StrCat(path, ": ", file.status().message()));
}

}  // namespace opgraft_internal
