// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/shape_function_watch.h"

#include <utility>

namespace opgraft_internal {

__thread ShapeFunctionNotes* ShapeFunctionWatch::current_ = nullptr;

ShapeFunctionWatch::ShapeFunctionWatch() : outer_(std::exchange(current_, &notes_)) {}

ShapeFunctionWatch::~ShapeFunctionWatch() { current_ = outer_; }

}  // namespace opgraft_internal
