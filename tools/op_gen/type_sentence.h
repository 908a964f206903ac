// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_TYPE_SENTENCE_H_
#define TOOLS_OP_GEN_TYPE_SENTENCE_H_

#include <map>
#include <string>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/api_def.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// TensorFlow's sentences about types in wrappers and documentation. `inferred` maps an attr to the
// input it follows from, by the OpDef's names; `shown` maps an input to the name it is shown by.
// Borrows all three. Thread-compatible.
class TypeSentences {
 public:
  using Names = std::map<std::string, std::string>;
  TypeSentences(const OpDef& op, const Names& inferred, const Names& shown)
      : op_(op), inferred_(inferred), shown_(shown) {}

  // "A `Tensor`. Must be one of the following types: `float32`, `int32`."
  std::string OfInput(const OpDef::ArgDef& arg) const { return Of(arg, "Must be", "Must have"); }
  // "A `Tensor`. Has the same type as `x`."
  std::string OfOutput(const OpDef::ArgDef& arg) const { return Of(arg, "Has", "Has"); }
  // "An optional `tf.DType` from: `tf.float32, tf.int32`. Defaults to `tf.float32`."
  static std::string OfAttr(const OpDef::AttrDef& attr, const ApiDef::Attr& shown);

 private:
  // `one_of` and `same` are the verbs of the sentence.
  std::string Of(const OpDef::ArgDef& arg, const char* one_of, const char* same) const;
  std::string OfRepeated(const OpDef::ArgDef& arg) const;
  std::string HowMany(const OpDef::ArgDef& arg) const;
  // The input that `attr` follows from, as it is shown; "" if none.
  std::string Source(const std::string& attr) const;
  // True if `arg` is that input.
  bool IsSource(const std::string& attr, const OpDef::ArgDef& arg) const;

  const OpDef& op_;
  const Names& inferred_;
  const Names& shown_;
};

// The types of a list of allowed values: "`float32`, `int32`".
std::string QuotedTypes(const AttrValue& allowed);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_TYPE_SENTENCE_H_
