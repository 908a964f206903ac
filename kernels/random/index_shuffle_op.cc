// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A random order of the integers [0, n], an integer at a time: a block cipher puts those of so many
// bits in another order, and one that is beyond n is enciphered again (Black and Rogaway, "Ciphers
// with Arbitrary Finite Domains", 2002). The cipher is Simon (Beaulieu and others, 2013) of words
// of any length.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

// Words of 8 to 32 bits.
class Simon {
 public:
  Simon(int word_bits, const std::array<uint64_t, 3>& seed, int rounds)
      : bits_(word_bits), mask_((uint64_t{1} << word_bits) - 1) {
    uint64_t z = 0x7369f885192c0ef5 & mask_;
    for (const uint64_t word : seed) keys_.push_back(word & 0xffffffff & mask_);
    for (size_t i = 3; i < static_cast<size_t>(rounds); ++i) {
      keys_.push_back((0xfffffffc & mask_) ^ (z & 1) ^ keys_[i - 3] ^
                      Left(keys_[i - 1], bits_ - 3) ^ Left(keys_[i - 1], bits_ - 4));
      z >>= 1;
    }
  }

  uint64_t Encipher(uint64_t block) const {
    uint64_t left = (block >> bits_) & mask_, right = block & mask_;
    for (size_t i = 0; i + 1 < keys_.size(); i += 2) {
      left ^= Mixed(right) ^ keys_[i];
      right ^= Mixed(left) ^ keys_[i + 1];
    }
    return left << bits_ | right;
  }

 private:
  uint64_t Left(uint64_t word, int by) const {
    return ((word << by) | (word >> (bits_ - by))) & mask_;
  }
  uint64_t Mixed(uint64_t word) const {
    return (Left(word, 1) & Left(word, 8 % bits_)) ^ Left(word, 2);
  }

  const int bits_;
  const uint64_t mask_;
  std::vector<uint64_t> keys_;
};

// Enough bits for what is below `most`, which TensorFlow rounds to a double.
int WordBits(uint64_t most) {
  const int bits = static_cast<int>(std::ceil(std::log2(static_cast<double>(most))));
  return std::min(std::max(bits + bits % 2, 16), 64) / 2;
}

template <typename T>
class RandomIndexShuffleOp : public OpKernel {
 public:
  explicit RandomIndexShuffleOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("rounds", &rounds_));
    OP_REQUIRES(context, rounds_ >= 4 && rounds_ % 2 == 0 && rounds_ <= kMaxRounds,
                absl::InvalidArgumentError(absl::StrCat("rounds must be even, and from 4 to ",
                                                        kMaxRounds, ", got ", rounds_)));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& index = context->input(0);
    const Tensor& seed = context->input(1);
    const Tensor& most = context->input(2);
    const int64_t size =
        std::max({index.NumElements(), most.NumElements(), seed.NumElements() / 3});
    OP_REQUIRES_OK(context, CheckShapes(index, seed, most, size));
    const bool is_scalar = index.dims() == 0 && seed.dims() == 1 && most.dims() == 0;
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(
                                0, is_scalar ? TensorShape() : TensorShape({size}), &out));
    auto* const to = static_cast<T*>(out->data());
    for (int64_t i = 0; i < size; ++i) {
      OP_REQUIRES(context, !(At(index, i) < 0) && !(At(most, i) < 0),
                  absl::InvalidArgumentError("index and max_index must not be negative"));
      const auto place = static_cast<uint64_t>(At(index, i));
      const auto last = static_cast<uint64_t>(At(most, i));
      OP_REQUIRES(context, place <= last,
                  absl::InvalidArgumentError(
                      absl::StrCat("index ", place, " is beyond max_index, which is ", last)));
      const int64_t row = seed.dims() == 1 ? 0 : 3 * i;
      to[i] = last == 0 ? T{0} : Shuffled(place, last, SeedAt(seed, row));
    }
  }

 private:
  static constexpr int kMaxRounds = 1000;

  static absl::Status CheckShapes(const Tensor& index, const Tensor& seed, const Tensor& most,
                                  int64_t size) {
    if (!IsOneOrMany(index, size))
      return absl::InvalidArgumentError("Index must be a scalar or vector.");
    const bool is_seed = (seed.dims() == 1 && seed.dim_size(0) == 3) ||
                         (seed.dims() == 2 && seed.dim_size(0) == size && seed.dim_size(1) == 3);
    if (!is_seed) {
      return absl::InvalidArgumentError(
          absl::StrCat("Seed must be a vector of size [3] or a matrix of size [", size,
                       ", 3] but got ", seed.shape().DebugString()));
    }
    if (IsOneOrMany(most, size)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Maxval must be a scalar or a vector of the same size as index but got ",
                     most.shape().DebugString()));
  }

  static bool IsOneOrMany(const Tensor& tensor, int64_t size) {
    return tensor.dims() == 0 || (tensor.dims() == 1 && tensor.dim_size(0) == size);
  }
  static T At(const Tensor& tensor, int64_t i) {
    return static_cast<const T*>(tensor.data())[tensor.dims() == 0 ? 0 : i];
  }
  static std::array<uint64_t, 3> SeedAt(const Tensor& seed, int64_t i) {
    std::array<uint64_t, 3> words;
    for (size_t k = 0; k < words.size(); ++k) {
      const int64_t at = i + static_cast<int64_t>(k);
      words[k] = DataTypeSize(seed.dtype()) == 8 ? static_cast<const uint64_t*>(seed.data())[at]
                                                 : static_cast<const uint32_t*>(seed.data())[at];
    }
    return words;
  }

  // Ends, since enciphering again and again comes back to the place itself.
  T Shuffled(uint64_t place, uint64_t last, const std::array<uint64_t, 3>& seed) const {
    const Simon cipher(WordBits(last), seed, rounds_);
    do {
      place = cipher.Encipher(place);
    } while (place > last);
    return static_cast<T>(place);
  }

  int rounds_ = 4;
};

#define REGISTER(T)                                                             \
  REGISTER_KERNEL_BUILDER(                                                      \
      Name("RandomIndexShuffle").Device(DEVICE_CPU).TypeConstraint<T>("dtype"), \
      RandomIndexShuffleOp<T>);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_uint32(REGISTER);
TF_CALL_uint64(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
