/** Signs of activity. `scroll` is included since dragging a scroll bar causes none of the others. */
const HAND = ["keydown", "pointerdown", "scroll", "wheel"];
const OPTIONS = { capture: true, passive: true };

/**
 * Calls once, after `restMs` milliseconds without activity under `target`; for work that would delay a render the
 * user waits for.
 * @returns cancels the call; no effect once it was made
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
