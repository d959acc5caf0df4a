// Two dialogues read in step: turn by turn in one row, scrolled as one. The choice is kept in this browser.

import { element } from "./dom.js";

const SHELF = "blindpair-together";

function chosen() {
  try {
    return localStorage.getItem(SHELF) === "yes";
  } catch {
    return false;
  }
}

function keep(on) {
  try {
    localStorage.setItem(SHELF, on ? "yes" : "no");
  } catch {
    // A browser that stores nothing forgets the choice with the item.
  }
}

/** Make the switch for two scrollers; on a narrow page, where they stand below each other, it does nothing. */
export function togetherSwitch(scrollers, words) {
  const wide = matchMedia("(min-width: 60.01rem)");
  const rows = scrollers.map((scroller) => [...scroller.querySelectorAll("li")]);
  let on = chosen();
  let led = null;
  const button = element("button", { type: "button", class: "quiet together", text: words.together, on: { click: () => turn(!on) } });

  function level() {
    const acts = on && wide.matches;
    rows.flat().forEach((row) => row.style.removeProperty("min-block-size"));
    if (!acts) return;
    const heights = rows.map((column) => column.map((row) => row.offsetHeight));
    const count = Math.min(...rows.map((column) => column.length));
    for (let place = 0; place < count; place += 1) {
      const tallest = Math.max(...heights.map((column) => column[place]));
      rows.forEach((column) => column[place].style.setProperty("min-block-size", `${tallest}px`));
    }
  }
  function turn(now) {
    on = now;
    keep(on);
    button.setAttribute("aria-pressed", String(on));
    scrollers.forEach((scroller) => scroller.classList.toggle("in-step", on));
    level();
    if (on) follow(scrollers[0]);
  }
  function follow(leader) {
    if (!on || !wide.matches || (led !== null && led !== leader)) return;
    led = leader;
    scrollers.forEach((scroller) => scroller !== leader && (scroller.scrollTop = leader.scrollTop));
    requestAnimationFrame(() => (led = null));
  }
  scrollers.forEach((scroller) => scroller.addEventListener("scroll", () => follow(scroller), { passive: true }));
  const widths = new ResizeObserver(level);
  widths.observe(scrollers[0]);
  turn(on);
  return { node: button, stop: () => widths.disconnect() };
}
