// The rating item: what the rater reads, what is asked, and how the answers leave. State lives here, in the browser.

import { dialogueColumn } from "./dialogue.js";
import { draftKeeper, isOvertaken, noDrafts } from "./drafts.js";
import { element, focused, keycap, written } from "./dom.js";
import { jumps } from "./jumps.js";
import { followKeyboard } from "./keyboard.js";
import { makeQuestion } from "./questions.js";
import { scenarioPanel } from "./scenario.js";
import { activeClock, answered, submission } from "./submission.js";
import { togetherSwitch } from "./together.js";
import { topBar } from "./topbar.js";

const CHOICE_DELAY = 0;
const TYPING_DELAY = 600;
let shown = null;
let itemsSeen = 0;

function byPlace(data, controls) {
  const under = data.dialogues.map((_, place) =>
    data.questions.flatMap((question, index) => (question.dialogue === place ? [controls[index].node] : [])),
  );
  const choice = [];
  const rest = [];
  data.questions.forEach((question, index) => {
    if (question.dialogue === null) (question.kind === "text" ? rest : choice).push(controls[index].node);
  });
  return { under, choice, rest };
}

function lockedLine(data) {
  return data.locked.map((answer) =>
    element("p", { class: "locked" }, [
      answer.is_locked ? element("span", { class: "lock", "aria-hidden": "true" }) : null,
      written("span", answer.question, "locked-question"),
      written("strong", answer.answer),
      answer.is_locked ? element("span", { class: "locked-note", text: data.words.locked }) : null,
    ]),
  );
}

function noticeBar(notice) {
  if (!notice) return null;
  return element("p", { class: `notice ${notice.kind}`, role: "alert", text: notice.text });
}

// What is sent twice on purpose, such as the same item opened again, must differ to be sent at all.
const attempt = () => crypto.randomUUID?.() ?? String(Math.random());

function build(component, data, carried) {
  const { words } = data;
  const root = component.parentElement;
  const clock = activeClock(carried?.seconds ?? data.draft.seconds);
  let active = 0;

  const answers = () => Object.fromEntries(controls.map((control) => [control.id, control.value()]));
  const read = () => ({ ref: data.ref, step: data.step, revision: data.revision, answers: answers(), seconds: clock.seconds() });
  const complain = (problems) => {
    for (const problem of problems) controls.find((control) => control.id === problem.id)?.complain(problem.text);
  };
  function sendable(draft) {
    const left = controls.filter((control) => !control.keepable()).map((control) => [control.id, null]);
    return { draft: { ...draft, answers: { ...draft.answers, ...Object.fromEntries(left) } }, complete: left.length === 0 };
  }
  const top = topBar(data, {
    open: (ref) => component.setTriggerValue("opened", { ref, attempt: attempt() }),
    skip: (reason, remark) => {
      keeper.stop();
      component.setTriggerValue("skipped", { ref: data.ref, reason, remark, attempt: attempt() });
    },
  });
  const keeper = data.draft_url
    ? draftKeeper({ url: data.draft_url, name: `blindpair-draft-${data.key}`, read, sendable, report: top.report, complain })
    : noDrafts();
  const controls = data.questions.map((question, place) =>
    makeQuestion(question, words, () => {
      controls[place].complain(controls[place].trouble());
      activate(place, false);
      paintLeft();
      if (!sender.busy()) keeper.change(question.kind === "text" || question.kind === "number" ? TYPING_DELAY : CHOICE_DELAY);
    }),
  );

  const live = element("p", { class: "sr-only", role: "status", "aria-live": "assertive" });
  const left = element("span", { class: "left", "aria-hidden": "true" });
  const submit = element("button", { type: "button", class: "submit", "aria-keyshortcuts": "Enter Control+Enter" }, [
    element("span", { class: "submit-text", text: words.submit }),
    keycap("Enter ↵"),
  ]);
  const sender = submission(component, {
    key: data.key,
    healthUrl: data.health_url,
    report(state) {
      submit.classList.toggle("busy", state !== "idle");
      submit.setAttribute("aria-disabled", String(state !== "idle"));
      submit.firstChild.textContent = { idle: words.submit, sending: words.sending, waiting: words.waiting }[state];
      if (state === "waiting") top.report("unreachable");
    },
  });

  const missing = () => controls.flatMap((control, place) => (control.required && control.value() === null ? [place] : []));
  function paintLeft() {
    const open = missing().length;
    left.textContent = words.left[open];
  }
  function activate(place, focus) {
    if (!controls.length) return;
    active = Math.max(0, Math.min(controls.length - 1, place));
    controls.forEach((control, index) => control.mark(index === active));
    submit.classList.remove("next");
    if (focus) {
      controls[active].focus();
      controls[active].node.scrollIntoView({ block: "nearest" });
    }
  }
  // With everything answered a further key would change the last answer unnoticed: no question is marked then.
  function rest() {
    active = controls.length;
    controls.forEach((control) => control.mark(false));
    submit.classList.add("next");
    live.textContent = words.all_answered;
  }
  function advance() {
    const open = missing();
    const next = open.find((place) => place > active) ?? open[0];
    const inside = controls.some((control) => control.node.contains(focused(root)));
    if (next !== undefined) activate(next, inside);
    else if (controls.filter((control) => control.advances).length > 1) {
      rest();
      if (inside) submit.focus();
    }
  }
  function send() {
    if (sender.busy()) return;
    const open = missing();
    controls.forEach((control, place) => control.complain(open.includes(place) ? words.unanswered : control.trouble()));
    const troubled = controls.findIndex((control) => control.trouble());
    if (open.length || troubled >= 0) {
      live.textContent = open.length ? words.left[open.length] : controls[troubled].trouble();
      activate(open[0] ?? troubled, true);
      return;
    }
    keeper.stop();
    sender.send(read());
  }
  submit.addEventListener("click", send);

  const place = byPlace(data, controls);
  const heading = element("h1", { class: "sr-only", tabindex: "-1", text: `${words.item}. ${words.step}` });
  const columns = data.dialogues.map((dialogue, index) =>
    dialogueColumn(dialogue, place.under[index].length ? element("div", { class: "asked" }, place.under[index]) : null),
  );
  const bar = element("section", { class: `bar${place.choice.length ? " deciding" : ""}`, "aria-label": words.questions }, [
    element("div", { class: "bar-questions" }, [...lockedLine(data), ...place.choice, ...place.rest]),
    element("div", { class: "bar-end" }, [left, submit]),
  ]);
  const panel = scenarioPanel(data.scenario, words);
  top.folds(panel);
  const parts = jumps(
    [
      { name: words.situation, node: panel },
      ...data.dialogues.map((dialogue, index) => ({ name: dialogue.heading, node: columns[index].node })),
    ],
    words,
  );
  top.node.append(parts.node);
  const together = columns.length > 1 ? togetherSwitch(columns.map((column) => column.scroller), words) : null;
  if (together) top.offer(together.node);
  const page = element("main", { lang: data.language, dir: data.direction, class: `item dialogues-${columns.length}${place.under.some((asked) => asked.length) ? " asks-below" : ""}` }, [
    heading,
    top.node,
    element("div", { class: "notices" }, [noticeBar(data.notice)]),
    panel,
    element("div", { class: "dialogues" }, columns.map((column) => column.node)),
    bar,
    live,
  ]);
  page.addEventListener("focusin", (event) => {
    const index = controls.findIndex((control) => control.node.contains(event.target));
    if (index >= 0) activate(index, false);
  });

  const draft = carried ?? keeper.unsent(data.revision) ?? data.draft;
  controls.forEach((control) => control.show(draft.answers[control.id]));
  if (draft !== data.draft && draft.pending !== false) keeper.change(CHOICE_DELAY);
  if (missing().length || data.resume || controls.length < 2) activate(missing()[0] ?? 0, false);
  else rest();
  paintLeft();
  controls.forEach((control) => control.complain(control.trouble()));
  complain(data.problems);

  if (data.notice) answered(data.key);
  else sender.resume();

  const stopKeys = followKeyboard({
    root,
    questions: controls,
    active: () => active,
    activate,
    advance,
    submit: send,
    busy: () => top.isOpen(),
    stacked: () => matchMedia("(max-width: 60rem)").matches,
  });
  const flush = () => keeper.flush();
  const hidden = () => (document.visibilityState === "hidden" ? flush() : lookAgain());
  // The item may have been answered in another tab or on another device while this one was out of sight.
  async function lookAgain() {
    if (sender.busy() || !(await isOvertaken(data))) return;
    keeper.stop();
    top.report("stale");
  }
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("pagehide", flush);

  root.querySelector(".item")?.remove();
  root.append(page);
  if (itemsSeen) heading.focus({ preventScroll: true });
  itemsSeen += 1;

  return {
    key: data.key,
    /** What is filled in, and whether the server may not have it yet. */
    carry: () => ({ ...read(), pending: keeper.pending() }),
    /** The step was answered: nothing of it is kept in this browser. */
    forget() {
      answered(data.key);
      keeper.forget();
    },
    dispose() {
      stopKeys();
      parts.stop();
      together?.stop();
      if (!sender.busy()) flush();
      keeper.stop();
      sender.stop();
      clock.stop();
      top.stop();
      document.removeEventListener("visibilitychange", hidden);
      window.removeEventListener("pagehide", flush);
    },
  };
}

let styles = null;

/** The style sheet, fetched once, in place before anything is shown. */
async function dress(root, url) {
  styles ??= fetch(url).then((answer) => answer.text()).then((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  root.adoptedStyleSheets = [await styles];
}

/** Show an item; called again whenever the server sent something new for it. */
export async function renderItem(component) {
  const root = component.parentElement;
  await dress(root, new URL("rating_item.css", import.meta.url));
  const data = JSON.parse(component.data.item);
  // The same form may be drawn again, for instance in another theme: what is filled in is newer than what came along.
  const carried = shown?.key === data.key ? shown.carry() : null;
  shown?.dispose();
  if (shown && shown.key !== data.key) shown.forget();
  const item = build(component, data, carried);
  shown = item;
  return () => item.dispose();
}
