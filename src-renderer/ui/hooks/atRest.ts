/** What a hand does in a window; lists scroll without any of the others when they are moved by their bar. */
const HAND = ["keydown", "pointerdown", "scroll", "wheel"];
const OPTIONS = { capture: true, passive: true };

/**
 * Calls once, when nobody has pressed, typed or scrolled under `target` for `restMs` milliseconds: for work that would take
 * its time from a drawing that somebody waits for.
 * @returns takes the call back; nothing happens where it was made already.
 */
export function atRest(
  call: () => void,
  restMs: number,
  target: EventTarget = document,
): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      end();
      call();
    }, restMs);
  };
  const end = (): void => {
    clearTimeout(timer);
    for (const kind of HAND) target.removeEventListener(kind, wait, OPTIONS);
  };
  for (const kind of HAND) target.addEventListener(kind, wait, OPTIONS);
  wait();
  return end;
}
