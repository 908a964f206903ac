// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_FRAME_H_
#define FRAMEWORK_RUNTIME_FRAME_H_

#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "absl/base/optimization.h"
#include "absl/container/flat_hash_map.h"
#include "framework/kernel/context_access.h"
#include "framework/runtime/frame_moves.h"
#include "framework/runtime/program.h"
#include "framework/state/cache_line_vector.h"
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"
#include "framework/tensor/tensor_access.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

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
  // By argument: the turn it was given in last.
  CacheLineVector<uint64_t> turn_of_;
  uint64_t turn_ = 1;
  // Given in this turn.
  size_t count_ = 0;
};

// What a context is bound to before its first kernel.
inline constexpr KernelBinding kNothingBound{};

// Bytes charged to a budget for as long as this lives. Thread-compatible.
class MemoryCharge {
 public:
  // Not ok() if the budget refuses them.
  MemoryCharge(std::shared_ptr<MemoryBudget> budget, int64_t bytes)
      : budget_(budget->ChargeOther(bytes) ? std::move(budget) : nullptr), bytes_(bytes) {}
  MemoryCharge(MemoryCharge&& other) noexcept = default;
  ~MemoryCharge() {
    if (budget_ != nullptr) budget_->Release(bytes_);
  }
  bool ok() const { return budget_ != nullptr; }

 private:
  std::shared_ptr<MemoryBudget> budget_;
  const int64_t bytes_;
};

// A ScalarStep in one frame; see FrameMove.
struct ScalarCall {
  // Does what the step's kernel would. False, and nothing has changed, if that must do it: an
  // operand is no scalar, or the output has no memory to itself, as before the first time.
  bool Run() const {
    if (ABSL_PREDICT_FALSE((x->dims() | y->dims() | out->dims()) != 0)) return false;
    // Another slot of the region may have exchanged its buffer.
    if (!region->Owns(*out) && !region->Reuse(element_size, out->shape(), true, out)) return false;
    loop(x->data(), y->data(), out->data(), 1);
    return true;
  }

  ElementLoop loop = nullptr;
  const Tensor* x = nullptr;
  const Tensor* y = nullptr;
  Tensor* out = nullptr;
  BufferRegion* region = nullptr;
  int64_t element_size = 0;
};

// The slots and regions of one program in one request. Kept from run to run, so that a warm run
// allocates nothing. On cache lines of its own, as a request is.
struct alignas(kApart) Frame {
  // Null if the budget refuses the memory of the frame itself; what lies in regions is charged as
  // it is taken.
  static std::unique_ptr<Frame> Make(const Program* p,
                                     const std::shared_ptr<MemoryBudget>& budget) {
    MemoryCharge charge(budget, BytesOf(*p));
    return charge.ok() ? std::unique_ptr<Frame>(new Frame(p, std::move(charge))) : nullptr;
  }
  static int64_t BytesOf(const Program& p) {
    return static_cast<int64_t>(sizeof(Frame)) +
           p.num_slots * static_cast<int64_t>(sizeof(Tensor)) +
           p.num_regions * static_cast<int64_t>(sizeof(BufferRegion)) +
           static_cast<int64_t>(p.loops.size() * sizeof(LoopState)) +
           static_cast<int64_t>(CountMoves(p) * sizeof(FrameMove)) +
           static_cast<int64_t>(p.scalars.size() * sizeof(ScalarCall)) +
           p.num_args * static_cast<int64_t>(sizeof(uint64_t));
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

  const MemoryCharge charge;
  const Program* const program;
  CacheLineVector<Tensor> slots;
  CacheLineVector<BufferRegion> regions;
  CacheLineVector<LoopState> loops;
  // Of all loops.
  std::vector<FrameMove> moves;
  // Of the moves.
  Tensor spare;
  // By number.
  std::vector<ScalarCall> scalars;
  FedArguments fed;
  // The executor fills in what is the request's.
  KernelRunState run;
  OpKernelContext context = ContextAccess::Make(&run);

  // The calls that the run is in are a list of frames: a call takes none of the thread's stack.
  // Of the call that the run is in; else null.
  std::unique_ptr<Frame> callee;
  // Of a callee.
  Frame* caller = nullptr;
  // The caller's step.
  const Step* call = nullptr;

 private:
  Frame(const Program* p, MemoryCharge paid)
      : charge(std::move(paid)),
        program(p),
        slots(p->num_slots),
        regions(p->num_regions),
        loops(p->loops.size()),
        fed(static_cast<size_t>(p->num_args)),
        run(MakeRunState()) {
    ContextAccess::Bind(&context, &kNothingBound);
    for (const auto& [slot, value] : p->constants) TensorAccess::Borrow(&slots[slot], *value);
    for (size_t r = 0; r < regions.size(); ++r) regions[r].Reserve(p->memory.reserved_bytes[r]);
    BindMoves();
    for (const ScalarStep& s : p->scalars)
      scalars.push_back(
          {s.loop, &slots[s.x], &slots[s.y], &slots[s.out], RegionOf(s.out), s.element_size});
  }

  static size_t CountMoves(const Program& p) {
    size_t moves = 0;
    for (const Loop& loop : p.loops) moves += loop.moves.size();
    return moves;
  }
  void BindMoves() {
    moves.reserve(CountMoves(*program));
    TensorAccess::Borrow(&spare, Tensor());
    for (size_t i = 0; i < loops.size(); ++i) {
      const Loop& loop = program->loops[i];
      loops[i].first = program->steps.data() + loop.first_step;
      loops[i].moves = {moves.data() + moves.size(), loop.moves.size()};
      for (const CarryMove& move : loop.moves)
        moves.push_back({move.kind, &slots[move.to], &slots[move.from], RegionOf(move.to),
                         RegionOf(move.from), &spare});
    }
  }

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
  // Null if `budget` refuses a new frame.
  std::unique_ptr<Frame> Take(const Program* program, const std::shared_ptr<MemoryBudget>& budget) {
    auto& free = free_[program];
    if (free.empty()) return Frame::Make(program, budget);
    std::unique_ptr<Frame> frame = std::move(free.back());
    free.pop_back();
    return frame;
  }
  void Put(std::unique_ptr<Frame> frame) {
    try {
      free_[frame->program].push_back(std::move(frame));
    } catch (const std::bad_alloc&) {
      // The frame goes instead.
    }
  }
  void Clear() { free_.clear(); }

 private:
  absl::flat_hash_map<const Program*, std::vector<std::unique_ptr<Frame>>> free_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_FRAME_H_
