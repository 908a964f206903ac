// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
// Finds ops by all that their pages say, in the lists that ops.js holds; works from a folder, without a server.
(function () {
  "use strict";
  const input = document.querySelector(".search input");
  const list = document.querySelector(".results");
  const MOST_SHOWN = 50; // the list scrolls
  let chosen = 0;

  // "matrix" is to find what is said of matrices, and "matrices" what is said of a matrix.
  function stem(word) {
    if (word.length > 5 && word.endsWith("ices")) return word.slice(0, -4);
    if (word.length > 5 && word.endsWith("ix")) return word.slice(0, -2);
    return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
  }

  function stemsOf(text) {
    return text.toLowerCase().split(/[^a-z0-9_]+/).filter(Boolean).map(stem);
  }

  // What an op is found by, in small letters, by weight: its name, the words that people have for it, what the index
  // says of it, the rest.
  const TEXTS = OPS.map((op) => ({
    name: op[0].toLowerCase(),
    also: new Set(stemsOf(op[5])),
    summary: new Set(stemsOf(op[3])),
    about: (op[2] + " " + op[3]).toLowerCase(),
    rest: op[4].toLowerCase(),
  }));

  function matches(op, word) {
    return op.name.includes(word) || op.also.has(word) || op.about.includes(word) || op.rest.includes(word);
  }

  // Smaller is better; -1: no match.
  function rank(op, words) {
    const first = words[0];
    if (!words.every((word) => matches(op, word))) return -1;
    if (op.name === first) return 0;
    if (op.also.has(first)) return 1;
    if (op.name.startsWith(first)) return 2;
    if (op.summary.has(first)) return 3;
    if (op.name.includes(first)) return 4;
    return op.about.includes(first) ? 5 : 6;
  }

  function wordsOf(text) {
    return text.toLowerCase().split(/\s+/).filter(Boolean).map(stem);
  }

  function found(words) {
    if (words.length === 0) return [];
    return OPS.map((op, i) => [rank(TEXTS[i], words), op])
      .filter((pair) => pair[0] >= 0)
      .sort((a, b) => a[0] - b[0] || (a[1][0] < b[1][0] ? -1 : 1))
      .map((pair) => pair[1]);
  }

  // What is to be said of words beside the ops that they find.
  function notesOf(words) {
    return Array.from(new Set(NOTES.filter((note) => words.includes(stem(note[0]))).map((note) => note[1])));
  }

  function remark(text) {
    const item = document.createElement("li");
    item.className = "none";
    item.textContent = text;
    return item;
  }

  function entry(op) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const name = document.createElement("b");
    const words = document.createElement("small");
    link.href = op[1] + ".html";
    name.textContent = op[0];
    words.textContent = " " + op[3] + " · " + op[2];
    link.append(name, words);
    item.append(link);
    return item;
  }

  function choose(index) {
    const items = list.querySelectorAll("li:not(.none)");
    if (items.length === 0) return;
    chosen = (index + items.length) % items.length;
    items.forEach((item, i) => item.classList.toggle("chosen", i === chosen));
    items[chosen].scrollIntoView({ block: "nearest" });
  }

  function show() {
    const words = wordsOf(input.value);
    const ops = found(words);
    const shown = ops.slice(0, MOST_SHOWN);
    list.replaceChildren(...notesOf(words).map(remark), ...shown.map(entry));
    if (ops.length === 0) list.append(remark("No op matches."));
    if (ops.length > shown.length) list.append(remark("and " + (ops.length - shown.length) + " more"));
    choose(0);
    list.hidden = words.length === 0;
  }

  input.addEventListener("input", show);
  input.addEventListener("focus", show);
  input.addEventListener("keydown", (event) => {
    const link = list.querySelector(".chosen a");
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter" && link !== null) window.location.href = link.href;
    else if (event.key === "Escape") list.hidden = true;
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) list.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || document.activeElement === input) return;
    event.preventDefault();
    input.focus();
  });
})();
