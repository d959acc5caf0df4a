// The setting and the two characters, with exactly what is visible in this step.

import { element, fill, written } from "./dom.js";

function fact(label, text, className) {
  if (!text) return null;
  return element("p", { class: `fact ${className ?? ""}`.trim() }, [
    element("span", { class: "label", text: label }),
    document.createTextNode(" "),
    written("span", text),
  ]);
}

/** Make a card that can be folded to its goal. The next item shows other people, and shows them whole. */
function foldable(card, head, character, words) {
  const button = element("button", { type: "button", class: "fold", on: { click: () => paint(!card.classList.contains("brief")) } }, [
    element("span", { class: "fold-mark", "aria-hidden": "true" }),
  ]);
  function paint(brief) {
    card.classList.toggle("brief", brief);
    button.setAttribute("aria-expanded", String(!brief));
    button.setAttribute("aria-label", fill(brief ? words.more_about : words.less_about, { name: character.name }));
    button.title = brief ? words.more : words.less;
  }
  head.append(button);
  paint(false);
}

function characterCard(character, place, words) {
  const head = element("header", { class: "character-head" }, [
    element("h3", { class: `character-name speaker-${place}` }, [written("span", character.name)]),
    character.about ? written("p", character.about, "about") : null,
  ]);
  // What is to be judged comes first: the rest was there to read in the step before.
  const card = element("article", { class: `character speaker-${place}` }, [
    head,
    fact(words.goal, character.goal, "goal"),
    ...character.hints.map((hint) => written("p", hint, "hint")),
    fact(words.secret, character.secret, "secret"),
    ...character.lines.map((line) => written("p", line, "line")),
  ]);
  if (character.goal) foldable(card, head, character, words);
  return card;
}

/** The panel above the dialogues; it can be folded to leave them more room. */
export function scenarioPanel(scenario, words) {
  const body = element("div", { class: "scenario-body", id: "scenario-body", tabindex: "0", role: "region", "aria-label": words.scenario }, [
    scenario.setting
      ? element("div", { class: "setting" }, [
          written("p", scenario.setting, "setting-text"),
          scenario.relationship ? element("p", { class: "relationship", text: scenario.relationship }) : null,
        ])
      : null,
    ...scenario.characters.map((character, place) => characterCard(character, place, words)),
  ]);
  const goals = scenario.characters.some((character) => character.goal);
  return element("section", { class: `scenario${scenario.setting ? "" : " no-setting"}${goals ? " with-goals" : ""}` }, [body]);
}
