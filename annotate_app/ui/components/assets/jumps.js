// Where no two dialogues fit side by side: what there is on the page, always in sight, and a way to it.

import { element, fill } from "./dom.js";

/** Make the links to the parts of a page; `parts` holds `name` and `node` in the page's order. */
export function jumps(parts, words) {
  const buttons = parts.map((part) =>
    element("button", { type: "button", class: "jump", "aria-label": fill(words.go_to, { part: part.name }), text: part.name, on: { click: () => go(part) } }),
  );
  function go(part) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    part.node.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
  }
  // The part that crosses a line a third down the window is the one being read.
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue;
        parts.forEach((part, place) => buttons[place].setAttribute("aria-current", String(part.node === target)));
      }
    },
    { rootMargin: "-33% 0px -66% 0px" },
  );
  parts.forEach((part) => observer.observe(part.node));
  return { node: element("nav", { class: "jumps", "aria-label": words.parts }, buttons), stop: () => observer.disconnect() };
}
