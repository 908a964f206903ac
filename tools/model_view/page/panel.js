// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
// The panel beside the drawing, and the search above it.
"use strict";

const FOUND_AT_MOST = 50;

function element(tag, text, parent) {
  const made = document.createElement(tag);
  // Names may break behind their slashes.
  (text === undefined ? [] : text.split(/(?<=\/)/)).forEach((part, i) => {
    if (i > 0) made.append(document.createElement("wbr"));
    made.append(part);
  });
  if (parent !== undefined) parent.append(made);
  return made;
}

// `actions`: choose(place), toggle(place), goTo(graph index, node).
function makePanel(panel, model, scene, actions) {
  const { choose, toggle, goTo } = actions;
  const GRAPHS = model.graphs;

  function link(text, action, parent) {
    const made = element("a", text, parent);
    made.tabIndex = 0;
    made.setAttribute("role", "button");
    made.addEventListener("click", action);
    made.addEventListener("keydown", (event) => {
      if (event.key === "Enter") action();
    });
    return made;
  }

  function section(title) {
    element("h3", title, panel);
    return element("ul", undefined, panel);
  }

  function head(title, about) {
    panel.replaceChildren();
    panel.scrollTop = 0;
    const close = element("button", "×", panel);
    close.className = "close";
    close.setAttribute("aria-label", "Close");
    close.addEventListener("click", () => choose(null));
    element("h2", title, panel);
    if (about !== "") element("p", about, panel);
  }

  function showNode(place) {
    const { item, graph } = place;
    const index = GRAPHS.indexOf(graph);
    const node = graph.nodes[item.node];
    head(graph.path + node.n, node.o);
    if (node.p !== undefined) element("p", node.p, panel).className = "problem";
    showBodies(place, node);
    showTensors(graph, index, item.node, node);
    if (node.w !== undefined) {
      element("h3", "Kernel", panel);
      element("pre", model.kernels[node.w].replace(/^ +/gm, "").replace(/ {2,}/g, "  "), panel);
    }
    if (node.a) {
      element("h3", "Attrs", panel);
      const table = element("table", undefined, panel);
      for (const [name, value] of node.a) {
        const row = element("tr", undefined, table);
        element("td", name, row);
        element("code", value, element("td", undefined, row));
      }
    }
  }

  function showBodies(place, node) {
    if (!node.b) return;
    const list = section("Runs");
    for (const [label, name, graph] of node.b) {
      const entry = element("li", (label ? label + ": " : "") + name, list);
      if (graph < 0) element("span", " is not in the file", entry).className = "problem";
    }
    link(scene.open.has(place.item.key) ? "Close" : "Open", () => toggle(place), element("p", undefined, panel));
  }

  function showTensors(graph, index, id, node) {
    if (node.i) {
      const list = section("Inputs");
      for (const input of node.i) {
        const entry = element("li", undefined, list);
        const name = inputName(graph, input);
        if (input[0] < 0) element("span", name + " (not found)", entry).className = "problem";
        else link(name, () => goTo(index, input[0]), entry);
        element("small", " " + (input[1] < 0 ? "" : tensorType(graph, input)), entry);
        const source = input[0] < 0 ? {} : graph.nodes[input[0]];
        const value = source.k === "constant" && (source.a || []).find(([attr]) => attr === "value");
        if (value) element("small", " " + value[1].slice(0, 200), entry);
      }
    }
    (node.t || []).forEach((type, port) => {
      const list = section(node.t.length > 1 ? "Output " + port : "Output");
      element("li", type, list);
      graph.nodes.forEach((other, user) => {
        if (!(other.i || []).some(([from, p]) => from === id && p === port)) return;
        link(other.n, () => goTo(index, user), element("li", "to ", list));
      });
    });
  }

  function showModel() {
    const nodes = GRAPHS.reduce((sum, graph) => sum + graph.nodes.length, 0);
    const functions = GRAPHS.length - 1;
    head(model.title, nodes + " nodes" + (functions > 0 ? ", " + functions + " function bodies" : ""));
    if (model.report !== "") {
      element("h3", "Problems", panel);
      element("pre", model.report, panel).className = "problem";
    }
    if (model.variables.length > 0) {
      const list = section("State");
      for (const variable of model.variables) element("li", variable, list);
    }
    panel.hidden = false;
  }

  return { showNode, showModel };
}

function makeSearch(model, goTo) {
  const GRAPHS = model.graphs;
  const search = document.querySelector(".search input");
  const results = document.querySelector(".results");
  let at = 0;

  function matches(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const found = [];
    if (words.length === 0) return found;
    for (let g = 0; g < GRAPHS.length; g++) {
      for (let id = 0; id < GRAPHS[g].nodes.length && found.length < FOUND_AT_MOST; id++) {
        const node = GRAPHS[g].nodes[id];
        const all = (GRAPHS[g].path + node.n + " " + node.o).toLowerCase();
        if (words.every((word) => all.includes(word))) found.push([g, id]);
      }
    }
    return found;
  }

  function pick(index) {
    const items = results.querySelectorAll("li:not(.none)");
    if (items.length === 0) return;
    at = (index + items.length) % items.length;
    items.forEach((item, i) => item.classList.toggle("chosen", i === at));
    items[at].scrollIntoView({ block: "nearest" });
  }

  function showResults() {
    results.replaceChildren();
    const found = matches(search.value);
    for (const [g, id] of found) {
      const node = GRAPHS[g].nodes[id];
      const item = element("li", GRAPHS[g].path + node.n + " ", results);
      element("small", node.o, item);
      item.addEventListener("click", () => {
        results.hidden = true;
        search.blur();
        goTo(g, id);
      });
    }
    if (found.length === 0) element("li", "No node has this in its name or op.", results).className = "none";
    results.hidden = search.value.trim() === "";
    pick(0);
  }

  search.addEventListener("input", showResults);
  search.addEventListener("focus", showResults);
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") pick(at + 1);
    else if (event.key === "ArrowUp") pick(at - 1);
    else if (event.key === "Enter") (results.querySelector(".chosen") || search).click();
    else if (event.key === "Escape") search.blur();
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) results.hidden = true;
  });
  return search;
}
