// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/op_example.h"

#include <algorithm>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/op/op_def_util.h"
#include "framework/tensor/tensor.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {
namespace {

using Sizes = std::vector<int64_t>;

// Shapes of the first and second input and those behind, tried in this order.
struct Trial {
  const Sizes& SizesOf(int input) const {
    if (input == 0) return first;
    return input == 1 ? second : rest;
  }

  Sizes first, second, rest;
};

const std::vector<Trial>& Trials() {
  static const auto* const kTrials = new std::vector<Trial>{
      {{2, 3}, {2, 3}, {2, 3}},
      {{2, 3}, {3}, {3}},
      {{2, 3}, {3, 4}, {4}},
      {{2, 1}, {3}, {3}},
      {{2, 3}, {}, {}},
      {{2}, {2}, {2}},
      {{1, 4, 4, 3}, {3}, {3}},
      {{}, {2, 3}, {2, 3}},
      {{}, {}, {}},
      {{4, -1}, {4, -1}, {4, -1}},
      {{1, 4, 4, 3}, {2, 2, 3, 5}, {5}},
  };
  return *kTrials;
}

// A value of inputs that say where or how much: axes, sizes.
struct IndexValue {
  std::vector<int32_t> values;  // empty: not known before the run
  bool is_scalar = false;

  std::string Text() const {
    return is_scalar ? absl::StrCat(values[0])
                     : absl::StrCat("{", absl::StrJoin(values, ", "), "}");
  }
};

// Values of an op's index inputs, in order; the last one is that of all that follow.
using IndexSet = std::vector<IndexValue>;

// Tried in this order. Those of several are for ops of several: begins, ends and strides, say.
const std::vector<IndexSet>& IndexSets() {
  static const auto* const kSets = new std::vector<IndexSet>{
      {{{0, 1}}, {{2, 3}}, {{1, 1}}},
      {{{0, 1}}, {{1, 2}}, {{1, 1}}},
      {{{0}}, {{2}}, {{1}}},
      {{{0}, true}},
      {{{0}}},
      {{{1, 0}}},
      {{{6}}},
      {{{}}},
  };
  return *kSets;
}

constexpr size_t kMaxShown = 5;
constexpr int kListLength = 2;

// The dtype that a type attr has in examples: float or int32 if a kernel has it, else the first one
// that some kernel has.
DataType PickType(const OpDef::AttrDef& attr, absl::Span<const KernelRegistration* const> kernels) {
  std::vector<DataType> types;
  for (const KernelRegistration* kernel : kernels) {
    for (const AttrConstraint& constraint : kernel->spec.constraints) {
      if (constraint.attr == attr.name())
        types.insert(types.end(), constraint.types.begin(), constraint.types.end());
    }
  }
  if (types.empty()) {
    for (int type : attr.allowed_values().list().type())
      types.push_back(static_cast<DataType>(type));
  }
  for (DataType usual : {DT_FLOAT, DT_INT32}) {
    if (std::find(types.begin(), types.end(), usual) != types.end()) return usual;
  }
  return types.empty() ? DT_FLOAT : types[0];
}

std::string ShowType(DataType type) {
  return absl::StrCat("DT_", absl::AsciiStrToUpper(DataTypeString(type)));
}

// A value of a required attr, as an Attr and as C++ shows it.
struct SampleAttr {
  std::string name;
  std::string cpp;
  Attr value;
};

bool Sample(const OpDef::AttrDef& attr, DataType type, SampleAttr* sample) {
  sample->name = attr.name();
  const auto set = [&](std::string cpp, Attr value) {
    sample->cpp = std::move(cpp);
    sample->value = std::move(value);
    return true;
  };
  const int64_t least = attr.has_minimum() ? std::max<int64_t>(attr.minimum(), 1) : 1;
  if (attr.type() == "type") return set(ShowType(type), type);
  if (attr.type() == "int") return set(absl::StrCat(least), least);
  if (attr.type() == "bool") return set("true", true);
  if (attr.type() == "float") return set("1.0f", 1.0f);
  if (attr.type() == "shape") return set("PartialTensorShape({2, 3})", PartialTensorShape({2, 3}));
  if (attr.type() == "tensor") return set("Tensor::Of({1.0f, 2.0f})", Tensor::Of({1.0f, 2.0f}));
  if (attr.type() == "string") {
    const auto& allowed = attr.allowed_values().list().s();
    const std::string value = allowed.empty() ? "a" : allowed.Get(0);
    return set(absl::StrCat("\"", value, "\""), value);
  }
  return false;
}

class ExampleMaker {
 public:
  ExampleMaker(const OpRegistrationData& op, const std::shared_ptr<const KernelRegistry>& registry)
      : op_(op.op_def), registry_(registry), kernels_(registry->KernelsOf(op_.name())) {}

  OpExample Make() {
    OpExample example;
    if (!SampleAttrs()) return example;
    std::set<std::string> seen;
    for (const Trial& trial : Trials()) {
      ShapeExample shapes;
      std::string cpp;
      if (!TryIndexes(trial, &shapes, &cpp) || !seen.insert(shapes.inputs).second) continue;
      // The first that works is the example; what is refused is told once.
      if (shapes.ok && example.cpp.empty()) example.cpp = cpp;
      const bool refused_before = std::any_of(example.shapes.begin(), example.shapes.end(),
                                              [](const ShapeExample& shown) { return !shown.ok; });
      if (example.shapes.size() == kMaxShown || (!shapes.ok && refused_before)) continue;
      example.shapes.push_back(std::move(shapes));
    }
    std::stable_partition(example.shapes.begin(), example.shapes.end(),
                          [](const ShapeExample& shown) { return shown.ok; });
    if (example.cpp.empty()) example.shapes.clear();  // refused for another reason than the shapes
    return example;
  }

 private:
  bool IsInferred(const std::string& attr) const {
    return std::any_of(op_.input_arg().begin(), op_.input_arg().end(),
                       [&](const OpDef::ArgDef& arg) {
                         return arg.type_attr() == attr || arg.type_list_attr() == attr ||
                                arg.number_attr() == attr;
                       });
  }

  bool SampleAttrs() {
    for (const OpDef::AttrDef& attr : op_.attr()) {
      if (attr.has_default_value() || IsInferred(attr.name())) continue;
      SampleAttr sample;
      if (!Sample(attr, PickType(attr, kernels_), &sample)) return false;
      attrs_.push_back(std::move(sample));
    }
    return true;
  }

  DataType TypeOf(const OpDef::ArgDef& arg) const {
    if (arg.type() != DT_INVALID) return arg.type();
    const OpDef::AttrDef* attr = FindAttr(arg.type_attr(), op_);
    return attr == nullptr ? DT_FLOAT : PickType(*attr, kernels_);
  }

  // An input of whole numbers behind one that is of something else.
  bool IsIndex(const OpDef::ArgDef& arg) const {
    const auto is_whole = [](DataType type) { return type == DT_INT32 || type == DT_INT64; };
    return !IsListArg(arg) && is_whole(TypeOf(arg)) && op_.input_arg_size() > 1 &&
           std::any_of(op_.input_arg().begin(), op_.input_arg().end(),
                       [&](const OpDef::ArgDef& other) { return !is_whole(TypeOf(other)); });
  }

  // What an example shows: the code, and the shapes or values of inputs.
  struct Shown {
    std::string cpp;
    std::vector<std::string> inputs;
  };

  Input AddIndex(const OpDef::ArgDef& arg, const IndexValue& index, GraphBuilder* builder,
                 Shown* shown) const {
    const auto size = static_cast<int64_t>(index.values.size());
    Tensor tensor(TypeOf(arg), index.is_scalar ? TensorShape({}) : TensorShape({size}));
    for (int64_t i = 0; i < size; ++i) {
      const int32_t value = index.values[static_cast<size_t>(i)];
      if (tensor.dtype() == DT_INT32) tensor.flat<int32_t>()(i) = value;
      if (tensor.dtype() == DT_INT64) tensor.flat<int64_t>()(i) = value;
    }
    const char* type = tensor.dtype() == DT_INT32 ? "int32_t" : "int64_t";
    absl::StrAppend(&shown->cpp, "auto ", arg.name(), " = builder.Const(",
                    index.is_scalar ? absl::StrCat("Tensor(", type, "{", index.values[0], "})")
                                    : absl::StrCat("Tensor::Of<", type, ">(", index.Text(), ")"),
                    ");\n");
    shown->inputs.push_back(absl::StrCat(arg.name(), " = ", index.Text()));
    return builder->Const(tensor, arg.name());
  }

  // Placeholders for one input; the values of a list all have one shape.
  Input AddInput(const OpDef::ArgDef& arg, const Sizes& sizes, GraphBuilder* builder,
                 Shown* shown) const {
    const DataType type = TypeOf(arg);
    const PartialTensorShape shape{absl::MakeConstSpan(sizes)};
    std::vector<Value> values;
    for (int i = 0; i < (IsListArg(arg) ? kListLength : 1); ++i) {
      const std::string name = IsListArg(arg) ? absl::StrCat(arg.name(), "_", i) : arg.name();
      values.push_back(builder->Placeholder(name, type, shape));
      absl::StrAppend(&shown->cpp, "auto ", name, " = builder.Placeholder(\"", name, "\", ",
                      ShowType(type), ", {", absl::StrJoin(sizes, ", "), "});\n");
    }
    shown->inputs.push_back(
        absl::StrCat(arg.name(), ": ", shape.DebugString(), IsListArg(arg) ? " each" : ""));
    return IsListArg(arg) ? Input(values) : Input(values[0]);
  }

  // `auto out = builder.Op("Sum", {input, axis}, "out");`
  std::string OpCall() const {
    std::vector<std::string> names, attrs;
    for (const OpDef::ArgDef& arg : op_.input_arg()) {
      names.push_back(IsListArg(arg) ? absl::StrCat("{", arg.name(), "_0, ", arg.name(), "_1}")
                                     : arg.name());
    }
    for (const SampleAttr& attr : attrs_)
      attrs.push_back(absl::StrCat("{\"", attr.name, "\", ", attr.cpp, "}"));
    return absl::StrCat(
        "auto out = builder.Op(\"", op_.name(), "\", {", absl::StrJoin(names, ", "), "}, \"out\"",
        attrs.empty() ? "" : absl::StrCat(", {", absl::StrJoin(attrs, ", "), "}"), ");\n");
  }

  // False if the op is refused for a reason that is not its shapes'.
  bool Try(const Trial& trial, const IndexSet& indexes, ShapeExample* shapes,
           std::string* cpp) const {
    GraphBuilder builder(registry_);
    std::vector<Input> inputs;
    Shown shown;
    size_t next_index = 0;
    for (int i = 0; i < op_.input_arg_size(); ++i) {
      const OpDef::ArgDef& arg = op_.input_arg(i);
      const Sizes& sizes = trial.SizesOf(i);
      const IndexValue& index = indexes[std::min(next_index, indexes.size() - 1)];
      next_index += IsIndex(arg) ? 1 : 0;
      inputs.push_back(IsIndex(arg) && !index.values.empty()
                           ? AddIndex(arg, index, &builder, &shown)
                           : AddInput(arg, sizes, &builder, &shown));
    }
    GraphBuilder::Attrs attrs;
    for (const SampleAttr& attr : attrs_) attrs.emplace_back(attr.name, attr.value);
    builder.Op(op_.name(), inputs, "out", attrs);
    *cpp = absl::StrCat(shown.cpp, OpCall());
    shapes->inputs = shown.inputs.empty() ? "no input" : absl::StrJoin(shown.inputs, ", ");
    return Judge(builder.Build(), shapes);
  }

  // The first value of index inputs, if there are any, with which all shapes come out; else none is
  // given.
  bool TryIndexes(const Trial& trial, ShapeExample* shapes, std::string* cpp) const {
    const auto num_indexes = std::count_if(op_.input_arg().begin(), op_.input_arg().end(),
                                           [&](const OpDef::ArgDef& arg) { return IsIndex(arg); });
    bool tried = false;
    for (const IndexSet& indexes : IndexSets()) {
      if (num_indexes == 0 && !indexes[0].values.empty()) continue;
      if (num_indexes < 2 && indexes.size() > 1) continue;
      tried = Try(trial, indexes, shapes, cpp);
      if (tried && shapes->ok && !absl::StrContains(shapes->outputs, "unknown")) return true;
    }
    return tried;
  }

  // What the shape function says, without the line of the builder and the node it says it of.
  std::string Reason(absl::string_view message) const {
    message = message.substr(0, message.find('\n'));
    message = message.substr(0, message.find(" for '{{node"));
    const std::string node = absl::StrCat("node 'out' (", op_.name(), "): ");
    const size_t at = message.find(node);
    if (at != absl::string_view::npos) message.remove_prefix(at + node.size());
    return std::string(message);
  }

  bool Judge(const absl::StatusOr<Graph>& graph, ShapeExample* shapes) const {
    shapes->ok = graph.ok();
    if (!graph.ok()) {
      const absl::string_view message = graph.status().message();
      shapes->outputs = Reason(message);
      return absl::StrContains(message, "hape") || absl::StrContains(message, "imension") ||
             absl::StrContains(message, "rank");
    }
    const Node node = graph->node(graph->FindNode("out"));
    std::vector<std::string> outputs;
    for (int i = 0; i < node.num_outputs(); ++i)
      outputs.push_back(node.output_shape(i).DebugString());
    shapes->outputs = outputs.empty() ? "no output" : absl::StrJoin(outputs, ", ");
    return true;
  }

  const OpDef& op_;
  const std::shared_ptr<const KernelRegistry>& registry_;
  const absl::Span<const KernelRegistration* const> kernels_;
  std::vector<SampleAttr> attrs_;
};

}  // namespace

OpExample MakeOpExample(const OpRegistrationData& op,
                        const std::shared_ptr<const KernelRegistry>& registry) {
  return ExampleMaker(op, registry).Make();
}

}  // namespace opgraft_internal
