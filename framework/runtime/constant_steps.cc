// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/constant_steps.h"

#include <limits>

#include "absl/types/optional.h"
#include "framework/kernel/file_kernel.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/tensor/tensor_buffer.h"

namespace opgraft_internal {
namespace {

// All results together may take so many times the bytes of the graph's own constants: four steps
// that make floats of numbers of four bits.
constexpr int64_t kMaxGrowth = 32;
// A result may take this part of the memory that is left; the constants to come need theirs.
constexpr int64_t kPartOfMemory = 4;

// The bytes of all outputs; nothing if a size is not known, or a type is not of plain elements.
absl::optional<int64_t> OutputBytes(const Node& node) {
  int64_t bytes = 0;
  for (int i = 0; i < node.num_outputs(); ++i) {
    const DataType dtype = node.output_type(i);
    TensorShape shape;
    if (IsRefType(dtype) || DataTypeSize(dtype) == 0 || !node.output_shape(i).AsTensorShape(&shape))
      return absl::nullopt;
    const int64_t size = TensorBuffer::BytesFor(dtype, shape.num_elements());
    if (size < 0 || size > std::numeric_limits<int64_t>::max() - bytes) return absl::nullopt;
    bytes += size;
  }
  return bytes;
}

void NoteUsed(const Program& program, absl::flat_hash_set<const Tensor*>* used) {
  for (const auto& [slot, value] : program.constants) used->insert(value);
}

}  // namespace

absl::Span<const Tensor* const> ConstantSteps::Fold(const Node& node, OpKernel* kernel,
                                                    const std::vector<const Tensor*>& inputs) {
  const auto [it, is_new] = folded_.try_emplace(Call(kernel, inputs));
  if (is_new && MayFold(node, kernel, inputs)) it->second = Run(node, kernel, inputs);
  return it->second;
}

// A kernel that opens files may find others in the next run.
bool ConstantSteps::MayFold(const Node& node, OpKernel* kernel,
                            absl::Span<const Tensor* const> inputs) {
  if (node.role() != OpRole::kPlain || node.is_stateful() || inputs.empty() ||
      node.num_outputs() == 0 || kernel->Facets().files != nullptr)
    return false;
  const absl::optional<int64_t> bytes = OutputBytes(node);
  if (!bytes.has_value() || !HasRoomFor(*bytes)) return false;
  CreditOwnConstants(inputs);
  if (*bytes > bytes_left_) return false;
  bytes_left_ -= *bytes;
  return true;
}

void ConstantSteps::CreditOwnConstants(absl::Span<const Tensor* const> inputs) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  for (const Tensor* input : inputs) {
    if (!known_.insert(input).second) continue;
    const auto bytes = static_cast<int64_t>(input->TotalBytes());
    bytes_left_ =
        bytes > (kMost - bytes_left_) / kMaxGrowth ? kMost : bytes_left_ + bytes * kMaxGrowth;
  }
}

bool ConstantSteps::HasRoomFor(int64_t bytes) const {
  if (bytes > std::numeric_limits<int64_t>::max() / kPartOfMemory) return false;
  if (!model_->constant_budget->ChargeOther(bytes * kPartOfMemory)) return false;
  model_->constant_budget->Release(bytes * kPartOfMemory);
  return true;
}

std::vector<const Tensor*> ConstantSteps::Run(const Node& node, OpKernel* kernel,
                                              absl::Span<const Tensor* const> inputs) {
  std::vector<Tensor> values;
  for (const Tensor* input : inputs) values.push_back(*input);
  MemoryScope memory(model_->constant_budget);
  KernelRunState surroundings;
  surroundings.device = model_->device;
  surroundings.cancellation_manager = model_->options.cancellation_manager;
  StandaloneKernelCall call(kernel, values, surroundings);
  if (!call.Run().ok()) return {};  // the run will tell
  std::vector<Tensor> outputs = call.outputs();
  for (int i = 0; i < node.num_outputs(); ++i) {
    const Tensor& output = outputs[static_cast<size_t>(i)];
    if (!output.IsInitialized() || output.dtype() != node.output_type(i) ||
        !node.output_shape(i).IsCompatibleWith(output.shape()))
      return {};
  }
  ++model_->num_folded;
  std::vector<const Tensor*> kept;
  for (Tensor& output : outputs) {
    model_->constants.push_back(std::move(output));
    kept.push_back(&model_->constants.back());
    known_.insert(kept.back());
  }
  return kept;
}

void ConstantSteps::ReleaseUnused() {
  if (folded_.empty()) return;
  absl::flat_hash_set<const Tensor*> used;
  for (const CompiledSignature& signature : model_->signatures) NoteUsed(*signature.program, &used);
  for (const auto& function : model_->functions) NoteUsed(*function, &used);
  model_->constants.remove_if([&](const Tensor& constant) { return !used.contains(&constant); });
}

}  // namespace opgraft_internal
