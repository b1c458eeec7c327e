// Blocks that come into view together get their editors over several frames: creating twenty at once would block a
// frame for a tenth of a second. Until then a block shows plain text of the same height.

/** Editors created per frame: each takes up to five milliseconds. */
const A_FRAME = 4;

const waiting = new Set<() => void>();
/** Created in this frame. */
let given = 0;

/** Calls back at once if this frame has room, else in a later one. Returns a function that cancels. */
export function waitForTurn(call: () => void): () => void {
  const mine = (): void => call();
  waiting.add(mine);
  next();
  return () => waiting.delete(mine);
}

function next(): void {
  for (const call of waiting) {
    if (given === A_FRAME) return;
    if (given === 0) requestAnimationFrame(nextFrame);
    given += 1;
    waiting.delete(call);
    call();
  }
}

function nextFrame(): void {
  given = 0;
  next();
}
