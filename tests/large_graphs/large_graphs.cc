// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/large_graphs/large_graphs.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace opgraft {
namespace {

void SetType(NodeDef* node, const char* attr, DataType type) {
  (*node->mutable_attr())[attr].set_type(type);
}

void SetNumber(NodeDef* node, const char* attr, int64_t number) {
  (*node->mutable_attr())[attr].set_i(number);
}

void Set(NodeDef* node, const std::string& name, const char* op,
         std::initializer_list<std::string> inputs, DataType type) {
  node->set_name(name);
  node->set_op(op);
  for (const std::string& input : inputs) node->add_input(input);
  if (type != DT_INVALID) SetType(node, "T", type);
}

NodeDef* AddNode(GraphDef* def, const std::string& name, const char* op,
                 std::initializer_list<std::string> inputs, DataType type = DT_FLOAT) {
  NodeDef* node = def->add_node();
  Set(node, name, op, inputs, type);
  return node;
}

void AddPlaceholder(GraphDef* def, const char* name, DataType type, int64_t size) {
  NodeDef* node = AddNode(def, name, "Placeholder", {}, DT_INVALID);
  SetType(node, "dtype", type);
  auto* shape = (*node->mutable_attr())["shape"].mutable_shape();
  if (size >= 0) shape->add_dim()->set_size(size);
}

// A graph with a vector x of four floats.
GraphDef WithX() {
  GraphDef def;
  AddPlaceholder(&def, "x", DT_FLOAT, 4);
  return def;
}

std::string Nth(const char* stem, int i) { return absl::StrCat(stem, i); }
// The node before the i-th of a chain that begins at x.
std::string Before(const char* stem, int i) { return i == 0 ? "x" : Nth(stem, i - 1); }

// --- Nodes ---

GraphDef Chain(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) AddNode(&def, Nth("n", i), "AddV2", {Before("n", i), "x"});
  return def;
}

GraphDef OneNodeOfManyInputs(int n) {
  GraphDef def = WithX();
  NodeDef sum;
  Set(&sum, "sum", "AddN", {}, DT_FLOAT);
  SetNumber(&sum, "N", n);
  for (int i = 0; i < n; ++i) {
    AddNode(&def, Nth("n", i), "Neg", {"x"});
    sum.add_input(Nth("n", i));
  }
  *def.add_node() = sum;
  return def;
}

GraphDef NodesOfManyInputs(int n) {
  constexpr int kInputs = 100;
  GraphDef def = WithX();
  for (int i = 0; i < n / kInputs; ++i) {
    NodeDef* node = AddNode(&def, Nth("n", i), "AddN", {Before("n", i)});
    SetNumber(node, "N", kInputs);
    for (int k = 1; k < kInputs; ++k) node->add_input("x");
  }
  return def;
}

GraphDef ControlEdges(int n) {
  constexpr int kEdges = 100;
  GraphDef def = WithX();
  for (int i = 0; i < n / kEdges; ++i) {
    NodeDef* node = AddNode(&def, Nth("n", i), "NoOp", {}, DT_INVALID);
    for (int k = std::max(0, i - kEdges); k < i; ++k) node->add_input(Nth("^n", k));
  }
  return def;
}

GraphDef OutputsOfOneNode(int n) {
  GraphDef def;
  AddPlaceholder(&def, "x", DT_FLOAT, n);
  SetNumber(AddNode(&def, "parts", "Unpack", {"x"}), "num", n);
  return def;
}

GraphDef Attrs(int n) {
  GraphDef def = WithX();
  NodeDef* node = AddNode(&def, "n", "Neg", {"x"});
  for (int i = 0; i < n; ++i) SetNumber(node, Nth("_a", i).c_str(), i);
  return def;
}

// Names of 100 letters, of which the last few differ.
GraphDef LongNames(int n) {
  GraphDef def = WithX();
  const std::string stem(100, 'n');
  for (int i = 0; i < n; ++i) AddNode(&def, Nth(stem.c_str(), i), "Neg", {Before(stem.c_str(), i)});
  return def;
}

// Tensors whose lives begin and end anywhere: the plan of memory has to pack them.
GraphDef Lives(int n) {
  GraphDef def;
  AddPlaceholder(&def, "x", DT_FLOAT, -1);
  const int half = n / 2;
  for (int i = 0; i < half; ++i) {
    NodeDef* node = AddNode(&def, Nth("n", i), "Neg", {"x"});
    if (i > 0) node->add_input(Nth("^n", i - 1));
  }
  for (int i = 0; i < half; ++i) {
    NodeDef* node = AddNode(&def, Nth("m", i), "Neg", {Nth("n", i)});
    constexpr int kFar[] = {1, 10, 100, 1000};
    node->add_input(Nth("^n", std::min(half - 1, i + kFar[i % 4])));
  }
  return def;
}

// --- Functions ---

FunctionDef* AddFunction(GraphDef* def, const std::string& name,
                         std::initializer_list<std::pair<const char*, DataType>> args,
                         const std::string& result) {
  FunctionDef* function = def->mutable_library()->add_function();
  function->mutable_signature()->set_name(name);
  for (const auto& [arg, type] : args) {
    auto* added = function->mutable_signature()->add_input_arg();
    added->set_name(arg);
    added->set_type(type);
  }
  auto* ret = function->mutable_signature()->add_output_arg();
  ret->set_name("y");
  ret->set_type(DT_FLOAT);
  (*function->mutable_ret())["y"] = result;
  return function;
}

void AddDouble(GraphDef* def, const std::string& name) {
  FunctionDef* function = AddFunction(def, name, {{"x", DT_FLOAT}}, "a:z:0");
  Set(function->add_node_def(), "a", "AddV2", {"x", "x"}, DT_FLOAT);
}

// A function of (c, x) that gives x.
void AddPass(GraphDef* def, const std::string& name) {
  AddFunction(def, name, {{"c", DT_BOOL}, {"x", DT_FLOAT}}, "x");
}

// A StatelessIf on (c, x) with these branches.
void SetIf(NodeDef* node, const std::string& name, const std::string& x,
           const std::string& then_branch, const std::string& else_branch) {
  Set(node, name, "StatelessIf", {"c", "c", x}, DT_INVALID);
  SetType(node, "Tcond", DT_BOOL);
  auto& attrs = *node->mutable_attr();
  for (const DataType type : {DT_BOOL, DT_FLOAT}) attrs["Tin"].mutable_list()->add_type(type);
  attrs["Tout"].mutable_list()->add_type(DT_FLOAT);
  attrs["then_branch"].mutable_func()->set_name(then_branch);
  attrs["else_branch"].mutable_func()->set_name(else_branch);
}

GraphDef Functions(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) {
    AddNode(&def, Nth("n", i), Nth("f", i).c_str(), {"x"}, DT_INVALID);
    AddDouble(&def, Nth("f", i));
  }
  return def;
}

GraphDef FunctionsThatNothingCalls(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) AddDouble(&def, Nth("f", i));
  return def;
}

GraphDef CallsOfOneFunction(int n) {
  GraphDef def = WithX();
  AddDouble(&def, "f");
  for (int i = 0; i < n; ++i) AddNode(&def, Nth("n", i), "f", {Before("n", i)}, DT_INVALID);
  return def;
}

GraphDef NestedCalls(int n) {
  GraphDef def = WithX();
  AddDouble(&def, "f0");
  for (int i = 1; i <= n; ++i) {
    FunctionDef* function = AddFunction(&def, Nth("f", i), {{"x", DT_FLOAT}}, "c:y:0");
    Set(function->add_node_def(), "c", Nth("f", i - 1).c_str(), {"x"}, DT_INVALID);
  }
  AddNode(&def, "n", Nth("f", n).c_str(), {"x"}, DT_INVALID);
  return def;
}

// Each function calls the one before it twice: n of them would run 2^n nodes.
GraphDef CallsTwice(int n) {
  GraphDef def = WithX();
  AddDouble(&def, "f0");
  for (int i = 1; i <= n; ++i) {
    FunctionDef* function = AddFunction(&def, Nth("f", i), {{"x", DT_FLOAT}}, "d:y:0");
    const std::string callee = Nth("f", i - 1);
    Set(function->add_node_def(), "c", callee.c_str(), {"x"}, DT_INVALID);
    Set(function->add_node_def(), "d", callee.c_str(), {"c:y:0"}, DT_INVALID);
  }
  AddNode(&def, "n", Nth("f", n).c_str(), {"x"}, DT_INVALID);
  return def;
}

GraphDef IfsInARow(int n) {
  GraphDef def = WithX();
  AddPlaceholder(&def, "c", DT_BOOL, -1);
  AddPass(&def, "f");
  for (int i = 0; i < n; ++i) SetIf(def.add_node(), Nth("n", i), Before("n", i), "f", "f");
  return def;
}

GraphDef NestedIfs(int n) {
  GraphDef def = WithX();
  AddPlaceholder(&def, "c", DT_BOOL, -1);
  AddPass(&def, "f0");
  for (int i = 1; i <= n; ++i) {
    FunctionDef* function =
        AddFunction(&def, Nth("f", i), {{"c", DT_BOOL}, {"x", DT_FLOAT}}, "i:output:0");
    SetIf(function->add_node_def(), "i", "x", Nth("f", i - 1), "f0");
  }
  SetIf(def.add_node(), "n", "x", Nth("f", n), "f0");
  return def;
}

// Many Ifs on one body of many nodes.
GraphDef IfsOfALargeBody(int n) {
  const int half = n / 2;
  GraphDef def = WithX();
  AddPlaceholder(&def, "c", DT_BOOL, -1);
  FunctionDef* function = AddFunction(&def, "f", {{"c", DT_BOOL}, {"x", DT_FLOAT}},
                                      absl::StrCat("n", half - 1, ":y:0"));
  for (int i = 0; i < half; ++i) {
    Set(function->add_node_def(), Nth("n", i), "Neg", {i == 0 ? "x" : Nth("n", i - 1) + ":y:0"},
        DT_FLOAT);
  }
  for (int i = 0; i < half; ++i) SetIf(def.add_node(), Nth("n", i), Before("n", i), "f", "f");
  return def;
}

// A function of n arguments and n results, or of nearly as many as it may have.
GraphDef ArgumentsOfOneFunction(int n) {
  n = std::min(n, 60'000);
  GraphDef def = WithX();
  FunctionDef* function = AddFunction(&def, "f", {}, "x0");
  NodeDef* call = AddNode(&def, "n", "f", {}, DT_INVALID);
  for (int i = 0; i < n; ++i) {
    auto* arg = function->mutable_signature()->add_input_arg();
    arg->set_name(Nth("x", i));
    arg->set_type(DT_FLOAT);
    auto* result = function->mutable_signature()->add_output_arg();
    result->set_name(Nth("r", i));
    result->set_type(DT_FLOAT);
    (*function->mutable_ret())[Nth("r", i)] = Nth("x", i);
    call->add_input("x");
  }
  return def;
}

// --- Variables ---

void AddVariable(GraphDef* def, int i, const std::string& init) {
  NodeDef* read = AddNode(def, Nth("r", i), "ReadValue", {init}, DT_INVALID);
  SetNumber(read, "N", 1);
  auto& attrs = *read->mutable_attr();
  attrs["variable_id"].set_s(Nth("v", i));
  attrs["variable_type"].set_type(DT_FLOAT);
  attrs["variable_shape"].mutable_shape()->add_dim()->set_size(4);
  AddNode(def, Nth("n", i), "AddV2", {Nth("r", i), "x"});
  NodeDef* assign = AddNode(def, Nth("s", i), "Assign", {Nth("n", i)});
  (*assign->mutable_attr())["variable_id"].set_s(Nth("v", i));
}

GraphDef Variables(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) AddVariable(&def, i, "x");
  return def;
}

// The init of each variable is the one before it.
GraphDef InitsOfInits(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) AddVariable(&def, i, Before("r", i));
  return def;
}

// Each node of a chain is the init of a variable, so the last ones are needed for any of them.
GraphDef InitsOfOneChain(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) {
    AddNode(&def, Nth("c", i), "AddV2", {Before("c", i), "x"});
    AddVariable(&def, i, Nth("c", i));
  }
  return def;
}

// --- Control flow of TensorFlow 1 ---

// "n<i>" is -x where `condition` holds, and x where it does not.
void AddV1Cond(GraphDef* def, int i, const std::string& x, const std::string& condition) {
  AddNode(def, Nth("s", i), "Switch", {x, condition});
  AddNode(def, Nth("t", i), "Neg", {Nth("s", i) + ":1"});
  SetNumber(AddNode(def, Nth("n", i), "Merge", {Nth("s", i), Nth("t", i)}), "N", 2);
}

// Of one condition, so of one group.
GraphDef V1CondsInARow(int n) {
  GraphDef def = WithX();
  AddPlaceholder(&def, "c", DT_BOOL, -1);
  for (int i = 0; i < n; ++i) AddV1Cond(&def, i, Before("n", i), "c");
  return def;
}

GraphDef V1CondsOfTheirOwn(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) {
    AddPlaceholder(&def, Nth("c", i).c_str(), DT_BOOL, -1);
    AddV1Cond(&def, i, Before("n", i), Nth("c", i));
  }
  return def;
}

// Side by side, all for one node.
GraphDef V1CondsOfOneNode(int n) {
  GraphDef def = WithX();
  NodeDef sum;
  Set(&sum, "sum", "AddN", {}, DT_FLOAT);
  SetNumber(&sum, "N", n);
  AddPlaceholder(&def, "c", DT_BOOL, -1);
  for (int i = 0; i < n; ++i) {
    AddV1Cond(&def, i, "x", "c");
    sum.add_input(Nth("n", i));
  }
  *def.add_node() = sum;
  return def;
}

// --- Faults ---

GraphDef UnknownOps(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) AddNode(&def, Nth("n", i), Nth("NoSuchOp", i).c_str(), {"x"});
  return def;
}

GraphDef UnknownInputs(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) AddNode(&def, Nth("node_", i), "Neg", {Nth("nodes_", i)});
  return def;
}

GraphDef OneName(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i) AddNode(&def, "n", "Neg", {"x"});
  return def;
}

GraphDef UnknownAttrs(int n) {
  GraphDef def = WithX();
  NodeDef* node = AddNode(&def, "n", "Neg", {"x"});
  for (int i = 0; i < n; ++i) SetNumber(node, Nth("a", i).c_str(), i);
  return def;
}

GraphDef ACycle(int n) {
  GraphDef def = WithX();
  for (int i = 0; i < n; ++i)
    AddNode(&def, Nth("n", i), "AddV2", {Nth("n", i == 0 ? n - 1 : i - 1), "x"});
  return def;
}

}  // namespace

const std::vector<LargeGraph>& LargeGraphs() {
  static const auto* const graphs = new std::vector<LargeGraph>{
      {"Chain", Chain},
      {"OneNodeOfManyInputs", OneNodeOfManyInputs},
      {"NodesOfManyInputs", NodesOfManyInputs},
      {"ControlEdges", ControlEdges},
      {"OutputsOfOneNode", OutputsOfOneNode},
      {"Attrs", Attrs},
      {"LongNames", LongNames},
      {"Lives", Lives},
      {"Functions", Functions},
      {"FunctionsThatNothingCalls", FunctionsThatNothingCalls},
      {"CallsOfOneFunction", CallsOfOneFunction},
      {"NestedCalls", NestedCalls},
      {"CallsTwice", CallsTwice},
      {"IfsInARow", IfsInARow},
      {"NestedIfs", NestedIfs},
      {"IfsOfALargeBody", IfsOfALargeBody},
      {"ArgumentsOfOneFunction", ArgumentsOfOneFunction},
      {"Variables", Variables},
      {"InitsOfInits", InitsOfInits},
      {"InitsOfOneChain", InitsOfOneChain},
      {"V1CondsInARow", V1CondsInARow},
      {"V1CondsOfTheirOwn", V1CondsOfTheirOwn},
      {"V1CondsOfOneNode", V1CondsOfOneNode},
      {"UnknownOps", UnknownOps, false},
      {"UnknownInputs", UnknownInputs, false},
      {"OneName", OneName, false},
      {"UnknownAttrs", UnknownAttrs},
      {"ACycle", ACycle, false},
  };
  return *graphs;
}

}  // namespace opgraft
