// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that ask, fill and change tables.
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeAndType;
using shape_inference::ShapeHandle;

// The handle is a scalar, or a Ref(string) {container, name}.
absl::Status CheckHandle(InferenceContext* c) {
  ShapeHandle handle;
  if (c->node().input_types[0] == DT_RESOURCE) return c->WithRank(c->input(0), 0, &handle);
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &handle));
  DimensionHandle unused;
  return c->WithValue(c->Dim(handle, 0), 2, &unused);
}

// What the table of input 0 holds: {key, value}, and, of a table that exports something else, what
// that is; null if it is not known.
const std::vector<ShapeAndType>* Entries(InferenceContext* c) {
  const std::vector<ShapeAndType>* const known = c->input_handle_shapes_and_types(0);
  return known != nullptr && known->size() >= 2 ? known : nullptr;
}

absl::Status CheckType(InferenceContext* c, DataType held, const char* attr) {
  DataType type = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr(attr, &type));
  if (type == held) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("the table has ", DataTypeString(held), " where ",
                                                 attr, " is ", DataTypeString(type)));
}

absl::Status CheckTypes(InferenceContext* c, const char* key_attr, const char* value_attr) {
  OPGRAFT_RETURN_IF_ERROR(CheckHandle(c));
  const std::vector<ShapeAndType>* const entries = Entries(c);
  if (entries == nullptr) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(CheckType(c, (*entries)[0].dtype, key_attr));
  return CheckType(c, (*entries)[1].dtype, value_attr);
}

// The shape of the keys without that of a key, then that of a value.
absl::Status FindShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckTypes(c, "Tin", "Tout"));
  const std::vector<ShapeAndType>* const entries = Entries(c);
  ShapeHandle out = c->UnknownShape();
  if (entries != nullptr && c->RankKnown((*entries)[0].shape) && c->RankKnown(c->input(1))) {
    const int32_t key_rank = c->Rank((*entries)[0].shape);
    ShapeHandle keys;
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), key_rank, &keys));
    OPGRAFT_RETURN_IF_ERROR(c->Subshape(keys, 0, c->Rank(keys) - key_rank, &keys));
    OPGRAFT_RETURN_IF_ERROR(c->Concatenate(keys, (*entries)[1].shape, &out));
  }
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status SizeShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckHandle(c));
  c->set_output(0, c->Scalar());
  return absl::OkStatus();
}

absl::Status ExportShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckTypes(c, "Tkeys", "Tvalues"));
  const std::vector<ShapeAndType>* const entries = Entries(c);
  const ShapeHandle count = c->Vector(InferenceContext::kUnknownDim);
  for (int i = 0; i < 2; ++i) {
    ShapeHandle out = c->UnknownShape();
    if (entries != nullptr) {
      const size_t exported = entries->size() - 2 + static_cast<size_t>(i);
      OPGRAFT_RETURN_IF_ERROR(c->Concatenate(count, (*entries)[exported].shape, &out));
    }
    c->set_output(i, out);
  }
  return absl::OkStatus();
}

absl::Status ChangeShape(InferenceContext* c) { return CheckTypes(c, "Tin", "Tout"); }

absl::Status InitializeShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckTypes(c, "Tkey", "Tval"));
  ShapeHandle keys;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &keys));
  return c->Merge(keys, c->input(2), &keys);
}

absl::Status InitializeFromTextShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckHandle(c));
  ShapeHandle filename;
  return c->WithRank(c->input(1), 0, &filename);
}

constexpr char kFindDoc[] = R"doc(
Tells the values of keys.

table_handle: The table.
keys: Of any shape that ends with that of a key.
default_value: For keys that are not there: one value, or one for each key.
values: The shape of `keys`, with that of a value in the place of that of a key.
Tin: Of the keys.
Tout: Of the values.
)doc";

constexpr char kSizeDoc[] = R"doc(
Tells how many entries a table has.

table_handle: The table.
size: A scalar.
)doc";

constexpr char kExportDoc[] = R"doc(
Tells all entries of a table, in any order.

table_handle: The table.
keys: One a row.
values: Of the keys, one a row.
Tkeys: Of the keys.
Tvalues: Of the values.
)doc";

constexpr char kImportDoc[] = R"doc(
Replaces all entries of a table.

table_handle: The table. One that is filled once must be empty, or as large.
keys: The new keys; of one that comes twice the last entry counts.
values: Their values.
Tin: Of the keys.
Tout: Of the values.
)doc";

constexpr char kInsertDoc[] = R"doc(
Adds entries to a table.

table_handle: The table.
keys: One that is there already gets another value.
values: Of the keys.
Tin: Of the keys.
Tout: Of the values.
)doc";

constexpr char kInitializeDoc[] = R"doc(
Fills a table that is filled once.

table_handle: The table. If it has entries already, it must have as many.
keys: A vector; a key may come twice if its value does too.
values: Of the keys.
Tkey: Of the keys.
Tval: Of the values.
)doc";

constexpr char kInitializeFromTextDoc[] = R"doc(
Fills a table that is filled once from a text file: an entry of each line. One that has entries stays as it is.

table_handle: The table.
filename: A file that the run may read.
key_index: What the key is: the number of a column, -1 for the number of the line (an int64), -2 for the whole line.
value_index: What the value is, in the same way.
vocab_size: How many lines are read; there must be as many. -1: all.
delimiter: The character between columns.
offset: The number of the first line.
)doc";

}  // namespace

REGISTER_OP("LookupTableFind")
    .Input("table_handle: Ref(string)")
    .Input("keys: Tin")
    .Input("default_value: Tout")
    .Output("values: Tout")
    .Attr("Tin: type")
    .Attr("Tout: type")
    .SetShapeFn(FindShape)
    .Doc(kFindDoc);

REGISTER_OP("LookupTableFindV2")
    .Input("table_handle: resource")
    .Input("keys: Tin")
    .Input("default_value: Tout")
    .Output("values: Tout")
    .Attr("Tin: type")
    .Attr("Tout: type")
    .SetIsStateful()
    .SetShapeFn(FindShape)
    .Doc(kFindDoc);

REGISTER_OP("LookupTableSize")
    .Input("table_handle: Ref(string)")
    .Output("size: int64")
    .SetShapeFn(SizeShape)
    .Doc(kSizeDoc);

REGISTER_OP("LookupTableSizeV2")
    .Input("table_handle: resource")
    .Output("size: int64")
    .SetIsStateful()
    .SetShapeFn(SizeShape)
    .Doc(kSizeDoc);

REGISTER_OP("LookupTableExport")
    .Input("table_handle: Ref(string)")
    .Output("keys: Tkeys")
    .Output("values: Tvalues")
    .Attr("Tkeys: type")
    .Attr("Tvalues: type")
    .SetShapeFn(ExportShape)
    .Doc(kExportDoc);

REGISTER_OP("LookupTableExportV2")
    .Input("table_handle: resource")
    .Output("keys: Tkeys")
    .Output("values: Tvalues")
    .Attr("Tkeys: type")
    .Attr("Tvalues: type")
    .SetIsStateful()
    .SetShapeFn(ExportShape)
    .Doc(kExportDoc);

REGISTER_OP("LookupTableImport")
    .Input("table_handle: Ref(string)")
    .Input("keys: Tin")
    .Input("values: Tout")
    .Attr("Tin: type")
    .Attr("Tout: type")
    .SetShapeFn(ChangeShape)
    .Doc(kImportDoc);

REGISTER_OP("LookupTableImportV2")
    .Input("table_handle: resource")
    .Input("keys: Tin")
    .Input("values: Tout")
    .Attr("Tin: type")
    .Attr("Tout: type")
    .SetIsStateful()
    .SetShapeFn(ChangeShape)
    .Doc(kImportDoc);

REGISTER_OP("LookupTableInsert")
    .Input("table_handle: Ref(string)")
    .Input("keys: Tin")
    .Input("values: Tout")
    .Attr("Tin: type")
    .Attr("Tout: type")
    .SetShapeFn(ChangeShape)
    .Doc(kInsertDoc);

REGISTER_OP("LookupTableInsertV2")
    .Input("table_handle: resource")
    .Input("keys: Tin")
    .Input("values: Tout")
    .Attr("Tin: type")
    .Attr("Tout: type")
    .SetIsStateful()
    .SetShapeFn(ChangeShape)
    .Doc(kInsertDoc);

REGISTER_OP("InitializeTable")
    .Input("table_handle: Ref(string)")
    .Input("keys: Tkey")
    .Input("values: Tval")
    .Attr("Tkey: type")
    .Attr("Tval: type")
    .SetShapeFn(InitializeShape)
    .Doc(kInitializeDoc);

REGISTER_OP("InitializeTableV2")
    .Input("table_handle: resource")
    .Input("keys: Tkey")
    .Input("values: Tval")
    .Attr("Tkey: type")
    .Attr("Tval: type")
    .SetIsStateful()
    .SetShapeFn(InitializeShape)
    .Doc(kInitializeDoc);

REGISTER_OP("InitializeTableFromTextFile")
    .Input("table_handle: Ref(string)")
    .Input("filename: string")
    .Attr("key_index: int >= -2")
    .Attr("value_index: int >= -2")
    .Attr("vocab_size: int >= -1 = -1")
    .Attr("delimiter: string = '\t'")
    .Attr("offset: int = 0")
    .SetShapeFn(InitializeFromTextShape)
    .Doc(kInitializeFromTextDoc);

REGISTER_OP("InitializeTableFromTextFileV2")
    .Input("table_handle: resource")
    .Input("filename: string")
    .Attr("key_index: int >= -2")
    .Attr("value_index: int >= -2")
    .Attr("vocab_size: int >= -1 = -1")
    .Attr("delimiter: string = '\t'")
    .Attr("offset: int = 0")
    .SetIsStateful()
    .SetShapeFn(InitializeFromTextShape)
    .Doc(kInitializeFromTextDoc);

REGISTER_OP("LookupTableRemoveV2")
    .Input("table_handle: resource")
    .Input("keys: Tin")
    .Attr("Tin: type")
    .SetIsStateful()
    .SetShapeFn(CheckHandle)
    .Doc(R"doc(
Takes entries out of a table.

table_handle: The table.
keys: Those that are not there are passed over.
Tin: Of the keys.
)doc");

}  // namespace opgraft
