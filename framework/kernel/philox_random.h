// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The generator and its constants are those of Random123, Copyright 2010-2012, D. E. Shaw Research,
// under the BSD license (see NOTICE).
#ifndef FRAMEWORK_KERNEL_PHILOX_RANDOM_H_
#define FRAMEWORK_KERNEL_PHILOX_RANDOM_H_

#include <cstdint>

namespace opgraft {
namespace random {

// A few numbers of one draw. A value; thread-compatible.
template <typename T, int kSize>
class Array {
 public:
  static constexpr int kElementCount = kSize;
  const T& operator[](int i) const { return values_[i]; }
  T& operator[](int i) { return values_[i]; }
  int size() const { return kSize; }

 private:
  T values_[kSize] = {};
};

// Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, 2011): a counter and a key give four numbers; the
// counter goes up by one a draw. The numbers are TensorFlow's for the same seeds. A value, cheap to
// copy: a copy gives the same numbers again. Thread-compatible. Not for cryptography.
//
//     counter  128 bits, counter_[0] the lowest: which draw
//     key       64 bits: which sequence
//
// Since a draw depends on nothing but these, threads share a sequence by skipping to their parts.
//
// Example, two threads that draw one sequence; the second skips what the first draws:
//   random::PhiloxRandom second = first;
//   second.Skip(n / random::PhiloxRandom::kResultElementCount);
class PhiloxRandom {
 public:
  using ResultType = Array<uint32_t, 4>;
  using ResultElementType = uint32_t;
  using Key = Array<uint32_t, 2>;
  static constexpr int kResultElementCount = 4;
  // About the nanoseconds of a draw.
  static constexpr int kElementCost = 10;

  PhiloxRandom() = default;
  // The sequence of a seed; with two, `seed_hi` is the upper half of the first counter.
  explicit PhiloxRandom(uint64_t seed) { SetPair(seed, &key_[0], &key_[1]); }
  PhiloxRandom(uint64_t seed_lo, uint64_t seed_hi) : PhiloxRandom(seed_lo) {
    SetPair(seed_hi, &counter_[2], &counter_[3]);
  }
  PhiloxRandom(const ResultType& counter, const Key& key) : counter_(counter), key_(key) {}

  const ResultType& counter() const { return counter_; }
  const Key& key() const { return key_; }

  // As if `draws` draws had been made: adds to the 128-bit counter, in constant time.
  void Skip(uint64_t draws) {
    const uint64_t low = counter_[0] | static_cast<uint64_t>(counter_[1]) << 32;
    SetPair(low + draws, &counter_[0], &counter_[1]);
    if (low + draws < low && ++counter_[2] == 0) ++counter_[3];
  }

  ResultType operator()() {
    ResultType counter = counter_;
    Key key = key_;
    for (int round = 0; round < 10; ++round) {
      counter = Round(counter, key);
      key[0] += 0x9E3779B9;
      key[1] += 0xBB67AE85;
    }
    Skip(1);
    return counter;
  }

 private:
  static void SetPair(uint64_t value, uint32_t* low, uint32_t* high) {
    *low = static_cast<uint32_t>(value);
    *high = static_cast<uint32_t>(value >> 32);
  }
  // One of the ten rounds: two products, whose halves are mixed with the other words and the key.
  static ResultType Round(const ResultType& counter, const Key& key) {
    const uint64_t a = uint64_t{0xD2511F53} * counter[0];
    const uint64_t b = uint64_t{0xCD9E8D57} * counter[2];
    ResultType result;
    result[0] = static_cast<uint32_t>(b >> 32) ^ counter[1] ^ key[0];
    result[1] = static_cast<uint32_t>(b);
    result[2] = static_cast<uint32_t>(a >> 32) ^ counter[3] ^ key[1];
    result[3] = static_cast<uint32_t>(a);
    return result;
  }

  // The next draw's counter; the key never changes.
  ResultType counter_;
  Key key_;
};

// A generator of several numbers a draw as one of one number, for distributions that draw as often
// as they must. Borrows the generator. Thread-compatible.
//
// Example:
//   random::SingleSampleAdapter<random::PhiloxRandom> bits(&philox);
//   const uint32_t one = bits();
template <class Generator>
class SingleSampleAdapter {
 public:
  static constexpr int kResultElementCount = 1;
  static constexpr int kNativeElementCount = Generator::kResultElementCount;
  using ResultType = typename Generator::ResultElementType;
  using ResultElementType = ResultType;

  // Draws at once four numbers and hands them out one by one; `generator` must outlive this.
  explicit SingleSampleAdapter(Generator* generator) : generator_(generator) {}

  ResultType operator()() {
    if (next_ == kNativeElementCount) {
      numbers_ = (*generator_)();
      next_ = 0;
    }
    return numbers_[next_++];
  }

  // As if `numbers` numbers had been taken.
  void Skip(uint64_t numbers) {
    const auto left = static_cast<uint64_t>(kNativeElementCount - next_);
    if (numbers <= left) {
      next_ += static_cast<int>(numbers);
      return;
    }
    numbers -= left;
    next_ = kNativeElementCount;
    for (uint64_t draws = numbers / kNativeElementCount; draws > 0; --draws) (*generator_)();
    for (uint64_t i = 0; i < numbers % kNativeElementCount; ++i) (*this)();
  }

 private:
  Generator* generator_;
  typename Generator::ResultType numbers_;
  int next_ = kNativeElementCount;
};

}  // namespace random
}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_PHILOX_RANDOM_H_
