// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITE_IR_H_
#define OPENVINO_WRITE_IR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "openvino/ir.h"

namespace opgraft {

// How an IR is written. A value.
struct WriteIrOptions {
  std::string name = "model";  // of the net
  // Float constants take 16 bits, with a Convert behind each, as OpenVINO writes them; those with
  // numbers beyond what 16 bits hold stay as they are.
  bool f16 = false;
};

// The files of an IR.
struct IrFiles {
  std::string xml;
  std::string weights;  // of the .bin file
};

// A model as an IR of version 11: its inputs are Parameters, its outputs Results. Nodes become the
// layers that mean the same: those of `OpenVINO>TYPE` the layer TYPE, those of TensorFlow's ops one
// layer or several; a call is replaced by its function's body, If and Case become If, loops Loop
// and TensorIterator. Names, shapes and what nodes carry go with them. Equal models give equal
// bytes.
//
// A model that was read to be run has nodes that were fused of several layers and cannot be
// written: read it with IrUse::kEdit. Left out is what only control edges ask for and only checks.
// UNIMPLEMENTED and INVALID_ARGUMENT with all nodes that cannot be written, a line each.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr ir,
//                            LoadIr("model.xml", {}, "", IrUse::kEdit));
//   OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr stateful, MakeStateful(ir, {{"past", "present"}}));
//   OPGRAFT_RETURN_IF_ERROR(SaveIr(stateful, "stateful.xml"));
absl::StatusOr<IrFiles> WriteIr(const LoadedIr& model, const WriteIrOptions& options = {});

// Writes the two files: MODEL.bin beside MODEL.xml unless `weights` names a file. Each replaces the
// old one whole, the .xml file last. Errors: those of WriteIr, before a file is touched, and of the
// files.
absl::Status SaveIr(const LoadedIr& model, const std::string& path,
                    const WriteIrOptions& options = {}, const std::string& weights = "");

}  // namespace opgraft

#endif  // OPENVINO_WRITE_IR_H_
