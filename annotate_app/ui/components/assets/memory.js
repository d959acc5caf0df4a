// How this browser's user likes the page; never an answer.

/** Whether something was chosen. */
export function choiceOf(name) {
  try {
    return localStorage.getItem(`blindpair-${name}`) === "yes";
  } catch {
    return false;
  }
}

/** Keep a choice for the items to come. */
export function remember(name, chosen) {
  try {
    if (chosen) localStorage.setItem(`blindpair-${name}`, "yes");
    else localStorage.removeItem(`blindpair-${name}`);
  } catch {
    // A browser that keeps nothing shows everything again.
  }
}
