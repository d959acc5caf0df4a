// Every change is kept at once: on the server, and in this browser until the server has all of it.

const RETRY_SECONDS = [1, 2, 4, 8, 15, 30];

/** What the server answered: `state` in the words that the page acts on, `problems` with single answers. */
async function post(url, draft, leaving) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      credentials: "same-origin",
      keepalive: leaving,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(draft),
    });
    if (answer.status === 204) return { state: "saved", problems: [] };
    if (answer.ok) return { state: "saved", problems: (await answer.json()).problems };
    if (answer.status === 409) return { state: "stale", problems: [] };
    const left = answer.status === 401 || answer.status === 403 || answer.status === 404;
    return { state: left ? "refused" : "unreachable", problems: [] };
  } catch {
    return { state: "unreachable", problems: [] };
  }
}

/** Whether other answers were stored since the form was drawn; what cannot be asked counts as no. */
export async function isOvertaken({ draft_url: url, ref, step, revision }) {
  if (!url) return false;
  try {
    const asked = new URLSearchParams({ ref, step, revision });
    return (await fetch(`${url}?${asked}`, { credentials: "same-origin", cache: "no-store" })).status === 409;
  } catch {
    return false;
  }
}

function shelf(name) {
  try {
    const kept = JSON.parse(localStorage.getItem(name));
    return kept && typeof kept === "object" ? kept : null;
  } catch {
    return null;
  }
}

function keep(name, draft) {
  try {
    if (draft) localStorage.setItem(name, JSON.stringify(draft));
    else localStorage.removeItem(name);
  } catch {
    // A browser that stores nothing still has the server's copy.
  }
}

/**
 * Save drafts of one step.
 * @param {object} step `url`, `name` (of the copy in this browser), `read()` (the draft), `sendable(draft)` (what of
 *   it the server can keep), `report(state)` where state is `saving`, `saved`, `partly`, `unreachable`, `stale` or
 *   `refused`, `complain(problems)`
 */
export function draftKeeper(step) {
  let timer = null;
  let failures = 0;
  let sending = false;
  let dirty = false;
  let stopped = false;

  async function send(leaving = false) {
    clearTimeout(timer);
    timer = null;
    if (stopped || !dirty || (sending && !leaving)) return;
    dirty = false;
    sending = true;
    const { draft, complete } = step.sendable(step.read());
    const { state, problems } = await post(step.url, draft, leaving);
    sending = false;
    if (stopped) return;
    const all = complete && problems.length === 0;
    if (state === "saved") {
      failures = 0;
      if (!dirty && all) keep(step.name, null);
      if (!dirty) step.complain(problems);
    } else if (state === "stale") {
      stop();
    } else {
      dirty = true;
      later(RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] * 1000);
      failures += 1;
    }
    step.report(state !== "saved" ? state : dirty ? "saving" : all ? "saved" : "partly");
    if (dirty && timer === null) later(0);
  }

  function later(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(send, milliseconds);
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
  }

  const online = () => dirty && later(0);
  window.addEventListener("online", online);

  return {
    change(delay) {
      if (stopped) return;
      dirty = true;
      keep(step.name, step.read());
      if (failures === 0) {
        step.report("saving");
        later(delay);
      }
    },
    flush() {
      if (dirty) send(true);
    },
    /** A draft that never reached the server, if there is one for the same revision. */
    unsent(revision) {
      const kept = shelf(step.name);
      return kept?.revision === revision ? kept : null;
    },
    forget() {
      keep(step.name, null);
    },
    /** Whether the server may not have everything yet. */
    pending: () => dirty || sending,
    stop() {
      stop();
      window.removeEventListener("online", online);
    },
  };
}

/** Keep nothing: for a preview. */
export function noDrafts() {
  return { change() {}, flush() {}, unsent: () => null, forget() {}, pending: () => false, stop() {} };
}
