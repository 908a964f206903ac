// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
// Places the nodes of a graph in layers, each below what it needs (Sugiyama's way): layers by the
// longest path, order within a layer by the neighbours' mean, and x by a least-squares fit that
// keeps the order. An open function is laid out first and stands in its node as a box.
"use strict";

const GAP_X = 18;
const GAP_Y = 44;
const PAD = 12;
const TITLE = 20;
const NODE_HEIGHT = 36;
const LONG_EDGE = 30; // layers; a longer edge is drawn straight, without a place in each layer

// layoutGraph(index, key, options): {w, h, items, edges: {from, to, ports, points, bounds}}; coordinates from the box's own corner.
//   key: of the opened node that the box belongs to, "" for the model
//   options: {graphs, isOpen(key), shows(node), measure(node): width}
// An item is {node, key, x, y, w, h, boxes}; node -1 - r stands for result r.
function layoutGraph(index, key, options) {
  const graph = options.graphs[index];
  const items = itemsOf(graph, key, options);
  const edges = edgesOf(graph, items);
  const layers = layersOf(items, edges);
  const chains = addDummies(items, edges, layers);
  orderLayers(items, layers);
  placeX(items, layers);
  return finish(items, layers, chains);
}

function itemsOf(graph, key, options) {
  const items = [];
  graph.nodes.forEach((node, id) => {
    if (!options.shows(node, graph)) return;
    const isInput = node.k === "input" || node.k === "state";
    const item = { node: id, key: key + "/" + id, up: [], down: [], boxes: [], isInput };
    if (node.b !== undefined && options.isOpen(item.key)) openItem(item, node, options);
    else Object.assign(item, { w: options.measure(node), h: NODE_HEIGHT });
    items.push(item);
  });
  graph.results.forEach((result, r) => {
    if (key === "" || result[0] < 0) return;
    items.push({ node: -1 - r, key: key + "/r" + r, up: [], down: [], boxes: [], w: 70, h: 22 });
  });
  return items;
}

// The bodies side by side below a title.
function openItem(item, node, options) {
  let x = PAD;
  let height = 0;
  node.b.forEach(([label, name, graph], i) => {
    if (graph < 0) return;
    const inner = layoutGraph(graph, item.key + ":" + i, options);
    item.boxes.push({ x, y: NODE_HEIGHT + TITLE, label: label || name, name, inner, graph });
    x += Math.max(inner.w, 80) + PAD;
    height = Math.max(height, inner.h);
  });
  item.w = Math.max(options.measure(node), x);
  item.h = NODE_HEIGHT + TITLE + height + PAD;
}

// One edge between two items, however many tensors it stands for.
function edgesOf(graph, items) {
  const at = new Map(items.map((item) => [item.node, item]));
  const edges = new Map();
  const add = (from, to, port) => {
    const source = from < 0 ? undefined : at.get(from); // items of results have numbers below 0
    if (source === undefined || source === to) return;
    const name = source.key + ">" + to.key;
    const known = edges.get(name);
    if (known === undefined) edges.set(name, { source, target: to, ports: [port] });
    else if (!known.ports.includes(port)) known.ports.push(port);
  };
  for (const item of items) {
    if (item.node < 0) {
      const [from, port] = graph.results[-1 - item.node];
      add(from, item, port);
    } else {
      for (const [from, port] of graph.nodes[item.node].i || []) add(from, item, port);
    }
  }
  return [...edges.values()];
}

// Sets item.layer; turns edges that close a cycle round. Returns the layers, arrays of items.
function layersOf(items, edges) {
  for (const item of items) Object.assign(item, { waits: 0, out: [], layer: 0 });
  for (const edge of edges) {
    edge.source.out.push(edge);
    edge.target.waits++;
  }
  const order = [];
  const ready = items.filter((item) => item.waits === 0);
  const left = new Set(items);
  for (let i = 0; left.size > 0; i++) {
    // Only cycles are left: the first of them goes on without what it waits for.
    if (i === ready.length) ready.push(left.values().next().value);
    const item = ready[i];
    if (!left.delete(item)) continue;
    order.push(item);
    for (const edge of item.out) {
      edge.isBack = !left.has(edge.target);
      if (edge.isBack) continue;
      edge.target.layer = Math.max(edge.target.layer, item.layer + 1);
      if (--edge.target.waits === 0) ready.push(edge.target);
    }
  }
  // What is computed of no input stands right above its first consumer; so does what has no inputs.
  const hasInput = new Set();
  const isFed = new Set(order.filter((item) => item.isInput));
  for (const item of order) {
    for (const edge of item.out) {
      if (edge.isBack) continue;
      hasInput.add(edge.target);
      if (isFed.has(item)) isFed.add(edge.target);
    }
  }
  for (const item of order.reverse()) {
    const uses = item.out.filter((edge) => !edge.isBack).map((edge) => edge.target.layer);
    const mayMove = !hasInput.has(item) || !isFed.has(item);
    if (mayMove && uses.length > 0) item.layer = Math.min(...uses) - 1;
  }
  order.reverse();
  const layers = [];
  for (const item of order) (layers[item.layer] = layers[item.layer] || []).push(item);
  for (let i = 0; i < layers.length; i++) layers[i] = layers[i] || [];
  return layers;
}

// A place in each layer that an edge passes. Returns per edge {edge, chain: items from top down}.
function addDummies(items, edges, layers) {
  let left = 4 * items.length + 2000;
  const chains = [];
  for (const edge of edges) {
    const chain = [edge.source];
    const span = edge.target.layer - edge.source.layer;
    const isLong = edge.isBack || span > LONG_EDGE || span - 1 > left;
    for (let l = edge.source.layer + 1; !isLong && l < edge.target.layer; l++) {
      const dummy = { w: 2, h: 0, up: [], down: [], boxes: [], layer: l, isDummy: true };
      layers[l].push(dummy);
      chain.push(dummy);
      left--;
    }
    chain.push(edge.target);
    for (let i = 0; !isLong && i + 1 < chain.length; i++) {
      chain[i].down.push(chain[i + 1]);
      chain[i + 1].up.push(chain[i]);
    }
    chains.push({ edge, chain, isLong });
  }
  return chains;
}

function orderLayers(items, layers) {
  const number = (layer) => layer.forEach((item, i) => (item.at = i));
  layers.forEach(number);
  const sweeps = items.length > 4000 ? 2 : 8;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const downwards = sweep % 2 === 0;
    const visited = downwards ? layers : [...layers].reverse();
    for (const layer of visited) {
      for (const item of layer) {
        const near = downwards ? item.up : item.down;
        item.wish = near.length === 0 ? item.at : near.reduce((sum, n) => sum + n.at, 0) / near.length;
      }
      layer.sort((a, b) => a.wish - b.wish || a.at - b.at);
      number(layer);
    }
  }
}

// The x that is nearest to the wishes, in the order given: neighbours that would overlap are moved
// as one block, whose place is the mean of theirs (pool adjacent violators).
function fit(layer) {
  const blocks = [];
  let offset = 0;
  for (const item of layer) {
    item.offset = offset;
    offset += item.w + (item.isDummy ? 8 : GAP_X);
    const weight = item.isDummy ? 4 : 1;
    blocks.push({ sum: (item.wish - item.offset) * weight, weight, items: [item] });
    while (blocks.length > 1) {
      const last = blocks[blocks.length - 1];
      const before = blocks[blocks.length - 2];
      if (before.sum / before.weight <= last.sum / last.weight) break;
      before.sum += last.sum;
      before.weight += last.weight;
      for (const moved of last.items) before.items.push(moved);
      blocks.pop();
    }
  }
  for (const block of blocks) {
    for (const item of block.items) item.x = block.sum / block.weight + item.offset;
  }
}

function placeX(items, layers) {
  for (const layer of layers) {
    let x = 0;
    for (const item of layer) {
      item.x = x;
      x += item.w + (item.isDummy ? 8 : GAP_X);
    }
  }
  const centre = (item) => item.x + item.w / 2;
  const passes = items.length > 4000 ? 4 : 12;
  for (let pass = 0; pass < passes; pass++) {
    const downwards = pass % 2 === 0;
    for (const layer of downwards ? layers : [...layers].reverse()) {
      for (const item of layer) {
        let near = downwards ? item.up : item.down;
        if (near.length === 0) near = downwards ? item.down : item.up;
        item.wish =
          near.length === 0 ? item.x : near.reduce((sum, n) => sum + centre(n), 0) / near.length - item.w / 2;
      }
      fit(layer);
    }
  }
}

function finish(items, layers, chains) {
  let y = PAD;
  for (const layer of layers) {
    const height = layer.reduce((most, item) => Math.max(most, item.h), 0);
    for (const item of layer) item.y = y + (height - item.h) / 2;
    y += height + GAP_Y;
  }
  const all = layers.flat();
  const left = all.reduce((least, item) => Math.min(least, item.x), Infinity);
  for (const item of all) item.x += PAD - (Number.isFinite(left) ? left : 0);
  const right = all.reduce((most, item) => Math.max(most, item.x + item.w), 0);
  const lines = chains.map(({ edge, chain }) => ({ edge, points: pointsOf(chain) }));
  spreadEnds(lines);
  const edges = lines.map(({ edge, points }) => {
    return { from: edge.source, to: edge.target, ports: edge.ports, points, bounds: boundsOf(points) };
  });
  return { w: right + PAD, h: Math.max(y - GAP_Y, 0) + PAD, items, edges };
}

// Edges come in side by side, in the order in which they come from above.
function spreadEnds(lines) {
  const into = new Map();
  for (const line of lines) {
    if (!into.has(line.edge.target)) into.set(line.edge.target, []);
    into.get(line.edge.target).push(line.points);
  }
  for (const [item, ends] of into) {
    const before = (points) => points[points.length - 2][0];
    ends.sort((a, b) => before(a) - before(b));
    const width = Math.min(item.w * 0.8, ends.length * 24);
    ends.forEach((points, i) => {
      points[points.length - 1][0] = item.x + item.w / 2 + width * ((i + 0.5) / ends.length - 0.5);
    });
  }
}

function boundsOf(points) {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  return bounds;
}

// From the lower side of the first item to the upper side of the last.
function pointsOf(chain) {
  return chain.map((item, i) => [item.x + item.w / 2, i === 0 ? item.y + item.h : item.y]);
}
