// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/arg_types.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/attr_value_check.h"
#include "framework/op/op_def_util.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// Far beyond any real node: it keeps a file of a few bytes from asking for gigabytes.
constexpr int64_t kMaxArgs = 1 << 20;

class ArgExpander {
 public:
  ArgExpander(FindAttrValue find, DataTypeVector* types) : find_(find), types_(types) {}

  absl::Status Expand(const OpDef::ArgDef& arg) {
    const size_t begin = types_->size();
    OPGRAFT_RETURN_IF_ERROR(arg.type_list_attr().empty() || !arg.number_attr().empty()
                                ? AddRepeated(arg)
                                : AddList(arg));
    return arg.is_ref() ? MakeRefs(arg, begin) : absl::OkStatus();
  }

 private:
  absl::Status AddRepeated(const OpDef::ArgDef& arg) {
    int64_t repeats = 1;
    if (!arg.number_attr().empty())
      OPGRAFT_RETURN_IF_ERROR(ReadLength(arg.number_attr(), &repeats));
    DataType dtype = arg.type();
    if (!arg.type_attr().empty()) {
      const AttrValue* value = nullptr;
      OPGRAFT_RETURN_IF_ERROR(Read(arg.type_attr(), &value));
      // A single one may still be a placeholder in the body of a function.
      if (!arg.number_attr().empty())
        OPGRAFT_RETURN_IF_ERROR(CheckType(arg.type_attr(), *value, "type"));
      dtype = value->type();
    } else if (dtype == DT_INVALID) {
      return absl::InvalidArgumentError(
          absl::StrCat("Missing type or type_attr field in arg '", arg.name(), "'"));
    }
    types_->insert(types_->end(), static_cast<size_t>(repeats), dtype);
    return absl::OkStatus();
  }

  absl::Status AddList(const OpDef::ArgDef& arg) {
    const AttrValue* value = nullptr;
    OPGRAFT_RETURN_IF_ERROR(Read(arg.type_list_attr(), &value));
    for (int dtype : value->list().type()) types_->push_back(static_cast<DataType>(dtype));
    return absl::OkStatus();
  }

  absl::Status ReadLength(const std::string& attr, int64_t* length) {
    const AttrValue* value = nullptr;
    OPGRAFT_RETURN_IF_ERROR(Read(attr, &value));
    OPGRAFT_RETURN_IF_ERROR(CheckType(attr, *value, "int"));
    *length = value->i();
    if (*length > kMaxArgs - static_cast<int64_t>(types_->size())) {
      return absl::InvalidArgumentError(
          absl::StrCat("Number of outputs is too big: ", *length, " (attr '", attr, "')"));
    }
    if (*length >= 0) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Value for number_attr() ", *length, " < 0 (attr '", attr, "')"));
  }

  absl::Status Read(const std::string& attr, const AttrValue** value) {
    *value = find_(attr);
    return *value != nullptr
               ? absl::OkStatus()
               : absl::NotFoundError(absl::StrCat("No attr named '", attr, "' in NodeDef"));
  }

  static absl::Status CheckType(const std::string& attr, const AttrValue& value,
                                absl::string_view type) {
    const absl::Status fits = AttrValueHasType(value, type);
    return fits.ok()
               ? fits
               : absl::InvalidArgumentError(absl::StrCat(fits.message(), " for attr '", attr, "'"));
  }

  absl::Status MakeRefs(const OpDef::ArgDef& arg, size_t begin) {
    for (size_t i = begin; i < types_->size(); ++i) {
      DataType& dtype = (*types_)[i];
      if (IsRefType(dtype)) {
        return absl::InvalidArgumentError(
            absl::StrCat("Requested reference to a reference type: arg '", arg.name(), "'"));
      }
      dtype = MakeRefType(dtype);
    }
    return absl::OkStatus();
  }

  FindAttrValue find_;
  DataTypeVector* types_;
};

}  // namespace

absl::Status ExpandArgs(const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args,
                        FindAttrValue find, ArgTypes* result) {
  result->types.clear();
  result->args.clear();
  result->args.reserve(static_cast<size_t>(args.size()));
  ArgExpander expander(find, &result->types);
  for (const OpDef::ArgDef& arg : args) {
    const int start = static_cast<int>(result->types.size());
    OPGRAFT_RETURN_IF_ERROR(expander.Expand(arg));
    const bool is_list = IsListArg(arg);
    result->args.push_back({arg.name(), start, static_cast<int>(result->types.size()), is_list});
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
