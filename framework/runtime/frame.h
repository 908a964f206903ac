// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_FRAME_H_
#define FRAMEWORK_RUNTIME_FRAME_H_

#include <memory>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "framework/runtime/program.h"
#include "framework/state/cache_line_vector.h"
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"

namespace opgraft {

// Which arguments a run was given. To forget them all is one addition.
class FedArguments {
 public:
  explicit FedArguments(size_t arguments) : turn_of_(arguments, 0) {}
  bool contains(size_t i) const { return turn_of_[i] == turn_; }
  bool all() const { return count_ == turn_of_.size(); }
  void Add(size_t i) {
    count_ += turn_of_[i] != turn_ ? 1 : 0;
    turn_of_[i] = turn_;
  }
  void Clear() {
    ++turn_;
    count_ = 0;
  }

 private:
  CacheLineVector<uint64_t> turn_of_;  // by argument: the turn it was given in last
  uint64_t turn_ = 1;
  size_t count_ = 0;  // given in this turn
};

// The slots and regions of one program in one request. Kept from run to run, so that a warm run
// allocates nothing. On cache lines of its own, as a request is.
struct alignas(kApart) Frame {
  explicit Frame(const Program* p)
      : program(p),
        slots(p->num_slots),
        regions(p->num_regions),
        fed(static_cast<size_t>(p->num_args)),
        run(MakeRunState()) {
    for (const auto& [slot, value] : p->constants) slots[slot].Borrow(*value);
    for (size_t r = 0; r < regions.size(); ++r) regions[r].Reserve(p->memory.reserved_bytes[r]);
  }
  // The region a slot's tensor would be in; null if the slot only borrows.
  BufferRegion* RegionOf(int32_t slot) {
    const int32_t region = program->slot_region[slot];
    return region < 0 ? nullptr : &regions[region];
  }

  // True if the slot views its region, so no memory of somebody else's.
  bool Owns(int32_t slot) const {
    const int32_t region = program->slot_region[slot];
    return region >= 0 && regions[region].buffer() == slots[slot].buffer();
  }

  const Program* const program;
  CacheLineVector<Tensor> slots;
  CacheLineVector<BufferRegion> regions;
  FedArguments fed;
  KernelRunState run;  // the executor fills in what is the request's
  OpKernelContext context{&run};

 private:
  KernelRunState MakeRunState() {
    KernelRunState state;
    state.slots = slots.data();
    state.regions = regions.data();
    state.slot_region = program->slot_region.data();
    return state;
  }
};

// Frames of functions that are called, not inlined, for use again. Thread-compatible; belongs to a
// request.
class FramePool {
 public:
  std::unique_ptr<Frame> Take(const Program* program) {
    auto& free = free_[program];
    if (free.empty()) return std::make_unique<Frame>(program);
    std::unique_ptr<Frame> frame = std::move(free.back());
    free.pop_back();
    return frame;
  }
  void Put(std::unique_ptr<Frame> frame) { free_[frame->program].push_back(std::move(frame)); }
  void Clear() { free_.clear(); }

 private:
  absl::flat_hash_map<const Program*, std::vector<std::unique_ptr<Frame>>> free_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_FRAME_H_
