// Sending a step: one message to the server, sent again until the page answers. The server files a repeat only once.

const PATIENCE_SECONDS = 5;
const POLL_SECONDS = 2;

/** Seconds in which the page was really in view, continuing from those of an earlier visit. */
export function activeClock(before) {
  let counted = before;
  let since = document.visibilityState === "visible" ? performance.now() : null;
  function settle() {
    if (since !== null) counted += (performance.now() - since) / 1000;
    since = document.visibilityState === "visible" ? performance.now() : null;
  }
  document.addEventListener("visibilitychange", settle);
  return {
    seconds() {
      settle();
      return Math.round(counted * 10) / 10;
    },
    stop: () => document.removeEventListener("visibilitychange", settle),
  };
}

async function answers(url) {
  try {
    return (await fetch(url, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

// What was sent and not answered yet, by the form's key: it outlives the form, which a restarted server draws anew.
const unanswered = new Map();

/** The server answered this form, with the next one or with what is wrong. */
export function answered(key) {
  unanswered.delete(key);
}

/**
 * Send one step.
 * @param {object} component the Streamlit component
 * @param {object} options `key` (of the form), `healthUrl`, `report(state)` with state `idle`, `sending` or `waiting`
 */
export function submission(component, { key, healthUrl, report }) {
  let payload = null;
  let timer = null;

  function transmit() {
    component.setTriggerValue("submitted", payload);
    timer = setTimeout(wait, PATIENCE_SECONDS * 1000);
  }
  async function wait() {
    report("waiting");
    if (await answers(healthUrl)) {
      if (payload) transmit();
    } else if (payload) timer = setTimeout(wait, POLL_SECONDS * 1000);
  }
  return {
    busy: () => payload !== null,
    send(step) {
      payload = { ...step, attempt: `${Date.now()}-${Math.random().toString(36).slice(2)}` };
      unanswered.set(key, payload);
      report("sending");
      transmit();
    },
    /** Go on with what an earlier drawing of the same form sent. */
    resume() {
      payload = unanswered.get(key) ?? null;
      if (payload === null) return;
      report("sending");
      transmit();
    },
    stop() {
      payload = null;
      clearTimeout(timer);
    },
  };
}
