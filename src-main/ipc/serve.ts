// The one door between window and main: hands checked calls over to the handlers. Nothing is thrown
// across: what goes wrong is a `Failure`.
import { ipcMain } from "electron";
import { INVOKE_CHANNEL } from "../../src-shared/ipc/names.ts";
import { fail } from "../../src-shared/outcome.ts";
import type { Failure } from "../../src-shared/outcome.ts";
import { dispatch, isTrusted } from "./dispatch.ts";
import type { EarlyHandlers, Handlers } from "./dispatch.ts";

/**
 * Opens the door. A call that comes before the handlers are there waits for them, but for those of `early`. `failed` hears of calls
 * that were turned away or broke, without their content.
 */
export function serve(
  handlers: Promise<Handlers>,
  early: EarlyHandlers,
  failed: (channel: string, kind: string) => void,
): void {
  ipcMain.handle(INVOKE_CHANNEL, async (event, channel: unknown, args: unknown) => {
    const result = isTrusted(event.senderFrame)
      ? await dispatch(isEarly(channel, early) ? early : await handlers, channel, args)
      : fail<Failure>({ kind: "forbidden-sender" });
    if (!result.ok && result.failure.kind !== "stale") {
      failed(typeof channel === "string" ? channel.slice(0, 100) : "?", result.failure.kind);
    }
    return result;
  });
}

const isEarly = (channel: unknown, early: EarlyHandlers): boolean =>
  typeof channel === "string" && Object.hasOwn(early, channel);
