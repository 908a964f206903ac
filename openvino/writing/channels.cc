// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/channels.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {

absl::StatusOr<Channels> Channels::Of(const NodeWriting& node, int rank) {
  const std::string format = node.Attr<std::string>("data_format", "NHWC");
  if (format == (rank == 5 ? "NCDHW" : "NCHW")) return Channels(rank, false);
  if (format == (rank == 5 ? "NDHWC" : "NHWC")) return Channels(rank, true);
  return absl::UnimplementedError(
      absl::StrCat("images of ", rank, " dimensions in the format ", format, " cannot be written"));
}

std::vector<int64_t> Channels::Spatial(const std::vector<int64_t>& all) const {
  if (static_cast<int>(all.size()) != rank_) return std::vector<int64_t>(all.size(), 1);
  const int first = are_last_ ? 1 : 2;
  return {all.begin() + first, all.begin() + first + spatial()};
}

bool Channels::IsSpatial(const std::vector<int64_t>& all) const {
  return static_cast<int>(all.size()) == rank_ && all[0] == 1 &&
         all[static_cast<size_t>(dim())] == 1;
}

LayerPort Channels::ToFirst(absl::string_view end, LayerPort value, NodeWriting* node) const {
  if (!are_last_) return value;
  std::vector<int64_t> order = {0, rank_ - 1};
  for (int d = 1; d + 1 < rank_; ++d) order.push_back(d);
  return node->Transposed(end, value, order);
}

void Channels::WriteBack(absl::string_view type, int opset, std::vector<LayerPort> inputs,
                         LayerData data, NodeWriting* node) const {
  if (!are_last_) {
    node->WriteOne(type, opset, std::move(inputs), std::move(data));
    return;
  }
  const PartialTensorShape& after = node->output_shape(0);
  PartialTensorShape shape = PartialTensorShape::UnknownOfRank(rank_);
  if (after.dims() == rank_) {
    shape.set_dim(0, after.dim(0));
    shape.set_dim(1, after.dim(rank_ - 1));
    for (int d = 1; d + 1 < rank_; ++d) shape.set_dim(d + 1, after.dim(d));
  }
  const LayerPort image = node->Part("channels_first", type, opset, std::move(inputs),
                                     std::move(data), node->output_type(0), shape);
  std::vector<int64_t> order = {0};
  for (int d = 2; d < rank_; ++d) order.push_back(d);
  order.push_back(1);
  node->WriteOne("Transpose", 1, {image, node->IntList("order", order)});
}

LayerData Channels::PaddingData(const NodeWriting& node) const {
  const std::string padding = node.Attr<std::string>("padding");
  std::vector<int64_t> pads[2];
  const auto all = node.Attr<std::vector<int64_t>>("explicit_paddings");
  for (int side = 0; side < 2; ++side) {
    std::vector<int64_t> column(static_cast<size_t>(rank_), 0);
    for (size_t d = 0; d < column.size(); ++d) {
      const size_t at = 2 * d + static_cast<size_t>(side);
      if (padding == "EXPLICIT" && at < all.size()) column[d] = all[at];
    }
    pads[side] = Spatial(column);
  }
  std::string mode = "explicit";
  if (padding == "SAME") mode = "same_upper";
  if (padding == "VALID") mode = "valid";
  return {{"pads_begin", FormatIrInts(pads[0])},
          {"pads_end", FormatIrInts(pads[1])},
          {"auto_pad", mode}};
}

}  // namespace opgraft_internal
