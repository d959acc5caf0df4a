// One control per kind of answer. Each offers: node, value(), show(value), press(key), focus(), complain(text), mark(active),
// trouble() (why the answer cannot be submitted, or null) and keepable() (whether it can be kept as a draft).

import { element, fill, keycap, written } from "./dom.js";

const COUNT_FROM = 0.9;
const LONGEST_DRAFT = 100_000;
// NUL, and halves of characters: no database keeps them.
const UNSTORABLE = /\0|\p{Surrogate}/u;
let serial = 0;

/** Characters as the server counts them: an emoji is one where it is one code point. */
function characters(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function frame(question, words, body) {
  const id = `question-${(serial += 1)}`;
  const problem = element("p", { class: "problem", id: `${id}-problem`, hidden: true });
  const label = element("div", { class: "wording" }, [
    written("span", question.text, "question-text"),
    question.required ? null : element("span", { class: "optional", text: words.optional }),
    question.about ? written("span", question.about, "about") : null,
    question.help ? written("span", question.help, "help") : null,
  ]);
  const node = element("div", { class: `question kind-${question.kind}`, id }, [label, body, problem]);
  return { node, problem };
}

function common(question, parts, control) {
  const { node, problem } = parts;
  return {
    trouble: () => null,
    keepable: () => true,
    ...control,
    id: question.id,
    required: question.required,
    node,
    mark(active) {
      node.classList.toggle("active", active);
    },
    complain(text) {
      problem.textContent = text ?? "";
      problem.hidden = !text;
      node.classList.toggle("has-problem", Boolean(text));
      control.field.setAttribute("aria-invalid", text ? "true" : "false");
      if (text) control.field.setAttribute("aria-describedby", problem.id);
      else control.field.removeAttribute("aria-describedby");
    },
  };
}

function anchorRow(options) {
  const count = options.length;
  const notes = options.flatMap((option, place) => {
    if (!option.anchor) return [];
    const side = place === 0 ? "start" : place === count - 1 ? "end" : "middle";
    const note = written("span", option.anchor, `anchor ${side}`);
    note.style.setProperty("--place", String((place + 0.5) / count));
    return [note];
  });
  return notes.length ? element("div", { class: "anchors", "aria-hidden": "true" }, notes) : null;
}

function optionButton(option, role, inside) {
  const button = element(
    "button",
    {
      type: "button",
      class: "option",
      role,
      "aria-checked": "false",
      "aria-label": option.label,
      "aria-description": option.anchor || null,
      "aria-keyshortcuts": option.key || null,
      tabindex: "-1",
      "data-value": option.value,
    },
    [
      written("span", option.label, "option-label"),
      inside && option.anchor ? written("span", option.anchor, "option-anchor") : null,
      option.key && option.key !== option.label ? keycap(option.key) : null,
    ],
  );
  return button;
}

function choices(question, words, changed) {
  const inside = question.options.every((option) => option.anchor);
  const many = question.kind === "multiple_choice";
  const buttons = question.options.map((option) => optionButton(option, many ? "checkbox" : "radio", inside));
  const field = element(
    "div",
    { class: `options${inside ? " anchored" : ""}`, role: many ? "group" : "radiogroup", "aria-label": question.name, "aria-required": many ? null : String(question.required) },
    buttons,
  );
  field.style.setProperty("--count", String(buttons.length));
  const body = element("div", { class: "choices" }, [field, inside ? null : anchorRow(question.options)]);
  const chosen = new Set();

  function paint() {
    buttons.forEach((button) => button.setAttribute("aria-checked", String(chosen.has(button.dataset.value))));
    const tabStop = buttons.find((button) => chosen.has(button.dataset.value)) ?? buttons[0];
    buttons.forEach((button) => (button.tabIndex = many || button === tabStop ? 0 : -1));
  }
  function choose(button) {
    const value = button.dataset.value;
    if (many && chosen.has(value)) chosen.delete(value);
    else {
      if (!many) chosen.clear();
      chosen.add(value);
    }
    paint();
    changed();
  }
  buttons.forEach((button, place) => {
    button.addEventListener("click", () => choose(button));
    button.addEventListener("keydown", (event) => {
      const forward = getComputedStyle(field).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      const next = buttons[(place + (event.key === forward ? 1 : buttons.length - 1)) % buttons.length];
      next.focus();
      if (!many) choose(next);
    });
  });
  paint();
  return common(question, frame(question, words, body), {
    field,
    value() {
      const values = question.options.map((option) => option.value).filter((value) => chosen.has(String(value)));
      if (many) return values.length ? JSON.stringify(values) : null;
      return values[0] ?? null;
    },
    show(value) {
      chosen.clear();
      const values = many && value ? JSON.parse(value) : [value ?? []].flat();
      values.forEach((one) => chosen.add(String(one)));
      paint();
    },
    press(key) {
      const place = question.options.findIndex((option) => option.key && option.key.toLowerCase() === key.toLowerCase());
      if (place < 0) return false;
      choose(buttons[place]);
      return true;
    },
    /** Two digits typed at once mean one number, such as ten. */
    join(digits) {
      const place = many ? -1 : question.options.findIndex((option) => option.label === digits && option.key !== digits);
      if (place < 0) return false;
      choose(buttons[place]);
      return true;
    },
    advances: !many,
    focus() {
      buttons.find((button) => button.tabIndex === 0).focus();
    },
  });
}

function typed(question, words, changed) {
  const long = question.kind === "text";
  const field = element(long ? "textarea" : "input", {
    class: "field",
    "aria-label": question.name,
    "aria-required": String(question.required),
    dir: "auto",
    rows: long ? "1" : null,
    inputmode: long ? null : "decimal",
    type: long ? null : "text",
    autocomplete: "off",
    placeholder: question.placeholder || null,
  });
  const left = element("span", { class: "characters-left", "aria-hidden": "true" });
  const most = question.max_characters ?? Infinity;
  let length = 0;
  function count() {
    if (!long) return;
    length = characters(field.value);
    left.textContent = length >= most * COUNT_FROM ? `${length} / ${most}` : "";
    left.classList.toggle("over", length > most);
  }
  field.addEventListener("input", () => {
    count();
    changed();
  });
  const body = element("div", { class: "typing" }, [field, left]);
  return common(question, frame(question, words, body), {
    field,
    value() {
      const text = field.value.trim();
      if (!text) return null;
      const number = Number(text.replace(",", "."));
      return long || Number.isNaN(number) ? field.value : number;
    },
    show(value) {
      field.value = String(value ?? "");
      count();
    },
    trouble() {
      if (length > most) return fill(words.too_long, { count: length, most });
      return UNSTORABLE.test(field.value) ? words.unstorable : null;
    },
    keepable: () => length <= LONGEST_DRAFT && !UNSTORABLE.test(field.value),
    press: () => false,
    join: () => false,
    advances: false,
    focus: () => field.focus(),
  });
}

/** Make the control of a question; `changed` is called after every change by the rater. */
export function makeQuestion(question, words, changed) {
  return question.kind === "text" || question.kind === "number"
    ? typed(question, words, changed)
    : choices(question, words, changed);
}
