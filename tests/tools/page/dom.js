// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
// As much of a browser as our pages use: their elements, events, and a canvas that remembers what was
// drawn. What a page uses beyond is undefined here and throws.
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");

const VOID = new Set(["meta", "link", "input", "br", "hr", "img", "wbr"]);
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', minus: "−" };

class Target {
  listeners = {};
  addEventListener(type, action) {
    (this.listeners[type] = this.listeners[type] || []).push(action);
  }
  // It goes on to the elements around.
  dispatch(type, event) {
    const all = { type, target: this, preventDefault() {}, ...event };
    for (let at = this; at; at = at.parent) for (const action of at.listeners[type] || []) action(all);
  }
}

class Element extends Target {
  constructor(document, tag) {
    super();
    Object.assign(this, { document, tag, nodes: [], attributes: {}, value: "", checked: false, parent: null });
  }
  get className() { return this.attributes.class || ""; }
  set className(text) { this.attributes.class = text; }
  get hidden() { return "hidden" in this.attributes; }
  set hidden(is) {
    if (is) this.attributes.hidden = "";
    else delete this.attributes.hidden;
  }
  get href() { return this.attributes.href; }
  set href(text) { this.attributes.href = text; }
  get children() { return this.nodes.filter((node) => node instanceof Element); }
  get textContent() { return this.nodes.map((node) => (node instanceof Element ? node.textContent : node)).join(""); }
  set textContent(text) { this.nodes = [String(text)]; }
  get classList() {
    const names = new Set(this.className.split(" ").filter(Boolean));
    return {
      contains: (name) => names.has(name),
      toggle: (name, on) => {
        if (on) names.add(name);
        else names.delete(name);
        this.className = [...names].join(" ");
      },
    };
  }
  append(...nodes) {
    for (const node of nodes) if (node instanceof Element) node.parent = this;
    this.nodes.push(...nodes);
  }
  replaceChildren(...nodes) {
    this.nodes = [];
    this.append(...nodes);
  }
  setAttribute(name, value) { this.attributes[name] = value; }
  scrollIntoView() {}
  setPointerCapture() {}
  focus() {
    this.document.activeElement = this;
    this.dispatch("focus", {});
  }
  blur() { this.document.activeElement = null; }
  click() { this.dispatch("click", {}); }
  matches(selector) {
    const [, tag, name, not] = /^([a-z0-9]*)(?:\.([a-z]+))?(?::not\(\.([a-z]+)\))?$/.exec(selector);
    const has = (word) => this.classList.contains(word);
    return (!tag || tag === this.tag) && (!name || has(name)) && (!not || !has(not));
  }
  closest(selector) { return this.matches(selector) ? this : this.parent && this.parent.closest(selector); }
  querySelectorAll(selector) {
    const [first, ...rest] = selector.split(" ");
    const below = this.children.flatMap((child) => [
      ...(child.matches(first) ? [child] : []),
      ...child.querySelectorAll(first),
    ]);
    return rest.length === 0 ? below : below.flatMap((element) => element.querySelectorAll(rest.join(" ")));
  }
  querySelector(selector) { return this.querySelectorAll(selector)[0] || null; }
  getContext() { return (this.pen = this.pen || makePen()); }
}

// Every number that it is given must be one. `texts` and `boxes` are what is to be seen, in the canvas's pixels.
function makePen() {
  const pen = { texts: [], boxes: [], measureText: (text) => ({ width: 6 * text.length }), setLineDash() {} };
  let [k, dx, dy] = [1, 0, 0];
  const actions = {
    setTransform: (a, b, c, d, e, f) => ([k, dx, dy] = [a, e, f]),
    // The first of a picture paints all of it.
    fillRect: (x, y) => {
      if (x === 0 && y === 0) Object.assign(pen, { texts: [], boxes: [] });
    },
    fillText: (text, x, y) => pen.texts.push({ text, x: k * x + dx, y: k * y + dy }),
    roundRect: (x, y, w, h) => pen.boxes.push({ x: k * x + dx, y: k * y + dy, w: k * w, h: k * h }),
  };
  for (const method of "beginPath moveTo lineTo bezierCurveTo fill stroke".split(" ")) actions[method] = () => {};
  for (const [method, action] of Object.entries(actions)) {
    pen[method] = (...values) => {
      if (!values.every((value) => typeof value === "string" || Number.isFinite(value)))
        throw new Error(method + " is given " + values.join(", "));
      action(...values);
    };
  }
  return pen;
}

// Elements of a page as ours are written: every tag is closed, attributes stand in double quotes.
function parse(html, document) {
  const TOKEN = /<!--.*?-->|<!DOCTYPE[^>]*>|<(\/?)([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>|[^<]+/gsi;
  let at = document;
  for (let match = TOKEN.exec(html); match !== null; match = TOKEN.exec(html)) {
    const [text, slash, tag, attributes] = match;
    if (tag === undefined) {
      if (!text.startsWith("<")) at.append(text.replace(/&([a-z]+);/g, (all, name) => ENTITIES[name] || all));
    } else if (slash) {
      if (at.tag !== tag) throw new Error("</" + tag + "> ends " + at.tag);
      at = at.parent;
    } else {
      const element = new Element(document, tag);
      for (const [, name, value] of attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/gi)) element.attributes[name] = value || "";
      at.append(element);
      if (!VOID.has(tag)) at = element;
      if (tag === "script" || tag === "style") {
        const end = html.indexOf("</" + tag, TOKEN.lastIndex);
        element.append(html.slice(TOKEN.lastIndex, end));
        TOKEN.lastIndex = end;
      }
    }
  }
}

function makeDocument() {
  const document = new Element(null, "document");
  document.document = document;
  document.createElement = (tag) => new Element(document, tag);
  document.getElementById = (id) => {
    const all = (element) => [element, ...element.children.flatMap(all)];
    return all(document).find((element) => element.attributes.id === id) || null;
  };
  return document;
}

// Opens a page in a window of `width` by `height` and runs its scripts. Returns {document, location}; location.href is
// where the page would have gone.
function open(file, width = 800, height = 600) {
  const document = makeDocument();
  parse(fs.readFileSync(file, "utf8"), document);
  document.documentElement = document.querySelector("html");
  for (const canvas of document.querySelectorAll("canvas")) Object.assign(canvas, { clientWidth: width, clientHeight: height });
  const window = new Target();
  const globals = {
    window,
    document,
    location: { href: "" },
    matchMedia: () => new Target(),
    requestAnimationFrame: (action) => action(),
    getComputedStyle: () => ({ getPropertyValue: (name) => " " + name }),
    ResizeObserver: class { observe() {} },
  };
  const context = vm.createContext(Object.assign(window, globals));
  for (const script of document.querySelectorAll("script")) {
    const { type, src } = script.attributes;
    if (type === "application/json") continue;
    vm.runInContext(src ? fs.readFileSync(path.join(path.dirname(file), src), "utf8") : script.textContent, context, { filename: src || file });
  }
  return { document, location: window.location };
}

module.exports = { open };
