// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_CHANNELS_H_
#define OPENVINO_WRITING_CHANNELS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "openvino/writing/node_writing.h"

namespace opgraft_internal {

// Images of a node of TensorFlow's, which says by its attr `data_format` where their channels are.
// OpenVINO's layers have them behind the batch. A value.
//
// Example, of a layer of images:
//   OPGRAFT_ASSIGN_OR_RETURN(const Channels channels, Channels::Of(*node, 4));
//   const LayerPort image = channels.ToFirst("image", node->input(0), node);
//   channels.WriteBack("AvgPool", 1, {image}, data, node);
class Channels {
 public:
  // Of 4 or 5 dimensions. UNIMPLEMENTED for other formats.
  static absl::StatusOr<Channels> Of(const NodeWriting& node, int rank);

  bool are_last() const { return are_last_; }
  int spatial() const { return rank_ - 2; }
  // The dimension of the channels.
  int dim() const { return are_last_ ? rank_ - 1 : 1; }
  // The entries of the spatial dimensions in a list for all.
  std::vector<int64_t> Spatial(const std::vector<int64_t>& all) const;

  // True if a list for all dimensions has ones for the others.
  bool IsSpatial(const std::vector<int64_t>& all) const;

  // `value` with its channels behind the batch.
  LayerPort ToFirst(absl::string_view end, LayerPort value, NodeWriting* node) const;
  // The layer of the node, whose channels then go where the node has them.
  void WriteBack(absl::string_view type, int opset, std::vector<LayerPort> inputs, LayerData data,
                 NodeWriting* node) const;
  // Attributes that say how images are padded, of the attrs padding and explicit_paddings.
  LayerData PaddingData(const NodeWriting& node) const;

 private:
  Channels(int rank, bool are_last) : rank_(rank), are_last_(are_last) {}

  int rank_;
  bool are_last_;
};

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_CHANNELS_H_
