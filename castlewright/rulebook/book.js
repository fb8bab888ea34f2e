(() => {
  "use strict";
  const root = document.documentElement;
  const nav = document.getElementById("nav");
  const sections = [...document.querySelectorAll("main > section")];

  // Light and dark.
  const kept = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = kept || system;
  document.getElementById("theme").addEventListener("click", () => {
    root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a page from the disk may not keep it */ }
  });

  // One page at a time.
  document.body.classList.add("alone");
  function show() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const section = target ? target.closest("main > section") : sections[0];
    for (const one of sections) one.classList.toggle("current", one === section);
    for (const link of nav.querySelectorAll("a")) {
      const here = section && link.hash === `#${section.id}`;
      if (here) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
      if (here && link.closest("details")) link.closest("details").open = true;
    }
    nav.classList.remove("open");
    document.getElementById("menu").setAttribute("aria-expanded", "false");
    if (target && target !== section) target.scrollIntoView(); else scrollTo(0, 0);
  }
  addEventListener("hashchange", show);
  document.getElementById("menu").addEventListener("click", (event) => {
    const open = nav.classList.toggle("open");
    event.currentTarget.setAttribute("aria-expanded", String(open));
  });

  // Search: every heading and every entry that begins in bold.
  const entries = [];
  for (const section of sections) {
    const page = section.querySelector("h1")?.textContent ?? "";
    for (const one of section.querySelectorAll("h1, h2, h3, p, tbody tr")) {
      const mark = one.id ? one : one.querySelector("a[id]");
      const name = one.matches("p") ? one.querySelector(":scope > strong")
        : one.matches("tr") ? one.querySelector("td") : one;
      if (!name || (one.matches("p, tr") && !mark)) continue;
      const text = one.textContent.replace(/\s+/g, " ").trim();
      entries.push({
        target: (mark ?? section).id, page, name: name.textContent.trim().replace(/\.$/, ""),
        text, low: text.toLowerCase(), weight: one.matches("h1") ? 3 : one.matches("h2, h3") ? 2 : 1,
      });
    }
  }
  const query = document.getElementById("query");
  const hits = document.getElementById("hits");
  function search() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    hits.replaceChildren();
    hits.hidden = !words.length;
    if (!words.length) return;
    const found = entries
      .filter((one) => words.every((word) => one.low.includes(word)))
      .map((one) => {
        const name = one.name.toLowerCase();
        const whole = name === words.join(" ") ? 8 : name.startsWith(words[0]) ? 4 : 0;
        return { ...one, score: whole + 2 * words.filter((word) => name.includes(word)).length + one.weight };
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, 12);
    for (const one of found) {
      const link = document.createElement("a");
      link.href = `#${one.target}`;
      link.append(one.name);
      const small = document.createElement("small");
      small.textContent = `${one.page}: ${one.text.slice(0, 90)}`;
      link.append(small);
      const item = document.createElement("li");
      item.append(link);
      hits.append(item);
    }
    if (!found.length) {
      const item = document.createElement("li");
      item.textContent = "Nothing found";
      hits.append(item);
    }
  }
  query.addEventListener("input", search);
  query.form.addEventListener("submit", (event) => {
    event.preventDefault();
    hits.querySelector("a")?.click();
  });
  hits.addEventListener("click", () => { hits.hidden = true; query.value = ""; });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== query) { event.preventDefault(); query.focus(); }
    if (event.key === "Escape") hits.hidden = true;
  });

  // Tables that sort by a click on a column.
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    if (!body || body.rows.length < 4) continue;
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const key = (row) => row.cells[column].textContent.trim();
        const number = (text) => Number.parseFloat(text.replace(/,/g, ""));
        body.append(...[...body.rows].sort((a, b) => {
          const [x, y] = [key(a), key(b)];
          const numbers = !Number.isNaN(number(x)) && !Number.isNaN(number(y));
          const order = numbers ? number(x) - number(y) : x.localeCompare(y);
          return down ? -order : order;
        }));
      });
    });
  }
  show();
})();
