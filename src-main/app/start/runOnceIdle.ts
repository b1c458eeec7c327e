// Delays work that the first screen does not need, so that it does not compete with the window for the processor.

/** By then, the first screen has been drawn. */
const AFTER_MS = 300;
/** Upper bound in case no window ever loads. */
const AT_MOST_MS = 4000;

/** Runs `begin` once: `AFTER_MS` after the returned function is first called, or after `AT_MOST_MS` if it never is. */
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
