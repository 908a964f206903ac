// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/loop_view.h"

#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

void Cast(OpKernelContext* context, const CastFunction& cast, const Tensor& from, Tensor* to) {
  const int64_t from_size = DataTypeSize(from.dtype());
  const int64_t to_size = DataTypeSize(to->dtype());
  ShardElements(context, from.NumElements(), 0.3, [&](int64_t begin, int64_t end) {
    cast.Run(static_cast<const char*>(from.data()) + begin * from_size,
             static_cast<char*>(to->data()) + begin * to_size, end - begin);
  });
}

// Between [batch, channels, rest] and [batch, rest, channels]: `first` is the shape of the former.
void MoveChannels(OpKernelContext* context, const TensorShape& first, bool to_last,
                  const Tensor& from, Tensor* to) {
  const int64_t channels = first.dim_size(1);
  const int64_t image = first.num_elements() / first.dim_size(0);
  const int64_t rest = image / channels;
  const StridedCopy copy =
      to_last ? StridedCopy(
                    {{first.dim_size(0), image, image}, {rest, 1, channels}, {channels, rest, 1}})
              : StridedCopy(
                    {{first.dim_size(0), image, image}, {channels, 1, rest}, {rest, channels, 1}});
  copy.Run(from.dtype(), from.data(), to->data(), context->device());
}

}  // namespace

LoopView::LoopView(DataType type) : LoopView(type, ComputeTypeOf(type)) {}

LoopView::LoopView(DataType type, DataType loop_type)
    : type_(loop_type), casts_(type_ != type), widen_(type, type_), narrow_(type_, type) {}

bool LoopView::Moves(const Tensor& tensor, bool channels_first) {
  return channels_first && tensor.dims() > 2 && tensor.NumElements() > 0;
}

absl::Status LoopView::Read(OpKernelContext* context, const Tensor& from, bool channels_first,
                            Tensor* to) const {
  Tensor wide = from;
  if (casts_) {
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, from.shape(), &wide));
    Cast(context, widen_, from, &wide);
  }
  *to = wide;
  if (!Moves(from, channels_first)) return absl::OkStatus();
  Tensor moved;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, from.shape(), &moved));
  MoveChannels(context, from.shape(), /*to_last=*/true, wide, &moved);
  *to = moved;
  return absl::OkStatus();
}

absl::Status LoopView::Room(OpKernelContext* context, const Tensor& output, bool channels_first,
                            Tensor* room) const {
  if (casts_ || Moves(output, channels_first))
    return context->allocate_temp(type_, output.shape(), room);
  *room = output;
  return absl::OkStatus();
}

absl::Status LoopView::Write(OpKernelContext* context, const Tensor& room, bool channels_first,
                             Tensor* output) const {
  if (room.data() == output->data()) return absl::OkStatus();
  Tensor first = room;
  if (Moves(*output, channels_first)) {
    first = *output;
    if (casts_) OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(type_, output->shape(), &first));
    MoveChannels(context, output->shape(), /*to_last=*/false, room, &first);
  }
  if (casts_) Cast(context, narrow_, first, output);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
