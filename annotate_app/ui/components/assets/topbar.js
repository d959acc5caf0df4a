// The line on top: where one is, whether everything is kept, earlier items, help.

import { element, keycap, written } from "./dom.js";
import { skipDialog } from "./skip.js";

function menuButton(name, label, opened) {
  return element("button", { type: "button", class: `quiet ${name}`, "aria-expanded": "false", "aria-haspopup": "true" , on: { click: opened } }, [
    element("span", { text: label }),
  ]);
}

function earlierList(data, open) {
  const items = data.earlier.map((item) =>
    element("li", {}, [
      element("button", { type: "button", class: `entry${item.current ? " current" : ""}`, "aria-current": item.current ? "true" : null, on: { click: () => open(item.ref) } }, [
        element("span", { text: item.label }),
        written("span", item.note, "entry-note"),
      ]),
    ]),
  );
  return element("ol", { class: "popover", role: "list", hidden: true }, items);
}

function helpDialog(data) {
  const { words } = data;
  const rows = data.keys.flatMap((row) => [
    element("dt", {}, row.keys.map((key) => keycap(key))),
    element("dd", { text: row.does }),
  ]);
  const close = element("button", { type: "button", class: "quiet", text: words.close, on: { click: () => dialog.close() } });
  const dialog = element("dialog", { class: "help", "aria-label": words.help }, [
    element("h2", { text: words.help }),
    ...data.instructions.map((paragraph) => written("p", paragraph)),
    element("dl", {}, rows),
    data.withdrawal_url ? element("p", {}, [element("a", { href: data.withdrawal_url, target: "_self", text: words.withdraw })]) : null,
    close,
  ]);
  return dialog;
}

/** Make the line on top; `report(state)` shows whether the draft is kept. */
export function topBar(data, { open, skip }) {
  const { words } = data;
  const list = earlierList(data, (ref) => {
    fold();
    open(ref);
  });
  const dialog = helpDialog(data);
  const skipping = data.skip_reasons.length ? skipDialog(data, skip) : null;
  const earlier = menuButton("earlier", words.earlier, () => (list.hidden ? unfold() : fold()));
  const help = menuButton("help-button", words.help, () => dialog.showModal());
  const panelSwitch = element("button", { type: "button", class: "quiet panel-switch", "aria-expanded": "true", "aria-controls": "scenario-body" });
  const offers = element("span", { class: "offers" });
  const state = element("span", { class: "state", role: "status" });

  function unfold() {
    list.hidden = false;
    earlier.setAttribute("aria-expanded", "true");
    list.querySelector("button")?.focus();
  }
  function fold() {
    list.hidden = true;
    earlier.setAttribute("aria-expanded", "false");
  }
  const outside = (event) => !event.composedPath().includes(list) && !event.composedPath().includes(earlier) && fold();
  document.addEventListener("pointerdown", outside);
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    fold();
    earlier.focus();
  });

  const done = data.total ? Math.round((100 * data.done) / data.total) : 0;
  const bar = element("div", { class: "progress", role: "progressbar", "aria-valuemin": "0", "aria-valuemax": String(data.total), "aria-valuenow": String(data.done), "aria-label": words.progress }, [
    element("div", { class: "progress-done" }),
  ]);
  bar.firstChild.style.inlineSize = `${done}%`;
  const node = element("header", { class: "top" }, [
    element("span", { class: "place" }, [
      element("strong", { text: words.item }),
      element("span", { class: "step", text: words.step }),
    ]),
    bar,
    state,
    element("span", { class: "tools" }, [
      data.resume ? element("button", { type: "button", class: "quiet resume", text: words.resume, on: { click: () => open(null) } }) : null,
      panelSwitch,
      offers,
      skipping ? element("button", { type: "button", class: "quiet skip-button", text: words.skip, on: { click: () => skipping.showModal() } }) : null,
      data.earlier.length ? element("span", { class: "anchor-menu" }, [earlier, list]) : null,
      help,
    ]),
    dialog,
    skipping,
  ]);
  return {
    node,
    isOpen: () => dialog.open || Boolean(skipping?.open),
    offer: (button) => offers.append(button),
    report(now) {
      state.textContent = words[`draft_${now}`] ?? "";
      state.className = `state ${now}`;
    },
    folds(panel) {
      const paint = (folded) => {
        panel.classList.toggle("folded", folded);
        panelSwitch.textContent = folded ? words.show_scenario : words.hide_scenario;
        panelSwitch.setAttribute("aria-expanded", String(!folded));
      };
      panelSwitch.addEventListener("click", () => paint(!panel.classList.contains("folded")));
      paint(false);
    },
    stop: () => document.removeEventListener("pointerdown", outside),
  };
}
