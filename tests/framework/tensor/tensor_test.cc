// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/tensor.h"

#include <csignal>
#include <functional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/tensor_access.h"
#include "framework/tensor/variant.h"
#include "framework/tensor/variant_tensor_data.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// What an accessor reports inside a kernel; empty if it does not.
template <typename Fn>
std::string Reported(Fn fn) {
  const AccessScope scope;
  try {
    fn();
  } catch (const AccessError& error) {
    return error.call;
  }
  return "";
}

TEST(Tensor, IsAnEmptyFloatVectorByDefault) {
  const Tensor tensor;
  EXPECT_EQ(tensor.dtype(), DT_FLOAT);
  EXPECT_EQ(tensor.shape(), TensorShape({0}));
  EXPECT_TRUE(tensor.IsInitialized());
  EXPECT_EQ(tensor.flat<float>().size(), 0);
  EXPECT_EQ(tensor.TotalBytes(), 0u);
}

TEST(Tensor, MapsItsElements) {
  Tensor tensor = Tensor::Of({1, 2, 3, 4, 5, 6}, {2, 3});
  EXPECT_EQ(tensor.dtype(), DT_INT32);
  EXPECT_EQ(tensor.matrix<int32>()(1, 0), 4);
  tensor.matrix<int32>()(1, 0) = 40;
  EXPECT_EQ(tensor.flat<int32>()(3), 40);
  EXPECT_EQ((tensor.tensor<int32, 2>().dimension(1)), 3);
  EXPECT_EQ((tensor.shaped<int32, 3>({3, 1, 2})(1, 0, 1)), 40);
  EXPECT_EQ(Tensor::Of({1.5f, 2.5f}).vec<float>()(1), 2.5f);
  EXPECT_EQ(Tensor(int64_t{7}).scalar<int64>()(), 7);
  EXPECT_EQ(Tensor(int64_t{7}).flat<long long>()(0), 7);
  EXPECT_EQ(Tensor("text").scalar<tstring>()(), "text");
  EXPECT_EQ(Tensor::Of({"a", "b"}).vec<tstring>()(1), "b");
  EXPECT_EQ((Tensor::Of({1.0}, {1, 1, 1}).scalar<double>()()),
            1.0);  // one element, whatever the rank
}

TEST(Tensor, ConstMapsReadTheSame) {
  const Tensor tensor = Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2});
  EXPECT_EQ(tensor.matrix<float>()(1, 1), 4.0f);
  EXPECT_EQ(tensor.flat<float>()(2), 3.0f);
  EXPECT_EQ(tensor.unaligned_flat<float>()(2), 3.0f);
  EXPECT_EQ((tensor.shaped<float, 1>({4})(3)), 4.0f);
  EXPECT_EQ((tensor.unaligned_shaped<float, 1>({4})(3)), 4.0f);
  EXPECT_EQ((tensor.bit_casted_tensor<int32, 2>()(0, 0)), 0x3f800000);
  EXPECT_EQ((tensor.bit_casted_shaped<uint8, 1>({16})(3)), 0x3f);
}

TEST(Tensor, FoldsDimensions) {
  Tensor tensor(DT_INT32, {2, 3, 4, 5});
  EXPECT_EQ(tensor.flat_inner_dims<int32>().dimension(0), 24);
  EXPECT_EQ(tensor.flat_inner_dims<int32>().dimension(1), 5);
  EXPECT_EQ((tensor.flat_inner_dims<int32, 3>().dimension(0)), 6);
  EXPECT_EQ(tensor.flat_outer_dims<int32>().dimension(0), 2);
  EXPECT_EQ(tensor.flat_outer_dims<int32>().dimension(1), 60);
  EXPECT_EQ(tensor.flat_inner_outer_dims<int32>(1).dimension(0), 6);
  EXPECT_EQ(tensor.flat_inner_outer_dims<int32>(1).dimension(1), 4);
  EXPECT_EQ(tensor.flat_inner_outer_dims<int32>(1).dimension(2), 5);
  EXPECT_EQ((tensor.flat_inner_dims<int32, 6>().dimension(0)),
            1);  // more dimensions than there are
  EXPECT_EQ((tensor.flat_inner_dims<int32, 6>().dimension(5)), 5);
  EXPECT_EQ((tensor.flat_outer_dims<int32, 6>().dimension(5)), 1);
  EXPECT_EQ(tensor.flat_inner_outer_dims<int32>(INT64_MAX).size(), 120);
  EXPECT_EQ(tensor.flat_inner_outer_dims<int32>(INT64_MIN).size(), 120);
}

TEST(Tensor, ReinterpretsTheLastDimension) {
  Tensor tensor = Tensor::Of({uint8_t{1}, uint8_t{0}, uint8_t{2}, uint8_t{1}}, {2, 2});
  EXPECT_EQ((tensor.reinterpret_last_dimension<uint16, 1>()(1)), 258);
  EXPECT_EQ((tensor.reinterpret_last_dimension<uint8, 2>()(1, 0)), 2);
  const Tensor& read = tensor;
  EXPECT_EQ((read.reinterpret_last_dimension<uint16, 1>()(0)), 1);
}

TEST(TensorDeathTest, AWrongAccessorInAProgramsOwnCodeEndsWithOneLine) {
  Tensor tensor = Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}, {2, 3});
  const Tensor text("x");
  const struct {
    std::function<void()> call;
    const char* line;
  } kCases[] = {
      {[&] { tensor.flat<int32>(); }, "flat<int32>(): the tensor is float[2,3], not int32"},
      {[&] { tensor.unaligned_flat<int32>(); },
       "flat<int32>(): the tensor is float[2,3], not int32"},
      {[&] { tensor.matrix<int64>(); }, "matrix<int64>(): the tensor is float[2,3], not int64"},
      {[&] { tensor.vec<float>(); }, "vec<float>(): the tensor is float[2,3], not of rank 1"},
      {[&] { tensor.tensor<float, 3>(); },
       "tensor<float, 3>(): the tensor is float[2,3], not of rank 3"},
      {[&] { tensor.scalar<float>()() = 5; },
       "scalar<float>(): the tensor is float[2,3], not of one element"},
      {[&] { text.scalar<float>(); }, "scalar<float>(): the tensor is string[], not float"},
      {[&] {
         tensor.shaped<float, 2>({2, 4});
       },
       "shaped<float, 2>({2, 4}): the tensor is float[2,3], which has 6 elements"},
      {[&] { tensor.shaped<float, 2>({6}); },
       "shaped<float, 2>({6}): the tensor is float[2,3], which has 6 elements"},
      {[&] {
         tensor.shaped<float, 2>({-2, -3});
       },
       "shaped<float, 2>({-2, -3}): the tensor is float[2,3], which has 6 elements"},
      {[&] { tensor.shaped<half, 1>({6}); }, "shaped<half>(): the tensor is float[2,3], not half"},
      {[&] { tensor.flat_inner_dims<int32>(); },
       "flat_inner_dims<int32>(): the tensor is float[2,3], not int32"},
      {[&] { tensor.bit_casted_tensor<double, 2>(); },
       "bit cast to 6 elements of 8 bytes: the tensor is float[2,3]"},
      {[&] { text.bit_casted_shaped<uint8, 1>({32}); },
       "bit cast to 32 elements of 1 bytes: the tensor is string[]"},
      {[&] { tensor.reinterpret_last_dimension<double, 1>(); },
       "bit cast to 2 elements of 8 bytes: the tensor is float[2,3]"},
      {[&] { tensor.reinterpret_last_dimension<int32, 2>(); },
       "reinterpret_last_dimension<int32>(): the tensor is float[2,3], not int32"},
      {[&] { tensor.Slice(1, 5).flat<float>(); },
       "flat<float>(): the tensor is float[-1] and has no memory: is it what a wrong name, index "
       "or Slice gave, or did memory run out?"},
  };
  for (const auto& c : kCases) {
    EXPECT_EXIT(c.call(), ::testing::KilledBySignal(SIGABRT),
                ::testing::AllOf(::testing::StartsWith(absl::StrCat("opgraft: Tensor::", c.line)),
                                 ::testing::EndsWith("answer a Status.\n")));
  }
  EXPECT_EQ(tensor.dim_size(2), -1);  // asks for no element
  EXPECT_EQ(tensor.flat<float>()(0), 1.0f);
}

TEST(Tensor, TryFormsAnswerAStatus) {
  Tensor tensor = Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}, {2, 3});
  const Tensor& read = tensor;
  (*tensor.TryFlat<float>())[1] = 20;
  EXPECT_THAT(*read.TryFlat<float>(), ::testing::ElementsAre(1, 20, 3, 4, 5, 6));
  EXPECT_EQ(read.TryFlat<int32>().status(),
            absl::InvalidArgumentError("the tensor is float[2,3], not int32"));
  (*tensor.TryTensor<float, 2>())(1, 2) = 60;
  EXPECT_EQ((*read.TryTensor<float, 2>())(1, 2), 60);
  EXPECT_EQ((read.TryTensor<float, 1>().status()),
            absl::InvalidArgumentError("the tensor is float[2,3], not of rank 1"));
  EXPECT_EQ((read.TryTensor<int32, 2>().status()),
            absl::InvalidArgumentError("the tensor is float[2,3], not int32"));
  EXPECT_EQ(*Tensor(7.0).TryScalar<double>(), 7);
  EXPECT_EQ(*Tensor("text").TryScalar<tstring>(), "text");
  EXPECT_EQ(read.TryScalar<float>().status(),
            absl::InvalidArgumentError("the tensor is float[2,3], not of one element"));
  EXPECT_EQ(read.TryScalar<int32>().status(),
            absl::InvalidArgumentError("the tensor is float[2,3], not int32"));
  EXPECT_EQ(Tensor().TryFlat<float>()->size(), 0u);
  EXPECT_FALSE(read.Slice(1, 5).TryFlat<float>().ok());
}

TEST(Tensor, ScalarsAreOfTheTypeOfTheirValue) {
  EXPECT_TRUE(Tensor::Scalar(1.5f).Identical(Tensor::Of({1.5f}, {})));
  EXPECT_TRUE(Tensor::Scalar<int64_t>(5).Identical(Tensor::Of({int64_t{5}}, {})));
  for (const Tensor& text :
       {Tensor::Scalar("text"), Tensor::Scalar(std::string("text")),
        Tensor::Scalar(absl::string_view("text")), Tensor::Scalar(tstring("text"))}) {
    EXPECT_TRUE(text.Identical(Tensor("text")));
  }
}

TEST(Tensor, WrongAccessorsReportInsideKernels) {
  Tensor tensor = Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}, {2, 3});
  EXPECT_EQ(Reported([&] { tensor.flat<float>(); }), "");
  EXPECT_EQ(Reported([&] { tensor.flat<int32>(); }), "as int32");
  EXPECT_EQ(Reported([&] { tensor.vec<float>(); }), "with vec(), but its shape is [2,3]");
  EXPECT_EQ(Reported([&] { Tensor(1.0f).matrix<float>(); }), "with matrix(), but its shape is []");
  EXPECT_EQ(Reported([&] { tensor.tensor<float, 4>(); }),
            "with tensor<T, 4>(), but its shape is [2,3]");
  EXPECT_EQ(Reported([&] { tensor.scalar<float>(); }), "with scalar(), but its shape is [2,3]");
  EXPECT_EQ(Reported([&] {
              tensor.shaped<float, 2>({4, 2});
            }),
            "with shaped<T, 2>({4, 2}), but its shape is [2,3]");
  EXPECT_EQ(Reported([&] { tensor.bit_casted_shaped<double, 1>({6}); }),
            "bit-casted to 6 elements of 8 bytes, but it is float[2,3]");
  EXPECT_EQ(Reported([&] { tensor.Slice(1, 3); }), "with Slice(1, 3), but its shape is [2,3]");
  EXPECT_EQ(Reported([&] { tensor.SubSlice(2); }), "with SubSlice(2), but its shape is [2,3]");
  EXPECT_EQ(Reported([&] { tensor.dim_size(2); }), "with dim_size(2), but its shape is [2,3]");
}

TEST(Tensor, WithoutMemoryIsNotInitialized) {
  const auto budget = std::make_shared<MemoryBudget>(64, 64);
  const MemoryScope scope(budget);
  Tensor tensor(DT_FLOAT, {100});
  EXPECT_FALSE(tensor.IsInitialized());
  EXPECT_EQ(tensor.tensor_data(), "");
  EXPECT_FALSE(Tensor(DT_FLOAT, {-1}).IsInitialized());
  EXPECT_FALSE(Tensor(DT_INVALID, {1}).IsInitialized());
  EXPECT_EQ(Reported([&] { tensor.flat<float>(); }), "before it had memory");
  const AccessScope kernel;
  EXPECT_THROW(Tensor(DT_FLOAT, {100}), AllocationError);
}

TEST(Tensor, CreateSaysWhyNot) {
  EXPECT_EQ(Tensor::Create(DT_FLOAT, {2, -1}).status(),
            absl::InvalidArgumentError("dimension 1 is -1"));
  EXPECT_EQ(Tensor::Create(DT_FLOAT_REF, {2}).status(),
            absl::InvalidArgumentError("a tensor cannot be of type float_ref"));
  const auto budget = std::make_shared<MemoryBudget>(64, MemoryBudget::kUnlimited);
  const MemoryScope scope(budget);
  EXPECT_EQ(Tensor::Create(DT_FLOAT, {5, 5}).status(),
            absl::ResourceExhaustedError(
                "no memory for a tensor of type float and shape [5,5] (100 bytes): the limits "
                "are 64 bytes a tensor (max_tensor_bytes) and no limit in all (max_total_bytes), "
                "of which 0 are used"));
}

TEST(Tensor, CopiesShareAndCount) {
  Tensor tensor = Tensor::Of({1.0f, 2.0f});
  EXPECT_TRUE(tensor.RefCountIsOne());
  {
    const Tensor copy = tensor;
    EXPECT_FALSE(tensor.RefCountIsOne());
    EXPECT_TRUE(copy.SharesBufferWith(tensor));
    EXPECT_EQ(copy.data(), tensor.data());
  }
  EXPECT_TRUE(tensor.RefCountIsOne());
  const Tensor moved = std::move(tensor);
  EXPECT_TRUE(moved.RefCountIsOne());
  EXPECT_EQ(tensor.NumElements(), 0);  // NOLINT(bugprone-use-after-move): it promises to be empty
  EXPECT_FALSE(tensor.SharesBufferWith(moved));
}

TEST(Tensor, AssignmentIsSafeWhateverItShares) {
  Tensor tensor = Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2});
  const Tensor& self = tensor;
  tensor = self;
  EXPECT_TRUE(tensor.RefCountIsOne());
  tensor = tensor.SubSlice(1);
  EXPECT_EQ(tensor.vec<float>()(0), 3.0f);
  EXPECT_TRUE(tensor.RefCountIsOne());
  EXPECT_TRUE(tensor.CopyFrom(tensor, tensor.shape()));
  EXPECT_TRUE(tensor.RefCountIsOne());
}

TEST(Tensor, BorrowingDoesNotCount) {
  const Tensor owner = Tensor::Of({1.0f, 2.0f});
  Tensor slot;
  TensorAccess::BorrowAs(&slot, owner, TensorShape({2, 1}));
  EXPECT_TRUE(owner.RefCountIsOne());
  EXPECT_TRUE(TensorAccess::is_borrowed(slot));
  EXPECT_FALSE(slot.RefCountIsOne());
  const Tensor kept = slot;
  EXPECT_FALSE(TensorAccess::is_borrowed(kept));
  EXPECT_FALSE(owner.RefCountIsOne());
  EXPECT_EQ(TensorAccess::ReleaseBuffer(&slot), nullptr);
}

TEST(Tensor, MovingFromABorrowedOneCopies) {
  const Tensor owner = Tensor::Of({1.0f, 2.0f});
  Tensor slot;
  TensorAccess::Borrow(&slot, owner);
  {
    const Tensor moved = std::move(slot);
    EXPECT_FALSE(TensorAccess::is_borrowed(moved));
    EXPECT_FALSE(owner.RefCountIsOne());
  }
  EXPECT_TRUE(owner.RefCountIsOne());
  EXPECT_TRUE(
      TensorAccess::is_borrowed(slot));  // NOLINT(bugprone-use-after-move): it promises to stay
  Tensor assigned;
  assigned = std::move(slot);
  EXPECT_FALSE(TensorAccess::is_borrowed(assigned));
  EXPECT_FALSE(owner.RefCountIsOne());
}

TEST(Tensor, AssigningToABorrowedOneLeavesTheOwnerAlone) {
  const Tensor owner = Tensor::Of({1.0f, 2.0f});
  const Tensor other = Tensor::Of({3.0f});
  Tensor slot;
  TensorAccess::Borrow(&slot, owner);
  slot = other;
  EXPECT_TRUE(owner.RefCountIsOne());
  EXPECT_FALSE(other.RefCountIsOne());
  EXPECT_FALSE(TensorAccess::is_borrowed(slot));
  TensorAccess::Borrow(&slot, owner);
  EXPECT_TRUE(other.RefCountIsOne());
}

TEST(Tensor, GivesAndTakesReferences) {
  Tensor tensor = Tensor::Of({1.0f, 2.0f}, {2, 1});
  Tensor view;
  TensorAccess::Borrow(&view, tensor);
  Tensor taker;
  TensorAccess::AdoptAs(&taker, TensorAccess::ReleaseBuffer(&tensor), view);
  EXPECT_EQ(tensor.NumElements(), 0);
  EXPECT_TRUE(taker.RefCountIsOne());
  EXPECT_EQ(taker.matrix<float>()(1, 0), 2.0f);
}

TEST(Tensor, SlicesShareRows) {
  const Tensor tensor = Tensor::Of({1, 2, 3, 4, 5, 6}, {3, 2});
  const Tensor rows = tensor.Slice(1, 3);
  EXPECT_EQ(rows.shape(), TensorShape({2, 2}));
  EXPECT_EQ(rows.matrix<int32>()(0, 0), 3);
  EXPECT_TRUE(rows.SharesBufferWith(tensor));
  EXPECT_EQ(tensor.SubSlice(2).vec<int32>()(1), 6);
  EXPECT_EQ(tensor.Slice(1, 1).NumElements(), 0);
  EXPECT_EQ(Tensor(DT_FLOAT, {0, 3}).Slice(0, 0).shape(), TensorShape({0, 3}));
  EXPECT_EQ(Tensor(DT_FLOAT, {2, 0}).SubSlice(1).shape(), TensorShape({0}));
  const Tensor strings = Tensor::Of({"a", "b", "c"});
  EXPECT_EQ(strings.Slice(1, 3).vec<tstring>()(1), "c");
}

TEST(Tensor, WrongSlicesAreNotInitialized) {
  const Tensor tensor = Tensor::Of({1, 2, 3});
  EXPECT_FALSE(tensor.Slice(2, 4).IsInitialized());
  EXPECT_FALSE(tensor.Slice(-1, 1).IsInitialized());
  EXPECT_FALSE(tensor.Slice(2, 1).IsInitialized());
  EXPECT_FALSE(tensor.Slice(4, 4).IsInitialized());
  EXPECT_FALSE(tensor.SubSlice(3).IsInitialized());
  EXPECT_FALSE(Tensor(1.0f).SubSlice(0).IsInitialized());
}

TEST(Tensor, CopyFromChangesTheShapeOnly) {
  const Tensor tensor = Tensor::Of({1, 2, 3, 4}, {2, 2});
  Tensor flat;
  EXPECT_TRUE(flat.CopyFrom(tensor, {4}));
  EXPECT_TRUE(flat.SharesBufferWith(tensor));
  EXPECT_FALSE(flat.CopyFrom(tensor, {5}));
  EXPECT_FALSE(flat.CopyFrom(tensor, {-2, -2}));
  EXPECT_EQ(flat.shape(), TensorShape({4}));
}

TEST(Tensor, BitcastFromKeepsTheBytes) {
  const Tensor tensor = Tensor::Of({1.0f, 2.0f});
  Tensor bits;
  EXPECT_TRUE(bits.BitcastFrom(tensor, DT_INT32, {2}).ok());
  EXPECT_EQ(bits.vec<int32>()(1), 0x40000000);
  EXPECT_TRUE(bits.BitcastFrom(tensor, DT_INT64, {1}).ok());
  EXPECT_EQ(bits.BitcastFrom(tensor, DT_INT64, {2}).message(),
            "cannot bitcast float[2] to int64[2]: the sizes differ");
  EXPECT_EQ(bits.BitcastFrom(tensor, DT_STRING, {2}).message(),
            "cannot bitcast float[2] to string[2]");
  EXPECT_EQ(bits.dtype(), DT_INT64);
}

TEST(Tensor, DeepCopiesShareNothing) {
  Tensor numbers = Tensor::Of({1, 2});
  Tensor copy = *numbers.DeepCopy();
  copy.vec<int32>()(0) = 9;
  EXPECT_EQ(numbers.vec<int32>()(0), 1);
  Tensor strings = Tensor::Of({"a", "b"});
  copy = *strings.DeepCopy();
  copy.vec<tstring>()(0) = "x";
  EXPECT_EQ(strings.vec<tstring>()(0), "a");
  Tensor variants(DT_VARIANT, {1});
  variants.vec<Variant>()(0) = 7;
  copy = *variants.DeepCopy();
  *copy.vec<Variant>()(0).get<int>() = 8;
  EXPECT_EQ(*variants.vec<Variant>()(0).get<int>(), 7);
  EXPECT_EQ(Tensor(DT_FLOAT, {0, 2}).DeepCopy()->shape(), TensorShape({0, 2}));
}

TEST(Tensor, IdenticalComparesTypeShapeAndBytes) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(Tensor::Of({1.0f, nan}).Identical(Tensor::Of({1.0f, nan})));
  EXPECT_FALSE(Tensor::Of({0.0f}).Identical(Tensor::Of({-0.0f})));
  EXPECT_FALSE(Tensor::Of({1, 2}).Identical(Tensor::Of({1, 2}, {1, 2})));
  EXPECT_FALSE(Tensor::Of({1}).Identical(Tensor::Of({1u})));
  EXPECT_TRUE(Tensor::Of({"a"}).Identical(Tensor::Of({"a"})));
  EXPECT_FALSE(Tensor::Of({"a"}).Identical(Tensor::Of({"b"})));
  Tensor handles(DT_RESOURCE, {}), others(DT_RESOURCE, {});
  EXPECT_TRUE(handles.Identical(others));
  others.scalar<ResourceHandle>()().set_name("v");
  EXPECT_FALSE(handles.Identical(others));
  Tensor variants(DT_VARIANT, {}), more(DT_VARIANT, {});
  EXPECT_TRUE(variants.Identical(more));
  VariantTensorData data;
  data.set_type_name("t");
  variants.scalar<Variant>()() = data;
  EXPECT_FALSE(variants.Identical(more));
  more.scalar<Variant>()() = data;
  EXPECT_TRUE(variants.Identical(more));
}

struct SummaryCase {
  Tensor tensor;
  int64_t entries;
  const char* rows;
  const char* nested;
};

TEST(Tensor, PrintsAsTensorFlowDoes) {
  const SummaryCase cases[] = {
      {Tensor(1.5f), 3, "1.5", "1.5"},
      {Tensor(1.5f), 0, "...", "1.5"},
      {Tensor::Of({1, 2, 3}), 3, "1 2 3", "[1 2 3]"},
      {Tensor::Of({1, 2, 3, 4, 5}), 2, "1 2...", "[1 2 ... 4 5]"},
      {Tensor::Of({1, 2, 3}), 0, "...", "[ ...]"},
      {Tensor::Of({1.0f / 3, 1e10f, 123456789.0f}), 3, "0.333333 1e+10 1.23457e+08",
       "[0.333333343 1e+10 123456792]"},
      {Tensor::Of({1.0 / 3, -0.0}), 2, "0.333333 -0", "[0.33333333333333331 -0]"},
      {Tensor::Of({1, 2, 3, 4}, {2, 2}), 4, "[1 2][3 4]", "[[1 2]\n [3 4]]"},
      {Tensor::Of({1, 2, 3, 4}, {2, 2}), 3, "[1 2][3...]...", "[[1 2]\n [3 4]]"},
      {Tensor::Of({1, 2, 3, 4}, {2, 2}), -1, "[1 2][3 4]", "[[1 2]\n [3 4]]"},
      {Tensor::Of({1, 2, 3}, {3, 1, 1}), 1, "[[1]]...", "[[[1]]\n\n ...\n\n [[3]]]"},
      {Tensor(DT_FLOAT, {int64_t{1} << 40, 0}), -1, "", "[]"},
      {Tensor::Of({"a\n", "b"}), 2, "a\\n b", "[\"a\\n\" \"b\"]"},
      {Tensor::Of({true, false}), 2, "1 0", "[1 0]"},
      {Tensor::Of({half(0.5f)}), 1, "0.5", "[0.5]"},
      {Tensor::Of({complex64(1, -2)}), 1, "(1,-2)", "[(1,-2)]"},
      {Tensor::Of({int4(-3)}), 1, "-3", "[-3]"},
      {Tensor::Of({quint8(200)}), 1, "200", "[200]"},
      {Tensor::Of({int8_t{65}}), 1, "65", "[65]"},
      {Tensor::Of({float8_e4m3fn(2.5)}), 1, "2.5", "[2.5]"},
      {Tensor(DT_VARIANT, {}), 1, "Variant<empty>", "Variant<empty>"},
      {Tensor(DT_RESOURCE, {}), 1, "ResourceHandle(name='', container='', type='')",
       "ResourceHandle(name='', container='', type='')"},
  };
  for (const SummaryCase& c : cases) {
    EXPECT_EQ(c.tensor.SummarizeValue(c.entries), c.rows);
    EXPECT_EQ(c.tensor.SummarizeValue(c.entries, /*print_v2=*/true), c.nested);
  }
  EXPECT_EQ(Tensor::Of({1.0f, 2.0f}).DebugString(), "Tensor<type: float shape: [2] values: 1 2>");
}

}  // namespace
}  // namespace opgraft
