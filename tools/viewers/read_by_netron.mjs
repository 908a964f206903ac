// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Reads models by Netron's own JavaScript, without a browser: read_by_netron.mjs SOURCE FILE...
// SOURCE is the folder of Netron's modules. Prints what it has read, a line of JSON a file.
import * as fs from "fs/promises";
import * as path from "path";

const [source, ...files] = process.argv.slice(2);
const module = (id) => import(path.join(source, `${id}.js`));
const base = await module("base");
const view = await module("view");

// What Netron asks of the program around it.
class Host {
  environment() {}
  event() {}
  async require(id) {
    return module(id);
  }
}

// A file and those beside it.
class Context {
  constructor(host, file, buffer) {
    this.host = host;
    this.folder = path.dirname(file);
    this.identifier = path.basename(file);
    this.stream = new base.BinaryStream(buffer);
    this.entries = new Map();
  }
  async asset(name) {
    return fs.readFile(path.join(source, name), "utf-8");
  }
  async fetch(name) {
    return new base.BinaryStream(await fs.readFile(path.join(this.folder, name)));
  }
  async require(id) {
    return this.host.require(id);
  }
  error(error) {
    throw error;
  }
}

const name = (argument) => argument.value.map((value) => value.name);

const ofGraph = (graph) => ({
  name: graph.name,
  inputs: graph.inputs.flatMap(name),
  outputs: graph.outputs.flatMap(name),
  nodes: graph.nodes.map((node) => ({
    name: node.name,
    type: node.type.name,
    inputs: node.inputs.flatMap(name),
    outputs: node.outputs.flatMap(name),
  })),
});

const service = new view.ModelFactoryService(new Host());
for (const file of files) {
  const model = await service.open(new Context(new Host(), file, await fs.readFile(file)));
  const functions = (model.functions || []).map(ofGraph);
  console.log(JSON.stringify({ file, format: model.format, graphs: model.modules.map(ofGraph), functions }));
}
