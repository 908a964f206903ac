// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_ATTR_SPEC_H_
#define FRAMEWORK_OP_ATTR_SPEC_H_

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/op/spec_scanner.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// Parses an attr spec, TensorFlow's language:
//   attr  := NAME ":" type [ ">=" INT ] [ "=" DEFAULT ]
//   type  := base | "list" "(" base ")"
//   base  := string | int | float | bool | type | shape | tensor | func | numbertype | ...
//            | "{" names of types "}" | "{" strings "}"
// DEFAULT is in text format (parse_attr_value.h). Keywords match whole words, and realnumerictype
// works everywhere: there we differ from TensorFlow. `allow_any` also takes the type `any`. On an
// error `*attr` is half filled and only its name, if it has one, means something.
absl::optional<SpecError> ParseAttrSpec(absl::string_view spec, bool allow_any,
                                        OpDef::AttrDef* attr);

// The name a wrong spec seems to declare ("T" of "T {float}"), so that references to it are no
// second mistake; may be "".
absl::string_view GuessDeclaredName(absl::string_view spec);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_ATTR_SPEC_H_
