// Draws the charts: each one when it comes near the window, in the theme of the moment.
"use strict";
(async () => {
  async function unpacked(packed) {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  }

  const parcel = JSON.parse(document.getElementById("charts").textContent);
  const { specs, themes } = parcel.packed ? JSON.parse(await unpacked(parcel.packed)) : parcel;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const theme = () => (dark.matches ? "dark" : "light");
  const drawn = new Map();

  // A chart draws the rows that its download link holds.
  function rowsOf(place) {
    const href = document.getElementById(`csv-${place.dataset.chart}`).getAttribute("href");
    const [columns, ...lines] = csvLines(decodeURIComponent(href.slice(href.indexOf(",") + 1)));
    const words = new Set(place.dataset.texts.split(" "));
    const value = (column, cell) => (words.has(column) ? cell : cell === "" ? null : Number(cell));
    return lines.map((cells) => Object.fromEntries(columns.map((column, i) => [column, value(column, cells[i])])));
  }

  function csvLines(text) {
    const lines = [[]];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
      lines.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      if (end === "\n") lines.push([]);
    }
    return lines.slice(0, -1);
  }

  function specOf(place) {
    const spec = specs[place.dataset.spec];
    const caption = place.closest("figure").querySelector("figcaption");
    const [title, subtitle] = [...caption.children].map((part) => part.textContent);
    return {
      ...spec,
      description: `${title}. ${subtitle} The numbers are in the table after the chart.`,
      height: Number(place.dataset.height),
      datasets: { ...spec.datasets, rows: rowsOf(place) },
    };
  }

  // The library travels packed, and is unpacked for the first chart.
  let library = null;
  async function loadLibrary() {
    const script = document.createElement("script");
    script.textContent = await unpacked(document.getElementById("library").textContent);
    document.head.append(script);
  }

  async function draw(place) {
    drawn.get(place)?.finalize();
    drawn.set(place, null);
    await (library ??= loadLibrary());
    const result = await window.vegaEmbed(place, specOf(place), {
      renderer: "svg",
      config: themes[theme()],
      tooltip: { theme: "custom" },
      downloadFileName: place.dataset.chart,
      actions: { export: true, source: false, compiled: false, editor: false },
      i18n: { CLICK_TO_VIEW_ACTIONS: "Save this chart as a picture", SVG_ACTION: "Save as SVG", PNG_ACTION: "Save as PNG" },
    });
    place.querySelector("summary")?.setAttribute("aria-label", "Save this chart as a picture");
    drawn.set(place, result);
  }

  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        draw(target);
      }
    },
    { rootMargin: "600px" },
  );
  const watch = (root) => root.querySelectorAll("[data-chart]").forEach((place) => near.observe(place));

  // The cells of a large run travel packed; one is unpacked when it is opened. So do the figures of a page with very
  // many, which are unpacked at once.
  async function unpack(inside) {
    const packed = inside.dataset.packed;
    delete inside.dataset.packed;
    inside.setAttribute("aria-busy", "true");
    inside.innerHTML = await unpacked(packed);
    inside.removeAttribute("aria-busy");
    watch(inside);
  }

  for (const cell of document.querySelectorAll("details.cell")) {
    cell.addEventListener("toggle", () => {
      const inside = cell.querySelector("[data-packed]");
      if (cell.open && inside) unpack(inside);
    });
  }

  // A link to a folded cell opens it.
  function unfold() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  }
  window.addEventListener("hashchange", unfold);
  watch(document);
  const sections = document.querySelectorAll(".charts[data-packed]");
  if (sections.length) {
    await Promise.all([...sections].map(unpack));
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }
  unfold();

  const dress = () => (document.documentElement.dataset.theme = theme());
  dress();
  dark.addEventListener("change", () => {
    dress();
    drawn.forEach((_, place) => draw(place));
  });
  window.addEventListener("beforeprint", () => {
    for (const place of document.querySelectorAll("[data-chart]")) {
      if (place.getClientRects().length && !drawn.has(place)) draw(place);
    }
  });
})();
