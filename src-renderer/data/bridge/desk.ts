// The only module that uses what the preload script exposes. Only `state` imports it.
import type {
  Args,
  Channel,
  DecidingChannel,
  DeskBridge,
  FreeChannel,
  Result,
} from "#shared/contract/contract.ts";
import type { Push } from "#shared/contract/pushes.ts";
import type { DecisionToken } from "../guard/decisionGuard.ts";

declare global {
  interface Window {
    /** Set by src-main/preload/preload.ts. */
    readonly desk: DeskBridge;
  }
}

const listening = new Set<PerFrame<string>>();

/**
 * Sends one command to main. Never rejects: errors are a `Failure` in the result. Everything main pushed before its
 * response has been applied when this resolves.
 */
export const invoke = <C extends FreeChannel>(channel: C, ...args: Args<C>): Promise<Result<C>> =>
  command(channel, args);

/** `invoke` for deciding channels: requires a token from a guard. */
export const invokeDecision = <C extends DecidingChannel>(
  _leave: DecisionToken,
  channel: C,
  ...args: Args<C>
): Promise<Result<C>> => command(channel, args);

async function command<C extends Channel>(channel: C, args: Args<C>): Promise<Result<C>> {
  try {
    const result = await window.desk.invoke(channel, ...args);
    for (const news of listening) news.flush();
    return result;
  } catch (error) {
    return { ok: false, failure: { kind: "internal", detail: String(error) } };
  }
}

/** Receives every push, in order, at most once per frame. Returns an unsubscribe function. */
export function subscribe(listener: (pushes: Push[]) => void): () => void {
  const news = new PerFrame<string>((texts) =>
    listener(texts.flatMap((text) => JSON.parse(text) as Push[])),
  );
  listening.add(news);
  const end = window.desk.subscribe((text) => news.add(text));
  return () => {
    listening.delete(news);
    end();
  };
}

/** A hidden window has no frames: pushes are delivered at this interval instead, in milliseconds. */

const UNSEEN_MS = 250;

/**
 * Batches pushes per frame: the first is delivered at once, the rest together with the next frame, so the window renders
 * once however many arrive.
 */
export class PerFrame<T> {
  readonly #take: (items: T[]) => void;
  #waiting: T[] = [];
  /** Something was delivered in the current frame. */
  #framed = false;

  /** @param take receives all of them, in order */
  constructor(take: (items: T[]) => void) {
    this.#take = take;
  }

  add(item: T): void {
    this.#waiting.push(item);
    if (!this.#framed) this.flush();
  }

  /** Delivers what is queued without waiting for a frame. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const items = this.#waiting;
    this.#waiting = [];
    if (!this.#framed) {
      this.#framed = true;
      nextFrame(() => {
        this.#framed = false;
        this.flush();
      });
    }
    this.#take(items);
  }
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
