// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_OP_PAGE_H_
#define TOOLS_OP_GEN_OP_PAGE_H_

#include <memory>
#include <string>
#include <vector>

#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/api_def.pb.h"
#include "tools/op_gen/op_example.h"

namespace opgraft_internal {

// What the documentation says of one op, as plain text without markup: HTML and Markdown are made
// of it.
struct OpPage {
  struct Arg {
    std::string name;
    std::string type;
    std::string words;
  };
  struct Attr {
    std::string name;
    std::string spec;           // "{float, int32}", "int >= 2"
    std::string default_value;  // "" for none
    std::string words;
  };
  struct Kernel {
    std::string device;  // with label and priority
    std::string dtypes;
    std::string rest;
  };

  std::string name;
  std::string domain;  // "math" for ops of math_ops.cc
  std::string file;    // name of its file without extension
  std::string place;   // "ops/math/math_ops.cc:12"
  std::string summary;
  std::string description;
  std::vector<std::string> notes;  // "stateful", "deprecated: ..."
  std::string spec;
  std::vector<Arg> inputs, outputs;
  std::vector<Attr> attrs;
  std::vector<Kernel> kernels;
  std::string python;  // how its function is called
  OpExample example;
  bool has_shape_function = false;
};

// `api`, and `python_api` for the Python function, are whole, as ApiDefTable::For gives them.
OpPage MakeOpPage(const OpRegistrationData& op, const ApiDef& api, const ApiDef& python_api,
                  const std::shared_ptr<const KernelRegistry>& registry);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_OP_PAGE_H_
