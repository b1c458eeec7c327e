// The one place that touches what the preload script exposes. Only `state` imports it.
import type {
  Args,
  Channel,
  DecidingChannel,
  DeskBridge,
  FreeChannel,
  Result,
} from "../../src-shared/ipc/contract.ts";
import type { Push } from "../../src-shared/ipc/pushes.ts";
import type { Leave } from "../hand/arm.ts";
import { Paced } from "./paced.ts";

declare global {
  interface Window {
    /** Set by src-main/preload/preload.ts. */
    readonly desk: DeskBridge;
  }
}

/** A window that is not seen draws no frames: what main tells goes in so often then, in milliseconds. */
const UNSEEN_MS = 250;

const paces = new Set<Paced<string>>();

/**
 * Sends one command to main. Never rejects: what goes wrong is a `Failure` in the result. What main told before it
 * answered has been heard when the answer is here.
 */
export const invoke = <C extends FreeChannel>(channel: C, ...args: Args<C>): Promise<Result<C>> =>
  command(channel, args);

/** The same for what decides: only with the word of a hand that was free. */
export const invokeDecision = <C extends DecidingChannel>(
  _leave: Leave,
  channel: C,
  ...args: Args<C>
): Promise<Result<C>> => command(channel, args);

async function command<C extends Channel>(channel: C, args: Args<C>): Promise<Result<C>> {
  try {
    const result = await window.desk.invoke(channel, ...args);
    for (const pace of paces) pace.flush();
    return result;
  } catch (error) {
    return { ok: false, failure: { kind: "internal", detail: String(error) } };
  }
}

/**
 * Hears every push, in order: at once, or all that came since the last frame together. Returns the function that ends
 * it.
 */
export function subscribe(listener: (pushes: Push[]) => void): () => void {
  const pace = new Paced<string>({
    take: (texts) => listener(texts.flatMap((text) => JSON.parse(text) as Push[])),
    nowMs: () => performance.now(),
    nextFrame,
  });
  paces.add(pace);
  const end = window.desk.subscribe((text) => pace.add([text]));
  return () => {
    paces.delete(pace);
    end();
  };
}

function nextFrame(call: () => void): void {
  const once = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    call();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, UNSEEN_MS);
}
