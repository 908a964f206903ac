// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/memory_report.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/graph/io/graph_file.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/framework/runtime/best_packing.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

std::vector<std::string> Names(const ProgramMemory::Region& region) {
  std::vector<std::string> names;
  for (const ProgramMemory::Tenant& tenant : region.tenants) names.push_back(tenant.tensor);
  return names;
}

TEST(MemoryReport, NamesTheTensorsOfEachRegion) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {2, 3});
  const Value product =
      b.Op("MatMul", {x, b.Const(Tensor::Of({1.0f, 2.0f, 3.0f}, {3, 1}))}, "product");
  const Value sum = b.Op("AddV2", {x, product}, "sum");
  b.Op("MatMul", {b.Op("Neg", {sum}, "negative"), b.Const(Tensor::Of({1.0f, 2.0f, 3.0f}, {3, 1}))},
       "out");
  const MemoryReport report = CompiledModel::Compile(*b.Build())->memory();
  ASSERT_EQ(report.programs.size(), 1u);
  const ProgramMemory& program = report.programs[0];
  ASSERT_EQ(program.regions.size(), 2u);
  EXPECT_EQ(program.regions[0].bytes, 24);
  EXPECT_THAT(Names(program.regions[0]), ElementsAre("sum", "negative"));
  EXPECT_THAT(Names(program.regions[1]), ElementsAre("product", "out"));
  EXPECT_EQ(program.regions[1].tenants[1].last_step, INT32_MAX) << "it is fetched";
  EXPECT_EQ(program.region_bytes, 32);
  EXPECT_EQ(program.tensor_bytes, 64);
  EXPECT_EQ(program.alive_bytes, 32);
  EXPECT_EQ(report.num_constants, 2);
  EXPECT_EQ(report.constant_bytes, 24);
}

TEST(MemoryReport, KnowsTheShapesInInlinedBodies) {
  GraphBuilder body, caller, then_body, else_body;
  for (GraphBuilder* b : {&body, &then_body, &else_body})
    b->Return("z", b->Op("Neg", {b->Arg("x", DT_FLOAT)}));
  caller.Function("F", std::move(body));
  const Value cond = caller.Placeholder("cond", DT_BOOL, TensorShape());
  const Value called = caller.Op("F", {caller.Op("F", {caller.Placeholder("x", DT_FLOAT, {5})})});
  caller.If(cond, std::move(then_body), std::move(else_body), {{called, "x", "x"}}, {{"z", "z"}});
  const MemoryReport report = CompiledModel::Compile(*caller.Build())->memory();
  ASSERT_EQ(report.programs.size(), 1u);
  for (const ProgramMemory::Region& region : report.programs[0].regions) {
    EXPECT_EQ(region.bytes, 20);
    for (const ProgramMemory::Tenant& tenant : region.tenants)
      EXPECT_TRUE(tenant.is_known) << tenant.tensor;
  }
}

TEST(MemoryReport, AnIndexWithoutSignatureHasNoPlan) {
  GraphBuilder b;
  b.Op("Neg", {b.Placeholder("x", DT_FLOAT, {1})}, "y");
  const CompiledModel model = *CompiledModel::Compile(*b.Build());
  EXPECT_EQ(model.memory(0).programs.size(), 1u);
  EXPECT_TRUE(model.memory(1).programs.empty());
  EXPECT_TRUE(model.memory(-1).programs.empty());
}

TEST(MemoryReport, ARequestTakesWhatThePlanSays) {
  GraphBuilder b;
  Value y = b.Placeholder("x", DT_FLOAT, {64, 64});
  for (int i = 0; i < 10; ++i) y = b.Op("MatMul", {y, y});
  b.Op("Neg", {y}, "out");
  const CompiledModel model = *CompiledModel::Compile(*b.Build());
  InferRequest request = model.CreateRequest();
  ASSERT_TRUE(request.Run({{"x", *Tensor::Create(DT_FLOAT, {64, 64})}}).ok());
  EXPECT_EQ(model.memory().programs[0].region_bytes, 2 * 64 * 64 * 4);
  // And the slots themselves, some kilobytes.
  EXPECT_GE(request.memory_used(), model.memory().programs[0].region_bytes);
  EXPECT_LE(request.memory_used(), model.memory().programs[0].region_bytes + (8 << 10));
}

// Graph files of a folder tree, "graph.pbtxt" and "*.pb".
std::vector<fs::path> GraphFiles(const char* folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (path.filename() == "graph.pbtxt" || path.extension() == ".pb") files.push_back(path);
  }
  return files;
}

// The graph with every unknown dimension of a Placeholder set to `size`.
absl::StatusOr<Graph> LoadWith(const fs::path& path, int64_t size) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  GraphDef def;
  const absl::Status status = ParseGraphDef(bytes.str(), ImportOptions(), &def);
  if (!status.ok()) return status;
  for (NodeDef& node : *def.mutable_node()) {
    if (node.op() != "Placeholder") continue;
    for (auto& dim : *(*node.mutable_attr())["shape"].mutable_shape()->mutable_dim()) {
      if (dim.size() < 0) dim.set_size(size);
    }
  }
  return Graph::Import(def);
}

// Pieces of memory as the plan uses them: a tensor written over another goes on with its memory.
std::vector<MemoryUse> UsesOf(const ProgramMemory& program) {
  std::vector<MemoryUse> uses;
  for (const ProgramMemory::Region& region : program.regions) {
    int32_t last = -1;
    for (const ProgramMemory::Tenant& tenant : region.tenants) {
      if (tenant.first_step > last) uses.push_back({tenant.first_step, tenant.last_step, 0});
      last = uses.back().last = tenant.last_step;
      uses.back().bytes = std::max(uses.back().bytes, tenant.bytes);
    }
  }
  return uses;
}

TEST(MemoryReport, ThePeakOfTheModelsIsNearTheBest) {
  int models = 0;
  for (const char* folder : {"tests/conformance/cases", "examples"}) {
    for (const fs::path& path : GraphFiles(folder)) {
      for (const int64_t size : {-1, 1, 5}) {
        const absl::StatusOr<Graph> graph = LoadWith(path, size);
        if (!graph.ok()) continue;  // cases of graphs that must not load
        const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph);
        if (!model.ok()) continue;
        ++models;
        for (const ProgramMemory& program : model->memory().programs) {
          const int64_t best = LeastRegionBytes(UsesOf(program));
          EXPECT_LE(static_cast<double>(program.region_bytes), 1.25 * static_cast<double>(best))
              << path;
          EXPECT_GE(program.region_bytes, program.alive_bytes) << path;
          RecordProperty(path.string(), absl::StrCat(program.region_bytes, " of ", best));
        }
      }
    }
  }
  EXPECT_GT(models, 100);
}

}  // namespace
}  // namespace opgraft
