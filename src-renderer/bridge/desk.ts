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
import { PerFrame } from "./perFrame.ts";

declare global {
  interface Window {
    /** Set by src-main/preload/preload.ts. */
    readonly desk: DeskBridge;
  }
}

const listening = new Set<PerFrame<string>>();

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
    for (const news of listening) news.flush();
    return result;
  } catch (error) {
    return { ok: false, failure: { kind: "internal", detail: String(error) } };
  }
}

/** Hears every push, in order, at most once a frame. Returns the function that ends it. */
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
