// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/pre_process.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {
namespace {

absl::StatusOr<std::pair<int64_t, float>> ReadChannel(pugi::xml_node channel) {
  const pugi::xml_node mean = channel.child("mean");
  if (!mean.attribute("value")) {
    if (mean.attribute("size"))
      return absl::UnimplementedError("<pre-process>: mean images are not supported");
    return absl::InvalidArgumentError("<pre-process>: a <mean> has neither value nor size");
  }
  const auto id = ParseIrInt(channel.attribute("id").value());
  const auto value = ParseIrFloat(mean.attribute("value").value());
  for (const absl::Status& status : {id.status(), value.status()}) {
    if (!status.ok())
      return absl::InvalidArgumentError(absl::StrCat("<pre-process>: ", status.message()));
  }
  return std::pair<int64_t, float>(*id, *value);
}

}  // namespace

absl::StatusOr<absl::optional<PreProcess>> ReadPreProcess(pugi::xml_node net) {
  const pugi::xml_node xml = net.child("pre-process");
  std::vector<std::pair<int64_t, float>> channels;
  for (const pugi::xml_node channel : xml.children("channel")) {
    if (!channel.child("mean")) continue;
    OPGRAFT_ASSIGN_OR_RETURN(const auto read, ReadChannel(channel));
    channels.push_back(read);
  }
  if (channels.empty()) return absl::optional<PreProcess>();
  std::sort(channels.begin(), channels.end());
  PreProcess made;
  made.input =
      std::string(absl::StripAsciiWhitespace(xml.attribute("reference-layer-name").value()));
  for (const auto& [id, mean] : channels) {
    if (id != static_cast<int64_t>(made.means.size())) {
      return absl::InvalidArgumentError(
          absl::StrCat("<pre-process>: there is no mean of channel ", made.means.size()));
    }
    made.means.push_back(mean);
  }
  return absl::optional<PreProcess>(std::move(made));
}

absl::StatusOr<Value> SubtractMeans(const PreProcess& pre_process, Value image,
                                    LayerLowering* layer) {
  const PartialTensorShape shape = layer->draft()->ShapeOf(image);
  const int rank = shape.dims();
  TensorShape known;
  if (layer->draft()->TypeOf(image) != DT_FLOAT || rank < 3 || rank > 5 ||
      !shape.AsTensorShape(&known)) {
    return absl::InvalidArgumentError(
        absl::StrCat("<pre-process> is of float images of known size, not of ",
                     DataTypeString(layer->draft()->TypeOf(image)), " ", shape.DebugString()));
  }
  const int axis = rank == 3 ? 0 : 1;
  const auto channels = static_cast<int64_t>(pre_process.means.size());
  if (known.dim_size(axis) != channels) {
    return absl::InvalidArgumentError(absl::StrCat("<pre-process> has the means of ", channels,
                                                   " channels; the input has ",
                                                   known.dim_size(axis)));
  }
  TensorShape one({channels});
  while (one.dims() < rank - axis) one.AddDim(1);
  Tensor means(DT_FLOAT, one);
  std::copy(pre_process.means.begin(), pre_process.means.end(), means.flat<float>().data());
  return layer->AddPart("without_mean", "Sub", {image, layer->Constant("mean", means)});
}

}  // namespace opgraft_internal
