# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the IR of a language model with random weights, as the exports of real ones look.

Decoder layers with RMS norm, rotary positions, grouped heads, a SwiGLU and a cache of keys and
values in variables, which beam_idx reorders. Inputs: input_ids [batch, tokens], position_ids [batch,
tokens], beam_idx [batch]; output: logits [batch, tokens, vocabulary].
"""
import argparse

import numpy as np
import openvino
from openvino import opset13 as ov
from openvino.op.util import Variable, VariableInfo

GROUP = 32  # weights of 4 bits that share a scale


class Maker:
    def __init__(self, options):
        self.options = options
        self.random = np.random.default_rng(options.seed)
        self.sinks = []
        self.kept = []  # arrays and tensors, which OpenVINO's constants use and do not keep

    def weights(self, rows, columns):
        """[rows, columns] in f32, by the chain of layers that decompresses them."""
        kind = self.options.weights
        if kind in ("f32", "f16"):
            numbers = self.random.standard_normal((rows, columns), np.float32) / np.float32(np.sqrt(columns))
            return (ov.constant(numbers) if kind == "f32" else
                    ov.convert(ov.constant(numbers.astype(np.float16)), "f32"))
        if kind == "i8":
            packed = ov.constant(self.random.integers(-127, 128, (rows, columns), np.int8))
            scale = np.full((rows, 1), 1 / (74 * np.sqrt(columns)), np.float16)
            return ov.convert(ov.multiply(ov.convert(packed, "f16"), ov.constant(scale)), "f32")
        shape = [rows, columns // GROUP, GROUP]
        data = self.random.integers(0, 256, rows * columns // 2, np.uint8)
        tensor = openvino.Tensor(data, shape, openvino.Type.i4)
        self.kept += [data, tensor]
        packed = ov.constant(tensor)
        scale = np.full((rows, columns // GROUP, 1), 1 / (4.6 * np.sqrt(columns)), np.float16)
        scaled = ov.multiply(ov.convert(packed, "f16"), ov.constant(scale))
        return ov.convert(ov.reshape(scaled, ov.constant(np.int64([rows, columns])), False), "f32")

    def linear(self, x, rows, columns):
        return ov.matmul(x, self.weights(rows, columns), False, True)

    def norm(self, x):
        width = self.options.width
        mean = ov.reduce_mean(ov.power(x, np.float32(2)), np.int64([-1]), True)
        scale = ov.divide(np.float32(1), ov.sqrt(ov.add(mean, np.float32(1e-6))))
        gain = (1 + self.random.standard_normal((1, 1, width)) / 8).astype(np.float32)
        return ov.multiply(ov.constant(gain), ov.multiply(x, scale))

    def heads(self, x, count):
        """[batch, tokens, count * size] -> [batch, count, tokens, size]."""
        parts = ov.reshape(x, ov.constant(np.int64([0, 0, count, self.options.head])), True)
        return ov.transpose(parts, ov.constant(np.int64([0, 2, 1, 3])))

    def rotated(self, x, cos, sin):
        half = self.options.head // 2
        at = lambda n: ov.constant(np.int64([n]))
        low = ov.slice(x, at(0), at(half), at(1), at(3))
        high = ov.slice(x, at(half), at(2 * half), at(1), at(3))
        turned = ov.concat([ov.multiply(high, np.float32(-1)), low], 3)
        return ov.add(ov.multiply(x, cos), ov.multiply(turned, sin))

    def cached(self, name, x):
        """Rows of all steps, those of `x` last."""
        o = self.options
        info = VariableInfo()
        info.data_shape = openvino.PartialShape([-1, o.kv_heads, -1, o.head])
        info.data_type = openvino.Type.f32
        info.variable_id = name
        variable = Variable(info)
        shape = ov.concat([self.batch, ov.constant(np.int64([o.kv_heads, 0, o.head]))], 0)
        read = ov.read_value(ov.broadcast(ov.constant(np.float32(0)), shape), variable)
        past = ov.gather(read, self.beam_idx, ov.constant(np.int64(0)))
        joined = ov.concat([past, x], 2)
        self.sinks.append(ov.assign(joined, variable))
        return joined

    def grouped(self, x):
        """Each key-value head for all the heads that share it."""
        o = self.options
        times = o.heads // o.kv_heads
        if times == 1:
            return x
        wide = ov.unsqueeze(x, ov.constant(np.int64(2)))
        ones = ov.constant(np.int64([1, 1, times, 1, 1]))
        wide = ov.broadcast(wide, ones, broadcast_spec="BIDIRECTIONAL")
        return ov.reshape(wide, ov.constant(np.int64([0, o.heads, -1, o.head])), True)

    def attention(self, x, name):
        o = self.options
        q = self.rotated(self.heads(self.linear(x, o.heads * o.head, o.width), o.heads), *self.turn)
        k = self.heads(self.linear(x, o.kv_heads * o.head, o.width), o.kv_heads)
        v = self.heads(self.linear(x, o.kv_heads * o.head, o.width), o.kv_heads)
        k = self.cached(f"{name}.key", self.rotated(k, *self.turn))
        v = self.cached(f"{name}.value", v)
        if self.mask is None:
            self.mask = self.make_mask(k)
        out = ov.scaled_dot_product_attention(q, self.grouped(k), self.grouped(v), self.mask)
        out = ov.transpose(out, ov.constant(np.int64([0, 2, 1, 3])))
        out = ov.reshape(out, ov.constant(np.int64([0, 0, o.heads * o.head])), True)
        return self.linear(out, o.width, o.heads * o.head)

    def make_mask(self, keys):
        """A token sees the keys up to its own position."""
        length = ov.gather(ov.shape_of(keys, "i64"), np.int64(2), np.int64(0))
        places = ov.range(np.int64(0), length, np.int64(1), "i64")
        mine = ov.unsqueeze(self.positions, ov.constant(np.int64([1, 3])))
        return ov.less_equal(places, mine)

    def gated(self, x):
        o = self.options
        up = ov.multiply(ov.swish(self.linear(x, o.inner, o.width)), self.linear(x, o.inner, o.width))
        return self.linear(up, o.width, o.inner)

    def model(self):
        o = self.options
        ids = self.parameter("input_ids", [-1, -1], np.int64)
        self.positions = self.parameter("position_ids", [-1, -1], np.int64)
        self.beam_idx = self.parameter("beam_idx", [-1], np.int32)
        self.batch = ov.gather(ov.shape_of(ids, "i64"), np.int64([0]), np.int64(0))
        steps = (10000 ** -(np.arange(0, o.head, 2) / o.head)).astype(np.float32).reshape(1, 1, -1)
        angles = ov.multiply(ov.unsqueeze(ov.convert(self.positions, "f32"), np.int64([2])), steps)
        angles = ov.unsqueeze(ov.concat([angles, angles], 2), np.int64([1]))
        self.turn = ov.cos(angles), ov.sin(angles)
        self.mask = None
        table = self.weights(o.vocabulary, o.width)
        x = ov.gather(table, ids, np.int64(0))
        for i in range(o.layers):
            x = ov.add(x, self.attention(self.norm(x), f"layers.{i}"))
            x = ov.add(x, self.gated(self.norm(x)))
        result = ov.result(ov.matmul(self.norm(x), table, False, True))
        result.input(0).get_source_output().get_tensor().set_names({"logits"})
        inputs = [ids, self.positions, self.beam_idx]
        return openvino.Model([result], self.sinks, inputs, "language_model")

    def parameter(self, name, shape, dtype):
        made = ov.parameter(shape, dtype, name=name)
        made.output(0).get_tensor().set_names({name})
        return made


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--heads", type=int, default=16)
    parser.add_argument("--kv-heads", type=int, default=8)
    parser.add_argument("--inner", type=int, default=2816)
    parser.add_argument("--vocabulary", type=int, default=8192)
    parser.add_argument("--weights", choices=["f32", "f16", "i8", "i4"], default="f32")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("out", help="MODEL.xml")
    options = parser.parse_args()
    options.head = options.width // options.heads
    maker = Maker(options)
    openvino.save_model(maker.model(), options.out, compress_to_fp16=False)


if __name__ == "__main__":
    main()
