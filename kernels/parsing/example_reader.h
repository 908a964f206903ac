// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_PARSING_EXAMPLE_READER_H_
#define KERNELS_PARSING_EXAMPLE_READER_H_

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A feature of a tf.train.Example, where it lies in the bytes: a view. Trivial, so that many can
// stand in a tensor of bytes.
//
// Example: of the feature {int64_list: [3, 300]} the type is DT_INT64 and the count 2; CopyValues
// decodes both.
struct ExampleFeature {
  // DT_STRING, DT_FLOAT, DT_INT64; DT_INVALID: none.
  DataType type;
  int64_t count;  // of values
  // The list of values, as it stands in the message.
  const char* data;
  int64_t size;
};

// Calls visit(name, feature) for each feature of an Example, in its order; a name may come twice,
// and the last one counts then. Fields that no Example has are passed over. False if the bytes are
// no Example.
bool ReadExample(absl::string_view bytes,
                 absl::FunctionRef<void(absl::string_view, const ExampleFeature&)> visit);

// Calls visit(name, list) for each feature list of a tf.train.SequenceExample, in its order; of a
// name that comes twice the last one counts. False if the bytes are no SequenceExample. Its context
// is what ReadExample reads.
bool ReadFeatureLists(absl::string_view bytes,
                      absl::FunctionRef<void(absl::string_view, absl::string_view)> visit);

// Calls visit(feature) for each feature of such a list, in its order, until it answers false. False
// if the bytes are no FeatureList, or it did.
bool ReadFeatureList(absl::string_view list, absl::FunctionRef<bool(const ExampleFeature&)> visit);

// Writes the `count` values of a feature: to tstring, float or int64_t, as its type is.
void CopyValues(const ExampleFeature& feature, void* to);

}  // namespace opgraft_internal

#endif  // KERNELS_PARSING_EXAMPLE_READER_H_
