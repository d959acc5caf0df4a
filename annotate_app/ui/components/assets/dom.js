// Elements are made from text only: nothing that a dialogue holds is ever parsed as markup.

/**
 * Make an element.
 * @param {string} tag
 * @param {object} [attributes] `class`, `text`, `data`, `on` (listeners) or any attribute; null is left out
 * @param {(Node|null|undefined)[]} [children]
 */
export function element(tag, attributes = {}, children = []) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") node.textContent = value;
    else if (name === "on") for (const [event, listen] of Object.entries(value)) node.addEventListener(event, listen);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Text that people or models wrote: literal, in its own direction, unable to disturb its surroundings. */
export function written(tag, text, className) {
  return element(tag, { class: `written ${className ?? ""}`.trim(), dir: "auto", text });
}

/** A key printed on its control; hidden from screen readers, which read `aria-keyshortcuts`. */
export function keycap(key) {
  return key ? element("kbd", { class: "key", "aria-hidden": "true", text: key }) : null;
}

/** Fill `{name}` places of an interface text. */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (place, name) => (name in values ? String(values[name]) : place));
}

/** The focused element, looking into shadow roots. */
export function focused(root) {
  return root.activeElement ?? document.activeElement;
}
