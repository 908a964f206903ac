// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_MIRROR_PAD_MODE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_MIRROR_PAD_MODE_H_

#include <string>

#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// How the border of a tensor is continued: without repeating it, or with.
enum class MirrorPadMode { REFLECT = 1, SYMMETRIC = 2 };

inline std::string GetMirrorPadModeAttrString() { return "mode: {'REFLECT', 'SYMMETRIC'}"; }

// The mode of attr "mode", which GetNodeAttr gives as a text.
inline absl::Status MirrorPadModeFromString(absl::string_view text, MirrorPadMode* mode) {
  if (text != "REFLECT" && text != "SYMMETRIC")
    return absl::NotFoundError(absl::StrCat(text, " is not an allowed padding mode."));
  *mode = text == "REFLECT" ? MirrorPadMode::REFLECT : MirrorPadMode::SYMMETRIC;
  return absl::OkStatus();
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_MIRROR_PAD_MODE_H_
