// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OPENVINO_PATCHES_H_
#define FRAMEWORK_OP_OPENVINO_PATCHES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/op/integer_input.h"
#include "framework/op/node_attrs.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How a window moves along one dimension of an image. Element i of the window at place p is element
// p * stride + i * rate - before of the image. Plain data.
//
// Example: size 3, stride 2, rate 1 and before 1 look at elements {-1, 0, 1}, {1, 2, 3}, ...; what
// lies outside of the image is padding.
struct PatchWindow {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t rate = 1;
  // How many places the window has, and how many elements of padding lie before the image.
  int64_t places = 0;
  int64_t before = 0;

  // How far it reaches: from its first to behind its last element.
  int64_t reach() const { return (size - 1) * rate + 1; }
};

// The attrs of OpenVINO's ExtractImagePatches, for its shape function and its kernel. Plain data
// once read.
struct PatchAttrs {
  // GetNodeAttr's errors; INVALID_ARGUMENT unless each list is two numbers in range.
  absl::Status Read(const NodeAttrs& attrs);
  // The window along dimension 0 (down) or 1 (across) of an image of `size` there; no places if the
  // image is too small. REQUIRES: Read succeeded.
  absl::Status FindWindow(size_t dim, int64_t size, PatchWindow* window) const;

  std::vector<int64_t> sizes, strides, rates;
  std::string auto_pad;
};

// The attrs of OpenVINO's Col2Im, likewise.
struct Col2ImAttrs {
  absl::Status Read(const NodeAttrs& attrs);
  // Fills in the windows, and how many places they have together.
  absl::Status FindWindows(const Integers& image, const Integers& kernel, int64_t* places);

  std::vector<int64_t> strides, dilations, pads_begin, pads_end;
  PatchWindow windows[2];
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_OPENVINO_PATCHES_H_
