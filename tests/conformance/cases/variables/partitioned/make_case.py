# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes a SavedModel of TensorFlow 1 whose variables are partitioned, and what it answers.

python3 make_case.py, with a Python that has TensorFlow 2.21. Its checkpoint has each variable in slices, of rows and of columns,
and the graph's saver reads them so.
"""
import json
import os
import shutil

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np  # pylint: disable=wrong-import-position
import tensorflow as tf  # pylint: disable=wrong-import-position

HERE = os.path.dirname(os.path.abspath(__file__))
v1 = tf.compat.v1
FOLDER = os.path.join(HERE, "saved_model")


def main():
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 7], "x")
        values = [np.arange(35, dtype=np.float32).reshape(7, 5) / 8 - 2, np.arange(5, dtype=np.float32) - 1, np.arange(10, dtype=np.float32).reshape(5, 2)]
        makers = [dict(partitioner=v1.fixed_size_partitioner(3, axis=0)), dict(partitioner=v1.fixed_size_partitioner(2, axis=0)),
                  dict(partitioner=v1.fixed_size_partitioner(2, axis=1), use_resource=True)]
        kernel, bias, head = (v1.get_variable(name, value.shape, initializer=lambda shape, dtype=None, partition_info=None, value=value: tf.constant(
            value[tuple(slice(o, o + s) for o, s in zip(partition_info.var_offset, shape))]), **more) for name, value, more in zip("kbh", values, makers))
        y = tf.matmul(tf.matmul(x, tf.convert_to_tensor(kernel)) + tf.convert_to_tensor(bias), tf.convert_to_tensor(head), name="y")
        session.run(v1.global_variables_initializer())
        shutil.rmtree(FOLDER, ignore_errors=True)
        v1.saved_model.simple_save(session, FOLDER, {"x": x}, {"y": y})
        feed = np.linspace(-1, 1, 14, dtype=np.float32).reshape(2, 7)
        answer = session.run(y, {x: feed})
        features = sorted({n.op for n in session.graph.as_graph_def().node})

    def tensor(array):
        return {"type": "float", "shape": list(array.shape), "data": array.reshape(-1).tolist()}
    case = {"id": "variables/partitioned", "about": "Variables of TensorFlow 1 that are partitioned: stored and restored in slices.",
            "model": "saved_model", "features": features, "must": "ok", "tolerance": {"rtol": 1e-5, "atol": 1e-5},
            "steps": [{"do": "run", "signature": "serving_default", "inputs": {"x": tensor(feed)}, "outputs": {"y": tensor(answer)}}]}
    with open(os.path.join(HERE, "case.json"), "w", encoding="ascii") as out:
        json.dump(case, out, indent=1)
        out.write("\n")


if __name__ == "__main__":
    main()
