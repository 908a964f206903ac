// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/fake_input.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_def_util.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// What the test says of the input.
struct Given {
  absl::optional<int> length;
  absl::optional<DataType> dtype;
  absl::optional<std::vector<DataType>> dtypes;
};

class FakeInputMaker {
 public:
  FakeInputMaker(const Given& given, const OpDef& op, int input, const NodeDef& so_far)
      : given_(given),
        op_(op),
        arg_(op.input_arg(input)),
        so_far_(so_far),
        node_(static_cast<size_t>(input / 26 + 1), static_cast<char>('a' + input % 26)) {}

  absl::Status AddTo(NodeDefBuilder* builder) const {
    std::vector<DataType> dtypes;
    if (given_.dtypes) {
      dtypes = *given_.dtypes;
    } else if (given_.length || !arg_.number_attr().empty()) {
      OPGRAFT_RETURN_IF_ERROR(RepeatedTypes(&dtypes));
    } else if (!given_.dtype && !arg_.type_list_attr().empty()) {
      OPGRAFT_RETURN_IF_ERROR(ReadAttr("list of types for input", arg_.type_list_attr(), &dtypes));
    } else {
      DataType dtype = DT_INVALID;
      OPGRAFT_RETURN_IF_ERROR(FindType(&dtype));
      builder->Input(node_, 0, dtype);
      return absl::OkStatus();
    }
    std::vector<NodeDefBuilder::NodeOut> sources;
    for (DataType dtype : dtypes)
      sources.push_back({node_, static_cast<int>(sources.size()), dtype});
    builder->Input(sources);
    return absl::OkStatus();
  }

 private:
  absl::Status RepeatedTypes(std::vector<DataType>* dtypes) const {
    int length = given_.length.value_or(0);
    if (!given_.length)
      OPGRAFT_RETURN_IF_ERROR(ReadAttr("length of input", arg_.number_attr(), &length));
    DataType dtype = DT_INVALID;
    if (length > 0) OPGRAFT_RETURN_IF_ERROR(FindType(&dtype));
    dtypes->assign(static_cast<size_t>(std::max(length, 0)), dtype);
    return absl::OkStatus();
  }

  absl::Status FindType(DataType* dtype) const {
    *dtype = given_.dtype.value_or(arg_.type());
    if (*dtype != DT_INVALID) return absl::OkStatus();
    const OpDef::AttrDef* attr = FindAttr(arg_.type_attr(), op_);
    if (attr != nullptr && attr->has_default_value() &&
        FindAttrValueIn(so_far_, arg_.type_attr()) == nullptr) {
      *dtype = attr->default_value().type();
      return absl::OkStatus();
    }
    return ReadAttr("type for input", arg_.type_attr(), dtype);
  }

  template <typename T>
  absl::Status ReadAttr(absl::string_view what, const std::string& attr, T* value) const {
    const absl::Status status = GetNodeAttr(MakeNodeAttrs(so_far_), attr, value);
    if (status.ok()) return status;
    return absl::InvalidArgumentError(
        absl::StrCat("Could not infer ", what, " '", arg_.name(), "': ", status.message()));
  }

  const Given& given_;
  const OpDef& op_;
  const OpDef::ArgDef& arg_;
  const NodeDef& so_far_;
  const std::string node_;
};

FakeInputFunctor Make(Given given) {
  return [given = std::move(given)](const OpDef& op, int input, const NodeDef& so_far,
                                    NodeDefBuilder* builder) {
    return FakeInputMaker(given, op, input, so_far).AddTo(builder);
  };
}

}  // namespace

FakeInputFunctor FakeInput() { return Make({}); }
FakeInputFunctor FakeInput(DataType dtype) { return Make({absl::nullopt, dtype, absl::nullopt}); }
FakeInputFunctor FakeInput(int length) { return Make({length, absl::nullopt, absl::nullopt}); }
FakeInputFunctor FakeInput(int length, DataType dtype) {
  return Make({length, dtype, absl::nullopt});
}
FakeInputFunctor FakeInput(DataTypeSlice dtypes) {
  return Make({absl::nullopt, absl::nullopt, std::vector<DataType>(dtypes.begin(), dtypes.end())});
}

}  // namespace opgraft
