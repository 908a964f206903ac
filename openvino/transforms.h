// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_TRANSFORMS_H_
#define OPENVINO_TRANSFORMS_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/types/partial_tensor_shape.h"
#include "openvino/ir.h"

// OpenVINO's transformations of whole models: each gives a new model and leaves the old one as it
// is.
namespace opgraft {

// MakeStateful: for each pair, an input and an output by their names, the input becomes the
// ReadValue of a variable, without an initial value, and the output its Assign. The variable is
// called INPUTOUTPUT, as OpenVINO calls it. NOT_FOUND names an input or output that there is not;
// INVALID_ARGUMENT for one that is named twice, and for types that differ.
absl::StatusOr<LoadedIr> MakeStateful(
    const LoadedIr& ir, const std::vector<std::pair<std::string, std::string>>& input_to_output);

// LowLatency2: what loops and recurrent sequences carry from iteration to iteration is kept from
// run to run. Each becomes a variable, called LOOP/PARAMETER/variable_K with the number K of the
// loop's input, or SEQUENCE/variable_K with 0 for the hidden and 1 for the cell state. It starts as
// zeros of the shape of what the model gives, or, with use_const_initializer false, as that. Loops
// in bodies, of If and of loops, are among them, under the same names as elsewhere. Inputs that are
// a ReadValue already stay, and so do loops of which a ReadValue in the body starts as what they
// carry.
absl::StatusOr<LoadedIr> LowLatency2(const LoadedIr& ir, bool use_const_initializer = true);

// StatefulToStateless: variables that are read through a Gather by the input "beam_idx" become
// inputs and outputs: what MakeStateful did to a language model's cache. Their names are the two
// parts of the variable's, or VARIABLE.in and VARIABLE.out. FAILED_PRECONDITION without such an
// input, and for a model that was not read with IrUse::kEdit, whose caches grow in place.
absl::StatusOr<LoadedIr> StatefulToStateless(const LoadedIr& ir);

// Each loop whose number of iterations is known becomes the nodes of its iterations, loops in its
// body too; the others stay. FAILED_PRECONDITION says of each loop why it stays, if all do or there
// is none; RESOURCE_EXHAUSTED if the model would have more than a million nodes.
absl::StatusOr<LoadedIr> UnrollLoops(const LoadedIr& ir);

// The model for inputs of these shapes, all others inferred anew. NOT_FOUND for an input that there
// is not; INVALID_ARGUMENT if a layer cannot take it.
absl::StatusOr<LoadedIr> ReshapeInputs(const LoadedIr& ir,
                                       const std::map<std::string, PartialTensorShape>& shapes);

}  // namespace opgraft

#endif  // OPENVINO_TRANSFORMS_H_
