// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/tensor_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kShownElements = 20;  // of a vector, or of a dimension
constexpr int64_t kEnds = 3;            // of a dimension that is cut, as NumPy's edgeitems
constexpr int64_t kLarge = 1000;        // NumPy's threshold
constexpr const char kDots[] = "...";

// Which elements of a tensor of two dimensions or more are shown.
class Cut {
 public:
  Cut(const TensorShape& shape, TensorPart part)
      : longest_(shape.num_elements() > kLarge ? 2 * kEnds : kShownElements),
        all_(part == TensorPart::kAll) {
    for (int d = 0; d < shape.dims() && shown_ <= kLarge; ++d)
      shown_ *= IsCut(shape.dim_size(d)) ? 2 * kEnds : shape.dim_size(d);
  }

  bool IsCut(int64_t size) const { return !all_ && size > longest_; }
  // Many dimensions, none of them long.
  bool IsTooLarge() const { return !all_ && shown_ > kLarge; }

 private:
  const int64_t longest_;
  const bool all_;
  int64_t shown_ = 1;
};

// Prints the elements of one tensor.
class Printer {
 public:
  Printer(const Tensor& tensor, size_t indent, const Cut& cut)
      : shape_(tensor.shape()), indent_(indent), cut_(cut) {
    const bool is_flat = elements_.CopyFrom(tensor, TensorShape({tensor.NumElements()}));
    if (!is_flat) elements_ = Tensor();  // never: the number of elements is the same
  }

  std::string Print() {
    FindWidth(0, 0, elements_.NumElements());
    PrintDim(0, 0, elements_.NumElements());
    return text_;
  }

 private:
  std::string Element(int64_t i) const { return elements_.Slice(i, i + 1).SummarizeValue(1); }

  // Calls fn(i) for the indices of dimension `d` that are shown, and fn(-1) where some are left
  // out.
  template <typename Fn>
  void ForShown(int d, Fn fn) const {
    const int64_t size = shape_.dim_size(d);
    for (int64_t i = 0; i < size; ++i) {
      if (i == kEnds && cut_.IsCut(size)) {
        fn(int64_t{-1});
        i = size - kEnds;
      }
      fn(i);
    }
  }

  // `elements` of them from `first` on are those of dimension `d` and all behind it.
  void FindWidth(int d, int64_t first, int64_t elements) {
    if (d == shape_.dims()) {
      width_ = std::max(width_, Element(first).size());
      return;
    }
    const int64_t step = elements / shape_.dim_size(d);
    ForShown(d, [&](int64_t i) {
      if (i >= 0) FindWidth(d + 1, first + i * step, step);
    });
  }

  void PrintDim(int d, int64_t first, int64_t elements) {
    if (d == shape_.dims()) {
      const std::string element = Element(first);
      text_.append(width_ - element.size(), ' ');
      text_ += element;
      return;
    }
    const int64_t step = elements / shape_.dim_size(d);
    text_ += '[';
    ForShown(d, [&](int64_t i) {
      if (i != 0) PrintSpace(d);
      if (i < 0) {
        text_ += kDots;
      } else {
        PrintDim(d + 1, first + i * step, step);
      }
    });
    text_ += ']';
  }

  // Rows on lines, an empty line between matrices.
  void PrintSpace(int d) {
    const int inner = shape_.dims() - d - 1;
    text_.append(static_cast<size_t>(inner), '\n');
    text_.append(inner == 0 ? 1 : indent_ + static_cast<size_t>(d) + 1, ' ');
  }

  const TensorShape shape_;
  Tensor elements_;  // the tensor as a vector
  const size_t indent_;
  const Cut& cut_;
  size_t width_ = 0;  // of a column
  std::string text_;
};

}  // namespace

std::string TensorLine(const Tensor& tensor, TensorPart part) {
  const std::string values = tensor.SummarizeValue(part == TensorPart::kAll ? -1 : kShownElements);
  return tensor.dims() == 0 ? values : absl::StrCat("[", values, "]");
}

std::string TensorText(const Tensor& tensor, size_t indent, TensorPart part) {
  const Cut cut(tensor.shape(), part);
  if (tensor.dims() < 2 || tensor.NumElements() == 0 || cut.IsTooLarge())
    return TensorLine(tensor, part);
  return Printer(tensor, indent, cut).Print();
}

}  // namespace opgraft_internal
