// Boards of Anti-Virus: the picture of the start, whose pieces are moved to where each frame
// has them. A frame is the position before a push; see ../antivirus.rs, which made the
// picture, and follows the plan: nothing here knows the rules.
"use strict";
const replayed = ({ words, make, fill, written }) => {
  const facts = ({ radius, whites, letters, status, frames }) => {
    const size = fill(words.size, { radius, whites, pieces: letters.length });
    return status === "won" ? [size, fill(words.length, { n: written(frames.length - 1) })] : [size];
  };

  const legend = () => {
    const swatch = (kind, text) => make("li", {}, make("span", { class: `swatch ${kind}`, "aria-hidden": "true" }), text);
    return make("ul", { class: "legend", "aria-label": words.legend }, make("li", {}, words.virus), swatch("white", words.white), swatch("moving", words.moving));
  };

  /** What the plan costs, up to a frame and in all. */
  const costs = (far, whole) => {
    const { metric, ...numbers } = words.columns;
    const heads = [metric, ...Object.values(numbers)].map((text) => make("th", { scope: "col" }, text));
    const row = (name, nth) => make("tr", {}, make("th", { scope: "row" }, name), ...[far, whole].map((cost) => make("td", {}, written(cost[nth]))));
    return make("table", {}, make("caption", {}, words.cost), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...Object.values(words.metrics).map(row)));
  };

  const board = ({ letters, scene, goal, message, status, frames }) => {
    const end = frames.length - 1;
    const picture = document.importNode(new DOMParser().parseFromString(scene, "image/svg+xml").documentElement, true);
    picture.setAttribute("role", "img");
    const pieces = [...picture.querySelectorAll(".piece")];
    const place = ([row, col], nth) => fill(row < 0 ? words.gone : words.piece, { letter: letters[nth], row, col });

    const show = (k) => {
      const { at, cost, move } = frames[k];
      picture.setAttribute("aria-label", fill(words.board, { pieces: at.map(place).join("; ") }));
      picture.dataset.direction = move?.direction ?? "";
      pieces.forEach((piece, nth) => {
        const [from, to] = [frames[0].at[nth], at[nth]];
        piece.style.setProperty("--down", to[0] - from[0]);
        piece.style.setProperty("--across", to[1] - from[1]);
        piece.classList.toggle("moving", move?.group.includes(nth) ?? false);
      });
      const details = goal ? [costs(cost, frames[end].cost)] : [];
      if (message) details.push(make("p", { class: "why", lang: "en" }, message));
      if (!goal) return { step: words.start, text: words.ended[status], notes: [words.why[status]], details };
      if (!move) return { step: fill(words.after, { n: end }), text: words.goals[goal], notes: [], details };
      const text = fill(words.push, { letter: letters[move.piece], direction: words.directions[move.direction] });
      const moves = fill(words.moves, { letters: move.group.map((nth) => letters[nth]).join(", ") });
      return { step: fill(words.step, { k: k + 1, n: end }), text, notes: [moves], details };
    };
    return { stage: make("div", { class: "stage" }, picture), legend: legend(), wide: false, opened: 0, marks: [], jumps: [], reveal: () => {}, show };
  };
  return { facts, board };
};
