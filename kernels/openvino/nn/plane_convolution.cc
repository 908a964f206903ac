// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/nn/plane_convolution.h"

#include <algorithm>
#include <cstring>

#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/share_with_scratch.h"
#include "kernels/openvino/nn/plane_patches.h"

namespace opgraft_internal {
namespace {

// Nanoseconds of a multiplication and an addition.
constexpr double kTermNs = 0.05;
// Of an element that is packed.
constexpr double kCopyNs = 0.2;
// So many units of work give every thread some.
constexpr int64_t kUnits = 8;
// Elements of a panel that stays in the cache.
constexpr int64_t kPanelElements = int64_t{1} << 16;

int64_t BlocksOf(int64_t total, int64_t block) { return (total - 1) / block + 1; }

// `total` in equal blocks of at most `most`, but in at least `wanted` of them as long as they have
// `fewest`.
int64_t BlockSize(int64_t total, int64_t fewest, int64_t most, int64_t wanted) {
  const int64_t blocks =
      std::max(BlocksOf(total, most), std::clamp<int64_t>(wanted, 1, BlocksOf(total, fewest)));
  return BlocksOf(total, blocks);
}

IndexRange BlockAt(int64_t index, int64_t block, int64_t total) {
  return {index * block, std::min(total, (index + 1) * block)};
}

double Double(int64_t number) { return static_cast<double>(number); }

}  // namespace

// How the matrices [outputs, places] of all images and groups are cut.
struct PlaneConvolution::Blocks {
  Blocks(const ConvolutionSizes& sizes, bool packs)
      : places(sizes.window.places()),
        outputs(sizes.group_outputs()),
        height(sizes.window.taps() * sizes.group_channels()),
        products(sizes.window.batch * sizes.groups) {
    const int64_t fit = packs ? std::clamp<int64_t>(kPanelElements / height, 64, 2048) : places;
    columns = BlockSize(places, 64, fit, BlocksOf(kUnits, products));
    column_blocks = BlocksOf(places, columns);
    rows = BlockSize(outputs, 64, outputs, BlocksOf(kUnits, products * column_blocks));
    row_blocks = BlocksOf(outputs, rows);
  }

  int64_t places, outputs, height, products;
  int64_t columns, column_blocks;
  int64_t rows, row_blocks;
};

PlaneConvolution::PlaneConvolution(DataType type)
    : type_(type),
      size_(DataTypeSize(type)),
      product_(loops::FindMatMulLoop(type)),
      row_product_(loops::FindRowMatMulLoop(type)) {}

// One column is a row of dot products.
void PlaneConvolution::Product(const loops::MatMulProblem& problem) const {
  if (problem.n > 1 || problem.b_stride > 1 || problem.c_stride > 1 || row_product_ == nullptr)
    return product_(problem);
  row_product_({problem.b, problem.a, problem.c, 1, problem.m, problem.k, problem.k,
                problem.a_stride, problem.m, /*transpose_b=*/true});
}

absl::Status PlaneConvolution::Forward(OpKernelContext* context, const ConvolutionSizes& sizes,
                                       const void* images, const void* filter, void* out) const {
  const PlanePatches patches(sizes.window, sizes.group_channels(), type_);
  const auto pack = [&](int64_t image, int64_t group, IndexRange places, void* panel) {
    const int64_t plane = image * sizes.window.channels + group * sizes.group_channels();
    patches.Pack(At(images, plane * sizes.window.elements()), places, panel);
  };
  if (!sizes.window.IsPointwise()) return Multiply(context, sizes, pack, kCopyNs, filter, out);
  return Run(context, sizes, Blocks(sizes, /*packs=*/false),
             {Columns::kImages, images, pack, 0, filter}, out);
}

absl::Status PlaneConvolution::Multiply(OpKernelContext* context, const ConvolutionSizes& sizes,
                                        PackColumns pack, double element_ns, const void* filter,
                                        void* out) const {
  const Blocks blocks(sizes, /*packs=*/true);
  if (blocks.row_blocks == 1)
    return Run(context, sizes, blocks, {Columns::kPacked, nullptr, pack, element_ns, filter}, out);
  // Columns that several units need are made before.
  Tensor all;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(
      type_, TensorShape({blocks.products, blocks.height, blocks.places}), &all));
  ShardElements(context, blocks.products * blocks.column_blocks,
                element_ns * Double(blocks.height) * Double(blocks.columns),
                [&](int64_t begin, int64_t end) {
                  for (int64_t unit = begin; unit < end; ++unit) {
                    const int64_t product = unit / blocks.column_blocks;
                    const IndexRange places =
                        BlockAt(unit % blocks.column_blocks, blocks.columns, blocks.places);
                    pack(product / sizes.groups, product % sizes.groups, places,
                         At(all.data(), blocks.height * (product * blocks.places + places.begin)));
                  }
                });
  return Run(context, sizes, blocks, {Columns::kMade, all.data(), pack, 0, filter}, out);
}

absl::Status PlaneConvolution::Run(OpKernelContext* context, const ConvolutionSizes& sizes,
                                   const Blocks& blocks, const Factors& factors, void* out) const {
  const bool packs = factors.columns == Columns::kPacked;
  const double unit_ns = Double(blocks.columns) * Double(blocks.height) *
                         (kTermNs * Double(blocks.rows) + factors.element_ns);
  return ShareWithScratch(context, blocks.products * blocks.column_blocks * blocks.row_blocks,
                          unit_ns, packs ? blocks.columns * blocks.height * size_ : 0,
                          [&](int64_t unit, char* scratch) {
                            Product(ProblemOf(sizes, blocks, unit, factors, scratch, out));
                          });
}

loops::MatMulProblem PlaneConvolution::ProblemOf(const ConvolutionSizes& sizes,
                                                 const Blocks& blocks, int64_t unit,
                                                 const Factors& factors, char* scratch,
                                                 void* out) const {
  const bool pointwise = factors.columns == Columns::kImages;
  const int64_t product = unit / blocks.row_blocks / blocks.column_blocks;
  const int64_t group = product % sizes.groups;
  const IndexRange rows = BlockAt(unit % blocks.row_blocks, blocks.rows, blocks.outputs);
  const IndexRange places =
      BlockAt(unit / blocks.row_blocks % blocks.column_blocks, blocks.columns, blocks.places);
  loops::MatMulProblem problem = {};
  problem.m = rows.end - rows.begin;
  problem.n = places.end - places.begin;
  problem.k = blocks.height;
  problem.a = At(factors.filter, (group * blocks.outputs + rows.begin) * blocks.height);
  problem.a_stride = blocks.height;
  problem.c = At(out, (product * blocks.outputs + rows.begin) * blocks.places + places.begin);
  problem.c_stride = blocks.places;
  problem.b_stride = pointwise ? blocks.places : problem.n;
  if (factors.columns == Columns::kPacked) {
    factors.pack(product / sizes.groups, group, places, scratch);
    problem.b = scratch;
  } else {
    const int64_t first = product * blocks.height * blocks.places;
    problem.b = At(factors.images, first + places.begin * (pointwise ? 1 : blocks.height));
  }
  return problem;
}

// [groups, outputs, channels * taps] becomes [groups, channels * taps, outputs].
absl::Status PlaneConvolution::TurnFilter(OpKernelContext* context, const ConvolutionSizes& sizes,
                                          const void* filter, Tensor* turned) const {
  const int64_t outputs = sizes.group_outputs();
  const int64_t height = sizes.window.taps() * sizes.group_channels();
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_temp(type_, TensorShape({sizes.groups, height, outputs}), turned));
  const int64_t all = height * outputs;
  StridedCopy({{sizes.groups, all, all}, {height, 1, outputs}, {outputs, height, 1}})
      .Run(type_, filter, turned->data(), context->device());
  return absl::OkStatus();
}

// Panel by panel of places.
void PlaneConvolution::BackwardOfPlanes(const ConvolutionSizes& sizes, const ChannelBlock& of,
                                        const void* places, const void* turned, char* panel,
                                        void* images) const {
  const WindowGeometry& window = sizes.window;
  const int64_t image = of.image, group = of.group;
  const IndexRange channels = of.channels;
  const int64_t count = channels.end - channels.begin, outputs = sizes.group_outputs();
  const int64_t rows = count * window.taps(), elements = window.elements();
  const int64_t plane = image * window.channels + group * sizes.group_channels() + channels.begin;
  void* own = At(images, plane * elements);
  std::memset(own, 0, static_cast<size_t>(count * elements * size_));
  const int64_t block = std::clamp<int64_t>(kPanelElements / rows, 64, 2048);
  const int64_t first_row =
      (group * sizes.group_channels() + channels.begin) * window.taps() * outputs;
  const int64_t first_place = (image * sizes.groups + group) * outputs * window.places();
  const PlanePatches patches(window, count, type_);
  for (int64_t place = 0; place < window.places(); place += block) {
    const IndexRange range = {place, std::min(window.places(), place + block)};
    const int64_t columns = range.end - range.begin;
    product_({At(turned, first_row), At(places, first_place + place), panel, rows, columns, outputs,
              outputs, window.places(), columns, /*transpose_b=*/false});
    patches.AddBack(panel, range, own);
  }
}

absl::Status PlaneConvolution::Backward(OpKernelContext* context, const ConvolutionSizes& sizes,
                                        const void* places, const void* filter,
                                        void* images) const {
  Tensor turned;
  OPGRAFT_RETURN_IF_ERROR(TurnFilter(context, sizes, filter, &turned));
  const int64_t channels = sizes.group_channels(), taps = sizes.window.taps();
  const int64_t products = sizes.window.batch * sizes.groups;
  const int64_t block =
      BlockSize(channels, BlocksOf(32, taps), BlocksOf(1024, taps), BlocksOf(kUnits, products));
  const int64_t blocks = BlocksOf(channels, block);
  const int64_t columns = std::min(sizes.window.places(),
                                   std::clamp<int64_t>(kPanelElements / (block * taps), 64, 2048));
  const double unit_ns = Double(sizes.window.places()) * Double(block * taps) *
                         (kTermNs * Double(sizes.group_outputs()) + kCopyNs);
  return ShareWithScratch(context, products * blocks, unit_ns, block * taps * columns * size_,
                          [&](int64_t unit, char* panel) {
                            const int64_t product = unit / blocks;
                            BackwardOfPlanes(sizes,
                                             {product / sizes.groups, product % sizes.groups,
                                              BlockAt(unit % blocks, block, channels)},
                                             places, turned.data(), panel, images);
                          });
}

}  // namespace opgraft_internal
