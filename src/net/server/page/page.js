// The battle day page: listens to the events of the server and keeps the ranking and the
// boards as they tell. Whatever comes from a group is hostile: it becomes text, never
// markup, and is looked up in a Map, never in a selector.
"use strict";
(() => {
    const TEXTS = { // in English and in French
        ranking: ["Ranking", "Classement"], boards: ["Boards", "Cartes"],
        hint: ["Enter enlarges this board, Escape goes back.", "Entrée agrandit cette carte, Échap revient."],
        "maps.one": ["{n} map", "{n} carte"], "maps.other": ["{n} maps", "{n} cartes"], "groups.one": ["{n} group", "{n} groupe"], "groups.other": ["{n} groups", "{n} groupes"],
        connecting: ["connecting", "connexion"], live: ["live", "en direct"], lost: ["reconnecting", "reconnexion"],
        nobody: ["Waiting for the first group…", "On attend le premier groupe…"], how: ["Clover joins and plays with:", "Clover s’inscrit et joue avec :"],
        command: ['clover play --server {address} --group NAME --members "A, B"', 'clover play --server {address} --group NOM --members "A, B"'],
        others: ["Any other client of the course’s protocol can join too. The server’s address is", "Tout autre client du protocole du cours peut aussi s’inscrire. L’adresse du serveur est"],
        group: ["group", "groupe"], members: ["members", "membres"], seconds: ["time a map", "temps moyen"],
        played: ["maps", "cartes"], won: ["won", "gagnées"], streak: ["streak", "série"], animals: ["animals", "animaux"],
        tigers: ["tigers", "tigres"], sharks: ["sharks", "requins"], crocodiles: ["crocodiles", "crocodiles"],
        land: ["land", "terre"], sea: ["sea", "mer"], unknown: ["unknown", "inconnu"],
        "about.rank": ["by maps won, then the longest streak, animals found, and time", "par cartes gagnées, puis la plus longue série, les animaux trouvés et le temps"],
        "about.played": ["maps played", "cartes jouées"], "about.won": ["maps won", "cartes gagnées"],
        "about.streak": ["longest streak of wins", "plus longue série de victoires"], "about.seconds": ["mean time of a map", "temps moyen d’une carte"],
        "about.animals": ["animals found", "animaux trouvés"], "about.tigers": ["tigers found", "tigres trouvés"],
        "about.sharks": ["sharks found", "requins trouvés"], "about.crocodiles": ["crocodiles found", "crocodiles trouvés"],
        "state.waiting": ["waiting", "en attente"], "state.playing": ["playing", "en jeu"],
        "state.won": ["won", "gagnée"], "state.lost": ["lost", "perdue"], "state.done": ["finished", "terminé"],
        place: ["map {place} of {maps}", "carte {place} sur {maps}"],
        discover: ["discovered ({i}, {j})", "a découvert ({i}, {j})"], chord: ["opened around ({i}, {j})", "a ouvert autour de ({i}, {j})"],
        guess: ["named {animal} at ({i}, {j})", "a nommé {animal} en ({i}, {j})"],
        T: ["a tiger", "un tigre"], S: ["a shark", "un requin"], C: ["a crocodile", "un crocodile"],
        board: ["{group}: {state}. Map {place} of {maps}, {rows} rows and {cols} columns: {open} cells open, {named} animals found.",
            "{group} : {state}. Carte {place} sur {maps}, {rows} lignes et {cols} colonnes : {open} cases ouvertes, {named} animaux trouvés."],
        none: ["{group}: {state}. No map now.", "{group} : {state}. Pas de carte en ce moment."],
    };
    const language = navigator.language.startsWith("fr") ? "fr" : "en";
    /** A text in the language of the reader, with what stands in braces filled in. */
    const told = (key, values = {}) => TEXTS[key]?.[language === "fr" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "") ?? "";
    const written = (number) => number.toLocaleString(language);
    const counted = (key, n) => told(`${key}.${n < 2 && (n === 1 || language === "fr") ? "one" : "other"}`, { n: written(n) });
    /** A time with three figures. */
    const seconds = (s) => {
        const [time, unit] = s < 1 ? [1000 * s, "ms"] : [s, "s"];
        return `${time.toLocaleString(language, { minimumSignificantDigits: 3, maximumSignificantDigits: 3 })} ${unit}`;
    };
    const EMOJI = { T: "🐅", S: "🦈", C: "🐊" };
    const KINDS = { T: "tiger", S: "shark", C: "croco" };

    const find = (id) => document.getElementById(id);
    /** A new element of a template, and its parts by what names them. */
    const made = (template, naming) => {
        const element = document.importNode(find(template).content.firstElementChild, true);
        const named = [...element.querySelectorAll(`[${naming}]`)].map((part) => [part.getAttribute(naming), part]);
        return [element, Object.fromEntries(named)];
    };
    /** Sets a text, and only one that is new: the page is then laid out no more than it must. */
    const say = (element, text) => {
        if (element.textContent !== text) element.textContent = text;
    };
    /** Says what may be too long for its place. */
    const sayLong = (element, text) => {
        say(element, text);
        if (element.title !== text) element.title = text;
    };

    const groups = new Map(); // by id: what the server said last, and the elements that show it
    const changed = new Set(); // the ids of groups to show anew in the next frame
    let maps = 0;
    let address = location.origin; // of the server, as others reach it
    let moved = true; // whether groups came or went since the last frame

    // ---- The ranking ----

    const rows = document.querySelector("tbody");
    const animals = ({ tigers, sharks, crocodiles }) => tigers + sharks + crocodiles;
    const byMerit = (a, b) => b.won - a.won || b.longest - a.longest || animals(b) - animals(a) || (a.seconds ?? Infinity) - (b.seconds ?? Infinity) || 0;

    const showRow = ({ data, cells }) => {
        sayLong(cells.group, data.id);
        sayLong(cells.members, data.members);
        say(cells.played, `${data.played} / ${maps}`);
        cells.played.style.setProperty("--share", `${(100 * data.played) / Math.max(maps, 1)}%`);
        say(cells.won, String(data.won));
        say(cells.streak, String(data.longest));
        for (const kind of ["tigers", "sharks", "crocodiles"]) say(cells[kind], String(data[kind]));
        say(cells.animals, String(animals(data)));
        say(cells.seconds, data.seconds === null ? "–" : seconds(data.seconds));
    };
    /** Numbers the rows and puts them in order; those that move glide there. */
    const rank = () => {
        const order = [...groups.values()].sort((a, b) => byMerit(a.data, b.data) || a.data.id.localeCompare(b.data.id));
        // A row that is new has no place yet to glide from.
        const tops = new Map(order.filter(({ cells }) => cells.rank.textContent).map(({ row }) => [row, row.getBoundingClientRect().top]));
        const places = [];
        order.forEach(({ data }, n) => places.push(n > 0 && byMerit(order[n - 1].data, data) === 0 ? places[n - 1] : n + 1));
        order.forEach(({ row, cells }, n) => {
            say(cells.rank, String(places[n]));
            // The first three, and nobody who shares a place with a fourth.
            row.classList.toggle("top", places.lastIndexOf(places[n]) < 3);
        });
        if (order.every(({ row }, n) => rows.children[n] === row)) return;
        for (const row of tops.keys()) row.getAnimations().forEach((animation) => animation.cancel());
        rows.append(...order.map(({ row }) => row));
        if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
        // All are measured before any is moved, so that the page is laid out only once.
        const ways = [...tops].map(([row, top]) => [row, top - row.getBoundingClientRect().top]);
        for (const [row, way] of ways) {
            if (way) row.animate({ transform: [`translateY(${way}px)`, "none"] }, { duration: 600, easing: "ease-in-out" });
        }
    };
    /** Ranks at once, but at most once a second: the eye must be able to follow. */
    let [ranked, waiting] = [-Infinity, 0];
    const rankSoon = () => {
        if (waiting) return;
        waiting = setTimeout(() => {
            [ranked, waiting] = [performance.now(), 0];
            rank();
        }, Math.max(0, ranked + 1000 - performance.now()));
    };

    // ---- The boards ----

    const LARGEST = 110; // CSS pixels: a map of one cell need not fill the wall
    const FONT = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
    let colours = {};
    const readColours = () => {
        const style = getComputedStyle(document.documentElement);
        const names = ["land", "land-open", "sea", "sea-open", "unknown", "ink", ...Object.values(KINDS)];
        colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    };

    const showCard = ({ data, card, parts, pen }) => {
        const { state, place, last, board } = data;
        card.dataset.state = state;
        sayLong(parts.name, data.id);
        say(parts.state, told(`state.${state}`));
        say(parts.place, place > 0 ? told("place", { place, maps }) : "");
        parts.place.dataset.short = place > 0 ? `${place}/${maps}` : "";
        sayLong(parts.title, data.title ?? "");
        say(parts.last, last ? told(last.action, { i: last.pos?.[0], j: last.pos?.[1], animal: told(last.animal) }) + (data.fatal ? " 💥" : "") : "");
        const counts = board && { open: board.counts.length / 3, named: board.seen.replace(/[.o]/g, "").length };
        pen.canvas.ariaLabel = told(board ? "board" : "none", { ...board, ...counts, group: data.id, state: told(`state.${state}`), place, maps });
    };

    /** The side of a cell in pixels of the screen: whole, unless small cells would leave much of the box empty. */
    const sideOf = ({ rows, cols }, box) => {
        const side = Math.min(box.width / cols, box.height / rows, LARGEST) * devicePixelRatio;
        return side < 8 ? side : Math.floor(side);
    };
    /** Draws the cells of a board that look otherwise than when they were last drawn. */
    const paint = (group) => {
        const { data, parts, pen, box } = group;
        const { canvas } = pen;
        const board = data.board ?? { rows: 0, cols: 0, terrain: "", seen: "", counts: "" };
        if (!box?.width || !box.height) return;
        const side = sideOf(board, box);
        const shape = [board.rows, board.cols, side, devicePixelRatio].join();
        if (group.shape !== shape) {
            group.shape = shape;
            group.looks = [];
            canvas.width = Math.round(board.cols * side);
            canvas.height = Math.round(board.rows * side);
            canvas.style.width = `${canvas.width / devicePixelRatio}px`;
            canvas.style.height = `${canvas.height / devicePixelRatio}px`;
        }
        let open = 0;
        for (let cell = 0; cell < board.seen.length; cell++) {
            const seen = board.seen[cell];
            const counts = seen === "o" ? board.counts.slice(3 * open, 3 * ++open) : "";
            const look = board.terrain[cell] + seen + counts;
            if (look === group.looks[cell]) continue;
            group.looks[cell] = look;
            drawCell(pen, Math.floor(cell / board.cols), cell % board.cols, side, board.terrain[cell], seen, counts);
        }
        mark(parts.mark, board, side / devicePixelRatio, data);
        canvas.dataset.cells = board.seen;
        canvas.dataset.drawn = ++group.drawn;
    };
    const drawCell = (pen, row, col, side, terrain, seen, counts) => {
        const [x, y] = [Math.round(col * side), Math.round(row * side)];
        const css = side / devicePixelRatio;
        const gap = css >= 6 ? Math.round(devicePixelRatio) : 0;
        const [width, height] = [Math.round((col + 1) * side) - x - gap, Math.round((row + 1) * side) - y - gap];
        const ground = { "~": "sea", "-": "land" }[terrain] ?? "unknown";
        const fill = (colour, share = 1) => {
            [pen.fillStyle, pen.globalAlpha] = [colour, share];
            pen.fillRect(x, y, width, height);
            pen.globalAlpha = 1;
        };
        const write = (text, colour, size, across = 0.5) => {
            [pen.fillStyle, pen.textAlign, pen.font] = [colour, "center", `600 ${size * side}px ${FONT}`];
            // Digits are as high as 0.72 of their size: so they stand in the middle.
            pen.fillText(text, x + across * width, y + height / 2 + 0.36 * size * side);
        };
        pen.clearRect(x, y, width + gap, height + gap);
        fill(colours[seen === "." ? ground : `${ground}-open`] ?? colours.unknown);
        const sum = [...counts].reduce((sum, digit) => sum + Number(digit), 0);
        if (css < 9) {
            // Nothing can be read: an animal is its colour, and the more are around, the stronger a cell.
            if (EMOJI[seen]) fill(colours[KINDS[seen]]);
            if (sum > 0) fill(colours.ink, 0.07 * sum);
        } else if (EMOJI[seen]) {
            write(EMOJI[seen], colours.ink, 0.66);
        } else if (css < 40) {
            if (sum > 0) write(sum, colours.ink, 0.66);
        } else {
            Object.values(KINDS).forEach((kind, n) => {
                if (counts[n] > 0) write(counts[n], colours[kind], 0.38, 0.5 + 0.29 * (n - 1));
            });
        }
    };
    /** Outlines the cell of the last move. It lies over the canvas, so that nothing is drawn anew where it was. */
    const mark = (element, { rows, cols }, side, { last, fatal }) => {
        const [i, j] = last?.pos ?? [];
        element.hidden = !(i < rows && j < cols);
        if (element.hidden) return;
        say(element, fatal ? "💥" : "");
        const { style } = element;
        style.translate = `calc(${(j + 0.5) * side}px - 50%) calc(${(i + 0.5) * side}px - 50%)`;
        style.width = style.height = `${side}px`;
        style.fontSize = `${fatal ? Math.max(0.7 * side, 16) : 0}px`;
    };

    // ---- The page ----

    const cards = find("cards");
    /** The number of columns that makes the boards largest, and the height of a card. */
    const fit = (n, width, height, rem) => {
        const gap = 0.6 * rem;
        const head = (across) => (across > 11.6 * rem ? 5.4 : 3.5) * rem;
        let best = { size: 0 };
        for (let columns = 1; columns <= Math.max(1, Math.min(n, Math.floor(width / (5 * rem)))); columns++) {
            const across = (width + gap) / columns - gap;
            // What does not fit is scrolled, rather than too small to be of use.
            const down = Math.max((height + gap) / Math.ceil(n / columns) - gap, 4.5 * rem + head(across));
            const size = Math.min(across, down - head(across));
            if (size >= best.size) best = { size, columns, height: Math.min(down, across + head(across)) };
        }
        return best;
    };
    const arrange = () => {
        const n = groups.size;
        find("join").hidden = n > 0;
        find("ranking").hidden = find("boards").hidden = n === 0;
        if (n === 0) return;
        const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const whole = matchMedia("(min-width: 60rem) and (min-height: 30rem)").matches;
        document.body.classList.toggle("beside", whole && n > 4);
        document.body.style.setProperty("--groups", n);
        const across = find("ranking").clientWidth / rem;
        find("ranking").classList.toggle("one-line", across > 55 || (across > 33 && n > 16));
        const place = whole ? find("boards") : document.documentElement;
        const { columns, height } = fit(n, cards.clientWidth, place.clientHeight - 0.4 * rem, rem);
        cards.style.setProperty("--columns", columns);
        cards.style.setProperty("--height", `${height}px`);
    };
    const join = (data) => {
        const [row, cells] = made("row", "data-of");
        const [card, parts] = made("card", "class");
        const group = { data, row, cells, card, parts, pen: card.querySelector("canvas").getContext("2d"), drawn: 0, looks: [] };
        row.dataset.group = card.dataset.group = data.id;
        const next = [...cards.children].find((card) => groups.get(card.dataset.group).data.joined > data.joined);
        groups.set(data.id, group);
        moved = true;
        rows.append(row);
        cards.insertBefore(card, next ?? null);
        sizes.observe(parts.stage);
        views.observe(card);
        return group;
    };
    const leave = (id) => {
        const { row, card, parts } = groups.get(id) ?? {};
        if (!row) return;
        if (card === large) enlarge(null);
        sizes.unobserve(parts.stage);
        views.unobserve(card);
        row.remove();
        card.remove();
        groups.delete(id);
        moved = true;
    };

    let large = null;
    /** Gives the whole window to this card, or back to all of them. */
    const enlarge = (card) => {
        large?.classList.remove("large");
        card?.classList.add("large");
        document.body.classList.toggle("enlarged", card !== null);
        large = card;
    };

    let asked = 0;
    /** Shows these groups anew in the next frame, however many messages come before it. */
    const showSoon = (ids) => {
        for (const id of ids) changed.add(id);
        asked ||= requestAnimationFrame(show);
    };
    const show = () => {
        asked = 0;
        say(find("maps"), counted("maps", maps));
        say(find("number"), counted("groups", groups.size));
        if (moved) {
            arrange();
            rank();
        }
        moved = false;
        for (const id of changed) {
            const group = groups.get(id);
            if (!group) continue;
            showRow(group);
            showCard(group);
            if (group.visible) paint(group);
        }
        changed.clear();
        rankSoon();
    };
    /** Takes what an observer saw of some groups' elements. */
    const observed = (take) => (entries) => {
        for (const entry of entries) {
            const id = entry.target.closest("article").dataset.group;
            if (groups.has(id)) take(groups.get(id), entry);
            showSoon([id]);
        }
    };
    const sizes = new ResizeObserver(observed((group, { contentRect }) => (group.box = contentRect)));
    const views = new IntersectionObserver(observed((group, { isIntersecting }) => (group.visible = isIntersecting)), { rootMargin: "50%" });
    const showAll = () => showSoon(groups.keys());

    const receive = ({ data }) => {
        const news = JSON.parse(data);
        const there = new Set(news.groups.map(({ id }) => id));
        // Who looks on the server's own machine has an address that is of no use to others.
        if (/^(localhost|127\.|\[::1)/.test(location.hostname)) address = news.address;
        showAddress();
        if (news.all) [...groups.keys()].filter((id) => !there.has(id)).forEach(leave);
        for (const group of news.groups) {
            if (groups.has(group.id)) groups.get(group.id).data = group;
            else join(group);
        }
        if (maps !== news.maps) showAll();
        maps = news.maps;
        showSoon(there);
    };
    const connect = () => {
        const tell = (state) => {
            say(find("connection"), told(state));
            find("connection").className = state;
        };
        const events = new EventSource("/events");
        events.onopen = () => tell("live");
        events.onmessage = receive;
        events.onerror = () => {
            tell("lost");
            // It tries again by itself, but not after an answer that was no stream.
            if (events.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
        };
    };

    const write = () => {
        document.documentElement.lang = language;
        for (const element of document.querySelectorAll("[data-say]")) say(element, told(element.dataset.say));
        for (const head of document.querySelectorAll("th")) head.title = told(`about.${head.dataset.of}`);
        showAddress();
    };
    const showAddress = () => {
        say(find("command"), told("command", { address }));
        say(find("address"), address);
    };
    cards.addEventListener("click", ({ target }) => {
        const card = target.closest("article");
        if (card) enlarge(card === large ? null : card);
    });
    document.addEventListener("keydown", ({ key, target }) => {
        if (key === "Escape") enlarge(null);
        else if (key === "Enter" && target.matches("article")) target.click();
    });
    addEventListener("resize", () => {
        arrange();
        showAll();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        readColours();
        for (const group of groups.values()) group.looks = [];
        showAll();
    });
    readColours();
    write();
    connect();
})();
