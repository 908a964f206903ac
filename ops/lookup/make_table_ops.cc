// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that make tables.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The handle and what the table holds: scalar keys, values of shape `value`.
absl::Status TableShape(InferenceContext* c, ShapeHandle value) {
  DataType key_type = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("key_dtype", &key_type));
  DataType value_type = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("value_dtype", &value_type));
  c->set_output(0, c->Scalar());
  c->set_output_handle_shapes_and_types(0, {{c->Scalar(), key_type}, {value, value_type}});
  return absl::OkStatus();
}

absl::Status ScalarTableShape(InferenceContext* c) { return TableShape(c, c->Scalar()); }

absl::Status TableOfTensorsShape(InferenceContext* c) {
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("value_shape", &shape));
  ShapeHandle value;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &value));
  return TableShape(c, value);
}

// The shape of a bucket: scalars lie in vectors of one element.
ShapeHandle BucketShape(InferenceContext* c, ShapeHandle shape) {
  if (!c->RankKnown(shape)) return c->Vector(InferenceContext::kUnknownDim);
  return c->Rank(shape) == 0 ? c->Vector(1) : shape;
}

// What a dense table holds, and then what a bucket of it holds, which is exported.
absl::Status DenseTableShape(InferenceContext* c) {
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("value_shape", &shape));
  ShapeHandle key, value;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), 1, &key));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(key, c->input(1), &key));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &value));
  c->set_output(0, c->Scalar());
  DataType key_type = DT_INVALID, value_type = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("key_dtype", &key_type));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("value_dtype", &value_type));
  c->set_output_handle_shapes_and_types(0, {{key, key_type},
                                            {value, value_type},
                                            {BucketShape(c, key), key_type},
                                            {BucketShape(c, value), value_type}});
  return absl::OkStatus();
}

// Ref(string) {container, name}.
absl::Status NamesShape(InferenceContext* c) {
  c->set_output(0, c->Vector(2));
  return absl::OkStatus();
}

constexpr char kHashTableDoc[] = R"doc(
Gives a table that is filled once, by an initialiser, and makes it at the first call.

table_handle: The table.
container: Where its name counts; empty for the default.
shared_name: Nodes of one name share the table; empty for a table of its own.
use_node_name_sharing: Without `shared_name` the node's name counts.
key_dtype: Of the keys.
value_dtype: Of the values.
)doc";

constexpr char kMutableHashTableDoc[] = R"doc(
Gives a table that may be changed at any time, and makes it, empty, at the first call.

table_handle: The table.
container: Where its name counts; empty for the default.
shared_name: Nodes of one name share the table; empty for a table of its own.
use_node_name_sharing: Without `shared_name` the node's name counts.
key_dtype: Of the keys.
value_dtype: Of the values.
)doc";

constexpr char kTableOfTensorsDoc[] = R"doc(
Gives a table of vectors that may be changed at any time, and makes it, empty, at the first call.

table_handle: The table.
container: Where its name counts; empty for the default.
shared_name: Nodes of one name share the table; empty for a table of its own.
use_node_name_sharing: Without `shared_name` the node's name counts.
key_dtype: Of the keys.
value_dtype: Of the values.
value_shape: Of each value: a vector's.
)doc";

}  // namespace

REGISTER_OP("HashTable")
    .Output("table_handle: Ref(string)")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("use_node_name_sharing: bool = false")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .SetIsStateful()
    .SetShapeFn(NamesShape)
    .Doc(kHashTableDoc);

REGISTER_OP("HashTableV2")
    .Output("table_handle: resource")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("use_node_name_sharing: bool = false")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .SetIsStateful()
    .SetShapeFn(ScalarTableShape)
    .Doc(kHashTableDoc);

REGISTER_OP("AnonymousHashTable")
    .Output("table_handle: resource")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .SetIsStateful()
    .SetShapeFn(ScalarTableShape)
    .Doc(R"doc(
Makes a new table that is filled once, by an initialiser.

table_handle: The table; it lives until this node makes another.
key_dtype: Of the keys.
value_dtype: Of the values.
)doc");

REGISTER_OP("MutableHashTable")
    .Output("table_handle: Ref(string)")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("use_node_name_sharing: bool = false")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .SetIsStateful()
    .SetShapeFn(NamesShape)
    .Doc(kMutableHashTableDoc);

REGISTER_OP("MutableHashTableV2")
    .Output("table_handle: resource")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("use_node_name_sharing: bool = false")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .SetIsStateful()
    .SetShapeFn(ScalarTableShape)
    .Doc(kMutableHashTableDoc);

REGISTER_OP("AnonymousMutableHashTable")
    .Output("table_handle: resource")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .SetIsStateful()
    .SetShapeFn(ScalarTableShape)
    .Doc(R"doc(
Makes a new, empty table that may be changed at any time.

table_handle: The table; it lives until this node makes another.
key_dtype: Of the keys.
value_dtype: Of the values.
)doc");

REGISTER_OP("MutableHashTableOfTensors")
    .Output("table_handle: Ref(string)")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("use_node_name_sharing: bool = false")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .Attr("value_shape: shape = {}")
    .SetIsStateful()
    .SetShapeFn(NamesShape)
    .Doc(kTableOfTensorsDoc);

REGISTER_OP("MutableHashTableOfTensorsV2")
    .Output("table_handle: resource")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("use_node_name_sharing: bool = false")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .Attr("value_shape: shape = {}")
    .SetIsStateful()
    .SetShapeFn(TableOfTensorsShape)
    .Doc(kTableOfTensorsDoc);

REGISTER_OP("AnonymousMutableHashTableOfTensors")
    .Output("table_handle: resource")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .Attr("value_shape: shape = {}")
    .SetIsStateful()
    .SetShapeFn(TableOfTensorsShape)
    .Doc(R"doc(
Makes a new, empty table of vectors that may be changed at any time.

table_handle: The table; it lives until this node makes another.
key_dtype: Of the keys.
value_dtype: Of the values.
value_shape: Of each value: a vector's.
)doc");

REGISTER_OP("MutableDenseHashTable")
    .Input("empty_key: key_dtype")
    .Output("table_handle: Ref(string)")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("use_node_name_sharing: bool = false")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .Attr("value_shape: shape = {}")
    .Attr("initial_num_buckets: int = 131072")
    .Attr("max_load_factor: float = 0.8")
    .SetIsStateful()
    .SetShapeFn(NamesShape)
    .Doc(R"doc(
Gives a table of buckets that may be filled at any time, and makes it, empty, at the first call. Entries cannot be removed.
What is exported and imported are all its buckets.

empty_key: What stands in a bucket without an entry, so it cannot be a key: a scalar or a vector, as keys are.
table_handle: The table.
container: Where its name counts; empty for the default.
shared_name: Nodes of one name share the table; empty for a table of its own.
use_node_name_sharing: Without `shared_name` the node's name counts.
key_dtype: Of the keys.
value_dtype: Of the values.
value_shape: Of each value: a scalar's or a vector's.
initial_num_buckets: A power of 2, at least 4. A table grows by doubling.
max_load_factor: Which part of the buckets may be full, between 0 and 1.
)doc");

REGISTER_OP("MutableDenseHashTableV2")
    .Input("empty_key: key_dtype")
    .Input("deleted_key: key_dtype")
    .Output("table_handle: resource")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("use_node_name_sharing: bool = false")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .Attr("value_shape: shape = {}")
    .Attr("initial_num_buckets: int = 131072")
    .Attr("max_load_factor: float = 0.8")
    .SetIsStateful()
    .SetShapeFn(DenseTableShape)
    .Doc(R"doc(
Gives a table of buckets that may be changed at any time, and makes it, empty, at the first call. What is
exported and imported are all its buckets.

empty_key: What stands in a bucket without an entry, so it cannot be a key: a scalar or a vector, as keys are.
deleted_key: What stands in a bucket whose entry was removed; another that cannot be a key.
table_handle: The table.
container: Where its name counts; empty for the default.
shared_name: Nodes of one name share the table; empty for a table of its own.
use_node_name_sharing: Without `shared_name` the node's name counts.
key_dtype: Of the keys.
value_dtype: Of the values.
value_shape: Of each value: a scalar's or a vector's.
initial_num_buckets: A power of 2, at least 4. A table grows by doubling.
max_load_factor: Which part of the buckets may be full, between 0 and 1.
)doc");

REGISTER_OP("AnonymousMutableDenseHashTable")
    .Input("empty_key: key_dtype")
    .Input("deleted_key: key_dtype")
    .Output("table_handle: resource")
    .Attr("key_dtype: type")
    .Attr("value_dtype: type")
    .Attr("value_shape: shape = {}")
    .Attr("initial_num_buckets: int = 131072")
    .Attr("max_load_factor: float = 0.8")
    .SetIsStateful()
    .SetShapeFn(DenseTableShape)
    .Doc(R"doc(
Makes a new, empty table of buckets that may be changed at any time.

empty_key: What stands in a bucket without an entry, so it cannot be a key: a scalar or a vector, as keys are.
deleted_key: What stands in a bucket whose entry was removed; another that cannot be a key.
table_handle: The table; it lives until this node makes another.
key_dtype: Of the keys.
value_dtype: Of the values.
value_shape: Of each value: a scalar's or a vector's.
initial_num_buckets: A power of 2, at least 4. A table grows by doubling.
max_load_factor: Which part of the buckets may be full, between 0 and 1.
)doc");

}  // namespace opgraft
