// What a start need not do before the window shows something: it begins a moment after the window has asked for its
// content, so that the two do not take the processor from each other.

/** After this the first screen has been drawn. */
const AFTER_MS = 300;
/** A window that never asks (it could not be opened) holds nothing up for longer. */
const AT_MOST_MS = 4000;

/** Runs `begin` once: a moment after the function that it gives was first called, or late where nobody calls it. */
export function runOnceIdle(begin: () => void): () => void {
  let timer: NodeJS.Timeout;
  let planned = false;
  let begun = false;
  const once = (): void => {
    begun = true;
    begin();
  };
  timer = setTimeout(once, AT_MOST_MS);
  return () => {
    if (planned || begun) return;
    planned = true;
    clearTimeout(timer);
    timer = setTimeout(once, AFTER_MS);
  };
}
