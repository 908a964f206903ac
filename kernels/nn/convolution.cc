// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/convolution.h"

#include <algorithm>
#include <cstring>

#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/share_with_scratch.h"

namespace opgraft_internal {
namespace {

// Nanoseconds of a multiplication and an addition.
constexpr double kTermNs = 0.05;
// Of an element that is packed.
constexpr double kCopyNs = 0.2;

int64_t BlocksOf(int64_t total, int64_t block) { return (total - 1) / block + 1; }

// Rows of a panel: wide ones stay few, so that a panel stays in the cache, but not so few that
// arranging the filter for each panel costs more than the product. All panels are about as large,
// and where there are enough rows there are some to share.
int64_t PanelRows(int64_t width, int64_t rows) {
  constexpr int64_t kFewest = 192;
  const int64_t fit = std::clamp<int64_t>((int64_t{1} << 17) / width, kFewest, 2048);
  const int64_t to_share = std::min<int64_t>(8, rows / kFewest);
  return BlocksOf(rows, std::max({int64_t{1}, (rows + fit / 2) / fit, to_share}));
}

IndexRange BlockAt(int64_t index, int64_t block, int64_t total) {
  return {index * block, std::min(total, (index + 1) * block)};
}

}  // namespace

Convolution::Convolution(DataType type)
    : type_(type),
      size_(DataTypeSize(type)),
      product_(loops::FindMatMulLoop(type)),
      add_(loops::FindBinaryLoops(loops::BinaryFunction::kAdd, type)[loops::kVectorVector]) {}

// Without a, c and m.
loops::MatMulProblem Convolution::ForwardProblem(const ConvolutionSizes& sizes, int64_t group,
                                                 IndexRange columns, const void* filter) const {
  loops::MatMulProblem problem = {};
  problem.b = At(filter, group * sizes.group_outputs() + columns.begin);
  problem.n = columns.end - columns.begin;
  problem.k = sizes.window.taps() * sizes.group_channels();
  problem.a_stride = problem.k;
  problem.b_stride = sizes.outputs;
  problem.c_stride = sizes.outputs;
  return problem;
}

// The patches of all rows, group by group.
absl::Status Convolution::PackAll(OpKernelContext* context, const ConvolutionSizes& sizes,
                                  const void* images, Tensor* all) const {
  const Patches patches = PatchesOf(sizes);
  const int64_t rows = sizes.rows(), width = patches.width();
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_temp(type_, TensorShape({sizes.groups, rows, width}), all));
  ShardElements(context, sizes.groups * rows, kCopyNs * static_cast<double>(width),
                [&](int64_t begin, int64_t end) {
                  for (int64_t row = begin; row < end;) {
                    const int64_t group = row / rows;
                    const int64_t last = std::min(end, (group + 1) * rows);
                    patches.Pack(images, {row - group * rows, last - group * rows},
                                 group * sizes.group_channels(), At(all->data(), row * width));
                    row = last;
                  }
                });
  return absl::OkStatus();
}

// How a convolution is cut up: into panels of rows, and these into blocks of columns (outputs).
struct Convolution::ForwardBlocks {
  int64_t panel = 0;         // rows of a panel
  int64_t panels = 0;        // of a group
  int64_t column_block = 0;  // columns of a block
  int64_t column_blocks = 0;

  ForwardBlocks(const ConvolutionSizes& sizes, int64_t width)
      : panel(PanelRows(width, sizes.rows())), panels(BlocksOf(sizes.rows(), panel)) {
    const int64_t outputs = sizes.group_outputs();
    const int64_t wanted =
        panels * sizes.groups >= 8 ? 1 : std::clamp<int64_t>(outputs / 128, 1, 8);
    column_block = BlocksOf(outputs, wanted);
    column_blocks = BlocksOf(outputs, column_block);
  }
};

// Block `unit`. `all` has the patches of all rows; null if they are to be packed into `scratch`.
void Convolution::ForwardBlock(const ConvolutionSizes& sizes, const ForwardBlocks& blocks,
                               int64_t unit, const ForwardData& data, char* scratch) const {
  const int64_t rows = sizes.rows(), outputs = sizes.group_outputs();
  const int64_t panel = unit / blocks.column_blocks;
  const int64_t group = panel / blocks.panels;
  const IndexRange columns = BlockAt(unit % blocks.column_blocks, blocks.column_block, outputs);
  const IndexRange block = BlockAt(panel % blocks.panels, blocks.panel, rows);
  loops::MatMulProblem problem = ForwardProblem(sizes, group, columns, data.filter);
  problem.m = block.end - block.begin;
  problem.c = At(data.out, block.begin * sizes.outputs + group * outputs + columns.begin);
  const int64_t first_channel = group * sizes.group_channels();
  if (sizes.window.IsPointwise()) {
    problem.a_stride = sizes.window.channels;
    problem.a = At(data.images, block.begin * sizes.window.channels + first_channel);
  } else if (data.all_patches == nullptr) {
    data.patches->Pack(data.images, block, first_channel, scratch);
    problem.a = scratch;
  } else {
    problem.a = At(data.all_patches, (group * rows + block.begin) * data.patches->width());
  }
  product_(problem);
}

// Panels of rows are shared by threads; few ones by columns too, of patches that are packed before.
absl::Status Convolution::Forward(OpKernelContext* context, const ConvolutionSizes& sizes,
                                  const void* images, const void* filter, void* out) const {
  const Patches patches = PatchesOf(sizes);
  const bool pointwise = sizes.window.IsPointwise();
  const ForwardBlocks blocks(sizes, patches.width());
  ForwardData data = {&patches, images, filter, /*all_patches=*/nullptr, out};
  Tensor all;
  if (!pointwise && blocks.column_blocks > 1) {
    OPGRAFT_RETURN_IF_ERROR(PackAll(context, sizes, images, &all));
    data.all_patches = all.data();
  }
  const bool packs = !pointwise && blocks.column_blocks == 1;
  const int64_t panel_size = blocks.panel * patches.width();
  const double unit_ns =
      static_cast<double>(panel_size) *
      (kTermNs * static_cast<double>(blocks.column_block) + (packs ? kCopyNs : 0));
  return ShareWithScratch(context, sizes.groups * blocks.panels * blocks.column_blocks, unit_ns,
                          packs ? panel_size * size_ : 0, [&](int64_t unit, char* scratch) {
                            ForwardBlock(sizes, blocks, unit, data, scratch);
                          });
}

// --- By the images ---

// The elements [planes) of one image along the first spatial dimension: the places that see any of
// them, panel by panel; what these see beside them is left to others.
void Convolution::GradientOfPlanes(const ConvolutionSizes& sizes, int64_t image, IndexRange planes,
                                   const void* filter, const void* out_gradient, void* panel,
                                   void* images) const {
  const Patches patches = PatchesOf(sizes);
  const WindowGeometry& window = sizes.window;
  const int64_t image_size = window.elements() * window.channels;
  const int64_t plane_size = image_size / window.dims[0].in;
  void* own = At(images, image * image_size);
  std::memset(At(own, planes.begin * plane_size), 0,
              static_cast<size_t>((planes.end - planes.begin) * plane_size * size_));
  const IndexRange seeing = window.dims[0].PlacesThatSee(planes);
  const int64_t plane_places = window.dims[1].out * window.dims[2].out;
  const int64_t last = seeing.end * plane_places;
  const int64_t block = PanelRows(patches.width(), sizes.window.places());
  for (int64_t group = 0; group < sizes.groups; ++group) {
    const int64_t first_output = group * sizes.group_outputs();
    for (int64_t row = seeing.begin * plane_places; row < last; row += block) {
      const IndexRange rows = {row, std::min(row + block, last)};
      const int64_t first_row = image * window.places() + row;
      product_({At(out_gradient, first_row * sizes.outputs + first_output),
                At(filter, first_output), panel, rows.end - rows.begin, patches.width(),
                sizes.group_outputs(), sizes.outputs, sizes.outputs, patches.width(),
                /*transpose_b=*/true});
      patches.AddBack(panel, rows, planes, group * sizes.group_channels(), add_, own);
    }
  }
}

absl::Status Convolution::InputGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                                        const void* filter, const void* out_gradient,
                                        void* images) const {
  const WindowDim& first = sizes.window.dims[0];
  const int64_t width = PatchesOf(sizes).width();
  // Blocks of planes overlap in what they look at: they are to be larger than a window.
  const int64_t reach = (first.window - 1) * first.dilation + 1;
  const int64_t block =
      std::min(first.in, std::max(4 * std::min(reach, first.in), BlocksOf(first.in, 16)));
  const int64_t blocks = BlocksOf(first.in, block);
  const int64_t panel = PanelRows(width, sizes.window.places());
  const double unit_ns = static_cast<double>(sizes.window.places() * width * sizes.groups) *
                         (kTermNs * static_cast<double>(sizes.group_outputs()) + 0.3) /
                         static_cast<double>(blocks);
  return ShareWithScratch(context, sizes.window.batch * blocks, unit_ns, panel * width * size_,
                          [&](int64_t unit, char* scratch) {
                            GradientOfPlanes(sizes, unit / blocks,
                                             BlockAt(unit % blocks, block, first.in), filter,
                                             out_gradient, scratch, images);
                          });
}

// --- By the filter ---

// All rows are split evenly; each split has a sum of its own, so that threads do not wait for each
// other, and these are added up in order.
struct Convolution::FilterSplits {
  int64_t rows = 0;   // of all
  int64_t panel = 0;  // rows at a time
  int64_t count = 1;
  int64_t sum_size = 0;  // elements of a sum: [groups, outputs of a group, width]

  FilterSplits(const ConvolutionSizes& sizes, int64_t width)
      : rows(sizes.rows()), panel(PanelRows(width, rows)), sum_size(sizes.outputs * width) {
    count = std::min<int64_t>(BlocksOf(rows, panel), sum_size > (1 << 20) ? 4 : 8);
  }
  IndexRange RowsOf(int64_t split) const {
    return {split * rows / count, (split + 1) * rows / count};
  }
};

// Adds outputs' gradients (turned, [outputs, rows]) times patches.
void Convolution::AddSplit(const ConvolutionSizes& sizes, const FilterSplits& splits, int64_t split,
                           const void* images, const void* turned, char* scratch, void* sum) const {
  const Patches patches = PatchesOf(sizes);
  const int64_t width = patches.width(), outputs = sizes.group_outputs();
  const IndexRange all = splits.RowsOf(split);
  char* product = scratch + splits.panel * width * size_;
  std::memset(sum, 0, static_cast<size_t>(splits.sum_size * size_));
  for (int64_t group = 0; group < sizes.groups; ++group) {
    void* group_sum = At(sum, group * outputs * width);
    for (int64_t row = all.begin; row < all.end; row += splits.panel) {
      const IndexRange rows = {row, std::min(row + splits.panel, all.end)};
      patches.Pack(images, rows, group * sizes.group_channels(), scratch);
      product_({At(turned, group * outputs * splits.rows + row), scratch, product, outputs, width,
                rows.end - rows.begin, splits.rows, width, width, /*transpose_b=*/false});
      add_(group_sum, product, group_sum, outputs * width);
    }
  }
}

absl::Status Convolution::FilterGradient(OpKernelContext* context, const ConvolutionSizes& sizes,
                                         const void* images, const void* out_gradient,
                                         void* filter) const {
  const int64_t width = PatchesOf(sizes).width(), outputs = sizes.group_outputs();
  const FilterSplits splits(sizes, width);
  Tensor turned, sums;
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_temp(type_, TensorShape({sizes.outputs, splits.rows}), &turned));
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_temp(type_, TensorShape({splits.count, splits.sum_size}), &sums));
  StridedCopy({{sizes.outputs, 1, splits.rows}, {splits.rows, sizes.outputs, 1}})
      .Run(type_, out_gradient, turned.data(), context->device());
  const double unit_ns = kTermNs * static_cast<double>(splits.rows) *
                         static_cast<double>(splits.sum_size) / static_cast<double>(splits.count);
  OPGRAFT_RETURN_IF_ERROR(ShareWithScratch(
      context, splits.count, unit_ns, (splits.panel * width + outputs * width) * size_,
      [&](int64_t split, char* scratch) {
        AddSplit(sizes, splits, split, images, turned.data(), scratch,
                 At(sums.data(), split * splits.sum_size));
      }));
  for (int64_t split = 1; split < splits.count; ++split)
    add_(sums.data(), At(sums.data(), split * splits.sum_size), sums.data(), splits.sum_size);
  StridedCopy({{width, 1, sizes.outputs}, {sizes.outputs, width, 1}})
      .Run(type_, sums.data(), filter, context->device());
  return absl::OkStatus();
}

}  // namespace opgraft_internal
