// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/parsing/csv.h"
#include "kernels/strings/parse_number.h"

namespace opgraft_internal {
namespace {

template <typename T>
bool ParseField(const std::string& text, T* value) {
  return ParseNumber(text, value);
}
template <>
bool ParseField(const std::string& text, tstring* value) {
  *value = text;
  return true;
}

class DecodeCSVOp : public OpKernel {
 public:
  explicit DecodeCSVOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string delimiter;
    OP_REQUIRES_OK(context, context->GetAttr("field_delim", &delimiter));
    OP_REQUIRES(context, delimiter.size() == 1,
                absl::InvalidArgumentError("field_delim should be only 1 char"));
    form_.delimiter = delimiter[0];
    OP_REQUIRES_OK(context, context->GetAttr("use_quote_delim", &form_.has_quotes));
    OP_REQUIRES_OK(context, context->GetAttr("na_value", &missing_));
    OP_REQUIRES_OK(context, context->GetAttr("select_cols", &form_.columns));
    const size_t num_columns = form_.columns.size();
    OP_REQUIRES(context,
                num_columns == 0 || num_columns == static_cast<size_t>(context->num_outputs()),
                absl::InvalidArgumentError("select_cols should match output size"));
    int64_t before = -1;
    for (const int64_t column : form_.columns) {
      OP_REQUIRES(context, column > before,
                  absl::InvalidArgumentError(
                      "select_cols should be strictly increasing indices, none negative"));
      before = column;
    }
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& records = context->input(0);
    std::vector<Tensor*> outputs(static_cast<size_t>(num_outputs()));
    for (int f = 0; f < num_outputs(); ++f) {
      OP_REQUIRES_OK(context, CheckDefault(context->input(f + 1), f));
      OP_REQUIRES_OK(
          context, context->allocate_output(f, records.shape(), &outputs[static_cast<size_t>(f)]));
    }
    const auto* const texts = static_cast<const tstring*>(records.data());
    std::vector<std::string> fields;
    for (int64_t i = 0; i < records.NumElements(); ++i) {
      fields.clear();
      OP_REQUIRES_OK(context, ReadCsvRecord(texts[i], form_, &fields));
      OP_REQUIRES(
          context, fields.size() == outputs.size(),
          absl::InvalidArgumentError(absl::StrCat("Expect ", outputs.size(), " fields but have ",
                                                  fields.size(), " in record ", i)));
      for (int f = 0; f < num_outputs(); ++f) {
        const auto at = static_cast<size_t>(f);
        OP_REQUIRES_OK(context, Put(fields[at], context->input(f + 1), f, i, outputs[at]));
      }
    }
  }

 private:
  static absl::Status CheckDefault(const Tensor& value, int field) {
    if (value.dims() > 1)
      return absl::InvalidArgumentError("Each record default should be at most rank 1");
    if (value.NumElements() < 2) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("There should only be 1 default per field but field ", field, " has ",
                     value.NumElements()));
  }

  template <typename T>
  absl::Status PutAs(const std::string& text, const Tensor& value, int field, int64_t record,
                     Tensor* output) const {
    T* const to = static_cast<T*>(output->data()) + record;
    if (text.empty() || text == missing_) {
      if (value.NumElements() == 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("Field ", field, " is required but missing in record ", record, "!"));
      }
      *to = *static_cast<const T*>(value.data());
      return absl::OkStatus();
    }
    if (ParseField<T>(text, to)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("Field ", field, " in record ", record,
                                                   " is not a valid ",
                                                   DataTypeString(output->dtype()), ": ", text));
  }

  absl::Status Put(const std::string& text, const Tensor& value, int field, int64_t record,
                   Tensor* output) const {
    switch (output->dtype()) {
#define PUT_AS(T)                \
  case DataTypeToEnum<T>::value: \
    return PutAs<T>(text, value, field, record, output);
      TF_CALL_float(PUT_AS);
      TF_CALL_double(PUT_AS);
      TF_CALL_int32(PUT_AS);
      TF_CALL_int64(PUT_AS);
      TF_CALL_tstring(PUT_AS);
#undef PUT_AS
      default:
        return absl::InvalidArgumentError(absl::StrCat(
            "csv: data type ", DataTypeString(output->dtype()), " not supported in field ", field));
    }
  }

  CsvForm form_;
  std::string missing_;
};

REGISTER_KERNEL_BUILDER(Name("DecodeCSV").Device(DEVICE_CPU), DecodeCSVOp);

}  // namespace
}  // namespace opgraft_internal
