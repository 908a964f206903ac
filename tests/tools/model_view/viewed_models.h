// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_TOOLS_MODEL_VIEW_VIEWED_MODELS_H_
#define TESTS_TOOLS_MODEL_VIEW_VIEWED_MODELS_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "tools/model_view/model_view.h"

namespace opgraft_internal {

// A function that two nodes call, and one that none does.
inline constexpr char kTwoCalls[] = R"(
    node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } }
           attr { key: 'shape' value { shape { dim { size: 3 } } } } }
    node { name: 'c' op: 'f' input: 'x' }
    node { name: 'd' op: 'f' input: 'c' }
    library {
      function {
        signature { name: 'f' input_arg { name: 'x' type: DT_FLOAT }
                    output_arg { name: 'y' type: DT_FLOAT } }
        node_def { name: 'n' op: 'Neg' input: 'x' attr { key: 'T' value { type: DT_FLOAT } } }
        ret { key: 'y' value: 'n:y:0' }
      }
      function { signature { name: 'unused' } node_def { name: 'k' op: 'NoOp' } }
    })";

// An unknown op, in the graph and in a function.
inline constexpr char kBroken[] = R"(
    node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } }
           attr { key: 'shape' value { shape { dim { size: 3 } } } } }
    node { name: 'odd' op: 'Odd' input: ['x', '^x'] attr { key: 'size' value { i: 2 } } }
    node { name: 'n' op: 'Neg' input: 'odd' attr { key: 'T' value { type: DT_FLOAT } } }
    node { name: 'c' op: 'g' input: 'n' }
    library {
      function {
        signature { name: 'g' input_arg { name: 'a' type: DT_FLOAT } }
        node_def { name: 'inner' op: 'Odd' input: 'a' }
        node_def { name: 'm' op: 'Neg' input: 'inner:y:0'
                   attr { key: 'T' value { type: DT_FLOAT } } }
      }
    })";

inline ModelView ViewOf(const std::string& text, const ModelViewOptions& options = {}) {
  GraphDef def;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &def));
  return ViewModel(def, ImportSound(def, ImportOptions()), options);
}

}  // namespace opgraft_internal

#endif  // TESTS_TOOLS_MODEL_VIEW_VIEWED_MODELS_H_
