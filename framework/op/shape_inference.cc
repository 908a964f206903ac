// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// InferenceContext: inputs, outputs, and the call of a shape function. The parts that make and
// compare dimensions and shapes are in shape_inference_dims.cc and _shapes.cc, those that read
// values in _tensors.cc; _proto.cc alone knows the message.
//
// A dimension is an interval of sizes, of which a shape function sees only whether it is one size.
// Every operation gives an interval that holds all results that sizes of its arguments can have:
//
//     Merge(2..5, 4..9)      4..5        the intersection; fails if it is empty
//     Add(2..5, 3)           5..8        the ends are added; "unbounded" stays so
//     Multiply(2..5, ?)      ?           an unknown factor may be 0
//     Divide(2..5, 2)        1..2        rounded down at both ends
//     Min(2..5, 9)           2..5        and the same handle, since it is surely the smaller
//
// Handles are never changed. Merge gives one of its arguments back if that says all, so that
// equality of unknown dimensions (one handle) is kept, and makes a new dimension only where both
// add something. A call that fails gives a handle with the failure attached: nothing happens if the
// function does without it, and Run fails if the function uses it (FailedCall::used).
#include "framework/op/shape_inference.h"

#include <exception>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/shape_function_watch.h"
#include "framework/tensor/access_error.h"
#include "framework/types/crash_note.h"
#include "framework/types/out_of_memory.h"

namespace opgraft {
namespace shape_inference {
namespace {

template <class T>
T* At(const std::vector<T*>& elements, size_t i) {
  return i < elements.size() ? elements[i] : nullptr;
}

const ArgRange* FindArg(const std::vector<ArgRange>& args, absl::string_view name) {
  for (const ArgRange& arg : args) {
    if (arg.name == name) return &arg;
  }
  return nullptr;
}

}  // namespace

InferenceContext::InferenceContext(const NodeProperties& node, const InputFacts& facts)
    : node_(node), inputs_(node.input_types.size()), outputs_(node.output_types.size()) {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    InputState& input = inputs_[i];
    input.shape =
        At(facts.shapes, i) == nullptr ? UnknownShape() : FromPartialTensorShape(*facts.shapes[i]);
    input.tensor = At(facts.tensors, i);
    if (const PartialTensorShape* values = At(facts.tensors_as_shapes, i)) {
      input.tensor_as_shape = FromPartialTensorShape(*values);
    }
    if (const std::vector<HandleData>* handles = At(facts.handle_data, i)) {
      for (const HandleData& h : *handles)
        input.handles.emplace_back(FromPartialTensorShape(h.shape), h.dtype);
    }
  }
}

absl::Status InferenceContext::Run(const std::function<absl::Status(InferenceContext*)>& fn) {
  failed_calls_.clear();
  blame_.clear();
  for (OutputState& output : outputs_) output = OutputState();
  const NodeCrashNote note("the shape function", node_.name, node_.op_name);
  const CrashNoteScope noted(&note);
  absl::Status status = fn ? Call(fn) : absl::OkStatus();
  if (status.ok()) status = Verdict();
  ShapeFunctionNotes* const notes = ShapeFunctionWatch::Current();
  if (notes != nullptr) *notes = ShapeFunctionNotes();
  const bool is_noted = notes != nullptr && status.ok() && fn;
  for (const FailedCall& call : failed_calls_) {
    if (is_noted) notes->ignored.push_back(call.message);
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (outputs_[i].shape.IsSet()) continue;
    outputs_[i].shape = UnknownShape();
    if (is_noted) notes->unset_outputs.push_back(static_cast<int>(i));
  }
  return status.ok() ? status : WithContext(status);
}

absl::Status InferenceContext::Call(const std::function<absl::Status(InferenceContext*)>& fn) {
  const auto failed = [this](absl::string_view how) {
    return absl::InternalError(absl::StrCat("shape function of ", node_.op_name, " ", how));
  };
  const AccessScope scope;
  try {
    return fn(this);
  } catch (const AccessError& e) {
    return failed(absl::StrCat("read ", InputText(e.data), " ", e.call));
  } catch (const AllocationError& e) {
    return absl::ResourceExhaustedError(e.what);
  } catch (const CheckError& e) {
    return failed(absl::StrCat("stopped at ", e.what));
  } catch (const std::bad_alloc&) {
    return opgraft_internal::OutOfMemoryError();
  } catch (const std::exception& e) {
    return failed(absl::StrCat("threw: ", e.what()));
  } catch (...) {
    return failed("threw something that is not a std::exception");
  }
}

std::string InferenceContext::InputText(const void* data) const {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const Tensor* tensor = inputs_[i].tensor;
    if (tensor == nullptr || tensor->data() != data) continue;
    return absl::StrCat("input ", i, " (", DataTypeString(tensor->dtype()), ")");
  }
  return "a tensor of its own";
}

absl::Status InferenceContext::Verdict() const {
  for (const FailedCall& call : failed_calls_) {
    if (call.used) {
      return absl::InvalidArgumentError(
          absl::StrCat("shape function of ", node_.op_name, " ignored: ", call.message));
    }
  }
  if (blame_.empty()) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("shape function of ", node_.op_name, " ", blame_));
}

absl::Status InferenceContext::WithContext(const absl::Status& status) const {
  std::vector<std::string> tensors, as_shapes;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const InputState& input = inputs_[i];
    if (input.requested_tensor && input.tensor != nullptr) {
      tensors.push_back(absl::StrCat("input[", i, "] = <", input.tensor->SummarizeValue(256), ">"));
    }
    if (input.requested_as_shape && RankKnown(input.tensor_as_shape)) {
      as_shapes.push_back(absl::StrCat("input[", i, "] = ", DebugString(input.tensor_as_shape)));
    }
  }
  std::string text = absl::StrCat(status.message(), " for '", node_.Summary(),
                                  "' with input shapes: ", InputShapesText());
  if (!tensors.empty())
    absl::StrAppend(&text, " and with computed input tensors: ", absl::StrJoin(tensors, ", "));
  if (!as_shapes.empty()) {
    absl::StrAppend(&text, " and with input tensors computed as partial shapes: ",
                    absl::StrJoin(as_shapes, ","));
  }
  return absl::Status(status.code(), absl::StrCat(text, "."));
}

void InferenceContext::Blame(std::string what) const {
  if (blame_.empty()) blame_ = std::move(what);
}

absl::Status InferenceContext::Fail(std::string message, ShapeHandle* out) {
  failed_calls_.push_back({message});
  shapes_.emplace_back();
  shapes_.back().failed_ = &failed_calls_.back();
  *out = ShapeHandle(&shapes_.back());
  return absl::InvalidArgumentError(message);
}

absl::Status InferenceContext::Fail(std::string message, DimensionHandle* out) {
  failed_calls_.push_back({message});
  dimensions_.emplace_back();
  dimensions_.back().failed_ = &failed_calls_.back();
  *out = DimensionHandle(&dimensions_.back());
  return absl::InvalidArgumentError(message);
}

const InferenceContext::InputState* InferenceContext::FindInput(int64_t idx) const {
  if (idx >= 0 && idx < num_inputs()) return &inputs_[static_cast<size_t>(idx)];
  Blame(absl::StrCat("read input ", idx, " of ", num_inputs()));
  return nullptr;
}

const InferenceContext::OutputState* InferenceContext::FindOutput(int64_t idx,
                                                                  const char* call) const {
  if (idx >= 0 && idx < num_outputs()) return &outputs_[static_cast<size_t>(idx)];
  Blame(absl::StrCat(call, " output ", idx, " of ", num_outputs()));
  return nullptr;
}

// --- For the caller of Run ---

bool InferenceContext::requested_input_tensor(int idx) const {
  return inputs_.at(static_cast<size_t>(idx)).requested_tensor;
}

bool InferenceContext::requested_input_tensor_as_partial_shape(int idx) const {
  return inputs_.at(static_cast<size_t>(idx)).requested_as_shape;
}

void InferenceContext::set_input_tensor(int idx, const Tensor* tensor) {
  InputAt(idx).tensor = tensor;
}

void InferenceContext::set_input_tensor_as_shape(int idx, const PartialTensorShape& values) {
  InputAt(idx).tensor_as_shape = FromPartialTensorShape(values);
}

PartialTensorShape InferenceContext::OutputShape(int idx) const {
  return ToPartialTensorShape(outputs_.at(static_cast<size_t>(idx)).shape);
}

std::vector<HandleData> InferenceContext::OutputHandleData(int idx) const {
  std::vector<HandleData> data;
  for (const ShapeAndType& h : outputs_.at(static_cast<size_t>(idx)).handles) {
    data.push_back({ToPartialTensorShape(h.shape), h.dtype});
  }
  return data;
}

// --- Inputs ---

ShapeHandle InferenceContext::input(int64_t idx) const {
  const InputState* input = FindInput(idx);
  return input == nullptr ? ShapeHandle() : input->shape;
}

bool InferenceContext::MergeInput(int idx, ShapeHandle shape) {
  ShapeHandle merged;
  if (FindInput(idx) == nullptr || !Merge(InputAt(idx).shape, shape, &merged).ok()) return false;
  InputAt(idx).shape = merged;
  return true;
}

absl::Status InferenceContext::input(absl::string_view input_name,
                                     std::vector<ShapeHandle>* output) const {
  output->clear();
  const ArgRange* arg = FindArg(node_.input_args, input_name);
  if (arg == nullptr)
    return absl::InvalidArgumentError(absl::StrCat("Unknown input name: ", input_name));
  for (int i = arg->start; i < arg->limit; ++i) output->push_back(input(i));
  return absl::OkStatus();
}

const Tensor* InferenceContext::input_tensor(int idx) {
  if (FindInput(idx) == nullptr) return nullptr;
  InputAt(idx).requested_tensor = true;
  return InputAt(idx).tensor;
}

ShapeHandle InferenceContext::input_tensor_as_shape(int idx) {
  if (FindInput(idx) == nullptr) return ShapeHandle();
  InputAt(idx).requested_as_shape = true;
  return InputAt(idx).tensor_as_shape;
}

const std::vector<ShapeAndType>* InferenceContext::input_handle_shapes_and_types(int idx) const {
  const InputState* input = FindInput(idx);
  return input == nullptr || input->handles.empty() ? nullptr : &input->handles;
}

// --- Outputs ---

void InferenceContext::set_output(int idx, ShapeHandle shape) {
  Rank(shape);  // to notice a handle of a failed call
  if (FindOutput(idx, "set") != nullptr) outputs_[static_cast<size_t>(idx)].shape = shape;
}

absl::Status InferenceContext::set_output(absl::string_view output_name,
                                          const std::vector<ShapeHandle>& shapes) {
  const ArgRange* arg = FindArg(node_.output_args, output_name);
  if (arg == nullptr)
    return absl::InvalidArgumentError(absl::StrCat("Unknown output name: ", output_name));
  const int size = arg->limit - arg->start;
  if (shapes.size() != static_cast<size_t>(size)) {
    return absl::InvalidArgumentError(absl::StrCat("Must have exactly ", size,
                                                   " shapes for output '", output_name, "', not ",
                                                   shapes.size(), "."));
  }
  for (int i = 0; i < size; ++i) set_output(arg->start + i, shapes[static_cast<size_t>(i)]);
  return absl::OkStatus();
}

ShapeHandle InferenceContext::output(int64_t idx) const {
  const OutputState* output = FindOutput(idx, "read");
  return output == nullptr ? ShapeHandle() : output->shape;
}

absl::Status InferenceContext::output(absl::string_view output_name,
                                      std::vector<ShapeHandle>* output) const {
  output->clear();
  const ArgRange* arg = FindArg(node_.output_args, output_name);
  if (arg == nullptr)
    return absl::InvalidArgumentError(absl::StrCat("Unknown output name: ", output_name));
  for (int i = arg->start; i < arg->limit; ++i) output->push_back(this->output(i));
  return absl::OkStatus();
}

void InferenceContext::set_output_handle_shapes_and_types(
    int idx, const std::vector<ShapeAndType>& shapes_and_types) {
  for (const ShapeAndType& s : shapes_and_types) Rank(s.shape);  // as in set_output
  if (FindOutput(idx, "set") != nullptr)
    outputs_[static_cast<size_t>(idx)].handles = shapes_and_types;
}

const std::vector<ShapeAndType>* InferenceContext::output_handle_shapes_and_types(int idx) const {
  const OutputState* output = FindOutput(idx, "read");
  return output == nullptr || output->handles.empty() ? nullptr : &output->handles;
}

}  // namespace shape_inference
}  // namespace opgraft
