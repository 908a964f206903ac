// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Convolutions, pools and normalisation of images.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "openvino/ir_text.h"
#include "openvino/writing/channels.h"
#include "openvino/writing/writing_table.h"

namespace opgraft_internal {
namespace {

// --- Convolutions ---

LayerData WindowLists(const Channels& channels, const NodeWriting& node) {
  const auto list = [&](const char* name) {
    const std::vector<int64_t> ones(static_cast<size_t>(channels.spatial() + 2), 1);
    return FormatIrInts(channels.Spatial(node.Attr<std::vector<int64_t>>(name, ones)));
  };
  return {{"strides", list("strides")}, {"dilations", list("dilations")}};
}

LayerData WindowData(const Channels& channels, const NodeWriting& node) {
  LayerData data = WindowLists(channels, node);
  const LayerData padding = channels.PaddingData(node);
  data.insert(data.end(), padding.begin(), padding.end());
  return data;
}

// Filters [window..., inputs, outputs] as [outputs, inputs, window...].
LayerPort OutputsFirst(LayerPort filters, int spatial, NodeWriting* node) {
  std::vector<int64_t> order = {spatial + 1, spatial};
  for (int d = 0; d < spatial; ++d) order.push_back(d);
  return node->Transposed("filters", filters, order);
}

// The same in groups: [groups, outputs, inputs, window...].
absl::StatusOr<LayerPort> InGroups(LayerPort filters, int64_t groups, NodeWriting* node) {
  const PartialTensorShape shape = node->net().ShapeOf(filters);
  if (!shape.IsFullyDefined())
    return absl::UnimplementedError("the shape of the filters of its groups is not known");
  std::vector<int64_t> sizes = {groups, shape.dim_size(0) / groups};
  for (int d = 1; d < shape.dims(); ++d) sizes.push_back(shape.dim_size(d));
  return node->Reshaped("grouped", filters, sizes);
}

absl::Status WriteConvolutionOf(int rank, NodeWriting* node) {
  OPGRAFT_ASSIGN_OR_RETURN(const Channels channels, Channels::Of(*node, rank));
  const LayerPort image = channels.ToFirst("image", node->input(0), node);
  LayerPort filters = OutputsFirst(node->input(1), channels.spatial(), node);
  const int64_t inputs = node->input_shape(0).dim_size(channels.dim());
  const int64_t of_filter = node->input_shape(1).dim_size(channels.spatial());
  const bool has_groups = inputs > 0 && of_filter > 0 && inputs > of_filter;
  if (has_groups) {
    OPGRAFT_ASSIGN_OR_RETURN(filters, InGroups(filters, inputs / of_filter, node));
  }
  channels.WriteBack(has_groups ? "GroupConvolution" : "Convolution", 1, {image, filters},
                     WindowData(channels, *node), node);
  return absl::OkStatus();
}
absl::Status WriteConv2D(NodeWriting* node) { return WriteConvolutionOf(4, node); }
absl::Status WriteConv3D(NodeWriting* node) { return WriteConvolutionOf(5, node); }

// Filters [height, width, channels, outputs of each]: each channel is a group.
absl::Status WriteDepthwise(NodeWriting* node) {
  OPGRAFT_ASSIGN_OR_RETURN(const Channels channels, Channels::Of(*node, 4));
  const PartialTensorShape& shape = node->input_shape(1);
  if (!shape.IsFullyDefined())
    return absl::UnimplementedError("the shape of its filters is not known");
  const LayerPort image = channels.ToFirst("image", node->input(0), node);
  const LayerPort turned = node->Transposed("filters", node->input(1), {2, 3, 0, 1});
  const LayerPort filters = node->Reshaped(
      "grouped", turned,
      {shape.dim_size(2), shape.dim_size(3), 1, shape.dim_size(0), shape.dim_size(1)});
  channels.WriteBack("GroupConvolution", 1, {image, filters}, WindowData(channels, *node), node);
  return absl::OkStatus();
}

// The sizes of the image that is asked for; all dimensions may stand there, or only these.
absl::StatusOr<LayerPort> SpatialSizes(const Channels& channels, NodeWriting* node) {
  const int64_t count = node->input_shape(0).num_elements();
  if (count == channels.spatial()) return node->input(0);
  if (count != channels.spatial() + 2)
    return absl::UnimplementedError("it is not known which sizes it is given");
  std::vector<int64_t> places(static_cast<size_t>(channels.spatial()));
  for (int d = 0; d < channels.spatial(); ++d)
    places[static_cast<size_t>(d)] = d + (channels.are_last() ? 1 : 2);
  const LayerPort indices = node->IntList("places", places);
  const LayerPort axis = node->Number("axis", DT_INT64, 0);
  return node->Part("sizes", "Gather", 8, {node->input(0), indices, axis}, {{"batch_dims", "0"}},
                    node->input_type(0), PartialTensorShape({channels.spatial()}));
}

// What is known of one spatial dimension of a transposed convolution; -1: nothing.
struct BackDim {
  int64_t image;   // what is given
  int64_t made;    // the size of the result
  int64_t window;  // with its dilation
  int64_t stride;
  int64_t pads[2];  // that padding EXPLICIT says

  // A number of more bits makes sums overflow, and no image.
  bool IsKnown() const {
    constexpr int64_t kMost = int64_t{1} << 30;
    for (const int64_t n : {image, made, window, stride}) {
      if (n < 1 || n > kMost) return false;
    }
    return true;
  }
};

std::vector<BackDim> BackDims(const Channels& channels, const NodeWriting& node) {
  const std::vector<int64_t> ones(static_cast<size_t>(channels.spatial() + 2), 1);
  const auto strides = node.Attr<std::vector<int64_t>>("strides", ones);
  const auto dilations = channels.Spatial(node.Attr<std::vector<int64_t>>("dilations", ones));
  const auto pads = node.Attr<std::vector<int64_t>>("explicit_paddings");
  std::vector<BackDim> dims;
  for (int d = 0; d < channels.spatial(); ++d) {
    const int at = d + (channels.are_last() ? 1 : 2);
    const auto i = static_cast<size_t>(d), all = static_cast<size_t>(at);
    const int64_t size = node.input_shape(1).dim_size(d);
    int64_t window = -1;
    if (size < 1 || __builtin_mul_overflow(size - 1, dilations[i], &window)) window = -2;
    dims.push_back({node.input_shape(2).dim_size(at),
                    node.output_shape(0).dim_size(at),
                    window + 1,
                    channels.Spatial(strides)[i],
                    {0, 0}});
    for (size_t side = 0; side < 2 && 2 * all + side < pads.size(); ++side)
      dims.back().pads[side] = pads[2 * all + side];
  }
  return dims;
}

// How far a convolution that made `image` of `made` was padded, as TensorFlow does, and what it did
// not see at the end. INVALID_ARGUMENT if no padding does.
absl::Status PlaceBack(const std::string& padding, BackDim* dim, int64_t* rest) {
  const int64_t span = (dim->image - 1) * dim->stride + dim->window;
  if (padding == "SAME") {
    const int64_t total = std::max<int64_t>(span - dim->made, 0);
    dim->pads[0] = total / 2;
    dim->pads[1] = total - dim->pads[0];
  }
  const int64_t seen = span - dim->pads[0] - dim->pads[1];
  *rest = dim->made - seen;
  if (*rest >= 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("a convolution of ", dim->made, " elements gives no ", dim->image));
}

// Of sizes that are known: all is said by attributes.
absl::StatusOr<LayerData> KnownBackData(const std::string& padding, std::vector<BackDim> dims) {
  std::vector<int64_t> pads[2], rests;
  for (BackDim& dim : dims) {
    int64_t rest = 0;
    OPGRAFT_RETURN_IF_ERROR(PlaceBack(padding, &dim, &rest));
    pads[0].push_back(dim.pads[0]);
    pads[1].push_back(dim.pads[1]);
    rests.push_back(rest);
  }
  return LayerData{{"pads_begin", FormatIrInts(pads[0])},
                   {"pads_end", FormatIrInts(pads[1])},
                   {"output_padding", FormatIrInts(rests)},
                   {"auto_pad", "explicit"}};
}

// Of others OpenVINO finds the padding, of which there must be some: it would pad a negative rest
// at both ends.
absl::StatusOr<LayerData> OpenBackData(const std::string& padding,
                                       const std::vector<BackDim>& dims) {
  const std::string zeros = FormatIrInts(std::vector<int64_t>(dims.size(), 0));
  for (const BackDim& dim : dims) {
    if (padding == "SAME" ? dim.window < dim.stride : dim.stride != 1 || padding != "VALID")
      return absl::UnimplementedError("the sizes of its images are not known");
  }
  return LayerData{{"pads_begin", zeros}, {"pads_end", zeros}, {"auto_pad", "same_lower"}};
}

// A transposed convolution.
absl::Status WriteConvolutionBack(NodeWriting* node) {
  OPGRAFT_ASSIGN_OR_RETURN(const Channels channels, Channels::Of(*node, 4));
  const int64_t made = node->output_shape(0).dim_size(channels.dim());
  const int64_t of_filter = node->input_shape(1).dim_size(channels.spatial());
  if (made >= 0 && of_filter >= 0 && made != of_filter)
    return absl::UnimplementedError("its groups of channels cannot be written");
  const std::vector<BackDim> dims = BackDims(channels, *node);
  const bool is_known = absl::c_all_of(dims, [](const BackDim& dim) { return dim.IsKnown(); });
  const auto padding = node->Attr<std::string>("padding");
  OPGRAFT_ASSIGN_OR_RETURN(const LayerData back,
                           is_known ? KnownBackData(padding, dims) : OpenBackData(padding, dims));
  LayerData data = WindowLists(channels, *node);
  data.insert(data.end(), back.begin(), back.end());
  std::vector<LayerPort> inputs = {channels.ToFirst("image", node->input(2), node),
                                   OutputsFirst(node->input(1), channels.spatial(), node)};
  if (!is_known) {
    OPGRAFT_ASSIGN_OR_RETURN(const LayerPort sizes, SpatialSizes(channels, node));
    inputs.push_back(sizes);
  }
  channels.WriteBack("ConvolutionBackpropData", 1, std::move(inputs), std::move(data), node);
  return absl::OkStatus();
}

// --- Pools ---

absl::Status WritePool(int rank, bool is_max, NodeWriting* node) {
  OPGRAFT_ASSIGN_OR_RETURN(const Channels channels, Channels::Of(*node, rank));
  for (const char* name : {"ksize", "strides"}) {
    if (!channels.IsSpatial(node->Attr<std::vector<int64_t>>(name)))
      return absl::UnimplementedError("it pools batches or channels, which OpenVINO does not");
  }
  const LayerPort image = channels.ToFirst("image", node->input(0), node);
  const auto list = [&](const char* name) {
    return FormatIrInts(channels.Spatial(node->Attr<std::vector<int64_t>>(name)));
  };
  LayerData data = {{"kernel", list("ksize")}, {"strides", list("strides")}};
  const LayerData padding = channels.PaddingData(*node);
  data.insert(data.end(), padding.begin(), padding.end());
  data.emplace_back("rounding_type", "floor");
  if (!is_max) data.emplace_back("exclude-pad", "true");
  channels.WriteBack(is_max ? "MaxPool" : "AvgPool", 1, {image}, std::move(data), node);
  return absl::OkStatus();
}
absl::Status WriteMaxPool(NodeWriting* node) { return WritePool(4, true, node); }
absl::Status WriteMaxPool3D(NodeWriting* node) { return WritePool(5, true, node); }
absl::Status WriteAvgPool(NodeWriting* node) { return WritePool(4, false, node); }
absl::Status WriteAvgPool3D(NodeWriting* node) { return WritePool(5, false, node); }

// --- Normalisation ---

// A number for each channel, so that it meets the channels of an image.
LayerPort ForChannels(const Channels& channels, absl::string_view end, LayerPort vector,
                      NodeWriting* node) {
  if (channels.are_last()) return vector;
  std::vector<int64_t> sizes(static_cast<size_t>(channels.spatial()) + 1, 1);
  sizes[0] = -1;
  return node->Reshaped(end, vector, sizes);
}

// scale / sqrt(variance + epsilon).
LayerPort NormFactor(NodeWriting* node) {
  const LayerPort epsilon =
      node->Number("epsilon", node->input_type(1), node->Attr<float>("epsilon"));
  const LayerPort variance = node->Binary("variance", "Add", node->input(4), epsilon);
  const LayerPort root = node->PartLike("deviation", "Sqrt", 1, {variance});
  return node->Binary("factor", "Divide", node->input(1), root);
}

// (x - mean) * factor + offset, in the type of the numbers.
absl::Status WriteBatchNorm(NodeWriting* node) {
  if (node->Attr<bool>("is_training"))
    return absl::UnimplementedError("attr 'is_training' is true; OpenVINO does not train");
  OPGRAFT_ASSIGN_OR_RETURN(const int rank, node->Rank(0));
  OPGRAFT_ASSIGN_OR_RETURN(const Channels channels, Channels::Of(*node, rank));
  const LayerPort factor = ForChannels(channels, "factors", NormFactor(node), node);
  const LayerPort mean = ForChannels(channels, "means", node->input(3), node);
  const LayerPort offset = ForChannels(channels, "offsets", node->input(2), node);
  const LayerPort x = node->Converted("x", node->input(0), node->input_type(1));
  const LayerPort scaled =
      node->Binary("scaled", "Multiply", node->Binary("centered", "Subtract", x, mean), factor);
  if (node->input_type(1) == node->output_type(0)) {
    node->WriteOne("Add", 1, {scaled, offset}, Numpy());
  } else {
    const LayerPort sum = node->Binary("sum", "Add", scaled, offset);
    node->SetOutput(0, node->Converted("converted", sum, node->output_type(0)));
  }
  node->SetOutput(1, node->input(3));
  node->SetOutput(2, node->input(4));
  return absl::OkStatus();
}

// OpenVINO divides alpha by the number of neighbours.
absl::Status WriteLrn(NodeWriting* node) {
  const int64_t size = 2 * node->Attr<int64_t>("depth_radius") + 1;
  const float alpha = node->Attr<float>("alpha") * static_cast<float>(size);
  OPGRAFT_ASSIGN_OR_RETURN(const Channels channels, Channels::Of(*node, 4));
  const LayerPort image = channels.ToFirst("image", node->input(0), node);
  channels.WriteBack("LRN", 1, {image, node->IntList("axes", {1})},
                     {{"alpha", FormatIrFloat(alpha)},
                      {"beta", FormatIrFloat(node->Attr<float>("beta"))},
                      {"bias", FormatIrFloat(node->Attr<float>("bias"))},
                      {"size", absl::StrCat(size)}},
                     node);
  return absl::OkStatus();
}

constexpr WritingRow kRows[] = {
    {"AvgPool", &WriteAvgPool},
    {"AvgPool3D", &WriteAvgPool3D},
    {"Conv2D", &WriteConv2D},
    {"Conv2DBackpropInput", &WriteConvolutionBack},
    {"Conv3D", &WriteConv3D},
    {"DepthwiseConv2dNative", &WriteDepthwise},
    {"FusedBatchNorm", &WriteBatchNorm},
    {"FusedBatchNormV2", &WriteBatchNorm},
    {"FusedBatchNormV3", &WriteBatchNorm},
    {"LRN", &WriteLrn},
    {"MaxPool", &WriteMaxPool},
    {"MaxPool3D", &WriteMaxPool3D},
};

}  // namespace

absl::Span<const WritingRow> NnRows() { return kRows; }

}  // namespace opgraft_internal
