// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/shape_table.h"

#include <utility>

namespace opgraft_internal {

namespace {

void AppendNumber(int64_t number, std::string* key) {
  key->append(reinterpret_cast<const char*>(&number), sizeof(number));
}

std::string KeyOf(const PartialTensorShape& shape) {
  std::string key;
  key.reserve(sizeof(int64_t) * (2 * static_cast<size_t>(shape.dims()) + 1));
  AppendNumber(shape.dims(), &key);
  for (int i = 0; i < shape.dims(); ++i) {
    AppendNumber(shape.dim(i).min(), &key);
    AppendNumber(shape.dim(i).max(), &key);
  }
  return key;
}

}  // namespace

const PartialTensorShape& ShapeTable::UnknownRank() {
  static const PartialTensorShape* const unknown = new PartialTensorShape();
  return *unknown;
}

uint32_t ShapeTable::Intern(const PartialTensorShape& shape) {
  if (shape.unknown_rank()) return 0;
  const auto next = static_cast<uint32_t>(shapes_.size() + 1);
  const auto [it, is_new] = index_.try_emplace(KeyOf(shape), next);
  if (is_new) shapes_.push_back(std::make_shared<const PartialTensorShape>(shape));
  return it->second;
}

}  // namespace opgraft_internal
