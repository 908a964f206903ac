// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
// Draws what `scene` has: {canvas, pen, boxes, lines, open, chosen, view}.
"use strict";

const FONT = "12px system-ui, sans-serif";
const SMALL = "10.5px system-ui, sans-serif";
const MAX_TEXT = 30; // letters of a name in the drawing; the panel has all
const COLORS = "back text soft line edge op constant input state call problem problem-line accent body";

const inputName = (graph, [id, port, name]) => {
  if (id < 0) return name;
  const node = graph.nodes[id].n;
  if (port < 0) return "^" + node;
  return port === 0 ? node : node + ":" + port;
};
const tensorType = (graph, [id, port]) => (id < 0 ? "" : (graph.nodes[id].t || [])[port] || "?");
const stateOf = (node) => ((node.a || []).find(([name]) => name === "variable_id") || [])[1];

// "…quite/a/long/name": the end tells nodes apart.
const shortened = (text) => (text.length <= MAX_TEXT ? text : "…" + text.slice(1 - MAX_TEXT));
const subtitle = (node) => {
  if (node.p !== undefined) return node.o + " (?)";
  return node.k === "state" ? node.o + " " + (stateOf(node) || "") : node.o;
};

function makePainter(scene) {
  const { canvas, pen } = scene;
  const colors = {};

  function readColors() {
    const style = getComputedStyle(document.documentElement);
    for (const name of COLORS.split(" "))
      colors[name] = style.getPropertyValue("--" + name).trim();
  }

  let drawing = false;
  function draw() {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      paint();
    });
  }

  function paint() {
    const scale = window.devicePixelRatio || 1;
    const width = canvas.clientWidth;
    const height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.fillStyle = colors.back;
    pen.fillRect(0, 0, width, height);
    const { x, y, k } = scene.view;
    pen.setTransform(scale * k, 0, 0, scale * k, scale * x, scale * y);
    const seen = { left: -x / k, top: -y / k, right: (width - x) / k, bottom: (height - y) / k };
    const isSeen = (left, top, w, h) =>
      left < seen.right && left + w > seen.left && top < seen.bottom && top + h > seen.top;
    // What is open lies below its edges, and these below what is closed.
    for (const box of scene.boxes) {
      if (box.isFrame && isSeen(box.x, box.y - TITLE, box.w, box.h + TITLE)) paintFrame(box);
      if (isOpen(box) && isSeen(box.x, box.y, box.item.w, box.item.h)) paintBox(box);
    }
    paintEdges(isSeen);
    for (const box of scene.boxes) {
      if (!box.isFrame && !isOpen(box) && isSeen(box.x, box.y, box.item.w, box.item.h)) paintBox(box);
    }
  }

  const isOpen = (box) => !box.isFrame && box.item.boxes.length > 0;

  // Of lines, which stay visible from afar.
  const thickness = (width) => width * Math.max(1, 0.6 / scene.view.k);

  function roundRect(x, y, w, h, r) {
    pen.beginPath();
    if (pen.roundRect) pen.roundRect(x, y, w, h, r);
    else pen.rect(x, y, w, h);
  }

  function paintBox({ item, graph, x, y }) {
    const node = item.node < 0 ? null : graph.nodes[item.node];
    const kind = node === null ? "result" : node.k;
    roundRect(x, y, item.w, item.h, kind === "constant" ? 2 : kind === "input" || kind === "result" ? 12 : 6);
    pen.fillStyle = node === null ? colors.back : colors[kind] || colors.op;
    pen.fill();
    pen.lineWidth = thickness(item.key === scene.chosen ? 2.5 : 1);
    pen.strokeStyle = colors.line;
    if (kind === "problem") pen.strokeStyle = colors["problem-line"];
    if (item.key === scene.chosen) pen.strokeStyle = colors.accent;
    pen.stroke();
    if (scene.view.k < 0.3) return;
    pen.textAlign = "center";
    pen.fillStyle = colors.text;
    pen.font = FONT;
    if (node === null) {
      pen.fillText("result " + (-1 - item.node), x + item.w / 2, y + 15);
      return;
    }
    const shift = node.b ? 8 : 0;
    pen.fillText(shortened(node.n), x + item.w / 2 + shift, y + 15);
    pen.font = SMALL;
    pen.fillStyle = colors.soft;
    pen.fillText(shortened(subtitle(node)), x + item.w / 2 + shift, y + 29);
    if (!node.b) return;
    pen.font = "bold 13px system-ui, sans-serif";
    pen.fillText(scene.open.has(item.key) ? "−" : "+", x + 13, y + 22);
  }

  function paintFrame(frame) {
    roundRect(frame.x, frame.y, frame.w, frame.h, 6);
    pen.fillStyle = colors.body;
    pen.fill();
    pen.lineWidth = 1;
    pen.strokeStyle = colors.line;
    pen.stroke();
    if (scene.view.k < 0.3) return;
    pen.textAlign = "left";
    pen.font = SMALL;
    pen.fillStyle = colors.soft;
    pen.fillText(frame.label, frame.x + 2, frame.y - 6);
  }

  function trace(points, dx, dy) {
    pen.moveTo(dx + points[0][0], dy + points[0][1]);
    for (let i = 1; i < points.length; i++) {
      const [x, y] = points[i - 1];
      const [u, v] = points[i];
      const middle = (y + v) / 2;
      pen.bezierCurveTo(dx + x, dy + middle, dx + u, dy + middle, dx + u, dy + v);
    }
  }

  function paintEdges(isSeen) {
    const near = [];
    const plain = [];
    const control = [];
    for (const line of scene.lines) {
      const { bounds, from, to, ports } = line.edge;
      const width = bounds.right - bounds.left + 4;
      const height = bounds.bottom - bounds.top + 4;
      if (!isSeen(line.dx + bounds.left - 2, line.dy + bounds.top - 2, width, height)) continue;
      if (scene.chosen !== "" && (from.key === scene.chosen || to.key === scene.chosen)) near.push(line);
      else (ports.every((port) => port < 0) ? control : plain).push(line);
    }
    const stroke = (group, color, width, dash) => {
      pen.beginPath();
      pen.setLineDash(dash);
      for (const line of group) trace(line.edge.points, line.dx, line.dy);
      pen.strokeStyle = color;
      pen.lineWidth = thickness(width);
      pen.stroke();
      pen.setLineDash([]);
      if (scene.view.k < 0.3) return;
      pen.fillStyle = color;
      for (const line of group) paintHead(line);
    };
    stroke(plain, colors.edge, 1.1, []);
    stroke(control, colors.edge, 1, [4, 4]);
    stroke(near, colors.accent, 2, []);
    if (scene.view.k < 0.75) return;
    paintTypes([...plain, ...near]);
  }

  function paintHead(line) {
    const [x, y] = line.edge.points[line.edge.points.length - 1];
    pen.beginPath();
    pen.moveTo(line.dx + x, line.dy + y);
    pen.lineTo(line.dx + x - 3.5, line.dy + y - 7);
    pen.lineTo(line.dx + x + 3.5, line.dy + y - 7);
    pen.fill();
  }

  // The type of each tensor, once, where it leaves its node.
  function paintTypes(group) {
    const told = new Set();
    pen.font = "9.5px system-ui, sans-serif";
    pen.textAlign = "center";
    for (const { edge, graph, dx, dy } of group) {
      const port = edge.ports.find((p) => p >= 0);
      const name = edge.from.key + ":" + port;
      if (port === undefined || edge.from.node < 0 || told.has(name)) continue;
      told.add(name);
      const type = tensorType(graph, [edge.from.node, port]).replace(" <unknown>", "");
      const [x, y] = edge.points[0];
      const u = edge.points[1][0];
      const width = pen.measureText(type).width;
      const cx = dx + x + (u - x) * 0.15;
      pen.fillStyle = colors.back;
      pen.globalAlpha = 0.85;
      pen.fillRect(cx - width / 2 - 2, dy + y + 5, width + 4, 11);
      pen.globalAlpha = 1;
      pen.fillStyle = colors.soft;
      pen.fillText(type, cx, dy + y + 14);
    }
  }

  return { draw, readColors };
}
