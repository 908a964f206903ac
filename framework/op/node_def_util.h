// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_NODE_DEF_UTIL_H_
#define FRAMEWORK_OP_NODE_DEF_UTIL_H_

#include <map>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/op/arg_types.h"
#include "framework/op/node_attrs.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/node_def.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// "{{node n}} = Op[T=DT_FLOAT](a, b:1, ^c)"; at most `max_inputs` inputs and then "..." (negative:
// all).
std::string SummarizeNodeDef(const NodeDef& node, int max_inputs = -1);
// "{{node n}}".
std::string FormatNodeForError(const NodeDef& node);
// `status` with the node on a line of its own: "\n\t [[{{node n}}]]". Only the first node that is
// attached gets the braces.
absl::Status AttachDef(const absl::Status& status, const NodeDef& node);
absl::Status AttachDef(const absl::Status& status, absl::string_view node_name);

// The attr of that name; null if there is none.
const AttrValue* FindAttrValueIn(const NodeDef& node, absl::string_view name);

// The attrs of a NodeDef to be read with GetNodeAttr: a copy, with values of its own.
//
// Example:
//   int64_t axis = 0;
//   OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(MakeNodeAttrs(node), "axis", &axis));
NodeAttrs MakeNodeAttrs(const NodeDef& node);

// Types of the inputs or outputs (refs marked) that `op` gives a node with these attrs. Errors as
// ExpandArgs.
absl::Status InputTypesForNode(const NodeDef& node, const OpDef& op, DataTypeVector* inputs);
absl::Status OutputTypesForNode(const NodeDef& node, const OpDef& op, DataTypeVector* outputs);
absl::Status InOutTypesForNode(const NodeDef& node, const OpDef& op, DataTypeVector* inputs,
                               DataTypeVector* outputs);
// The type of one of them; INVALID_ARGUMENT also if there is none of that index.
absl::Status InputTypeForNode(const NodeDef& node, const OpDef& op, int index, DataType* dtype);
absl::Status OutputTypeForNode(const NodeDef& node, const OpDef& op, int index, DataType* dtype);
absl::Status NumOutputsForNode(const NodeDef& node, const OpDef& op, int* num_outputs);

// The run [first, second) of inputs or outputs of each arg, by its name. Either may be null.
using NameRangeMap = std::map<std::string, std::pair<int, int>, std::less<>>;
absl::Status NameRangesForNode(const NodeDef& node, const OpDef& op, NameRangeMap* inputs,
                               NameRangeMap* outputs);

// Adds the default of each attr of `op` that the node has not.
void AddDefaultsToNodeDef(const OpDef& op, NodeDef* node);
// Removes the attrs that equal their default. Attrs that begin with '_' stay.
void StripDefaultAttrsFromNodeDef(const OpDef& op, NodeDef* node);
// Removes the attrs that the reader's `consumer_op` does not know, where they equal the default of
// the writer's `producer_op`, so that an older reader takes the node. INVALID_ARGUMENT if the
// producer's op has no such attr.
absl::Status RemoveNewDefaultAttrs(const OpDef& producer_op, const OpDef& consumer_op,
                                   NodeDef* node);

// Puts `prefix` before and `suffix` behind the node's name, and the frame_name of an Enter.
void AddPrefixAndSuffixToNode(absl::string_view prefix, absl::string_view suffix, NodeDef* node);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_NODE_DEF_UTIL_H_
