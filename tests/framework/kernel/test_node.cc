// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/framework/kernel/test_node.h"

#include "framework/op/arg_types.h"
#include "framework/op/node_def_util.h"
#include "gtest/gtest.h"

namespace opgraft {

AttrValue TypeAttr(DataType type) {
  AttrValue value;
  value.set_type(type);
  return value;
}

AttrValue TypeListAttr(const std::vector<DataType>& types) {
  AttrValue value;
  value.mutable_list();
  for (DataType type : types) value.mutable_list()->add_type(type);
  return value;
}

AttrValue IntAttr(int64_t i) {
  AttrValue value;
  value.set_i(i);
  return value;
}

AttrValue IntListAttr(const std::vector<int64_t>& values) {
  AttrValue value;
  for (const int64_t i : values) value.mutable_list()->add_i(i);
  return value;
}

AttrValue FloatAttr(float f) {
  AttrValue value;
  value.set_f(f);
  return value;
}

AttrValue BoolAttr(bool b) {
  AttrValue value;
  value.set_b(b);
  return value;
}

AttrValue StringAttr(const std::string& s) {
  AttrValue value;
  value.set_s(s);
  return value;
}

std::shared_ptr<const NodeProperties> TestNode(const OpRegistry& ops, const std::string& op,
                                               const TestAttrs& attrs, const std::string& name) {
  NodeDef def;
  for (const auto& [key, value] : attrs) (*def.mutable_attr())[key] = value;
  auto node = std::make_shared<NodeProperties>();
  node->name = name;
  node->op_name = op;
  node->op = ops.Find(op);
  if (node->op != nullptr) {
    AddDefaultsToNodeDef(node->op->op_def, &def);
    const auto find = [&](absl::string_view key) { return FindAttrValueIn(def, key); };
    ArgTypes inputs, outputs;
    if (ExpandArgs(node->op->op_def.input_arg(), find, &inputs).ok() &&
        ExpandArgs(node->op->op_def.output_arg(), find, &outputs).ok()) {
      node->input_types = inputs.types;
      node->input_args = inputs.args;
      node->output_types = outputs.types;
      node->output_args = outputs.args;
    }
  }
  node->attrs = MakeNodeAttrs(def);
  for (size_t i = 0; i < node->input_types.size(); ++i)
    node->inputs.push_back(i == 0 ? "x" : "x:" + std::to_string(i));
  return node;
}

std::shared_ptr<const OpRegistry> TestOps(const std::vector<OpDefBuilder>& ops) {
  OpRegistryBuilder builder;
  for (const OpDefBuilder& op : ops) builder.Add(op);
  const auto registry = builder.Build();
  EXPECT_TRUE(registry.ok()) << registry.status();
  return registry.ok() ? *registry : builder.BuildKeepingGood();
}

std::shared_ptr<const KernelRegistry> TestKernels(const std::vector<OpDefBuilder>& ops,
                                                  const std::vector<KernelRegistration>& kernels) {
  KernelRegistryBuilder builder(TestOps(ops));
  for (const KernelRegistration& kernel : kernels) builder.Add(kernel);
  const auto registry = builder.Build();
  EXPECT_TRUE(registry.ok()) << registry.status();
  return registry.ok() ? *registry : builder.BuildKeepingGood();
}

}  // namespace opgraft
