// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/compress.h"

#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

namespace opgraft_internal {
namespace {

absl::optional<Tensor> AsHalf(const Tensor& value) {
  const absl::StatusOr<absl::Span<const float>> numbers = value.TryFlat<float>();
  if (!numbers.ok() || numbers->empty()) return absl::nullopt;
  Tensor halves(DT_HALF, value.shape());
  if (!halves.IsInitialized()) return absl::nullopt;
  auto* const to = static_cast<half*>(halves.data());
  for (size_t i = 0; i < numbers->size(); ++i) {
    const float number = (*numbers)[i];
    to[i] = half(number);
    if (std::isfinite(number) && !std::isfinite(static_cast<float>(to[i]))) return absl::nullopt;
  }
  return halves;
}

// The layer that gives what the constant of 16 bits at `from` gave before, in its name.
WrittenLayer ConvertOf(WrittenLayer* constant, int from) {
  WrittenLayer convert;
  convert.name = constant->name;
  convert.type = "Convert";
  convert.data = {{"destination_type", "f32"}};
  convert.inputs = {{from, 0}};
  convert.outputs = std::move(constant->outputs);
  convert.info = std::move(constant->info);
  convert.info[{"decompression", "0"}];
  constant->name += "_compressed";
  constant->info.clear();
  constant->outputs = {{DT_HALF, convert.outputs[0].shape, {}}};
  return convert;
}

void Renumber(const std::vector<int>& moved, WrittenBody* body) {
  const auto move = [&](int* layer) { *layer = moved[static_cast<size_t>(*layer)]; };
  for (auto* entries : {&body->inputs, &body->outputs}) {
    for (WrittenBody::Entry& entry : *entries) move(&entry.internal);
  }
  for (auto& [from, to] : body->back_edges) {
    move(&from);
    move(&to);
  }
}

// The new index of each layer.
std::vector<int> Compress(WrittenNet* net) {
  std::vector<int> moved;
  std::vector<WrittenLayer> layers;
  for (WrittenLayer& layer : net->layers) {
    for (LayerPort& input : layer.inputs) input.layer = moved[static_cast<size_t>(input.layer)];
    for (WrittenBody& body : layer.bodies) Renumber(Compress(body.net.get()), &body);
    absl::optional<Tensor> halves;
    if (layer.constant.has_value() && layer.constant->dtype() == DT_FLOAT)
      halves = AsHalf(*layer.constant);
    layers.push_back(std::move(layer));
    if (halves.has_value()) {
      const int index = static_cast<int>(layers.size()) - 1;
      WrittenLayer convert = ConvertOf(&layers.back(), index);
      layers.back().constant = *std::move(halves);
      layers.push_back(std::move(convert));
    }
    moved.push_back(static_cast<int>(layers.size()) - 1);
  }
  net->layers = std::move(layers);
  return moved;
}

}  // namespace

void CompressConstants(WrittenNet* net) { Compress(net); }

}  // namespace opgraft_internal
