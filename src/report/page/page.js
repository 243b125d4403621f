"use strict";

// Sorting: a click on a head sorts by it, another one the other way. Cells without a
// value come last either way.
for (const table of document.querySelectorAll(".table table")) {
    const heads = [...table.tHead.rows[0].cells];
    const rows = [...table.tBodies[0].rows];
    heads.forEach((head, column) => head.firstChild.addEventListener("click", () => {
        const way = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", way);
        const sign = way === "ascending" ? 1 : -1;
        const numeric = head.classList.contains("number");
        const value = (row) => row.cells[column].dataset.value;
        const number = (text) => (text === "inf" ? Infinity : text === "-inf" ? -Infinity : Number(text));
        const compare = (one, other) => (numeric ? number(one) - number(other) || 0 : one.localeCompare(other, undefined, { numeric: true }));
        rows.sort((one, other) => {
            const [a, b] = [value(one), value(other)];
            if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
            return sign * compare(a, b);
        });
        table.tBodies[0].append(...rows);
    }));
}

// The filter hides rows, and games to replay, of sets and strategies that are not ticked.
const filter = document.getElementById("filter");
if (filter) {
    const show = () => {
        const ticked = (name) => new Set([...filter.querySelectorAll(`[name=${name}]:checked`)].map((box) => box.value));
        const [sets, strategies] = [ticked("set"), ticked("strategy")];
        const hidden = ({ set, strategy }) => (set !== undefined && !sets.has(set)) || (strategy !== undefined && !strategies.has(strategy));
        for (const item of document.querySelectorAll("tbody tr, #replay-game option")) {
            item.hidden = hidden(item.dataset);
            // Not every browser hides a choice.
            if ("disabled" in item) item.disabled = item.hidden;
        }
    };
    filter.addEventListener("change", show);
    filter.addEventListener("submit", (event) => event.preventDefault());
    // Browsers keep ticks when a page is opened again; the games come after this script.
    addEventListener("load", show);
}
