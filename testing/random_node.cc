// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/random_node.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/op/arg_types.h"
#include "framework/op/attr_value_util.h"
#include "framework/op/make_node_properties.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"
#include "opgraft/proto/node_def.pb.h"
#include "testing/shape_inference_test_op.h"

namespace opgraft_internal {
namespace {

constexpr int kMaxRank = 4;
constexpr int kMaxSize = 4;
constexpr int kMaxListLength = 3;

// Dtypes for a type attr that allows every one.
constexpr DataType kAnyTypes[] = {DT_FLOAT, DT_INT32, DT_DOUBLE, DT_INT64,
                                  DT_BOOL,  DT_UINT8, DT_STRING};

const AttrConstraint* FindConstraint(const KernelSpec& kernel, const std::string& attr) {
  for (const AttrConstraint& constraint : kernel.constraints) {
    if (constraint.attr == attr) return &constraint;
  }
  return nullptr;
}

template <typename T>
constexpr bool HasFractions() {
  return std::is_floating_point_v<T> || std::is_same_v<T, half> || std::is_same_v<T, bfloat16> ||
         std::is_same_v<T, complex64> || std::is_same_v<T, complex128>;
}

template <typename T>
const T& OneOf(const std::vector<T>& values, size_t index) {
  return values[index % values.size()];
}

std::vector<DataType> AllowedTypes(const OpDef::AttrDef& attr, const AttrConstraint* constraint) {
  if (constraint != nullptr && !constraint->types.empty()) return constraint->types;
  std::vector<DataType> types;
  for (int type : attr.allowed_values().list().type()) types.push_back(static_cast<DataType>(type));
  if (types.empty()) types.assign(std::begin(kAnyTypes), std::end(kAnyTypes));
  return types;
}

std::vector<std::string> AllowedStrings(const OpDef::AttrDef& attr,
                                        const AttrConstraint* constraint) {
  if (constraint != nullptr && !constraint->strings.empty()) return constraint->strings;
  const auto& allowed = attr.allowed_values().list().s();
  if (allowed.empty()) return {"a"};
  return std::vector<std::string>(allowed.begin(), allowed.end());
}

// The value of an attr without default; `pick` chooses among what is allowed, `length` is for
// lists.
absl::Status ChooseAttr(const OpDef::AttrDef& attr, const AttrConstraint* constraint, size_t pick,
                        int length, AttrValue* value) {
  const int64_t least = attr.has_minimum() ? attr.minimum() : 1;
  const std::string& type = attr.type();
  if (type == "type") {
    value->set_type(OneOf(AllowedTypes(attr, constraint), pick));
  } else if (type == "int") {
    const bool constrained = constraint != nullptr && !constraint->ints.empty();
    value->set_i(constrained ? OneOf(constraint->ints, pick) : std::max(least, int64_t{length}));
  } else if (type == "bool") {
    const bool constrained = constraint != nullptr && !constraint->bools.empty();
    value->set_b(constrained ? constraint->bools[pick % constraint->bools.size()] : pick % 2 == 0);
  } else if (type == "float") {
    value->set_f(0.5f);
  } else if (type == "string") {
    value->set_s(OneOf(AllowedStrings(attr, constraint), pick));
  } else if (type == "shape") {
    value->mutable_shape()->add_dim()->set_size(length);
  } else if (type == "tensor") {
    SetAttrValue(Tensor(1.0f), value);
  } else if (type == "list(type)") {
    const std::vector<DataType> types = AllowedTypes(attr, constraint);
    value->mutable_list();
    for (int i = 0; i < std::max<int64_t>(least, length); ++i)
      value->mutable_list()->add_type(OneOf(types, pick + i));
  } else if (type == "list(int)") {
    value->mutable_list();
    for (int i = 0; i < std::max<int64_t>(least, length); ++i) value->mutable_list()->add_i(1);
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("attr '", attr.name(), "' (", type,
                     ") has no default: give it in CheckKernelOptions::attrs"));
  }
  return absl::OkStatus();
}

// Gives the node as many inputs as its attrs say.
absl::Status AddInputs(const OpDef& op, NodeDef* node) {
  AddDefaultsToNodeDef(op, node);
  ArgTypes inputs;
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(
      op.input_arg(), [&](absl::string_view attr) { return FindAttrValueIn(*node, attr); },
      &inputs));
  for (size_t i = 0; i < inputs.types.size(); ++i) node->add_input(absl::StrCat("in", i));
  return absl::OkStatus();
}

}  // namespace

RandomNodeMaker::RandomNodeMaker(const OpRegistrationData* op, Attrs attrs, std::string shapes,
                                 uint64_t seed)
    : op_(op), attrs_(std::move(attrs)), shapes_(std::move(shapes)), random_(seed) {}

absl::StatusOr<std::shared_ptr<const NodeProperties>> RandomNodeMaker::MakeNode(
    const KernelSpec& kernel) {
  NodeDef node;
  node.set_name("n");
  node.set_op(op_->op_def.name());
  for (const auto& [name, value] : attrs_) (*node.mutable_attr())[name] = value.value();
  if (!kernel.label.empty()) (*node.mutable_attr())["_kernel"].set_s(kernel.label);
  for (const OpDef::AttrDef& attr : op_->op_def.attr()) {
    if (node.attr().count(attr.name()) != 0) continue;
    const AttrConstraint* constraint = FindConstraint(kernel, attr.name());
    if (attr.has_default_value() && constraint == nullptr) continue;
    OPGRAFT_RETURN_IF_ERROR(ChooseAttr(attr, constraint, static_cast<size_t>(Int(0, 1 << 20)),
                                       Int(1, kMaxListLength),
                                       &(*node.mutable_attr())[attr.name()]));
  }
  OPGRAFT_RETURN_IF_ERROR(AddInputs(op_->op_def, &node));
  return MakeNodeProperties(node, *op_);
}

TensorShape RandomNodeMaker::RandomShape(int rank) {
  TensorShape shape;
  // An empty dimension now and then.
  for (int d = 0; d < rank; ++d) shape.AddDim(Int(0, 9) == 0 ? 0 : Int(1, kMaxSize));
  return shape;
}

absl::StatusOr<std::vector<TensorShape>> RandomNodeMaker::InputShapes(size_t num_inputs) {
  std::vector<TensorShape> shapes;
  if (shapes_.empty()) {
    // Many ops want inputs of one shape, of one rank, or scalars beside one tensor.
    enum Kind { kOneShape, kScalars, kOneRank, kAny };
    const int kind = Int(kOneShape, kAny);
    const TensorShape common = RandomShape(Int(0, kMaxRank));
    for (size_t i = 0; i < num_inputs; ++i) {
      if (kind == kOneShape || (kind == kScalars && i == 0)) {
        shapes.push_back(common);
        continue;
      }
      int rank = 0;
      if (kind == kOneRank) rank = common.dims();
      if (kind == kAny) rank = Int(0, kMaxRank);
      shapes.push_back(RandomShape(rank));
    }
    return shapes;
  }
  for (absl::string_view text : absl::StrSplit(shapes_, ';')) {
    OPGRAFT_ASSIGN_OR_RETURN(const PartialTensorShape partial, ParseShape(text));
    if (partial.unknown_rank()) {
      shapes.push_back(RandomShape(Int(0, kMaxRank)));
      continue;
    }
    TensorShape& shape = shapes.emplace_back();
    for (int d = 0; d < partial.dims(); ++d) {
      const DimRange dim = partial.dim(d);
      const int64_t most = std::min<int64_t>(dim.max(), std::max<int64_t>(dim.min(), kMaxSize));
      shape.AddDim(Int(static_cast<int>(dim.min()), static_cast<int>(most)));
    }
  }
  if (shapes.size() == num_inputs) return shapes;
  return absl::InvalidArgumentError(absl::StrCat("CheckKernelOptions::input_shapes has ",
                                                 shapes.size(), " shapes, the node has ",
                                                 num_inputs, " inputs"));
}

Tensor RandomNodeMaker::RandomTensor(DataType dtype, const TensorShape& shape) {
  Tensor tensor(dtype, shape);
  if (DataTypeCanUseMemcpy(dtype) && tensor.data() != nullptr)
    std::memset(tensor.data(), 0, tensor.TotalBytes());
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_same_v<T, tstring>) {
      for (int64_t i = 0; i < tensor.NumElements(); ++i)
        tensor.flat<T>()(i) = std::string(Int(0, 40), 'a');
    } else if constexpr (std::is_integral_v<T>) {
      // Whole numbers are often indices or sizes.
      for (int64_t i = 0; i < tensor.NumElements(); ++i) {
        tensor.flat<T>()(i) = static_cast<T>(Int(0, std::is_same_v<T, bool> ? 1 : 3));
      }
    } else if constexpr (HasFractions<T>()) {
      for (int64_t i = 0; i < tensor.NumElements(); ++i) {
        tensor.flat<T>()(i) = static_cast<T>(static_cast<float>(Int(-8, 8)) / 2);
      }
    }  // the rarer types stay zero
  });
  return tensor;
}

absl::StatusOr<Tensor> RandomNodeMaker::Handle(const NodeProperties& node, int input,
                                               const MakeHandle& make_handle) {
  const DataType dtype = BaseType(node.input_types[static_cast<size_t>(input)]);
  const std::string what =
      absl::StrCat("input ", input, " '", node.InputName(input), "' is a ", DataTypeString(dtype));
  if (make_handle == nullptr) {
    return absl::UnimplementedError(
        absl::StrCat(what, ", which cannot be made up: give CheckKernelOptions::make_input"));
  }
  OPGRAFT_ASSIGN_OR_RETURN(Tensor made, make_handle(input));
  if (made.dtype() == dtype) return made;
  return absl::InvalidArgumentError(
      absl::StrCat(what, "; CheckKernelOptions::make_input made a ", DataTypeString(made.dtype())));
}

absl::StatusOr<std::vector<Tensor>> RandomNodeMaker::MakeInputs(const NodeProperties& node,
                                                                const MakeHandle& make_handle) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<TensorShape> shapes,
                           InputShapes(node.input_types.size()));
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < shapes.size(); ++i) {
    const DataType dtype = BaseType(node.input_types[i]);
    if (!IsHandle(dtype)) {
      inputs.push_back(RandomTensor(dtype, shapes[i]));
      continue;
    }
    OPGRAFT_ASSIGN_OR_RETURN(Tensor handle, Handle(node, static_cast<int>(i), make_handle));
    inputs.push_back(std::move(handle));
  }
  return inputs;
}

}  // namespace opgraft_internal
