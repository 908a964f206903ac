// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/framework/graph/mini_graph.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/types/data_type.h"

namespace opgraft {
namespace {

[[noreturn]] void Die(absl::string_view what) {
  std::fprintf(stderr, "MiniGraph: %s\n", std::string(what).c_str());
  std::abort();
}

int64_t Int(absl::string_view text) {
  int64_t value = 0;
  if (!absl::SimpleAtoi(text, &value)) Die(text);
  return value;
}

DataType Type(absl::string_view name) {
  DataType type = DT_INVALID;
  if (!DataTypeFromString(name, &type)) Die(name);
  return type;
}

// The parts of `text` between commas that stand in no bracket.
std::vector<absl::string_view> Parts(absl::string_view text, char separator = ',') {
  std::vector<absl::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : separator;
    if (absl::StrContains("[{(", c)) ++depth;
    if (absl::StrContains("]})", c)) --depth;
    if (c != separator || depth != 0) continue;
    const absl::string_view part = absl::StripAsciiWhitespace(text.substr(begin, i - begin));
    if (!part.empty()) parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

// "[2,?]", "[...]".
void ReadShape(absl::string_view text, TensorShapeProto* shape) {
  if (text == "[...]") return shape->set_unknown_rank(true);
  for (absl::string_view size : Parts(text.substr(1, text.size() - 2))) {
    shape->add_dim()->set_size(size == "?" ? -1 : Int(size));
  }
}

// "int32[2]:3,4".
void ReadTensor(absl::string_view text, TensorProto* tensor) {
  const std::pair<absl::string_view, absl::string_view> halves =
      absl::StrSplit(text, absl::MaxSplits(':', 1));
  const size_t bracket = halves.first.find('[');
  tensor->set_dtype(Type(halves.first.substr(0, bracket)));
  ReadShape(halves.first.substr(bracket), tensor->mutable_tensor_shape());
  for (absl::string_view number : Parts(halves.second)) {
    float value = 0;
    if (!absl::SimpleAtof(number, &value)) Die(number);
    switch (tensor->dtype()) {
      case DT_FLOAT:
        tensor->add_float_val(value);
        break;
      case DT_INT64:
        tensor->add_int64_val(Int(number));
        break;
      case DT_BOOL:
        tensor->add_bool_val(value != 0);
        break;
      case DT_INT32:
        tensor->add_int_val(static_cast<int>(Int(number)));
        break;
      default:
        Die(text);
    }
  }
}

void ReadValueOf(absl::string_view text, AttrValue* value) {
  DataType type = DT_INVALID;
  float number = 0;
  if (text[0] == '\'') {
    value->set_s(std::string(text.substr(1, text.size() - 2)));
  } else if (text[0] == '@') {
    value->mutable_func()->set_name(std::string(text.substr(1)));
  } else if (text[0] == '[') {
    ReadShape(text, value->mutable_shape());
  } else if (text == "true" || text == "false") {
    value->set_b(text == "true");
  } else if (absl::StrContains(text, '[')) {
    ReadTensor(text, value->mutable_tensor());
  } else if (DataTypeFromString(text, &type)) {
    value->set_type(type);
  } else if (absl::StrContains(text, '.') && absl::SimpleAtof(text, &number)) {
    value->set_f(number);
  } else {
    value->set_i(Int(text));
  }
}

void AddToList(const AttrValue& value, AttrValue::ListValue* list) {
  if (value.value_case() == AttrValue::kS) list->add_s(value.s());
  if (value.value_case() == AttrValue::kI) list->add_i(value.i());
  if (value.value_case() == AttrValue::kF) list->add_f(value.f());
  if (value.value_case() == AttrValue::kB) list->add_b(value.b());
  if (value.value_case() == AttrValue::kType) list->add_type(value.type());
  if (value.value_case() == AttrValue::kShape) *list->add_shape() = value.shape();
  if (value.value_case() == AttrValue::kTensor) *list->add_tensor() = value.tensor();
  if (value.value_case() == AttrValue::kFunc) *list->add_func() = value.func();
}

void ReadAttr(absl::string_view text, NodeDef* node) {
  const std::pair<absl::string_view, absl::string_view> halves =
      absl::StrSplit(text, absl::MaxSplits('=', 1));
  AttrValue& attr = (*node->mutable_attr())[std::string(halves.first)];
  if (halves.second[0] != '{') return ReadValueOf(halves.second, &attr);
  attr.mutable_list();
  for (absl::string_view part : Parts(halves.second.substr(1, halves.second.size() - 2))) {
    AttrValue value;
    ReadValueOf(part, &value);
    AddToList(value, attr.mutable_list());
  }
}

void ReadNode(absl::string_view line, NodeDef* node) {
  const size_t equals = line.find(" = "), open = line.find('('), close = line.find(')');
  if (equals == line.npos || open == line.npos || close == line.npos) Die(line);
  node->set_name(std::string(line.substr(0, equals)));
  node->set_op(std::string(line.substr(equals + 3, open - equals - 3)));
  for (absl::string_view input : Parts(line.substr(open + 1, close - open - 1)))
    node->add_input(std::string(input));
  for (absl::string_view attr : Parts(line.substr(close + 1), ' ')) ReadAttr(attr, node);
}

// "a: float".
void ReadArg(absl::string_view text, OpDef::ArgDef* arg) {
  const std::pair<absl::string_view, absl::string_view> halves =
      absl::StrSplit(text, absl::MaxSplits(": ", 1));
  arg->set_name(std::string(halves.first));
  arg->set_type(Type(halves.second));
}

// "function f(a: float) -> (r: float = n:z:0)".
void ReadSignature(absl::string_view line, FunctionDef* function) {
  const size_t open = line.find('('), close = line.find(')'), results = line.find('(', close);
  if (results == line.npos) Die(line);
  function->mutable_signature()->set_name(std::string(line.substr(9, open - 9)));
  for (absl::string_view arg : Parts(line.substr(open + 1, close - open - 1))) {
    ReadArg(arg, function->mutable_signature()->add_input_arg());
  }
  for (absl::string_view result : Parts(line.substr(results + 1, line.size() - results - 2))) {
    const std::pair<absl::string_view, absl::string_view> halves =
        absl::StrSplit(result, absl::MaxSplits(" = ", 1));
    OpDef::ArgDef* arg = function->mutable_signature()->add_output_arg();
    ReadArg(halves.first, arg);
    (*function->mutable_ret())[arg->name()] = std::string(halves.second);
  }
}

}  // namespace

GraphDef MiniGraph(absl::string_view text) {
  GraphDef graph;
  graph.mutable_versions()->set_producer(2474);
  FunctionDef* function = nullptr;
  for (absl::string_view raw : absl::StrSplit(text, '\n')) {
    const absl::string_view line = absl::StripAsciiWhitespace(raw);
    if (line.empty()) continue;
    if (line == "end") {
      function = nullptr;
    } else if (absl::StartsWith(line, "function ")) {
      function = graph.mutable_library()->add_function();
      ReadSignature(line, function);
    } else {
      ReadNode(line, function == nullptr ? graph.add_node() : function->add_node_def());
    }
  }
  return graph;
}

}  // namespace opgraft
