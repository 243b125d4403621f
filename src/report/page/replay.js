// Replays: steps through the games that the page carries as JSON. A frame is the
// state before an action and holds only what changed since the one before; see
// src/report/replay/. Texts from files become text nodes, never markup.
"use strict";
(() => {
  const section = document.getElementById("replays");
  const source = document.getElementById("replay-data");
  if (!section || !source) return;
  const { words, games, total } = JSON.parse(source.textContent);
  const EMOJI = { T: "🐅", S: "🦈", C: "🐊", dead: "💥" };
  const KINDS = ["T", "S", "C"];

  /** An element; attributes that begin with "on" are listeners. */
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  const written = (number, options) => new Intl.NumberFormat(words.code, options).format(number);
  const percent = (p) => written(p, { style: "percent", maximumFractionDigits: p < 0.0995 ? 2 : 1 });
  const power = (log10) => (log10 < 5 ? written(Math.round(10 ** log10)) : `10^${written(log10, { maximumFractionDigits: 1 })}`);

  /** Calls with each cell of `{"value": "3-5,9"}` and its value. */
  const each = (groups, call) => {
    for (const [value, runs] of Object.entries(groups ?? {})) {
      for (const run of runs.split(",")) {
        const [from, to = from] = run.split("-").map(Number);
        for (let cell = from; cell <= to; cell++) call(cell, value);
      }
    }
  };
  /** What is seen of each cell in frame `k`, the risks, and what is new there. */
  const stateAt = (game, k) => {
    const looks = Array(game.rows * game.cols).fill("");
    const risks = looks.slice();
    let news = new Set();
    for (const { cells, risks: changed } of game.frames.slice(0, k + 1)) {
      news = new Set();
      each(cells, (cell, look) => {
        if (look.length > 1) news.add(cell);
        looks[cell] = look;
      });
      each(changed, (cell, risk) => (risks[cell] = risk));
    }
    return { looks, risks, news };
  };
  /** The risk as a number; the look of a proven cell; nothing where not reckoned. */
  const riskOf = (text) => (text === "" ? null : ({ F: 0, T: 1, S: 1, C: 1 })[text] ?? Number(text) / 10000);

  const place = (game, cell) => ({ row: Math.floor(cell / game.cols), col: cell % game.cols });
  const sentence = (game, { action, cell, animal }) => fill(words[action], { ...place(game, cell), animal: words.animals[animal] });
  const name = ({ set, instance, strategy, repetition }) =>
    [set, instance, strategy, ...(games.some((game) => game.repetition) ? [fill(words.repetition, { n: repetition })] : [])].join(" · ");

  /** Draws one cell and says it in words. */
  const draw = (td, game, cell, look, risk) => {
    const terrain = { l: "land", s: "sea" }[look[0]] ?? "unknown";
    const shown = look.slice(1);
    const said = [fill(words.place, place(game, cell)), words[terrain]];
    td.className = `cell ${terrain}`;
    td.removeAttribute("data-risk");
    if (/^\d/.test(shown)) {
      td.classList.add("open");
      const digits = [...shown].map((n, kind) => make("i", { class: `of-${KINDS[kind]}${n === "0" ? " none" : ""}` }, n === "0" ? "·" : n));
      td.replaceChildren(...(shown === "000" ? [] : digits));
      const counts = [...shown].map((n, kind) => `${words.animals[KINDS[kind]]} ${n}`).join(", ");
      said.push(fill(words.open, { counts }));
    } else if (shown) {
      td.classList.add("named");
      td.replaceChildren(EMOJI[shown]);
      said.push(fill(words.named, { animal: words.animals[shown] }));
    } else {
      td.classList.add("closed");
      said.push(words.closed);
      const p = riskOf(risk);
      td.replaceChildren(...(p === null ? [] : [chip(risk, p)]));
      if (p !== null) {
        td.dataset.risk = p.toFixed(4);
        const content = risk === "F" ? words.free : words.animals[risk];
        said.push(content ? fill(words.sure, { content }) : fill(words.risk, { risk: percent(p) }));
      }
    }
    if (cell === game.start) said.push(words.start);
    td.setAttribute("aria-label", said.join(", "));
  };
  /** The risk of a closed cell. Small risks differ most, hence the root. */
  const chip = (risk, p) => {
    if (risk === "F") return make("span", { class: "sure" }, "✓");
    if (EMOJI[risk]) return make("span", { class: "sure animal" }, EMOJI[risk]);
    const t = Math.sqrt(p);
    const tone = [t >= 0.5 && "above", t > 0.56 && "warm", t > 0.725 && "hot"].filter(Boolean).join(" ");
    const share = p < 0.005 ? "<1" : p > 0.995 ? ">99" : String(Math.round(100 * p));
    const span = make("span", { class: `risk ${tone}` }, share, make("small", {}, "%"));
    span.style.setProperty("--mix", `${200 * (t < 0.5 ? t : t - 0.5)}%`);
    return span;
  };

  /** The table of what a stall offered; `point` outlines a candidate's cell. */
  const candidates = (game, move, point) => {
    const all = move.candidates?.length ? move.candidates : [move];
    const same = all.every(({ risk, exact }) => risk === exact);
    const columns = Object.keys(words.columns).filter((key) => key === "action" || (all.some((one) => key in one) && !(key === "risk" && same && "exact" in all[0])));
    const row = (one) => {
      const taken = ["action", "cell", "animal"].every((key) => one[key] === move[key]);
      const button = make("button", { type: "button", onfocus: () => point(one.cell), onblur: () => point(null) }, sentence(game, one));
      const cells = columns.slice(1).map((key) => make("td", {}, key in one ? percent(one[key]) : "–"));
      const head = make("th", { scope: "row" }, button, ...(taken ? [make("span", { class: "badge" }, words.taken)] : []));
      return make("tr", { class: taken ? "taken" : "", onmouseenter: () => point(one.cell), onmouseleave: () => point(null) }, head, ...cells);
    };
    const heads = columns.map((key) => make("th", { scope: "col" }, words.columns[key]));
    return make("table", {}, make("caption", {}, words.candidates), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...all.map(row)));
  };

  const legend = () => {
    const swatch = (kind, text, mark = "") => make("li", {}, make("span", { class: `swatch ${kind}`, "aria-hidden": "true" }, mark), text);
    const counts = make("span", { class: "swatch wide land open", "aria-hidden": "true" }, ...KINDS.map((kind, n) => make("i", { class: `of-${kind}` }, n + 1)));
    const scale = make("li", {}, "0 %", make("span", { class: "scale", "aria-hidden": "true" }), fill(words.risk, { risk: "100 %" }));
    const items = [swatch("land closed", words.land), swatch("sea closed", words.sea), swatch("unknown closed", words.unknown), make("li", {}, counts, words.counts)];
    return make("ul", { class: "legend", "aria-label": words.legend }, ...items, scale, swatch("land closed", fill(words.sure, { content: words.free }), "✓"), swatch("open chosen", words.chosen), swatch("open candidate", words.considered), swatch("open news", words.news));
  };

  /** The viewer of one game. */
  const viewer = (game) => {
    const end = game.frames.length - 1;
    let k = 0;
    const tds = Array.from({ length: game.rows * game.cols }, () => make("td"));
    const head = (scope, n) => make("th", { scope, "aria-hidden": "true" }, n);
    const rows = Array.from({ length: game.rows }, (_, row) => make("tr", {}, head("row", row), ...tds.slice(row * game.cols, (row + 1) * game.cols)));
    const top = make("tr", {}, make("td", { "aria-hidden": "true" }), ...Array.from({ length: game.cols }, (_, col) => head("col", col)));
    const board = make("table", { class: "board", "aria-label": words.board }, make("thead", {}, top), make("tbody", {}, ...rows));
    board.style.setProperty("--cols", game.cols);
    board.style.setProperty("--rows", game.rows);
    const stage = make("div", { class: "scroll stage" }, board);
    /** Brings this cell to the middle where the board is wider than its place. */
    const reveal = ({ cell } = {}) => {
      if (stage.scrollWidth > stage.clientWidth && cell !== undefined) stage.scrollLeft = tds[cell].offsetLeft - stage.clientWidth / 2;
    };
    const stalls = game.frames.flatMap(({ move }, at) => (move?.why ? [at] : []));
    const ticks = make("datalist", { id: "replay-stalls" }, ...stalls.map((at) => make("option", { value: at })));
    const slider = make("input", { type: "range", min: 0, max: end, list: ticks.id, "aria-label": words.slider, oninput: () => show(Number(slider.value)) });
    const said = make("p", { class: "said", role: "status", "aria-live": "polite" });
    const details = make("div", { class: "details" });
    const point = (cell) => tds.forEach((td, at) => td.classList.toggle("pointed", at === cell));

    const show = (next) => {
      k = Math.min(Math.max(next, 0), end);
      const { worlds, limit, move } = game.frames[k];
      const { looks, risks, news } = stateAt(game, k);
      tds.forEach((td, cell) => {
        draw(td, game, cell, looks[cell], risks[cell]);
        td.classList.toggle("news", news.has(cell));
      });
      const last = k === end ? game.frames[end - 1]?.move : null;
      if (last?.reply === "KO") {
        tds[last.cell].classList.add("dead");
        tds[last.cell].replaceChildren(EMOJI.dead);
      }
      move?.candidates?.forEach(({ cell }) => tds[cell].classList.add("candidate"));
      if (move) tds[move.cell].classList.add("chosen");
      reveal(move);
      slider.value = k;
      const step = fill(move ? words.step : words.after, { k: k + 1, n: end });
      const text = move ? sentence(game, move) : words.ended[game.status];
      const reply = move ? replied(move, game.frames[k + 1]) : "";
      const p = move?.exact ?? move?.risk;
      const manner = !move ? "" : !move.why ? words.proven : [words.unproven, ...(p === undefined ? [] : [fill(words.risk, { risk: percent(p) })])].join(", ");
      slider.setAttribute("aria-valuetext", `${step}: ${text}`);
      said.replaceChildren(make("span", { class: "count" }, step), " ", make("strong", {}, text), " ", make("span", { class: `badge ${move?.why ? "stall" : ""}` }, manner), " ", reply);
      // What has the focus goes: the viewer keeps listening to the keys.
      if (details.contains(document.activeElement)) details.closest(".viewer").focus();
      details.replaceChildren(...explained(move, worlds, limit, looks, risks));
    };
    const replied = (move, after) => {
      if (move.reply === "KO") return make("span", { class: "badge lost" }, words.deadly);
      let opened = 0;
      each(after.cells, (_, look) => (opened += look.length === 4));
      const won = move.reply === "GG" ? ` ${words.ended.won}!` : "";
      return (move.action === "guess" ? words.right : fill(words.opens, { n: opened })) + won;
    };
    const explained = (move, worlds, limit, looks, risks) => {
      const parts = [];
      if (move?.why) {
        parts.push(make("p", { class: "why", lang: "en" }, move.why));
        if ("least" in move) parts.push(make("p", {}, fill(words.least, { exact: percent(move.exact), least: percent(move.least) })));
        parts.push(make("div", { class: "scroll" }, candidates(game, move, point)));
      }
      if (limit) parts.push(make("p", {}, fill(words.limit, { limit })));
      if (worlds !== undefined) {
        const closed = risks.filter((_, cell) => looks[cell].length < 2);
        const free = closed.filter((risk) => risk === "F").length;
        const known = fill(words.known, { free, animals: closed.filter((risk) => EMOJI[risk]).length });
        parts.push(make("p", { class: "quiet" }, fill(words.worlds, { n: power(worlds) }), " ", known));
      }
      return parts;
    };

    const nextStall = () => show(stalls.find((at) => at > k) ?? stalls[0] ?? k);
    const button = (label, text, act) => make("button", { type: "button", onclick: act, ...(text ? { "aria-label": label, title: label } : {}) }, text || label);
    const bar = make(
      "div",
      { class: "controls" },
      button(words.first, "«", () => show(0)),
      button(words.back, "‹", () => show(k - 1)),
      slider,
      ticks,
      button(words.forward, "›", () => show(k + 1)),
      button(words.last, "»", () => show(end)),
      button(words.stall, "", nextStall),
      button(words.final_move, "", () => show(end - 1)),
    );
    const keys = { ArrowLeft: () => k - 1, ArrowRight: () => k + 1, Home: () => 0, End: () => end };
    const onkeydown = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
      event.preventDefault();
      show(keys[event.key]());
    };
    const [t, s, c, land, sea] = game.totals;
    const facts = [fill(words.size, game), `${EMOJI.T} ${t}`, `${EMOJI.S} ${s}`, `${EMOJI.C} ${c}`, `${words.land} ${land}`, `${words.sea} ${sea}`].join(" · ");
    const about = make("p", { class: "about" }, make("span", { class: `badge ${game.status}` }, words.ended[game.status]), " ", facts, " ", make("span", { class: "quiet" }, words.keys));
    const attributes = { class: "viewer", tabindex: 0, role: "group", "aria-label": `${words.viewer}: ${name(game)}`, onkeydown };
    show(end - 1);
    requestAnimationFrame(() => reveal(game.frames[k].move));
    return make("div", attributes, about, bar, make("div", { class: game.cols > 20 ? "parts wide" : "parts" }, said, stage, details, legend()));
  };

  section.append(make("h2", {}, words.title));
  if (!games.length) {
    section.append(make("p", {}, words.none));
    return;
  }
  const stand = make("div");
  const choose = make("select", { id: "replay-game", onchange: () => stand.replaceChildren(viewer(games[choose.value])) });
  for (const status of Object.keys(words.heading)) {
    const options = games.flatMap((game, nth) => (game.status === status ? [make("option", { value: nth, "data-set": game.set, "data-strategy": game.strategy }, name(game))] : []));
    if (options.length) choose.append(make("optgroup", { label: words.heading[status] }, ...options));
  }
  section.append(make("p", {}, fill(words.shown, { shown: games.length, total })));
  section.append(make("p", { class: "choose" }, make("label", { for: choose.id }, words.game), " ", choose), stand);
  choose.value = "0";
  stand.append(viewer(games[0]));
})();
