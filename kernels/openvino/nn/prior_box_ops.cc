// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's PriorBox and PriorBoxClustered: boxes at each place of a grid over an image.
#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/prior_boxes.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

// A box at each place: how far its middle is from the place's, and half its size, in pixels.
struct Prior {
  float x = 0;
  float y = 0;
  float half_width = 0;
  float half_height = 0;
  bool clip = false;
};

// Rows and columns of the grid and of the image.
struct Grid {
  int64_t rows = 0, columns = 0;
  float height = 0, width = 0;
};

absl::Status ReadGrid(OpKernelContext* context, Grid* grid) {
  for (int i = 0; i < 2; ++i) {
    if (context->input(i).NumElements() == 2) continue;
    return absl::InvalidArgumentError(absl::StrCat("input ", i,
                                                   " must be a height and a width, not of shape ",
                                                   context->input(i).shape().DebugString()));
  }
  grid->rows = IndexAt(context->input(0), 0);
  grid->columns = IndexAt(context->input(0), 1);
  grid->height = static_cast<float>(IndexAt(context->input(1), 0));
  grid->width = static_cast<float>(IndexAt(context->input(1), 1));
  if (grid->rows >= 0 && grid->columns >= 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("a grid of ", grid->rows, " times ", grid->columns));
}

class PriorOpBase : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    Grid grid;
    OP_REQUIRES_OK(context, ReadGrid(context, &grid));
    const std::vector<Prior> priors = PriorsFor(grid);
    const int64_t count = static_cast<int64_t>(priors.size());
    int64_t numbers = 0;
    OP_REQUIRES(context,
                !__builtin_mul_overflow(grid.rows, grid.columns, &numbers) &&
                    !__builtin_mul_overflow(numbers, 4 * count, &numbers),
                absl::InvalidArgumentError("the grid is too large"));
    OP_REQUIRES(context, count == num_boxes(),
                absl::InvalidArgumentError(absl::StrCat("the attributes make ", count,
                                                        " boxes at a place, not ", num_boxes())));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_output(0, TensorShape({int64_t{2}, numbers}), &output));
    float* out = static_cast<float*>(output->data());
    for (int64_t row = 0; row < grid.rows; ++row) {
      for (int64_t column = 0; column < grid.columns; ++column) {
        float x = 0, y = 0;
        FindCenter(grid, row, column, &x, &y);
        for (const Prior& prior : priors) out = WriteBox(grid, prior, x, y, out);
      }
    }
    for (int64_t i = 0; i < numbers; ++i)
      out[i] = variance_[variance_.size() == 1 ? 0 : static_cast<size_t>(i % 4)];
  }

 protected:
  absl::Status SetVariance(std::vector<float> variance) {
    variance_ = std::move(variance);
    if (variance_.empty()) variance_ = {0.1f};
    if (variance_.size() == 1 || variance_.size() == 4) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("there are ", variance_.size(), " variances; there may be 1 or 4"));
  }
  void set_clips(bool clips) { clips_ = clips; }

 private:
  virtual int64_t num_boxes() const = 0;
  virtual std::vector<Prior> PriorsFor(const Grid& grid) const = 0;
  virtual void FindCenter(const Grid& grid, int64_t row, int64_t column, float* x,
                          float* y) const = 0;

  float* WriteBox(const Grid& grid, const Prior& prior, float x, float y, float* out) const {
    const float left = (x + prior.x - prior.half_width) / grid.width;
    const float top = (y + prior.y - prior.half_height) / grid.height;
    const float right = (x + prior.x + prior.half_width) / grid.width;
    const float bottom = (y + prior.y + prior.half_height) / grid.height;
    const float sides[4] = {left, top, right, bottom};
    for (int i = 0; i < 4; ++i) {
      float side = sides[i];
      if (prior.clip) side = i < 2 ? std::max(side, 0.0f) : std::min(side, 1.0f);
      *out++ = clips_ ? std::min(std::max(side, 0.0f), 1.0f) : side;
    }
    return out;
  }

  std::vector<float> variance_;
  bool clips_ = false;
};

class PriorBoxOp : public PriorOpBase {
 public:
  explicit PriorBoxOp(OpKernelConstruction* context) : PriorOpBase(context) {
    OP_REQUIRES_OK(context, rule_.Read(*context));
    OP_REQUIRES_OK(context, SetVariance(rule_.variance));
    set_clips(rule_.clip);
    const bool dense = rule_.density.size() >= rule_.fixed_size.size();
    OP_REQUIRES(context, rule_.fixed_size.empty() || dense,
                absl::InvalidArgumentError("each of fixed_size needs a density"));
  }

 private:
  int64_t num_boxes() const override { return rule_.NumBoxes(); }

  float StepOf(const Grid& grid) const {
    if (rule_.scale_all_sizes) return rule_.step;
    return rule_.step == -1 ? grid.height / static_cast<float>(grid.rows)
                            : rule_.step * grid.height;
  }

  void FindCenter(const Grid& grid, int64_t row, int64_t column, float* x,
                  float* y) const override {
    const float step = StepOf(grid);
    const float r = static_cast<float>(row), c = static_cast<float>(column);
    if (step == 0) {
      *x = (c + 0.5f) * (grid.width / static_cast<float>(grid.columns));
      *y = (r + 0.5f) * (grid.height / static_cast<float>(grid.rows));
    } else {
      *x = (rule_.offset + c) * step;
      *y = (rule_.offset + r) * step;
    }
  }

  // A square of boxes around the place.
  void AddDense(size_t s, float ratio, std::vector<Prior>* priors) const {
    const float size = rule_.fixed_size[s], root = std::sqrt(ratio);
    const int64_t density = static_cast<int64_t>(rule_.density[s]);
    const float shift = std::trunc(size / static_cast<float>(density));
    const float first = shift / 2 - std::trunc(std::trunc(size) / 2);
    // As OpenVINO has it, a square box is of whole pixels.
    const float edge = ratio == 1 ? std::trunc(size) : size;
    for (int64_t r = 0; r < density; ++r) {
      for (int64_t c = 0; c < density; ++c) {
        priors->push_back({first + static_cast<float>(c) * shift,
                           first + static_cast<float>(r) * shift, edge * 0.5f * root,
                           edge * 0.5f / root, true});
      }
    }
  }

  void AddFixed(size_t s, std::vector<Prior>* priors) const {
    for (float ratio : rule_.fixed_ratio) AddDense(s, ratio, priors);
    if (!rule_.fixed_ratio.empty()) return;
    for (float ratio : rule_.Ratios()) AddDense(s, ratio, priors);
  }

  void AddRatios(const std::vector<float>& sizes, size_t s, std::vector<Prior>* priors) const {
    if (!rule_.scale_all_sizes && s != sizes.size() - 1) return;
    const float size = sizes[rule_.scale_all_sizes ? s : 0];
    for (float ratio : rule_.Ratios()) {
      if (std::fabs(ratio - 1) < 1e-6f) continue;
      const float root = std::sqrt(ratio);
      priors->push_back({0, 0, size * 0.5f * root, size * 0.5f / root, false});
    }
  }

  std::vector<Prior> PriorsFor(const Grid& grid) const override {
    std::vector<Prior> priors;
    for (size_t s = 0; s < rule_.fixed_size.size(); ++s) AddFixed(s, &priors);
    std::vector<float> sizes = rule_.min_size;
    for (float& size : sizes) size *= rule_.scale_all_sizes ? 1 : grid.height;
    for (size_t s = 0; s < sizes.size(); ++s) {
      priors.push_back({0, 0, sizes[s] * 0.5f, sizes[s] * 0.5f, false});
      if (!rule_.max_before_ratios) AddRatios(sizes, s, &priors);
      if (s < rule_.max_size.size()) {
        const float half = std::sqrt(sizes[s] * rule_.max_size[s]) * 0.5f;
        priors.push_back({0, 0, half, half, false});
      }
      if (rule_.max_before_ratios) AddRatios(sizes, s, &priors);
    }
    return priors;
  }

  PriorBoxRule rule_;
};

class PriorBoxClusteredOp : public PriorOpBase {
 public:
  explicit PriorBoxClusteredOp(OpKernelConstruction* context) : PriorOpBase(context) {
    std::vector<float> variance;
    bool clips = false;
    OP_REQUIRES_OK(context, context->GetAttr("width", &widths_));
    OP_REQUIRES_OK(context, context->GetAttr("height", &heights_));
    OP_REQUIRES_OK(context, context->GetAttr("variance", &variance));
    OP_REQUIRES_OK(context, context->GetAttr("clip", &clips));
    OP_REQUIRES_OK(context, context->GetAttr("step", &step_));
    OP_REQUIRES_OK(context, context->GetAttr("step_w", &step_w_));
    OP_REQUIRES_OK(context, context->GetAttr("step_h", &step_h_));
    OP_REQUIRES_OK(context, context->GetAttr("offset", &offset_));
    OP_REQUIRES_OK(context, SetVariance(variance));
    OP_REQUIRES(context, widths_.size() == heights_.size(),
                absl::InvalidArgumentError("there must be as many widths as heights"));
    set_clips(clips);
  }

 private:
  int64_t num_boxes() const override { return static_cast<int64_t>(widths_.size()); }

  std::vector<Prior> PriorsFor(const Grid&) const override {
    std::vector<Prior> priors;
    for (size_t i = 0; i < widths_.size(); ++i)
      priors.push_back({0, 0, widths_[i] / 2, heights_[i] / 2, false});
    return priors;
  }

  void FindCenter(const Grid& grid, int64_t row, int64_t column, float* x,
                  float* y) const override {
    float step_w = step_w_ == 0 ? step_ : step_w_, step_h = step_h_ == 0 ? step_ : step_h_;
    if (step_w == 0 && step_h == 0) {
      step_w = grid.width / static_cast<float>(grid.columns);
      step_h = grid.height / static_cast<float>(grid.rows);
    }
    *x = (static_cast<float>(column) + offset_) * step_w;
    *y = (static_cast<float>(row) + offset_) * step_h;
  }

  std::vector<float> widths_, heights_;
  float step_ = 0;
  float step_w_ = 0;
  float step_h_ = 0;
  float offset_ = 0;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>PriorBox").Device(DEVICE_CPU), PriorBoxOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>PriorBoxClustered").Device(DEVICE_CPU), PriorBoxClusteredOp);

}  // namespace
}  // namespace opgraft_internal
