// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Replays what OpenVINO answered: answers.py says what a line is.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/status_macros.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "openvino/ir.h"
#include "openvino/write_ir.h"
#include "testing/compare_tensors.h"
#include "tools/tensor_io/tensor_json.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<std::string> Domains() {
  std::vector<std::string> domains;
  for (const auto& entry : fs::directory_iterator("tests/openvino_answers")) {
    if (entry.path().extension() == ".jsonl") domains.push_back(entry.path().stem().string());
  }
  std::sort(domains.begin(), domains.end());
  return domains;
}

absl::StatusOr<LoadedIr> ReadFor(IrUse use, const json& line) {
  std::string weights;
  absl::Base64Unescape(line["bin"].get<std::string>(), &weights);
  return ParseIr(line["xml"].get<std::string>(), weights, {}, use);
}
absl::StatusOr<LoadedIr> Read(const json& line) { return ReadFor(IrUse::kRun, line); }

// The same model, as it comes back when it is written and read again.
absl::StatusOr<LoadedIr> ReadAgain(const json& line) {
  OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr ir, ReadFor(IrUse::kEdit, line));
  OPGRAFT_ASSIGN_OR_RETURN(const IrFiles written, WriteIr(ir));
  OPGRAFT_ASSIGN_OR_RETURN(const LoadedIr again,
                           ParseIr(written.xml, written.weights, {}, IrUse::kEdit));
  OPGRAFT_ASSIGN_OR_RETURN(const IrFiles rewritten, WriteIr(again));
  OPGRAFT_ASSIGN_OR_RETURN(const IrFiles twice, WriteIr(ir));
  if (twice.xml != written.xml || twice.weights != written.weights)
    return absl::InternalError("written twice, its bytes differ");
  if (rewritten.weights.size() > written.weights.size())
    return absl::InternalError("it grows when it is written again");
  return again;
}

// The inputs of an op stay what they are: nothing is folded that runs.
absl::StatusOr<Outputs> Run(const json& line, const absl::StatusOr<LoadedIr>& read,
                            std::vector<InferRequest>* requests) {
  OPGRAFT_RETURN_IF_ERROR(read.status());
  const LoadedIr& ir = *read;
  OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model, CompiledModel::Compile(ir.graph, ir.options));
  requests->push_back(model.CreateRequest());
  std::vector<NamedTensor> feeds;
  for (const auto& item : line["inputs"].items()) {
    OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, TensorFromJson(item.value(), "", JsonText::kLatin1));
    feeds.emplace_back(item.key(), std::move(tensor));
  }
  return requests->back().Run(feeds);
}

// "" if the line's answer is ours.
std::string Compare(const json& line, const absl::StatusOr<LoadedIr>& ir) {
  std::vector<InferRequest> requests;  // whose memory the outputs are
  const absl::StatusOr<Outputs> outputs = Run(line, ir, &requests);
  if (line.contains("error")) return outputs.ok() ? "gives outputs; it must fail" : "";
  if (!outputs.ok()) return outputs.status().ToString();
  Tolerance tolerance;
  tolerance.rtol = line.value("rtol", 1e-5);
  tolerance.atol = line.value("atol", 1e-6);
  if (static_cast<size_t>(outputs->size()) != line["outputs"].size())
    return absl::StrCat("gives ", outputs->size(), " outputs");
  for (int i = 0; i < outputs->size(); ++i) {
    const auto expected =
        TensorFromJson(line["outputs"][static_cast<size_t>(i)], "", JsonText::kLatin1);
    if (!expected.ok()) return expected.status().ToString();
    const std::string why = CompareTensors((*outputs)[i], *expected, tolerance);
    if (!why.empty()) return absl::StrCat("output ", i, ": ", why);
  }
  return "";
}

class OpenvinoAnswers : public testing::TestWithParam<std::string> {};

void CheckAll(const std::string& domain, absl::StatusOr<LoadedIr> (*read)(const json&)) {
  std::ifstream in("tests/openvino_answers/" + domain + ".jsonl");
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    const json line = json::parse(text, nullptr, /*allow_exceptions=*/false);
    ASSERT_FALSE(line.is_discarded()) << "line " << number + 1;
    ++number;
    EXPECT_EQ(Compare(line, read(line)), "")
        << domain << ".jsonl:" << number << ": " << line["xml"].get<std::string>();
  }
  EXPECT_GT(number, 0);
}

TEST_P(OpenvinoAnswers, AreOurs) { CheckAll(GetParam(), &Read); }

TEST_P(OpenvinoAnswers, ComeBackWhenTheModelIsWritten) { CheckAll(GetParam(), &ReadAgain); }

INSTANTIATE_TEST_SUITE_P(Domains, OpenvinoAnswers, testing::ValuesIn(Domains()),
                         [](const auto& domain) { return domain.param; });

}  // namespace
}  // namespace opgraft
