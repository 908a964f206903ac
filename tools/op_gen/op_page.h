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

// The documentation of one op, as plain text without markup, from which HTML and Markdown are made.
// A value.
struct OpPage {
  // An input or an output: "x", "T: float, int32", and its description.
  struct Arg {
    std::string name;
    std::string type;
    std::string words;
  };
  // An attr, with its description.
  struct Attr {
    std::string name;
    // What is allowed: "{float, int32}", "int >= 2".
    std::string spec;
    // "" if it has no default.
    std::string default_value;
    std::string words;
  };
  // Kernels that differ in one dtype only (KernelLine).
  struct Kernel {
    // "CPU", with label and priority.
    std::string device;
    std::string dtypes;
    std::string rest;
  };

  std::string name;
  // "math" of ops/math/range_op.cc and of my/math_ops.cc; the pages list ops by domain.
  std::string domain;
  // The page's file name without extension.
  std::string file;
  // Where it is registered: "ops/math/math_ops.cc:12".
  std::string place;
  std::string summary;
  std::string description;
  // Short facts: "stateful", "deprecated: ...".
  std::vector<std::string> notes;
  std::string spec;
  std::vector<Arg> inputs, outputs;
  std::vector<Attr> attrs;
  std::vector<Kernel> kernels;
  // A call of its Python function, with all parameters.
  std::string python;
  OpExample example;
  bool has_shape_function = false;
};

// Makes the page. `api`, and `python_api` for the Python function, must be complete, as
// ApiDefTable::For gives them. The kernels are those of `registry`.
OpPage MakeOpPage(const OpRegistrationData& op, const ApiDef& api, const ApiDef& python_api,
                  const std::shared_ptr<const KernelRegistry>& registry);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_OP_PAGE_H_
