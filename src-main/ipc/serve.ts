// The IPC entry point: passes checked calls to the handlers. Errors are returned as a `Failure`, never thrown.
import { ipcMain } from "electron";
import type { WebContents } from "electron";
import { INVOKE_CHANNEL } from "#shared/contract/names.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure } from "#shared/outcome.ts";
import { dispatch, isTrusted } from "./dispatch.ts";
import type { EarlyHandlers, Handlers, InputGuard } from "./dispatch.ts";

/**
 * Registers the IPC handler. Calls wait until `handlers` resolves, except those of `early`. `guardOf`: the guard of a
 * window, null if it is not ours. `failed` is told about calls that were refused or failed, without their content.
 */
export function serve(
  handlers: Promise<Handlers>,
  early: EarlyHandlers,
  guardOf: (sender: WebContents) => InputGuard | null,
  failed: (channel: string, kind: string) => void,
): void {
  ipcMain.handle(INVOKE_CHANNEL, async (event, channel: unknown, args: unknown) => {
    const guard = isTrusted(event.senderFrame) ? guardOf(event.sender) : null;
    const result =
      guard === null
        ? fail<Failure>({ kind: "forbidden-sender" })
        : await dispatch(isEarly(channel, early) ? early : await handlers, guard, channel, args);
    if (!result.ok && result.failure.kind !== "stale") {
      failed(typeof channel === "string" ? channel.slice(0, 100) : "?", result.failure.kind);
    }
    return result;
  });
}

const isEarly = (channel: unknown, early: EarlyHandlers): boolean =>
  typeof channel === "string" && Object.hasOwn(early, channel);
