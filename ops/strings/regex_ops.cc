// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that match regular expressions, in RE2's syntax.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Output 0 as input 0; the others are scalars.
absl::Status TextsAndScalars(InferenceContext* c) {
  ShapeHandle unused;
  for (int i = 1; i < c->num_inputs(); ++i)
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
  c->set_output(0, c->input(0));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("RegexFullMatch")
    .Input("input: string")
    .Input("pattern: string")
    .Output("output: bool")
    .SetShapeFn(TextsAndScalars)
    .Doc(R"doc(
Says of each string whether a regular expression matches all of it.

input: The texts, of any shape.
pattern: The regular expression, in RE2's syntax; a scalar.
output: Of the shape of `input`.
)doc");

REGISTER_OP("StaticRegexFullMatch")
    .Input("input: string")
    .Output("output: bool")
    .Attr("pattern: string")
    .SetShapeFn(TextsAndScalars)
    .Doc(R"doc(
Says of each string whether a regular expression, known beforehand, matches all of it.

input: The texts, of any shape.
pattern: The regular expression, in RE2's syntax.
output: Of the shape of `input`.
)doc");

REGISTER_OP("RegexReplace")
    .Input("input: string")
    .Input("pattern: string")
    .Input("rewrite: string")
    .Output("output: string")
    .Attr("replace_global: bool = true")
    .SetShapeFn(TextsAndScalars)
    .Doc(R"doc(
Replaces what a regular expression matches in each string.

input: The texts, of any shape.
pattern: The regular expression, in RE2's syntax; a scalar.
rewrite: What stands in the place of a match, a scalar: `\1` to `\9` are the groups of the match,
  `\0` is all of it.
replace_global: All matches that do not overlap; else the first one only.
output: Of the shape of `input`.
)doc");

REGISTER_OP("StaticRegexReplace")
    .Input("input: string")
    .Output("output: string")
    .Attr("pattern: string")
    .Attr("rewrite: string")
    .Attr("replace_global: bool = true")
    .SetShapeFn(TextsAndScalars)
    .Doc(R"doc(
Replaces what a regular expression, known beforehand, matches in each string.

input: The texts, of any shape.
pattern: The regular expression, in RE2's syntax.
rewrite: What stands in the place of a match: `\1` to `\9` are the groups of the match, `\0` is all
  of it.
replace_global: All matches that do not overlap; else the first one only.
output: Of the shape of `input`.
)doc");

}  // namespace opgraft
