// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_PARSE_ATTR_VALUE_H_
#define FRAMEWORK_OP_PARSE_ATTR_VALUE_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/op/spec_scanner.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

// Reads `text` as a value of the attr type `type` ("int", "list(shape)", ...) into `*value`; false
// if it is not one, or nests deeper than 100. TensorFlow's own dialect of text format, which is not
// protobuf's: integers are decimal (0x1F is refused, 08 is 8), adjacent strings are not joined,
// true is true, True or 1, fields of unknown names are skipped, `#` starts a comment. A list must
// be in [ ].
bool ParseAttrValue(absl::string_view type, absl::string_view text, AttrValue* value);

// What would have been right where ParseAttrValue refused `text`: ": a string default needs quotes:
// = 'foo'"; or "".
std::string DefaultValueHint(absl::string_view type, absl::string_view text);

// Consumes a quoted literal, `"` or `'`, and sets what is between the quotes, still escaped. False
// if there is no literal or it does not end.
bool TakeQuoted(SpecScanner* in, absl::string_view* literal);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_PARSE_ATTR_VALUE_H_
