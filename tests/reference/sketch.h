// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_REFERENCE_SKETCH_H_
#define TESTS_REFERENCE_SKETCH_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/types/partial_tensor_shape.h"
#include "tests/reference/choices.h"

namespace opgraft {

// A value of a graph under construction with what is known of it.
struct Typed {
  Value value;
  DataType dtype = DT_INVALID;
  PartialTensorShape shape;
  int64_t bound = 0;    // elements it has at most
  bool is_node = true;  // false for arguments, which cannot be control inputs
};

// Not {}, which is the unknown rank.
inline PartialTensorShape ScalarShape() { return TensorShape(); }

// Tensors of more elements are not made: graphs stay quick to run.
inline constexpr int64_t kMaxElements = 2000;

// A graph or a function body under construction, and the values that new nodes may use.
// Thread-compatible.
class Sketch {
 public:
  explicit Sketch(Choices* choices) : choices_(choices) {}

  Choices& choices() { return *choices_; }
  GraphBuilder& graph() { return graph_; }
  GraphBuilder TakeGraph() { return std::move(graph_); }
  const std::vector<Typed>& values() const { return values_; }

  void Add(const Typed& typed) { values_.push_back(typed); }
  // A value of a shape that is known to be at most `bound` large.
  void Add(Value value, DataType dtype, const PartialTensorShape& shape, int64_t bound) {
    Add({value, dtype, shape, shape.num_elements() >= 0 ? shape.num_elements() : bound});
  }
  // Some value that `fits`; none if there is none.
  template <typename Predicate>
  absl::optional<Typed> Pick(const Predicate& fits) {
    std::vector<const Typed*> found;
    for (const Typed& value : values_) {
      if (fits(value)) found.push_back(&value);
    }
    if (found.empty()) return absl::nullopt;
    return *choices_->Of(found);
  }

  // Constants that recipes need as parameters; other nodes do not use them.
  Value Ints(const std::vector<int>& values) {
    Tensor tensor(DT_INT32, TensorShape({static_cast<int64_t>(values.size())}));
    for (size_t i = 0; i < values.size(); ++i)
      tensor.flat<int32_t>()(static_cast<int64_t>(i)) = values[i];
    return graph_.Const(tensor);
  }
  Value Int(int value) { return graph_.Const(Tensor(static_cast<int32_t>(value))); }

 private:
  Choices* const choices_;
  GraphBuilder graph_;
  std::vector<Typed> values_;
};

// The shape of an element-wise result; none if the two can never be broadcast.
inline absl::optional<PartialTensorShape> Broadcast(const PartialTensorShape& a,
                                                    const PartialTensorShape& b) {
  if (a.unknown_rank() || b.unknown_rank()) return PartialTensorShape();
  std::vector<int64_t> sizes;
  for (int i = std::max(a.dims(), b.dims()); i > 0; --i) {  // counted from the last dimension
    const int64_t x = i > a.dims() ? 1 : a.dim_size(a.dims() - i);
    const int64_t y = i > b.dims() ? 1 : b.dim_size(b.dims() - i);
    if (x != y && x > 1 && y > 1) return absl::nullopt;
    if ((x == 0 && y > 1) || (y == 0 && x > 1)) return absl::nullopt;
    sizes.push_back(x == 1 ? y : y == 1 ? x : std::max(x, y));
  }
  return PartialTensorShape(absl::MakeConstSpan(sizes));
}

}  // namespace opgraft

#endif  // TESTS_REFERENCE_SKETCH_H_
