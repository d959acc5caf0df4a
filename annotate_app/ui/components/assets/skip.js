// Skipping an item: why, a remark, and a confirmation; the server gives the item to somebody else.

import { element } from "./dom.js";

/** The dialog; `send(reason, remark)` is called once it is confirmed. */
export function skipDialog(data, send) {
  const { words } = data;
  const radios = data.skip_reasons.map((reason) =>
    element("label", { class: "skip-reason" }, [
      element("input", { type: "radio", name: "skip-reason", value: reason.value }),
      element("span", { text: reason.label }),
    ]),
  );
  const remark = element("textarea", { class: "field", rows: "2", dir: "auto", "aria-label": words.skip_remark, placeholder: words.skip_remark, maxlength: String(data.skip_longest) });
  const problem = element("p", { class: "problem", role: "alert", hidden: true, text: words.skip_choose });
  const confirm = element("button", { type: "button", class: "submit", text: words.skip_confirm, on: { click: confirmed } });
  const back = element("button", { type: "button", class: "quiet", text: words.skip_back, on: { click: () => dialog.close() } });
  const dialog = element("dialog", { class: "help skip", "aria-label": words.skip }, [
    element("h2", { text: words.skip }),
    element("p", { text: words.skip_what }),
    element("fieldset", { class: "skip-reasons" }, [element("legend", { text: words.skip_why }), ...radios]),
    remark,
    problem,
    element("div", { class: "skip-end" }, [back, confirm]),
  ]);
  function confirmed() {
    const chosen = radios.map((label) => label.firstChild).find((radio) => radio.checked);
    problem.hidden = Boolean(chosen);
    if (!chosen) {
      radios[0].firstChild.focus();
      return;
    }
    dialog.close();
    send(chosen.value, remark.value);
  }
  return dialog;
}
