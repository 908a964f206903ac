// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_FAKE_INPUT_H_
#define FRAMEWORK_OP_FAKE_INPUT_H_

#include <initializer_list>

#include "framework/op/node_def_builder.h"
#include "framework/types/data_type.h"

namespace opgraft {

// For tests: inputs of NodeDefBuilder that come from nodes "a", "b", "c", ... by position of the
// arg; element k of a list is "a:k". What is not given is taken from the op and the attrs set so
// far; otherwise it is an error of NodeDefBuilder::Finalize. Thread-safe.
//
// Example:
//   NodeDefBuilder("n", "AddN").Input(FakeInput(2, DT_FLOAT)).Finalize(&node);  // N=2, T=float
FakeInputFunctor FakeInput();
// With the type of a single tensor or of all elements; with the length of a list; with both; with a
// type for each element.
FakeInputFunctor FakeInput(DataType dtype);
FakeInputFunctor FakeInput(int length);
FakeInputFunctor FakeInput(int length, DataType dtype);
FakeInputFunctor FakeInput(DataTypeSlice dtypes);
inline FakeInputFunctor FakeInput(std::initializer_list<DataType> dtypes) {
  return FakeInput(DataTypeSlice(dtypes.begin(), dtypes.size()));
}

}  // namespace opgraft

#endif  // FRAMEWORK_OP_FAKE_INPUT_H_
