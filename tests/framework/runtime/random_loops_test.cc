// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random loops over parts of a tensor beside a formula: element by element, where does it come
// from?

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "tests/framework/graph/mini_graph.h"
#include "tests/framework/runtime/iterate_op.h"

namespace opgraft {
namespace {

constexpr int kLoops = 250;
constexpr int kRunsOfEach = 5;

// A way through an axis: parts of `size`, forward or backward.
struct Way {
  int axis = 0;
  int64_t size = 1;
  bool is_forward = true;
  int64_t skipped = 0;  // elements before the parts

  // Where part i of `count` begins.
  int64_t BeginOf(int64_t i, int64_t count) const {
    return skipped + size * (is_forward ? i : count - 1 - i);
  }
};

// "cut1@AXIS:START:END:STRIDE:PART".
std::string PortOf(const char* kind, const Way& way, int rank, bool counts_axis_from_end) {
  const int64_t start = way.is_forward ? way.skipped : -1;
  const int64_t end = way.is_forward ? -1 : way.skipped;
  return absl::StrCat(kind, "@", way.axis - (counts_axis_from_end ? rank : 0), ":", start, ":", end,
                      ":", way.is_forward ? way.size : -way.size, ":", way.size);
}

// A loop. Each iteration adds its number to its part of x, which is joined, and its sum to what is
// carried.
struct Loop {
  int rank = 1;
  Way cut, join;
  bool has_trips = false, has_condition = false, has_begin = false;
  bool is_inlined = true, is_static = false, counts_from_end = false;
};

struct Feeds {
  std::vector<int64_t> shape;
  int64_t parts = 0;
  int64_t trips = -1;
  float limit = 0;
  bool begins = true;

  int64_t num_elements() const {
    int64_t elements = 1;
    for (const int64_t size : shape) elements *= size;
    return elements;
  }
};

class Random {
 public:
  int64_t Below(int64_t n) { return static_cast<int64_t>(engine_() % static_cast<uint64_t>(n)); }
  bool Flip() { return Below(2) == 0; }

  Loop MakeLoop() {
    Loop loop;
    loop.rank = 1 + static_cast<int>(Below(3));
    loop.cut = {static_cast<int>(Below(loop.rank)), 1 + Below(3), Flip(), Flip() ? Below(3) : 0};
    loop.join = {static_cast<int>(Below(loop.rank)), 1 + Below(3), Flip()};
    if (loop.join.axis == loop.cut.axis) loop.join.size = loop.cut.size;
    loop.has_condition = Flip();
    loop.has_trips = loop.has_condition || Flip();
    loop.has_begin = Below(4) == 0;
    loop.is_inlined = Flip();
    loop.is_static = Flip();
    loop.counts_from_end = Flip();
    return loop;
  }

  Feeds MakeFeeds(const Loop& loop) {
    Feeds feeds;
    feeds.parts = Below(10);
    for (int d = 0; d < loop.rank; ++d) feeds.shape.push_back(Below(4));
    feeds.shape[loop.join.axis] = loop.join.size;
    feeds.shape[loop.cut.axis] = loop.cut.skipped + feeds.parts * loop.cut.size;
    if (loop.has_trips) feeds.trips = Below(feeds.parts + 1);
    if (loop.has_trips && !loop.has_condition && Flip()) feeds.trips = -1;
    feeds.limit = static_cast<float>(Below(100));
    feeds.begins = Flip();
    return feeds;
  }

 private:
  std::mt19937_64 engine_{2026};
};

std::string GraphOf(const Loop& loop, const Feeds& feeds) {
  std::string axes, ends;
  for (int d = 0; d < loop.rank; ++d) absl::StrAppend(&axes, d == 0 ? "" : ",", d);
  if (loop.has_trips) ends = "trips3,";
  if (loop.has_begin) absl::StrAppend(&ends, "begins4,");
  if (loop.has_condition) absl::StrAppend(&ends, "until2");
  const std::string shape =
      loop.is_static ? absl::StrCat("[", absl::StrJoin(feeds.shape, ","), "]") : "[...]";
  return absl::StrCat(
      "x = Placeholder() dtype=float shape=", shape,
      "\nlimit = Placeholder() dtype=float shape=[]\nn = Placeholder() dtype=int64 shape=[]\n"
      "go = Placeholder() dtype=bool shape=[]\nzero = Const() dtype=float value=float[]:0\n"
      "w = Iterate(zero, x, limit, n, go) Tin={float,float,float,int64,bool} Tout={float,float} "
      "body=@b args='carry0,",
      PortOf("cut1", loop.cut, loop.rank, loop.counts_from_end), ",number,in2' gives='",
      PortOf("join0", loop.join, loop.rank, loop.counts_from_end), ",carry0' next='0>1' ends='",
      ends, "'\ny = Identity(w) T=float\nsum = Identity(w:1) T=float\n",
      "function b(s: float, p: float, i: int32, limit: float) -> (r: float = r:z:0, t: float = "
      "t:z:0",
      loop.has_condition ? ", on: bool = l:z:0" : "", ")\n  c = Cast(i) SrcT=int32 DstT=float\n",
      "  r = AddV2(p, c:y:0) T=float\n  axes = Const() dtype=int32 value=int32[", loop.rank,
      "]:", axes, "\n  sum = Sum(p, axes:output:0) T=float Tidx=int32 keep_dims=false\n",
      "  t = AddV2(s, sum:output:0) T=float\n  l = Less(t:z:0, limit) T=float\nend\n");
}

struct Expected {
  int64_t iterations = 0;
  float sum = 0;
  std::vector<int64_t> shape;
  std::vector<float> y;
};

std::vector<int64_t> PlaceOf(int64_t element, const std::vector<int64_t>& shape) {
  std::vector<int64_t> place(shape.size());
  for (size_t d = shape.size(); d-- > 0; element /= shape[d]) place[d] = element % shape[d];
  return place;
}

int64_t ElementAt(const std::vector<int64_t>& place, const std::vector<int64_t>& shape) {
  int64_t element = 0;
  for (size_t d = 0; d < shape.size(); ++d) element = element * shape[d] + place[d];
  return element;
}

// x[e] is e % 7.
float ValueOf(int64_t element) { return static_cast<float>(element % 7); }

float SumOfPart(const Loop& loop, const Feeds& feeds, int64_t part) {
  const int64_t begin = loop.cut.BeginOf(part, feeds.parts);
  float sum = 0;
  for (int64_t e = 0; e < feeds.num_elements(); ++e) {
    const int64_t along = PlaceOf(e, feeds.shape)[loop.cut.axis];
    if (along >= begin && along < begin + loop.cut.size) sum += ValueOf(e);
  }
  return sum;
}

Expected Work(const Loop& loop, const Feeds& feeds) {
  Expected expected;
  const int64_t most = feeds.trips >= 0 ? feeds.trips : feeds.parts;
  bool goes_on = !loop.has_begin || feeds.begins;
  for (; goes_on && expected.iterations < most; ++expected.iterations) {
    expected.sum += SumOfPart(loop, feeds, expected.iterations);
    goes_on = !loop.has_condition || expected.sum < feeds.limit;
  }
  expected.shape = feeds.shape;
  expected.shape[loop.cut.axis] = loop.cut.size;
  expected.shape[loop.join.axis] = expected.iterations * loop.join.size;
  int64_t elements = 1;
  for (const int64_t size : expected.shape) elements *= size;
  for (int64_t e = 0; e < elements; ++e) {
    std::vector<int64_t> place = PlaceOf(e, expected.shape);
    int64_t& along = place[loop.join.axis];
    const int64_t turn = along / loop.join.size;
    const int64_t iteration = loop.join.is_forward ? turn : expected.iterations - 1 - turn;
    along %= loop.join.size;
    place[loop.cut.axis] += loop.cut.BeginOf(iteration, feeds.parts);
    expected.y.push_back(ValueOf(ElementAt(place, feeds.shape)) + static_cast<float>(iteration));
  }
  return expected;
}

void RunAndCompare(const Loop& loop, const Feeds& feeds, InferRequest* request) {
  Tensor x(DT_FLOAT, TensorShape(absl::MakeConstSpan(feeds.shape)));
  for (int64_t e = 0; e < feeds.num_elements(); ++e) x.flat<float>()(e) = ValueOf(e);
  const auto outputs = request->Run({{"x", x},
                                     {"limit", Tensor(feeds.limit)},
                                     {"n", Tensor(feeds.trips)},
                                     {"go", Tensor(feeds.begins)}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  const Expected expected = Work(loop, feeds);
  const Tensor &y = (*outputs)[0], &sum = (*outputs)[1];
  EXPECT_EQ(sum.scalar<float>()(), expected.sum);
  ASSERT_EQ(y.NumElements(), static_cast<int64_t>(expected.y.size()));
  if (expected.iterations > 0) {
    EXPECT_EQ(y.shape(), TensorShape(absl::MakeConstSpan(expected.shape)));
  }
  for (int64_t e = 0; e < y.NumElements(); ++e)
    ASSERT_EQ(y.flat<float>()(e), expected.y[static_cast<size_t>(e)]) << e;
}

TEST(RandomLoops, GiveWhatTheFormulaSays) {
  Random random;
  for (int i = 0; i < kLoops; ++i) {
    const Loop loop = random.MakeLoop();
    const Feeds first = random.MakeFeeds(loop);
    const std::string text = GraphOf(loop, first);
    SCOPED_TRACE(absl::StrCat("loop ", i, ":\n", text));
    const absl::StatusOr<Graph> graph = Graph::Import(MiniGraph(text), WithIterate());
    ASSERT_TRUE(graph.ok()) << graph.status();
    CompileOptions options;
    if (!loop.is_inlined) options.limits.max_inlined_in_all = 0;
    const auto model = CompiledModel::Compile(*graph, options);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    for (int run = 0; run < kRunsOfEach && !testing::Test::HasFailure(); ++run) {
      Feeds feeds = run == 0 ? first : random.MakeFeeds(loop);
      if (loop.is_static) {
        feeds.shape = first.shape;
        feeds.parts = first.parts;
        feeds.trips = std::min(feeds.trips, first.parts);
      }
      RunAndCompare(loop, feeds, &request);
    }
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace opgraft
