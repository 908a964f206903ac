// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
// Draws the model that the page holds, and answers the mouse, fingers and keys.
(function () {
  "use strict";
  const MODEL = JSON.parse(document.getElementById("model").textContent);
  const GRAPHS = MODEL.graphs;
  const find = (selector) => document.querySelector(selector);
  const canvas = find("canvas");
  const pen = canvas.getContext("2d");
  const panel = find("aside");
  const OPEN_AT_START = 250; // nodes; a smaller model shows its functions at once
  const READABLE = 0.7; // of the full size
  const MOVED = 5; // pixels; a press that moves less is a click

  const scene = {
    canvas,
    pen,
    boxes: [], // every item drawn, with its place in the whole: {item, graph, x, y}; and frames: {isFrame, x, y, w, h, label}
    lines: [], // every edge drawn: {edge, graph, dx, dy}
    open: new Set(), // keys of nodes whose functions are shown
    chosen: "", // key of the item chosen
    view: { x: 0, y: 0, k: 1 },
  };
  const { draw, readColors } = makePainter(scene);
  const { showNode, showModel } = makePanel(panel, MODEL, scene, { choose, toggle, goTo });
  const search = makeSearch(MODEL, goTo);
  let root = null; // the layout

  const widths = new Map();
  function textWidth(text) {
    if (!widths.has(text)) {
      pen.font = FONT;
      widths.set(text, pen.measureText(text).width);
    }
    return widths.get(text);
  }

  function layOut() {
    const constants = find(".constants").checked;
    const options = {
      graphs: GRAPHS,
      isOpen: (key) => scene.open.has(key),
      shows: (node) => constants || node.k !== "constant",
      measure: (node) =>
        Math.max(64, textWidth(shortened(node.n)), textWidth(shortened(subtitle(node)))) + (node.b ? 40 : 20),
    };
    root = layoutGraph(0, "", options);
    scene.boxes = [];
    scene.lines = [];
    collect(root, GRAPHS[0], 0, 0);
  }

  // In the order of painting: what lies in a box comes behind it.
  function collect(layout, graph, dx, dy) {
    for (const edge of layout.edges) scene.lines.push({ edge, graph, dx, dy });
    for (const item of layout.items) {
      const place = { item, graph, x: dx + item.x, y: dy + item.y };
      scene.boxes.push(place);
      for (const box of item.boxes) {
        const x = place.x + box.x;
        const y = place.y + box.y;
        scene.boxes.push({ isFrame: true, x, y, w: Math.max(box.inner.w, 80), h: box.inner.h, label: box.label });
        collect(box.inner, GRAPHS[box.graph], x, y);
      }
    }
  }

  const placeOf = (key) => scene.boxes.find((box) => !box.isFrame && box.item.key === key);

  // --- Moving ---

  function zoom(factor, x, y) {
    const k = Math.min(Math.max(scene.view.k * factor, 0.01), 4);
    scene.view.x = x - ((x - scene.view.x) * k) / scene.view.k;
    scene.view.y = y - ((y - scene.view.y) * k) / scene.view.k;
    scene.view.k = k;
    draw();
  }

  // If the whole would be too small to be read, what is around its first input, or first node.
  function showAll(least) {
    const k = Math.min(canvas.clientWidth / (root.w + 20), canvas.clientHeight / (root.h + 20), 1.2);
    const begin = root.items.find((item) => item.node >= 0 && GRAPHS[0].nodes[item.node].k === "input") || root.items[0];
    const middle = k >= least || begin === undefined ? root.w / 2 : begin.x + begin.w / 2;
    scene.view.k = Math.max(k, least);
    const room = canvas.clientWidth - root.w * scene.view.k;
    const x = canvas.clientWidth / 2 - middle * scene.view.k;
    scene.view.x = Math.max(Math.min(x, Math.max(room, 0)), Math.min(room, 0));
    scene.view.y = Math.max((canvas.clientHeight - root.h * scene.view.k) / 2, 10);
    draw();
  }

  function centre(key) {
    const place = placeOf(key);
    if (place === undefined) return;
    scene.view.k = Math.max(scene.view.k, 0.8);
    scene.view.x = canvas.clientWidth / 2 - (place.x + place.item.w / 2) * scene.view.k;
    scene.view.y = canvas.clientHeight / 3 - place.y * scene.view.k;
    draw();
  }

  // --- Choosing and opening ---

  function hit(x, y) {
    const u = (x - scene.view.x) / scene.view.k;
    const v = (y - scene.view.y) / scene.view.k;
    // What lies in another comes later.
    for (let i = scene.boxes.length - 1; i >= 0; i--) {
      const { isFrame, item, x: left, y: top } = scene.boxes[i];
      if (isFrame || item.node < 0) continue;
      if (u >= left && u <= left + item.w && v >= top && v <= top + item.h) return scene.boxes[i];
    }
    return null;
  }

  function choose(place) {
    scene.chosen = place === null ? "" : place.item.key;
    panel.hidden = place === null;
    if (place !== null) showNode(place);
    draw();
  }

  function toggle(place) {
    const { item, graph } = place;
    if (!graph.nodes[item.node].b) return;
    const before = { x: place.x, y: place.y };
    if (!scene.open.delete(item.key)) scene.open.add(item.key);
    layOut();
    const after = placeOf(item.key);
    scene.view.x += (before.x - after.x) * scene.view.k;
    scene.view.y += (before.y - after.y) * scene.view.k;
    choose(after);
  }

  // Opens what leads to a node of graph `index`; returns its key.
  function reveal(index, id) {
    let key = "";
    for (const [graph, caller, body] of callPath(index)) {
      key += "/" + caller;
      scene.open.add(key);
      key += ":" + body;
      if (graph === undefined) return "";
    }
    if (GRAPHS[index].nodes[id].k === "constant") find(".constants").checked = true;
    layOut();
    return key + "/" + id;
  }

  // How each graph is first reached: [graph, node, body] from the model down.
  let reached = null;
  function callPath(index) {
    if (reached === null) {
      reached = new Map([[0, null]]);
      const queue = [0];
      for (let i = 0; i < queue.length; i++) {
        GRAPHS[queue[i]].nodes.forEach((node, id) =>
          (node.b || []).forEach(([, , graph], body) => {
            if (graph < 0 || reached.has(graph)) return;
            reached.set(graph, [queue[i], id, body]);
            queue.push(graph);
          })
        );
      }
    }
    const path = [];
    for (let at = reached.get(index); at; at = reached.get(at[0])) path.unshift(at);
    return path;
  }

  function goTo(index, id) {
    const key = reveal(index, id);
    const place = placeOf(key);
    if (place === undefined) return;
    choose(place);
    centre(key);
  }

  // --- Mouse, fingers, keys ---

  const pointers = new Map();
  let moved = 0;

  const spread = () => {
    const [a, b] = [...pointers.values()];
    return { d: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const old = pointers.size === 2 ? spread() : null;
    const now = { x: event.offsetX, y: event.offsetY };
    pointers.set(event.pointerId, now);
    if (old !== null) {
      const next = spread();
      scene.view.x += next.x - old.x;
      scene.view.y += next.y - old.y;
      zoom(next.d / Math.max(old.d, 1), next.x, next.y);
    } else {
      scene.view.x += now.x - before.x;
      scene.view.y += now.y - before.y;
    }
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    draw();
  });
  const release = (event) => {
    if (pointers.delete(event.pointerId) && event.type === "pointerup" && moved < MOVED)
      choose(hit(event.offsetX, event.offsetY));
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("dblclick", (event) => {
    const place = hit(event.offsetX, event.offsetY);
    if (place !== null) toggle(place);
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), event.offsetX, event.offsetY);
    },
    { passive: false }
  );

  const zoomBy = (factor) => zoom(factor, canvas.clientWidth / 2, canvas.clientHeight / 2);
  const STEPS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
  document.addEventListener("keydown", (event) => {
    if (event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") search.focus();
    else if (event.key === "+" || event.key === "=") zoomBy(1.25);
    else if (event.key === "-") zoomBy(0.8);
    else if (event.key === "0") showAll(0.01);
    else if (event.key === "Escape") choose(null);
    else if (STEPS[event.key] !== undefined && event.target === canvas) {
      scene.view.x += STEPS[event.key][0];
      scene.view.y += STEPS[event.key][1];
      draw();
    } else return;
    event.preventDefault();
  });
  find(".more").addEventListener("click", () => zoomBy(1.25));
  find(".less").addEventListener("click", () => zoomBy(0.8));
  find(".whole").addEventListener("click", () => showAll(0.01));
  find(".constants").addEventListener("change", () => {
    layOut();
    draw();
  });
  new ResizeObserver(draw).observe(canvas);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    readColors();
    draw();
  });

  // --- Begin ---

  find("h1").textContent = MODEL.title;
  if (GRAPHS.reduce((sum, graph) => sum + graph.nodes.length, 0) <= OPEN_AT_START)
    GRAPHS[0].nodes.forEach((node, id) => node.b && scene.open.add("/" + id));
  // Constants alone are better than nothing.
  find(".constants").checked = GRAPHS[0].nodes.every((node) => node.k === "constant");
  readColors();
  layOut();
  if (MODEL.report !== "" || MODEL.variables.length > 0) showModel();
  showAll(READABLE);
})();
