// Replays: steps through the games that the page carries as JSON, a frame a step. Texts
// from files become text nodes, never markup. What a game has of its own is `replayed`, in
// the script before this one; from `tools` it makes
// - facts(game): texts about the whole of it;
// - board(game): its `stage` and `legend`, elements; whether it is `wide`; which step is
//   `opened` first; `marks`, steps to find on the slider; `jumps`, more buttons, each a text
//   and from which step to which it goes; reveal(step), what to bring into sight; and
//   show(step), which draws it and gives what is said: which `step` it is, what happens as
//   `text`, `notes` beside that and `details` below, both as nodes.
"use strict";
(() => {
  const section = document.getElementById("replays");
  const source = document.getElementById("replay-data");
  if (!section || !source) return;
  const { words, games, total } = JSON.parse(source.textContent);

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
  const { facts, board: boardOf } = replayed({ words, make, fill, written });
  const name = ({ set, instance, strategy, repetition }) =>
    [set, instance, strategy, ...(games.some((game) => game.repetition) ? [fill(words.repetition, { n: repetition })] : [])].join(" · ");

  /** The viewer of one game. */
  const viewer = (game) => {
    const end = game.frames.length - 1;
    const board = boardOf(game);
    let k = 0;
    const ticks = make("datalist", { id: "replay-marks" }, ...board.marks.map((at) => make("option", { value: at })));
    const slider = make("input", { type: "range", min: 0, max: end, list: ticks.id, "aria-label": words.slider, oninput: () => show(Number(slider.value)) });
    const said = make("p", { class: "said", role: "status", "aria-live": "polite" });
    const details = make("div", { class: "details" });

    const show = (next) => {
      k = Math.min(Math.max(next, 0), end);
      const shown = board.show(k);
      board.reveal(k);
      slider.value = k;
      slider.setAttribute("aria-valuetext", `${shown.step}: ${shown.text}`);
      said.replaceChildren(make("span", { class: "count" }, shown.step), " ", make("strong", {}, shown.text), ...shown.notes.flatMap((note) => [" ", note]));
      // What has the focus goes: the viewer keeps listening to the keys.
      if (details.contains(document.activeElement)) details.closest(".viewer").focus();
      details.replaceChildren(...shown.details);
    };

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
      ...board.jumps.map(([label, to]) => button(label, "", () => show(to(k)))),
    );
    const keys = { ArrowLeft: () => k - 1, ArrowRight: () => k + 1, Home: () => 0, End: () => end };
    const onkeydown = (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
      event.preventDefault();
      show(keys[event.key]());
    };
    const told = facts(game).join(" · ");
    const about = make("p", { class: "about" }, make("span", { class: `badge ${game.status}` }, words.ended[game.status]), " ", told, " ", make("span", { class: "quiet" }, words.keys));
    const attributes = { class: "viewer", tabindex: 0, role: "group", "aria-label": `${words.viewer}: ${name(game)}`, onkeydown };
    show(board.opened);
    requestAnimationFrame(() => board.reveal(k));
    return make("div", attributes, about, bar, make("div", { class: board.wide ? "parts wide" : "parts" }, said, board.stage, details, board.legend));
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
