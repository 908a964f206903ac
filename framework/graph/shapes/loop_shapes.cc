// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/shapes/loop_shapes.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/graph/functions/condition.h"
#include "framework/graph/functions/loop_parts.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

using Argument = CallSite::Argument;
using Condition = CallSite::Condition;
using Output = CallSite::Output;

constexpr int64_t kUnbounded = DimRange::kUnbounded;

PartialTensorShape WithDim(PartialTensorShape shape, const CallSite::Slices& slices,
                           DimRange size) {
  if (shape.unknown_rank()) return shape;
  const auto axis = AxisOf(slices, shape.dims());
  if (!axis.ok()) return PartialTensorShape();
  shape.set_dim(*axis, size);
  return shape;
}

int64_t Times(int64_t count, int64_t size) {
  int64_t product = 0;
  return count == kUnbounded || __builtin_mul_overflow(count, size, &product) ? kUnbounded
                                                                              : product;
}

// Finds how many iterations one loop has.
class IterationFinder {
 public:
  IterationFinder(int node, const CallSite& site, const BodyShapes& body, ShapeFacts* facts)
      : site_(site), body_(body), facts_(*facts), inputs_(facts->graph().InputsOf(node)) {}

  absl::StatusOr<DimRange> Find() {
    OPGRAFT_RETURN_IF_ERROR(CountParts());
    OPGRAFT_RETURN_IF_ERROR(Bound());
    ApplyCondition();
    return DimRange(least_, most_);
  }

 private:
  bool is_conditional() const { return site_.condition.kind != Condition::Kind::kNone; }
  // Null if it is not known, or there is no such input.
  const Tensor* ValueOfInput(int input) {
    return input < 0 ? nullptr : facts_.ValueOf(inputs_[static_cast<size_t>(input)]);
  }

  absl::Status CountParts() {
    OPGRAFT_RETURN_IF_ERROR(CountSliced());
    const bool is_counted = site_.trip_count >= 0 || is_conditional();
    return is_counted ? absl::OkStatus() : CountJoined();
  }

  absl::Status CountSliced() {
    for (const Argument& arg : site_.loop_body().args) {
      if (arg.kind != Argument::Kind::kSliced) continue;
      OPGRAFT_RETURN_IF_ERROR(parts_.Add(absl::StrCat("input ", arg.input), arg.slices,
                                         facts_.ShapeOf(inputs_[static_cast<size_t>(arg.input)])));
    }
    return absl::OkStatus();
  }

  absl::Status CountJoined() {
    for (size_t i = 0; i < site_.outputs.size(); ++i) {
      const Output& output = site_.outputs[i];
      if (output.kind == Output::Kind::kConcatenated)
        OPGRAFT_RETURN_IF_ERROR(parts_.AddJoined(absl::StrCat("output ", i), output.slices));
    }
    return absl::OkStatus();
  }

  // The iterations if no condition ends the loop.
  absl::Status Bound() {
    int64_t trips = -1;
    if (site_.trip_count >= 0) {
      const Tensor* const value = ValueOfInput(site_.trip_count);
      if (value == nullptr) return absl::OkStatus();
      OPGRAFT_ASSIGN_OR_RETURN(trips, TripCountOf(*value));
    }
    if (trips < 0 && !is_conditional()) trips = parts_.count();
    if (trips >= 0) {
      least_ = most_ = trips;
    } else if (site_.condition.kind == Condition::Kind::kResult) {
      least_ = 1;  // the result tells whether there is a second one
    }
    return absl::OkStatus();
  }

  void ApplyCondition() {
    if (site_.condition.kind == Condition::Kind::kBody) least_ = 0;
    if (site_.condition.kind == Condition::Kind::kResult) {
      const Endpoint goes_on = body_.body->rets[static_cast<size_t>(site_.condition.index)];
      EndUnless(Truth(body_.facts->ValueOf(goes_on)), 1);
    }
    if (site_.condition.first >= 0) EndUnless(Truth(ValueOfInput(site_.condition.first)), 0);
  }

  // The loop ends after `count` iterations unless `truth`, which may not be known, is true.
  void EndUnless(absl::optional<bool> truth, int64_t count) {
    if (truth != true) least_ = std::min(least_, count);
    if (truth == false) most_ = std::min(most_, count);
  }

  // Nothing if it is not known.
  static absl::optional<bool> Truth(const Tensor* value) {
    if (value == nullptr) return absl::nullopt;
    const auto truth = LoopTruthOf(*value);
    return truth.ok() ? absl::make_optional(*truth) : absl::nullopt;
  }

  const CallSite& site_;
  const BodyShapes& body_;
  ShapeFacts& facts_;
  const absl::Span<const Endpoint> inputs_;
  PartCount parts_;
  int64_t least_ = 0;
  int64_t most_ = kUnbounded;
};

}  // namespace

absl::StatusOr<DimRange> IterationsOf(int node, const CallSite& site, const BodyShapes& body,
                                      ShapeFacts* facts) {
  return IterationFinder(node, site, body, facts).Find();
}

PartialTensorShape PartShape(const CallSite::Slices& slices, const PartialTensorShape& shape) {
  return WithDim(shape, slices, DimRange(slices.part_size));
}

PartialTensorShape JoinedShape(const CallSite::Slices& slices, const PartialTensorShape& part,
                               DimRange iterations) {
  const DimRange size(Times(iterations.min(), slices.part_size),
                      Times(iterations.max(), slices.part_size));
  return WithDim(part.dims() == 0 ? PartialTensorShape({1}) : part, slices, size);
}

}  // namespace opgraft_internal
