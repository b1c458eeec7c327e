// The one door between window and main: checks who sends, which channel, which arguments; then hands
// over to a handler. Nothing is thrown across: what goes wrong is a `Failure`.
import { ipcMain } from "electron";
import type { IpcMainInvokeEvent } from "electron";
import { channels } from "../../src-shared/ipc/contract.ts";
import type { Args, Channel, Result } from "../../src-shared/ipc/contract.ts";
import { APP_ORIGIN, INVOKE_CHANNEL } from "../../src-shared/ipc/names.ts";
import { fail } from "../../src-shared/outcome.ts";
import type { Failure, Outcome } from "../../src-shared/outcome.ts";

/** One handler a channel; synchronous or not. */
export type Handlers = {
  [C in Channel]: (...args: Args<C>) => Result<C> | Promise<Result<C>>;
};

/** Longest text of an argument error, so that a wrong call of 1 MB does not answer with 40 MB. */
const DETAIL_LENGTH = 500;

/** True only for the top frame of a window that shows our own files. */
export function isTrusted(event: Pick<IpcMainInvokeEvent, "senderFrame" | "sender">): boolean {
  const frame = event.senderFrame;
  if (frame === null || frame.parent !== null) return false;
  return frame.url.startsWith(`${APP_ORIGIN}/`);
}

/** Checks a call against the contract and runs its handler. */
export async function dispatch(
  handlers: Handlers,
  channel: unknown,
  args: unknown,
): Promise<Outcome<unknown, Failure>> {
  if (typeof channel !== "string" || !Object.hasOwn(channels, channel)) {
    return fail({
      kind: "invalid-argument",
      channel: String(channel).slice(0, 100),
      detail: "no such channel",
    });
  }
  const name = channel as Channel;
  const parsed = channels[name].safeParse(args);
  if (!parsed.success) {
    const detail = parsed.error.issues
      .map((issue) => `${issue.path.join(".")}: ${issue.message}`)
      .join("; ")
      .slice(0, DETAIL_LENGTH);
    return fail({ kind: "invalid-argument", channel: name, detail });
  }
  try {
    // The table's types were just checked at run time, channel by channel.
    const handler = handlers[name] as (...args: unknown[]) => Promise<Outcome<unknown, Failure>>;
    return await handler(...parsed.data);
  } catch (error) {
    return fail({ kind: "internal", detail: String(error).slice(0, DETAIL_LENGTH) });
  }
}

/** Opens the door. `failed` hears of calls that were turned away or broke, without their content. */
export function serve(handlers: Handlers, failed: (channel: string, kind: string) => void): void {
  ipcMain.handle(INVOKE_CHANNEL, async (event, channel: unknown, args: unknown) => {
    const result = isTrusted(event)
      ? await dispatch(handlers, channel, args)
      : fail<Failure>({ kind: "forbidden-sender" });
    if (!result.ok && result.failure.kind !== "stale") {
      failed(typeof channel === "string" ? channel.slice(0, 100) : "?", result.failure.kind);
    }
    return result;
  });
}
