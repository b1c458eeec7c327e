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
import { PerFrame } from "./perFrame.ts";

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
