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
    headings(section);
    nav.classList.remove("open");
    document.getElementById("menu").setAttribute("aria-expanded", "false");
    if (target && target !== section) target.scrollIntoView(); else scrollTo(0, 0);
  }
  // The headings of the page beneath its name in the contents; the one that is being read is marked.
  const top = document.getElementById("top");
  let inner = [];
  function headings(section) {
    nav.querySelector(".inner")?.remove();
    inner = [];
    const link = section && nav.querySelector(`a[href="#${CSS.escape(section.id)}"]`);
    const heads = link ? [...section.querySelectorAll(":scope > h2")] : [];
    if (heads.length < 2) return;
    const list = document.createElement("ul");
    list.className = "inner";
    for (const head of heads) {
      const item = document.createElement("li");
      const to = document.createElement("a");
      to.href = `#${head.id || head.querySelector("a[id]")?.id}`;
      to.textContent = head.textContent.trim();
      item.append(to);
      list.append(item);
      inner.push({ head, to });
    }
    link.after(list);
    spy();
  }
  function spy() {
    top.hidden = scrollY < 900;
    let here = null;
    for (const one of inner) if (one.head.getBoundingClientRect().top < 140) here = one;
    for (const one of inner) one.to.classList.toggle("seen", one === here);
  }
  addEventListener("scroll", spy, { passive: true });
  top.addEventListener("click", () => {
    scrollTo(0, 0);
    document.getElementById("content").querySelector("section.current h1")?.scrollIntoView();
  });
  addEventListener("hashchange", show);
  document.getElementById("menu").addEventListener("click", (event) => {
    const open = nav.classList.toggle("open");
    event.currentTarget.setAttribute("aria-expanded", String(open));
  });

  // Search: every heading, every row with a mark, and every entry up to the mark of the next one.
  const squeezed = (text) => text.replace(/\s+/g, " ").trim();
  const entries = [];
  for (const section of sections) {
    const page = squeezed(section.querySelector("h1")?.textContent ?? "");
    let last = null;
    for (const one of section.querySelectorAll("h1, h2, h3, p, li, tbody tr")) {
      const text = squeezed(one.textContent);
      const mark = one.id ? one : one.querySelector(":scope > a[id], :scope > td > a[id], :scope > strong a[id]");
      const heading = one.matches("h1, h2, h3");
      if (!heading && !mark) {
        if (last && !one.matches("li li")) last.text += ` ${text}`;
        continue;
      }
      const name = heading ? one : one.querySelector(":scope > strong, td");
      last = {
        target: (mark ?? section).id, page, text,
        name: squeezed(name ? name.textContent : text.slice(0, 60)).replace(/[.:]$/, ""),
        weight: one.matches("h1") ? 3 : heading ? 2 : name ? 1 : 0,
      };
      entries.push(last);
      if (one.matches("tr")) last = null;
    }
  }
  for (const one of entries) one.low = one.text.toLowerCase();
  const query = document.getElementById("query");
  const hits = document.getElementById("hits");
  const status = document.getElementById("found");
  let active = -1;
  function close() {
    hits.hidden = true;
    active = -1;
    query.setAttribute("aria-expanded", "false");
    query.removeAttribute("aria-activedescendant");
  }
  function choose(option) {
    close();
    query.value = "";
    status.textContent = "";
    query.blur();
    if (location.hash === option.dataset.target) show(); else location.hash = option.dataset.target;
  }
  function activate(number) {
    const options = hits.children;
    if (!options.length) return;
    active = (number + options.length) % options.length;
    [...options].forEach((one, place) => one.setAttribute("aria-selected", String(place === active)));
    query.setAttribute("aria-activedescendant", options[active].id);
    options[active].scrollIntoView({ block: "nearest" });
  }
  // A text with the words that were looked for as marks.
  function lit(text, words) {
    const any = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
    return text.split(any).map((part, place) => {
      if (place % 2 === 0) return part;
      const mark = document.createElement("mark");
      mark.textContent = part;
      return mark;
    });
  }
  function search() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    close();
    hits.replaceChildren();
    status.textContent = "";
    if (!words.length) return;
    const found = entries
      .filter((one) => words.every((word) => one.low.includes(word)))
      .map((one) => {
        const name = one.name.toLowerCase();
        const whole = name === words.join(" ") ? 8 : name.startsWith(words[0]) ? 4 : 0;
        return { ...one, score: whole + 2 * words.filter((word) => name.includes(word)).length + one.weight };
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, 40);
    found.forEach((one, place) => {
      const option = document.createElement("li");
      option.id = `hit-${place}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.dataset.target = `#${one.target}`;
      const name = document.createElement("b");
      name.append(...lit(one.name, words));
      const small = document.createElement("small");
      const at = Math.max(0, one.low.indexOf(words[0]) - 40);
      small.append(`${one.page}: ${at ? "…" : ""}`, ...lit(one.text.slice(at, at + 110), words));
      option.append(name, small);
      hits.append(option);
    });
    hits.hidden = !found.length;
    query.setAttribute("aria-expanded", String(!hits.hidden));
    status.textContent = found.length ? `${found.length} found` : "Nothing found";
  }
  query.addEventListener("input", search);
  query.addEventListener("focus", () => { if (query.value) search(); });
  query.addEventListener("blur", close);
  query.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const option = hits.children[Math.max(active, 0)];
    if (option && !hits.hidden) choose(option);
  });
  hits.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
  hits.addEventListener("click", (event) => {
    const option = event.target.closest("li");
    if (option) choose(option);
  });
  query.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (hits.hidden) search();
      activate(active < 0 && step < 0 ? -1 : active + step);
    } else if (event.key === "Escape") { // the first one closes the list, the next one empties the field
      event.preventDefault();
      if (hits.hidden) query.value = "";
      close();
    }
  });
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea");
    if (event.key === "/" && !typing) { event.preventDefault(); query.focus(); }
  });

  // Tables that sort by a click on a column.
  const words = new Intl.Collator("en", { numeric: true });
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
        const key = (row) => squeezed(row.cells[column]?.textContent ?? "");
        const number = (text) => Number.parseFloat(text.replace(/,/g, "").replace("−", "-"));
        const rows = [...body.rows].map((row) => ({ row, text: key(row), value: number(key(row)) }));
        const empty = rows.filter((one) => !one.text); // at the end, whichever way it is sorted
        const full = rows.filter((one) => one.text);
        const numbers = full.every((one) => !Number.isNaN(one.value));
        full.sort((a, b) => (numbers ? a.value - b.value : words.compare(a.text, b.text)));
        if (down) full.reverse();
        body.append(...full.concat(empty).map((one) => one.row));
      });
    });
  }
  show();
})();
