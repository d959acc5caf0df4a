// Keys for everything. The listener sits on the document in the capture phase, before any widget of the page.

const ONE_NUMBER_MILLISECONDS = 500;
const TYPING = new Set(["INPUT", "TEXTAREA", "SELECT"]);

function target(event) {
  return event.composedPath()[0];
}

function isTyping(node) {
  return node instanceof Element && (TYPING.has(node.tagName) || node.isContentEditable);
}

function opensSomething(node) {
  return node instanceof Element && node.closest("button:not(.option), a, summary, [role=menu]") !== null;
}

/**
 * Follow the keyboard until the returned function is called.
 * @param {object} form `root`, `questions`, `active()`, `activate(place)`, `advance()`, `submit()`, `busy()`
 */
export function followKeyboard(form) {
  let before = null;

  // "1" and "0" in quick succession mean ten: were they two answers after all, one question stays open and is asked for.
  function completes(event) {
    const first = before;
    before = null;
    if (first === null || event.timeStamp - first.at > ONE_NUMBER_MILLISECONDS) return false;
    return first.question.join(first.key + event.key);
  }

  function onKey(event) {
    if (event.isComposing || form.busy() || !form.root.host?.isConnected) return;
    const node = target(event);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      take(event, form.submit);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(node)) return;
    if (event.key === "Enter") {
      if (!opensSomething(node) && !event.repeat) take(event, form.submit);
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const scrolls = node instanceof Element && node.closest(".turns, .scenario-body, [role=menu]");
      if (!scrolls && !form.stacked()) take(event, () => form.activate(form.active() + (event.key === "ArrowDown" ? 1 : -1), true));
      return;
    }
    if (event.key.length !== 1 || event.repeat || event.key === " ") return;
    if (completes(event)) {
      take(event, form.advance);
      return;
    }
    const question = form.questions[form.active()];
    if (question?.press(event.key)) {
      take(event, () => question.advances && form.advance());
      before = { question, key: event.key, at: event.timeStamp };
    }
  }
  document.addEventListener("keydown", onKey, true);
  return () => document.removeEventListener("keydown", onKey, true);
}

function take(event, act) {
  event.preventDefault();
  event.stopImmediatePropagation();
  act();
}
