// Finds ops by all that their pages say, in the list that ops.js holds; works from a folder, without a server.
(function () {
  "use strict";
  const input = document.querySelector(".search input");
  const list = document.querySelector(".results");
  let chosen = 0;

  // "matrix" is to find what is said of matrices, and "matrices" what is said of a matrix.
  function stem(word) {
    if (word.length > 5 && word.endsWith("ices")) return word.slice(0, -4);
    if (word.length > 5 && word.endsWith("ix")) return word.slice(0, -2);
    return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
  }

  // What an op is found by, in small letters, by weight: its name, what the index says of it, the rest.
  const TEXTS = OPS.map((op) => [op[0], op[2] + " " + op[3], op[4]].map((text) => text.toLowerCase()));

  // Smaller is better; -1: no match.
  function rank([name, about, rest], words) {
    if (!words.every((word) => name.includes(word) || about.includes(word) || rest.includes(word))) return -1;
    if (name === words[0]) return 0;
    if (name.startsWith(words[0])) return 1;
    if (name.includes(words[0])) return 2;
    return about.includes(words[0]) ? 3 : 4;
  }

  function found(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean).map(stem);
    if (words.length === 0) return [];
    return OPS.map((op, i) => [rank(TEXTS[i], words), op])
      .filter((pair) => pair[0] >= 0)
      .sort((a, b) => a[0] - b[0] || (a[1][0] < b[1][0] ? -1 : 1))
      .slice(0, 20)
      .map((pair) => pair[1]);
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
    const items = list.querySelectorAll("li");
    if (items.length === 0) return;
    chosen = (index + items.length) % items.length;
    items.forEach((item, i) => item.classList.toggle("chosen", i === chosen));
    items[chosen].scrollIntoView({ block: "nearest" });
  }

  function show() {
    const ops = found(input.value);
    list.replaceChildren(...ops.map(entry));
    if (ops.length === 0) {
      const none = document.createElement("li");
      none.className = "none";
      none.textContent = "No op matches.";
      list.append(none);
    } else {
      choose(0);
    }
    list.hidden = input.value.trim() === "";
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
