// Blocks that come into view together get their editors a few a frame: twenty at once would hold one for a tenth of a
// second. Until its turn a block stands there as plain text of the same height.

/** Editors that one frame takes: each costs up to five milliseconds. */
const A_FRAME = 4;

const waiting = new Set<() => void>();
/** In this frame. */
let given = 0;

/** Calls back when it is its turn: at once where this frame has room. The function that is given takes it back. */
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
