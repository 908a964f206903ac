// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/state_file.h"

#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/state.pb.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kMagic = "opgraft state";
constexpr int kVersion = 2;
constexpr int kVersionWithoutCells = 1;

absl::Status CheckHeader(const StateFile& file) {
  if (file.magic() != kMagic) return absl::InvalidArgumentError("this is not a state file");
  if (file.version() < 1 || file.version() > kVersion) {
    return absl::InvalidArgumentError(absl::StrCat("the state file is of version ", file.version(),
                                                   ", this library reads up to version ",
                                                   kVersion));
  }
  return absl::OkStatus();
}

std::string Describe(DataType type, absl::string_view shape) {
  return absl::StrCat(DataTypeString(type), " ", shape);
}

// The model's variable that a stored one is, with its value checked and decoded; null value: unset.
struct Loaded {
  int variable;
  Tensor value;
  bool is_set;
};

absl::StatusOr<Loaded> LoadVariable(const VariableValue& stored, const Model& model) {
  auto it = model.variable_index.find(stored.id());
  if (it == model.variable_index.end()) {
    std::vector<std::string> known;
    for (const VariableInfo& variable : model.variables)
      known.push_back(absl::StrCat("'", variable.id, "'"));
    return absl::InvalidArgumentError(
        absl::StrCat("the file has a variable '", stored.id(), "', the model has only ",
                     known.empty() ? "none" : absl::StrJoin(known, ", ")));
  }
  const VariableInfo& info = model.variables[it->second];
  const std::string shape = info.shape.DebugString();
  if (stored.type() != info.type || stored.shape() != shape) {
    return absl::InvalidArgumentError(
        absl::StrCat("variable '", info.id, "' is ", Describe(info.type, shape),
                     "; in the file it is ", Describe(stored.type(), stored.shape())));
  }
  Loaded loaded{it->second, Tensor(), stored.has_value()};
  if (loaded.is_set) {
    OPGRAFT_ASSIGN_OR_RETURN(
        loaded.value, TensorFromProto(stored.value(), model.options.limits.max_tensor_bytes));
    OPGRAFT_RETURN_IF_ERROR(CheckValue(info, loaded.value));
  }
  return loaded;
}

absl::Status CheckAllThere(const std::vector<bool>& found, const Model& model) {
  for (size_t v = 0; v < found.size(); ++v) {
    if (!found[v]) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the file has no variable '", model.variables[v].id, "', which the model has"));
    }
  }
  return absl::OkStatus();
}

// --- Cells that kernels open ---

CellValue::Kind KindOf(CellKind kind) {
  switch (kind) {
    case CellKind::kTensor:
      return CellValue::TENSOR;
    case CellKind::kCounter:
      return CellValue::COUNTER;
    case CellKind::kResource:
      return CellValue::RESOURCE;
  }
  return CellValue::UNKNOWN;
}

std::string NameOf(const CellKey& key) {
  return absl::StrCat(key.container, "/", key.name, "/", key.type);
}

absl::Status WriteCell(const CellKey& key, const OpenedCell& cell, CellValue* stored) {
  stored->set_kind(KindOf(cell.kind));
  stored->set_container(key.container);
  stored->set_type_name(key.type);
  stored->set_name(key.name);
  if (cell.tensor != nullptr) {
    const Tensor& value = cell.tensor->value();
    if (value.IsInitialized()) value.AsProtoTensorContent(stored->mutable_value());
    return absl::OkStatus();
  }
  if (cell.object == nullptr) {
    stored->set_serialized(cell.bytes);
    return absl::OkStatus();
  }
  std::string bytes;
  absl::Status written = cell.object->Serialize(&bytes);
  stored->set_serialized(std::move(bytes));
  if (written.ok()) return written;
  return absl::Status(written.code(), absl::StrCat("resource ", NameOf(key),
                                                   " cannot be saved: ", written.message()));
}

// A file is as anybody may have written it: the kind must be one that kernels find under such a
// key, and a counter's tensor what a generator reads.
absl::Status CheckCell(const CellKey& key, CellValue::Kind kind, const Tensor& value) {
  const bool is_counter = kind == CellValue::COUNTER;
  const bool is_tensor = kind == CellValue::TENSOR;
  bool fits = is_tensor || kind == CellValue::RESOURCE;
  if (key.type == CellKey::OfCounter("").type) fits = is_counter;
  if (key.type == CellKey::OfTensor("").type) fits = is_tensor;
  if (is_counter && (value.dtype() != DT_UINT32 || value.shape() != TensorShape({6}))) fits = false;
  if (fits) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the file has a cell ", Quoted(NameOf(key)), " of no known kind"));
}

absl::Status LoadCell(const CellValue& stored, const Model& model,
                      std::map<CellKey, OpenedCell>* cells) {
  const CellKey key{stored.container(), stored.type_name(), stored.name()};
  Tensor value;
  if (stored.has_value()) {
    OPGRAFT_ASSIGN_OR_RETURN(
        value, TensorFromProto(stored.value(), model.options.limits.max_tensor_bytes));
  }
  OPGRAFT_RETURN_IF_ERROR(CheckCell(key, stored.kind(), value));
  const auto [at, is_new] = cells->try_emplace(key);
  if (!is_new) {
    return absl::InvalidArgumentError(
        absl::StrCat("the file has cell ", Quoted(NameOf(key)), " twice"));
  }
  OpenedCell& cell = at->second;
  if (stored.kind() == CellValue::RESOURCE) {
    cell.bytes = stored.serialized();
    return absl::OkStatus();
  }
  const bool is_counter = stored.kind() == CellValue::COUNTER;
  cell.kind = is_counter ? CellKind::kCounter : CellKind::kTensor;
  cell.tensor = std::make_shared<TensorCell>(std::move(value));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> WriteState(const Model& model, const StateStore& variables) {
  StateFile file;
  file.set_magic(std::string(kMagic));
  file.set_graph_fingerprint(model.fingerprint);
  for (int v = 0; v < variables.size(); ++v) {
    VariableValue* stored = file.add_variable();
    stored->set_id(variables.spec(v).id);
    stored->set_type(variables.spec(v).type);
    stored->set_shape(variables.spec(v).shape.DebugString());
    if (variables.is_set(v)) variables.value(v).AsProtoTensorContent(stored->mutable_value());
  }
  OPGRAFT_RETURN_IF_ERROR(
      variables.opened().ForEach([&file](const CellKey& key, const OpenedCell& cell) {
        return WriteCell(key, cell, file.add_cell());
      }));
  file.set_version(file.cell().empty() ? kVersionWithoutCells : kVersion);
  if (file.ByteSizeLong() > INT32_MAX) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the state takes ", file.ByteSizeLong(), " bytes; a state file holds 2 GiB"));
  }
  std::string bytes;
  if (!file.SerializeToString(&bytes)) return absl::InternalError("the state cannot be written");
  return bytes;
}

absl::Status ReadState(absl::string_view bytes, const Model& model, StateStore* variables,
                       std::string* warning) {
  StateFile file;
  if (bytes.size() > INT32_MAX ||
      !file.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::InvalidArgumentError("this is not a state file, or it is damaged");
  }
  OPGRAFT_RETURN_IF_ERROR(CheckHeader(file));
  std::vector<Loaded> all;
  std::vector<bool> found(model.variables.size(), false);
  for (const VariableValue& stored : file.variable()) {
    OPGRAFT_ASSIGN_OR_RETURN(Loaded loaded, LoadVariable(stored, model));
    if (found[loaded.variable]) {
      return absl::InvalidArgumentError(
          absl::StrCat("the file has variable '", stored.id(), "' twice"));
    }
    found[loaded.variable] = true;
    all.push_back(std::move(loaded));
  }
  OPGRAFT_RETURN_IF_ERROR(CheckAllThere(found, model));
  std::map<CellKey, OpenedCell> cells;
  for (const CellValue& stored : file.cell()) {
    OPGRAFT_RETURN_IF_ERROR(LoadCell(stored, model, &cells));
  }
  variables->opened()->Replace(std::move(cells));
  for (Loaded& loaded : all)
    variables->Replace(loaded.variable, loaded.is_set, std::move(loaded.value));
  if (warning != nullptr) {
    *warning = file.graph_fingerprint() == model.fingerprint
                   ? ""
                   : "the state was saved by a request of another graph with the same variables";
  }
  return absl::OkStatus();
}

absl::Status WriteStateFile(const std::string& path, absl::string_view bytes) {
  const std::string temporary = path + ".tmp";
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out || std::rename(temporary.c_str(), path.c_str()) != 0) {
    std::remove(temporary.c_str());
    return absl::InvalidArgumentError(absl::StrCat("cannot write '", path, "'"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadStateFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in)
    return absl::NotFoundError(
        absl::StrCat("there is no state file '", path, "', or it cannot be read"));
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

}  // namespace opgraft_internal
