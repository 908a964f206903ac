// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The bytes of tf.train.Examples and SequenceExamples.
#include <string>
#include <vector>

#include "kernels/parsing/example_reader.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

void ReadValues(const ExampleFeature& feature) {
  Demand(feature.count <= feature.size, "a value takes a byte at least");
  const auto count = static_cast<size_t>(feature.count);
  if (feature.type == DT_STRING) {
    std::vector<std::string> values(count);
    CopyValues(feature, values.data());
  } else {
    std::vector<int64_t> values(count);
    CopyValues(feature, values.data());
  }
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using opgraft::Demand;
  const absl::string_view bytes = opgraft::TextOf(data, size);
  opgraft::ReadExample(bytes, [&](absl::string_view name, const opgraft::ExampleFeature& feature) {
    Demand(name.size() <= bytes.size(), "a name lies in the bytes");
    opgraft::ReadValues(feature);
  });
  opgraft::ReadFeatureLists(bytes, [&](absl::string_view name, absl::string_view list) {
    Demand(name.size() + list.size() <= bytes.size(), "a name and a list lie in the bytes");
    opgraft::ReadFeatureList(list, [](const opgraft::ExampleFeature& feature) {
      opgraft::ReadValues(feature);
      return true;
    });
  });
  return 0;
}
