// Checks IPC calls (sender, channel, arguments, permission) and runs their handlers. Independent of Electron.
import { isDeeperThan, MAX_DEPTH } from "#shared/request/checks/depth.ts";
import { channels } from "#shared/contract/contract.ts";
import type { ActCall, Args, Channel, Result } from "#shared/contract/contract.ts";
import { APP_ORIGIN } from "#shared/contract/names.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import type { Permit } from "./inputGuard.ts";

/** One handler per channel, synchronous or not. */
export type Handlers = {
  [C in Channel]: (...args: Args<C>) => Result<C> | Promise<Result<C>>;
};

/** A document of `MAX_DEPTH` levels, nested in its decision. */
const ARGUMENTS_MAX_DEPTH = MAX_DEPTH + 10;
/** Longest text of an argument error, so that an invalid call of 1 MB does not cause a response of 40 MB. */
const DETAIL_LENGTH = 500;

/** The part of the sender's frame that is checked. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/** True only for the top frame of a window that shows our own files. */
export function isTrusted(frame: SenderFrame | null): boolean {
  if (frame === null || frame.parent !== null) return false;
  return frame.url.startsWith(`${APP_ORIGIN}/`);
}

/** Handlers that work before the desk is open. */
export type EarlyHandlers = Pick<Handlers, "app.preparing">;

/** Decides whether a call that acts may be made; null if not. */
export interface Guard {
  permit(call: ActCall): Promise<Permit | null>;
}

/** Validates a call against the contract, asks the guard if the call acts, and runs the handler. */
export async function dispatch(
  handlers: Handlers | EarlyHandlers,
  guard: Guard,
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
  // Everything below recurses into the arguments. Documents have a lower limit of their own, which reports the place.
  if (isDeeperThan(args, ARGUMENTS_MAX_DEPTH)) {
    const detail = `nested deeper than ${ARGUMENTS_MAX_DEPTH} levels`;
    return fail({ kind: "invalid-argument", channel: name, detail });
  }
  const parsed = channels[name].args.safeParse(args);
  if (!parsed.success) {
    const detail = parsed.error.issues
      .map((issue) => `${issue.path.join(".")}: ${issue.message}`)
      .join("; ")
      .slice(0, DETAIL_LENGTH);
    return fail({ kind: "invalid-argument", channel: name, detail });
  }
  try {
    const acts = channels[name].effect === "act";
    const permit = acts
      ? await guard.permit({ channel: name, args: parsed.data } as ActCall)
      : undefined;
    if (permit === null) return fail({ kind: "not-confirmed" });
    // Safe: the channel's schema has just validated the arguments.
    const handler = (handlers as Handlers)[name] as (
      ...args: unknown[]
    ) => Promise<Outcome<unknown, Failure>>;
    const result = await handler(...parsed.data);
    // A stale call had no effect: its permit can be used for the window's retry.
    if (!result.ok && result.failure.kind === "stale") permit?.();
    return result;
  } catch (error) {
    return fail({ kind: "internal", detail: String(error).slice(0, DETAIL_LENGTH) });
  }
}
