// The one place that touches what the preload script exposes. Only `state` imports it.
import type { Args, Channel, DeskBridge, Push, Result } from "../../src-shared/ipc/contract.ts";

declare global {
  interface Window {
    /** Set by src-main/preload/preload.ts. */
    readonly desk: DeskBridge;
  }
}

/** Sends one command to main. Never rejects: what goes wrong is a `Failure` in the result. */
export async function invoke<C extends Channel>(channel: C, ...args: Args<C>): Promise<Result<C>> {
  try {
    return await window.desk.invoke(channel, ...args);
  } catch (error) {
    return { ok: false, failure: { kind: "internal", detail: String(error) } };
  }
}

/** Hears every push, in order, as many at once as came together. Returns the function that ends it. */
export function subscribe(listener: (pushes: Push[]) => void): () => void {
  return window.desk.subscribe((text) => listener(JSON.parse(text) as Push[]));
}
