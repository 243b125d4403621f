// Boards of Crocomine: cells with what is seen and the exact risks. A frame is the state
// before an action and holds only what changed since the one before; see ../crocomine.rs.
"use strict";
const replayed = ({ words, make, fill, written }) => {
  const EMOJI = { T: "🐅", S: "🦈", C: "🐊", dead: "💥" };
  const KINDS = ["T", "S", "C"];
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

  const facts = (game) => {
    const [t, s, c, land, sea] = game.totals;
    return [fill(words.size, game), `${EMOJI.T} ${t}`, `${EMOJI.S} ${s}`, `${EMOJI.C} ${c}`, `${words.land} ${land}`, `${words.sea} ${sea}`];
  };

  const board = (game) => {
    const end = game.frames.length - 1;
    const tds = Array.from({ length: game.rows * game.cols }, () => make("td"));
    const head = (scope, n) => make("th", { scope, "aria-hidden": "true" }, n);
    const rows = Array.from({ length: game.rows }, (_, row) => make("tr", {}, head("row", row), ...tds.slice(row * game.cols, (row + 1) * game.cols)));
    const top = make("tr", {}, make("td", { "aria-hidden": "true" }), ...Array.from({ length: game.cols }, (_, col) => head("col", col)));
    const table = make("table", { class: "board", "aria-label": words.board }, make("thead", {}, top), make("tbody", {}, ...rows));
    table.style.setProperty("--cols", game.cols);
    table.style.setProperty("--rows", game.rows);
    const stage = make("div", { class: "scroll stage" }, table);
    /** Brings the cell of the step to the middle where the board is wider than its place. */
    const reveal = (k) => {
      const { move } = game.frames[k];
      if (stage.scrollWidth > stage.clientWidth && move) stage.scrollLeft = tds[move.cell].offsetLeft - stage.clientWidth / 2;
    };
    const stalls = game.frames.flatMap(({ move }, at) => (move?.why ? [at] : []));
    const nextStall = (k) => stalls.find((at) => at > k) ?? stalls[0] ?? k;
    const point = (cell) => tds.forEach((td, at) => td.classList.toggle("pointed", at === cell));

    const show = (k) => {
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
      const step = fill(move ? words.step : words.after, { k: k + 1, n: end });
      const text = move ? sentence(game, move) : words.ended[game.status];
      const reply = move ? replied(move, game.frames[k + 1]) : "";
      const p = move?.exact ?? move?.risk;
      const manner = !move ? "" : !move.why ? words.proven : [words.unproven, ...(p === undefined ? [] : [fill(words.risk, { risk: percent(p) })])].join(", ");
      const notes = [make("span", { class: `badge ${move?.why ? "stall" : ""}` }, manner), reply];
      return { step, text, notes, details: explained(move, worlds, limit, looks, risks) };
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

    const jumps = [[words.stall, nextStall], [words.final_move, () => end - 1]];
    return { stage, legend: legend(), wide: game.cols > 20, opened: end - 1, marks: stalls, jumps, reveal, show };
  };
  return { facts, board };
};
