// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_REFERENCE_NODE_RECIPES_H_
#define TESTS_REFERENCE_NODE_RECIPES_H_

#include "absl/types/span.h"
#include "tests/reference/sketch.h"

namespace opgraft {

// Adds a node of one kind over values that suit it; false, and nothing is added, if there are none.
using NodeRecipe = bool (*)(Sketch*);

// Arithmetic, comparisons, reductions.
absl::Span<const NodeRecipe> MathRecipes();
// What moves elements and changes shapes; strings; probes.
absl::Span<const NodeRecipe> ArrayRecipes();

}  // namespace opgraft

#endif  // TESTS_REFERENCE_NODE_RECIPES_H_
