// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/philox_random.h"

#include <cmath>
#include <vector>

#include "framework/kernel/guarded_philox_random.h"
#include "framework/kernel/random_distributions.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace random {
namespace {

using ::testing::ElementsAre;

std::vector<uint32_t> Draw(PhiloxRandom generator) {
  const PhiloxRandom::ResultType draw = generator();
  return {draw[0], draw[1], draw[2], draw[3]};
}

PhiloxRandom::ResultType Counter(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  PhiloxRandom::ResultType counter;
  counter[0] = a, counter[1] = b, counter[2] = c, counter[3] = d;
  return counter;
}

PhiloxRandom::Key Key(uint32_t a, uint32_t b) {
  PhiloxRandom::Key key;
  key[0] = a, key[1] = b;
  return key;
}

// The known answers that come with Random123.
TEST(PhiloxRandom, GivesTheKnownAnswers) {
  EXPECT_THAT(Draw(PhiloxRandom()), ElementsAre(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8));
  const uint32_t ones = ~uint32_t{0};
  EXPECT_THAT(Draw(PhiloxRandom(Counter(ones, ones, ones, ones), Key(ones, ones))),
              ElementsAre(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd));
  EXPECT_THAT(Draw(PhiloxRandom(Counter(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344),
                                Key(0xa4093822, 0x299f31d0))),
              ElementsAre(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1));
}

TEST(PhiloxRandom, TakesTheSecondSeedAsTheUpperCounter) {
  EXPECT_EQ(Draw(PhiloxRandom(7, 9)), Draw(PhiloxRandom(Counter(0, 0, 9, 0), Key(7, 0))));
}

TEST(PhiloxRandom, SkipsAsManyDrawsAsAsked) {
  PhiloxRandom one(3, 4), other(3, 4);
  for (int i = 0; i < 5; ++i) one();
  other.Skip(5);
  EXPECT_EQ(Draw(one), Draw(other));
  PhiloxRandom carries(Counter(~uint32_t{0}, ~uint32_t{0}, ~uint32_t{0}, 0), Key(0, 0));
  carries.Skip(1);
  EXPECT_EQ(Draw(carries), Draw(PhiloxRandom(Counter(0, 0, 0, 1), Key(0, 0))));
}

TEST(SingleSampleAdapter, TakesTheNumbersOfADrawInTurn) {
  PhiloxRandom generator;
  SingleSampleAdapter<PhiloxRandom> single(&generator);
  EXPECT_EQ(single(), 0x6627e8d5u);
  single.Skip(2);
  EXPECT_EQ(single(), 0x9b00dbd8u);
  single.Skip(5);
  PhiloxRandom third;
  third.Skip(2);
  EXPECT_EQ(single(), third()[1]);
}

TEST(Uniform, TakesTheLowerBitsAsMantissa) {
  EXPECT_EQ(Uint32ToFloat(0), 0.0f);
  EXPECT_EQ(Uint32ToFloat(0xff400000), 0.5f);  // bit 22 of the mantissa
  EXPECT_EQ(Uint32ToFloat(~uint32_t{0}), 1.0f - 0x1p-23f);
  EXPECT_EQ(Uint64ToDouble(0x80000, 0), 0.5);
  PhiloxRandom generator;
  const auto draw = UniformDistribution<PhiloxRandom, float>()(&generator);
  EXPECT_EQ(draw[0], static_cast<float>(0x27e8d5) * 0x1p-23f);
  PhiloxRandom again;
  EXPECT_EQ((UniformDistribution<PhiloxRandom, int32_t>(-2, 3)(&again)[0]),
            -2 + static_cast<int32_t>(0x6627e8d5u % 5));
}

TEST(Normal, IsBoxMullerOfTwoNumbers) {
  PhiloxRandom generator;
  const auto draw = NormalDistribution<PhiloxRandom, float>()(&generator);
  const double radius = std::sqrt(-2 * std::log(static_cast<double>(0x27e8d5) * 0x1p-23));
  const double angle = 2 * M_PI * static_cast<double>(0x69c58d) * 0x1p-23;
  EXPECT_NEAR(draw[0], radius * std::sin(angle), 1e-5);
  EXPECT_NEAR(draw[1], radius * std::cos(angle), 1e-5);
}

TEST(TruncatedNormal, StaysWithinTwo) {
  PhiloxRandom generator(1, 2);
  SingleSampleAdapter<PhiloxRandom> single(&generator);
  TruncatedNormalDistribution<SingleSampleAdapter<PhiloxRandom>, float> truncated;
  for (int i = 0; i < 1000; ++i) {
    const auto draw = truncated(&single);
    for (int j = 0; j < 4; ++j) ASSERT_LT(std::abs(draw[j]), 2.0f);
  }
}

TEST(SimplePhilox, ReadsNumbersInOrder) {
  PhiloxRandom generator;
  SimplePhilox random(&generator);
  EXPECT_EQ(random.Rand64(), 0x6627e8d5u | uint64_t{0xe169c58d} << 32);
  EXPECT_EQ(random.Uniform(8), 0xbc57ac4cu & 7);
  EXPECT_EQ(random.Uniform(10), 0x9b00dbd8u % 10);
}

TEST(SimplePhilox, DrawsAgainWhatWouldMakeSmallNumbersMoreLikely) {
  PhiloxRandom generator;
  SimplePhilox random(&generator);
  // 0x6627e8d5 is among the 0x7fffffff numbers beyond one round of n.
  EXPECT_EQ(random.Uniform(0x80000001), 0xe169c58d - 0x80000001);
  EXPECT_EQ(random.Uniform64(uint64_t{1} << 63 | 1),
            (0xbc57ac4cu | uint64_t{0x9b00dbd8} << 32) - (uint64_t{1} << 63 | 1));
}

TEST(GuardedPhiloxRandom, GivesEachCallerNumbersOfItsOwn) {
  GuardedPhiloxRandom guarded;
  guarded.Init(7, 9);
  EXPECT_EQ(Draw(guarded.ReserveSamples32(5)), Draw(PhiloxRandom(7, 9)));
  PhiloxRandom third(7, 9);
  third.Skip(2);
  EXPECT_EQ(Draw(guarded.ReserveSamples128(1)), Draw(third));
}

TEST(GuardedPhiloxRandom, TakesACounterAndAKeyAsTheyAre) {
  GuardedPhiloxRandom guarded;
  guarded.Init(Counter(1, 2, 3, 4), Key(5, 6));
  EXPECT_EQ(Draw(guarded.ReserveSamples128(1)), Draw(PhiloxRandom(Counter(1, 2, 3, 4), Key(5, 6))));
}

TEST(GuardedPhiloxRandom, WithoutSeedsGivesOtherNumbersEachTime) {
  GuardedPhiloxRandom one, other;
  one.Init(0, 0);
  other.Init(0, 0);
  EXPECT_NE(Draw(one.ReserveSamples128(1)), Draw(other.ReserveSamples128(1)));
}

TEST(New64, IsAnotherEachTimeAndWithTheDefaultSeedTheSameInEachProcess) {
  EXPECT_NE(New64(), New64());
  EXPECT_EQ(New64DefaultSeed(),
            14514284786278117030u);  // the first of std::mt19937_64, as its tables have it
}

}  // namespace
}  // namespace random
}  // namespace opgraft
