// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that resize images, or move them between space and depth.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "openvino/writing/channels.h"
#include "openvino/writing/writing_table.h"

namespace opgraft_internal {
namespace {

// Where an element of the result lies in the image.
std::string Coordinates(const NodeWriting& node, const char* half_pixel) {
  if (node.Attr<bool>("align_corners")) return "align_corners";
  return node.Attr<bool>("half_pixel_centers") ? half_pixel : "asymmetric";
}

absl::Status WriteResize(LayerData data, LayerPort image, NodeWriting* node) {
  OPGRAFT_ASSIGN_OR_RETURN(const Channels channels, Channels::Of(*node, 4));
  const LayerPort first = channels.ToFirst("image", image, node);
  const LayerPort axes = node->IntList("axes", {2, 3});
  data.emplace_back("shape_calculation_mode", "sizes");
  data.emplace_back("antialias", "false");
  data.emplace_back("pads_begin", "0, 0, 0, 0");
  data.emplace_back("pads_end", "0, 0, 0, 0");
  data.emplace_back("cube_coeff", "-0.75");
  channels.WriteBack("Interpolate", 11, {first, node->input(1), axes}, std::move(data), node);
  return absl::OkStatus();
}

absl::Status WriteBilinear(NodeWriting* node) {
  return WriteResize({{"mode", "linear_onnx"},
                      {"coordinate_transformation_mode", Coordinates(*node, "half_pixel")},
                      {"nearest_mode", "floor"}},
                     node->Converted("real", node->input(0), node->output_type(0)), node);
}

// With align_corners places are rounded, else cut off.
absl::Status WriteNearest(NodeWriting* node) {
  const bool aligns = node->Attr<bool>("align_corners");
  return WriteResize(
      {{"mode", "nearest"},
       {"coordinate_transformation_mode", Coordinates(*node, "tf_half_pixel_for_nn")},
       {"nearest_mode", aligns ? "round_prefer_ceil" : "floor"}},
      node->input(0), node);
}

absl::Status WriteBlocks(NodeWriting* node) {
  OPGRAFT_ASSIGN_OR_RETURN(const Channels channels, Channels::Of(*node, 4));
  const LayerPort image = channels.ToFirst("image", node->input(0), node);
  channels.WriteBack(
      node->op(), 1, {image},
      {{"mode", "blocks_first"}, {"block_size", absl::StrCat(node->Attr<int64_t>("block_size"))}},
      node);
  return absl::OkStatus();
}

constexpr WritingRow kRows[] = {
    {"DepthToSpace", &WriteBlocks},
    {"ResizeBilinear", &WriteBilinear},
    {"ResizeNearestNeighbor", &WriteNearest},
    {"SpaceToDepth", &WriteBlocks},
};

}  // namespace

absl::Span<const WritingRow> ImageRows() { return kRows; }

}  // namespace opgraft_internal
