// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/state_file.h"

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/files/input_file.h"
#include "framework/graph/io/parse_cost.h"
#include "framework/runtime/state_seal.h"
#include "framework/tensor/growing_tensor.h"
#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/state.pb.h"

namespace opgraft_internal {
namespace {

// No type packs more elements into a byte.
constexpr int64_t kMaxElementsInAByte = 8;

std::string Describe(DataType type, absl::string_view shape) {
  return absl::StrCat(DataTypeString(type), " ", shape);
}

// As CheckValue, before there is a value.
absl::Status CheckStored(const VariableInfo& info, const TensorProto& stored) {
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape, TensorShapeFromProto(stored.tensor_shape()));
  if (stored.dtype() == info.type && info.shape.IsCompatibleWith(shape)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(VariableIsOfType(info.id, info.type, info.shape),
                                                 "; the file has ",
                                                 TypeAndShape(stored.dtype(), shape)));
}

// A tensor whose elements all stand in the file: a message may announce gigabytes and say that they
// are all alike, which no request writes.
absl::StatusOr<Tensor> LoadTensor(const TensorProto& stored, const Model& model) {
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape, TensorShapeFromProto(stored.tensor_shape()));
  const auto bytes = static_cast<int64_t>(stored.ByteSizeLong());
  if (shape.num_elements() / kMaxElementsInAByte > bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the file has ", bytes, " bytes for a tensor of shape ", shape.DebugString()));
  }
  return TensorFromProto(stored, model.options.limits.max_tensor_bytes);
}

// The model's variable that a stored one is, with its value checked and decoded; null value: unset.
struct Loaded {
  int variable;
  Tensor value;
  bool is_set;
};

absl::Status NoSuchVariable(const std::string& id, const Model& model) {
  std::vector<std::string> known;
  for (const VariableInfo& variable : model.variables) known.push_back(Quoted(variable.id));
  return absl::InvalidArgumentError(absl::StrCat(
      "the file has a variable ", Quoted(id),
      known.empty() ? ", the model has none"
                    : absl::StrCat(", the model has only ", absl::StrJoin(known, ", "))));
}

absl::StatusOr<Loaded> LoadVariable(const VariableValue& stored, const Model& model) {
  auto it = model.variable_index.find(stored.id());
  if (it == model.variable_index.end()) return NoSuchVariable(stored.id(), model);
  const VariableInfo& info = model.variables[it->second];
  const std::string shape = info.shape.DebugString();
  if (stored.type() != info.type || stored.shape() != shape) {
    return absl::InvalidArgumentError(
        absl::StrCat("variable ", Quoted(info.id), " is ", Describe(info.type, shape),
                     "; in the file it is ", Describe(stored.type(), Printable(stored.shape()))));
  }
  Loaded loaded{it->second, Tensor(), stored.has_value()};
  if (!loaded.is_set) return loaded;
  OPGRAFT_RETURN_IF_ERROR(CheckStored(info, stored.value()));
  OPGRAFT_ASSIGN_OR_RETURN(loaded.value, LoadTensor(stored.value(), model));
  if (info.grows) {
    OPGRAFT_ASSIGN_OR_RETURN(loaded.value, HoldGrowingTensor(GrowingTensor(loaded.value)));
  }
  return loaded;
}

absl::Status CheckAllThere(const std::vector<bool>& found, const Model& model) {
  for (size_t v = 0; v < found.size(); ++v) {
    if (!found[v]) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the file has no variable ", Quoted(model.variables[v].id), ", which the model has"));
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
      absl::StrCat("the kind of cell ", Quoted(NameOf(key)), " is not known to this version"));
}

absl::Status LoadCell(const CellValue& stored, const Model& model,
                      std::map<CellKey, OpenedCell>* cells) {
  const CellKey key{stored.container(), stored.type_name(), stored.name()};
  Tensor value;
  if (stored.has_value()) {
    OPGRAFT_ASSIGN_OR_RETURN(value, LoadTensor(stored.value(), model));
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

absl::Status ParseState(absl::string_view bytes, State* state) {
  OPGRAFT_ASSIGN_OR_RETURN(const absl::string_view message, UnsealState(bytes));
  const absl::Status parsed = ParseCounted(message, {}, state);
  if (parsed.ok() || absl::IsResourceExhausted(parsed)) return parsed;
  return absl::InvalidArgumentError("the state file holds no state");
}

absl::StatusOr<std::vector<Loaded>> LoadVariables(const State& state, const Model& model) {
  std::vector<Loaded> all;
  std::vector<bool> found(model.variables.size(), false);
  for (const VariableValue& stored : state.variable()) {
    OPGRAFT_ASSIGN_OR_RETURN(Loaded loaded, LoadVariable(stored, model));
    if (found[loaded.variable]) {
      return absl::InvalidArgumentError(
          absl::StrCat("the file has variable ", Quoted(stored.id()), " twice"));
    }
    found[loaded.variable] = true;
    all.push_back(std::move(loaded));
  }
  OPGRAFT_RETURN_IF_ERROR(CheckAllThere(found, model));
  return all;
}

absl::StatusOr<std::map<CellKey, OpenedCell>> LoadCells(const State& state, const Model& model) {
  std::map<CellKey, OpenedCell> cells;
  for (const CellValue& stored : state.cell()) {
    OPGRAFT_RETURN_IF_ERROR(LoadCell(stored, model, &cells));
  }
  return cells;
}

}  // namespace

absl::StatusOr<std::string> WriteState(const Model& model, const StateStore& variables) {
  State state;
  state.set_graph_fingerprint(model.fingerprint);
  for (int v = 0; v < variables.size(); ++v) {
    VariableValue* stored = state.add_variable();
    const VariableInfo& info = model.variables[static_cast<size_t>(v)];
    stored->set_id(info.id);
    stored->set_type(info.type);
    stored->set_shape(info.shape.DebugString());
    if (!variables.is_set(v)) continue;
    OPGRAFT_ASSIGN_OR_RETURN(const Tensor value, DenseValue(variables.value(v)));
    value.AsProtoTensorContent(stored->mutable_value());
  }
  OPGRAFT_RETURN_IF_ERROR(
      variables.opened().ForEach([&state](const CellKey& key, const OpenedCell& cell) {
        return WriteCell(key, cell, state.add_cell());
      }));
  if (state.ByteSizeLong() > kMaxStateBytes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the state takes ", state.ByteSizeLong(), " bytes; a state file holds 2 GiB"));
  }
  std::string bytes(kStateHeaderBytes, '\0');
  if (!state.AppendToString(&bytes)) return absl::InternalError("the state cannot be written");
  SealState(&bytes);
  return bytes;
}

absl::Status ReadState(absl::string_view bytes, const Model& model, StateStore* variables,
                       std::string* warning) {
  State state;
  OPGRAFT_RETURN_IF_ERROR(ParseState(bytes, &state));
  OPGRAFT_ASSIGN_OR_RETURN(std::vector<Loaded> all, LoadVariables(state, model));
  OPGRAFT_ASSIGN_OR_RETURN(auto cells, LoadCells(state, model));
  variables->opened()->Replace(std::move(cells));
  for (Loaded& loaded : all)
    variables->Replace(loaded.variable, loaded.is_set, std::move(loaded.value));
  if (warning != nullptr) {
    *warning = state.graph_fingerprint() == model.fingerprint
                   ? ""
                   : "the state was saved by a request of another graph with the same variables";
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadStateFile(const std::string& path) {
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, InputFile::Open(path));
  std::string bytes;
  OPGRAFT_RETURN_IF_ERROR(file.Read(kStateHeaderBytes, &bytes));
  const absl::StatusOr<int64_t> size = StateBytesOf(bytes);
  if (!size.ok()) return bytes;  // ReadState says why
  // One byte more than there should be is enough to see that.
  OPGRAFT_RETURN_IF_ERROR(file.Read(*size + 1, &bytes));
  return bytes;
}

}  // namespace opgraft_internal
