// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_ARG_SPEC_H_
#define FRAMEWORK_OP_ARG_SPEC_H_

#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"
#include "framework/op/spec_scanner.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

enum class ArgKind { kInput, kOutput };

// Parses an input or output spec into `*arg`, which is an arg of `*op`; the attrs of `*op` are all
// there already:
//   arg  := NAME ":" ( "Ref" "(" type ")" | type )
//   type := WORD | WORD "*" WORD      (a number attr times a type)
// The last WORD is the name of a type, else of an attr of type `type` or `list(type)`. Attrs used
// as a length, or as a list of types, get a minimum of 1 if they have none; a literal `resource`
// makes the op stateful. `attr_names` are those that the op's author declared, `broken_attrs` the
// ones whose own spec is wrong: a reference to one is no second mistake, and gives an error with an
// empty message.
absl::optional<SpecError> ParseArgSpec(absl::string_view spec, ArgKind kind,
                                       const std::vector<absl::string_view>& attr_names,
                                       const absl::flat_hash_set<std::string>& broken_attrs,
                                       OpDef* op, OpDef::ArgDef* arg);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_ARG_SPEC_H_
