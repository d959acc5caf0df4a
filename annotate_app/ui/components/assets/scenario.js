// The setting and the two characters, with exactly what is visible in this step.

import { element, written } from "./dom.js";

function fact(label, text, className) {
  if (!text) return null;
  return element("p", { class: `fact ${className ?? ""}`.trim() }, [
    element("span", { class: "label", text: label }),
    document.createTextNode(" "),
    written("span", text),
  ]);
}

function characterCard(character, place, words) {
  const head = element("h3", { class: `character-name speaker-${place}` }, [written("span", character.name)]);
  return element("article", { class: `character speaker-${place}` }, [
    head,
    character.about ? written("p", character.about, "about") : null,
    ...character.lines.map((line) => written("p", line, "line")),
    fact(words.goal, character.goal, "goal"),
    ...character.hints.map((hint) => written("p", hint, "hint")),
    fact(words.secret, character.secret, "secret"),
  ]);
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
  return element("section", { class: `scenario${scenario.setting ? "" : " no-setting"}` }, [body]);
}
