// The dialogues: one template for whatever wrote them.

import { element, written } from "./dom.js";

function turn(shown, previous) {
  if (shown.form === "stage") {
    const named = shown.text.startsWith(`${shown.name} `);
    const does = named ? shown.text.slice(shown.name.length + 1) : shown.text;
    return element("li", { class: "turn stage" }, [
      element("p", {}, [written("span", shown.name, "who"), document.createTextNode(" "), written("span", does)]),
    ]);
  }
  const continues = previous?.form === "speech" && previous.speaker === shown.speaker;
  return element("li", { class: `turn speech speaker-${shown.speaker}${continues ? " continues" : ""}` }, [
    continues ? null : written("span", shown.name, "speaker"),
    written("p", shown.text, "bubble"),
  ]);
}

/** One dialogue that scrolls inside its `scroller`; `below` holds the questions about it. */
export function dialogueColumn(dialogue, below) {
  const turns = dialogue.turns.map((shown, place) => turn(shown, dialogue.turns[place - 1]));
  const heading = element("h2", { class: "dialogue-name", id: `dialogue-${dialogue.label}`, text: dialogue.heading });
  const scroller = element(
    "div",
    { class: "turns", tabindex: "0", role: "region", "aria-labelledby": heading.id },
    [element("ol", {}, turns)],
  );
  const fades = () => {
    const room = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
    scroller.classList.toggle("more-below", room > 4);
    scroller.classList.toggle("more-above", scroller.scrollTop > 4);
  };
  scroller.addEventListener("scroll", fades, { passive: true });
  new ResizeObserver(fades).observe(scroller);
  return { node: element("section", { class: "dialogue" }, [heading, scroller, below]), scroller };
}
