// Calls from the window: checks who calls what, with which arguments, and that the user caused those that act; then runs
// their handlers. Independent of Electron.
import { isDeeperThan, MAX_DEPTH } from "#shared/request/checks/depth.ts";
import { channels } from "#shared/contract/contract.ts";
import type { ActCall, Args, Channel, Result } from "#shared/contract/contract.ts";
import { APP_ORIGIN } from "#shared/contract/names.ts";
import { fail } from "#shared/outcome.ts";
import type { Failure, Outcome } from "#shared/outcome.ts";
import { createHash } from "node:crypto";
import { canonicalJson } from "#shared/canonical.ts";
import type { Announced, Decision } from "#shared/request/life/decision.ts";

/** One handler per channel, synchronous or not. */
export type Handlers = {
  [C in Channel]: (...args: Args<C>) => Result<C> | Promise<Result<C>>;
};

/** A document of `MAX_DEPTH` levels, nested in its decision. */
const ARGUMENTS_MAX_DEPTH = MAX_DEPTH + 10;
/** Longest text of an argument error, so that an invalid call of 1 MB does not cause a response of 40 MB. */
const DETAIL_LENGTH = 500;

/** The part of the sender's frame that is checked. */
interface SenderFrame {
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

/** Validates a call against the contract, asks the guard if the call acts, and runs the handler. */
export async function dispatch(
  handlers: Handlers | EarlyHandlers,
  guard: Pick<InputGuard, "permit">,
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

/**
 * How long a press permits a call: as long as Chromium's transient user activation. Drawing a large request on a busy
 * machine has taken up to two seconds.
 */
export const RECENT_INPUT_MS = 5000;

const DOWN: ReadonlySet<string> = new Set(["mouseDown", "rawKeyDown", "keyDown", "touchStart"]);
const UP: ReadonlySet<string> = new Set(["mouseUp", "keyUp", "touchEnd"]);

interface Press {
  atMs: number;
  used: boolean;
}

/** Gives the press back, for a call that had no effect. */
type Permit = () => void;
const free: Permit = () => undefined;

interface InputGuardParts {
  nowMs(): number;
  /** Asks with a dialog of main. Also the way for screen readers, whose presses do not reach the window as input. */
  confirm(call: ActCall): Promise<boolean>;
}

/**
 * Verifies that calls of one window that act are caused by user input. Electron's `input-event` reports input to main and
 * cannot be triggered by scripts in the window. Each press permits one call; without one, main asks the user.
 */
export class InputGuard {
  readonly #parts: InputGuardParts;
  #presses: Press[] = [];
  /** Hashes of decisions that the window announced for later. */
  readonly #announced = new Set<string>();
  #isAsking = false;
  /**
   * After a "no", main does not ask again until then or until a press, so that a script cannot wear the user down
   * with dialogs.
   */
  #quietUntilMs = 0;

  constructor(parts: InputGuardParts) {
    this.#parts = parts;
  }

  /** Call for every input event of the window, by Electron's type. A release renews the press that it ends. */
  heard(type: string): void {
    const atMs = this.#parts.nowMs();
    if (DOWN.has(type)) {
      this.#presses = [...this.#presses.filter(isRecentAt(atMs)), { atMs, used: false }];
      this.#quietUntilMs = 0;
    } else if (UP.has(type)) {
      const last = this.#presses.at(-1);
      if (last !== undefined) last.atMs = atMs;
    }
  }

  /** Null when the call must not be made. */
  async permit(call: ActCall): Promise<Permit | null> {
    if (tightens(call) || this.#wasAnnounced(call)) return this.#permitted(call, free);
    const press = this.#presses.filter(isRecentAt(this.#parts.nowMs())).findLast(isUnused);
    if (press !== undefined) {
      press.used = true;
      return this.#permitted(call, () => (press.used = false));
    }
    return (await this.#isConfirmed(call)) ? this.#permitted(call, free) : null;
  }

  async #isConfirmed(call: ActCall): Promise<boolean> {
    if (this.#isAsking || this.#parts.nowMs() < this.#quietUntilMs) return false;
    this.#isAsking = true;
    try {
      const confirmed = await this.#parts.confirm(call);
      if (!confirmed) this.#quietUntilMs = this.#parts.nowMs() + RECENT_INPUT_MS;
      return confirmed;
    } finally {
      this.#isAsking = false;
    }
  }

  #permitted(call: ActCall, permit: Permit): Permit {
    // Stopping also withdraws all announced decisions.
    if (call.channel === "desk.switch" && call.args[0] === "stopped") this.#announced.clear();
    if (call.channel === "desk.announce") {
      const [decisions, on] = call.args;
      for (const one of decisions.map(keyOf)) {
        if (on) this.#announced.add(one);
        else this.#announced.delete(one);
      }
    }
    return permit;
  }

  #wasAnnounced(call: ActCall): boolean {
    if (call.channel !== "desk.decide") return false;
    // Stryker disable next-line all: without it every decision is hashed once more, and nothing else is different
    if (this.#announced.size === 0) return false;
    const [id, base, decision] = call.args;
    return this.#announced.delete(keyOf({ id, base, decision }));
  }
}

const isRecentAt =
  (nowMs: number) =>
  ({ atMs }: Press): boolean =>
    nowMs - atMs <= RECENT_INPUT_MS;
const isUnused = ({ used }: Press): boolean => !used;

/** SHA-256 (hex) over the whole decision, so that an announcement holds for exactly one document, model and note. */
const keyOf = ({
  id,
  base,
  decision,
}: Omit<Announced, "decision"> & { decision: Decision }): string =>
  createHash("sha256")
    .update(canonicalJson([id, base.revision, base.hash, decision]))
    .digest("hex");

/** Calls that only restrict need no confirmation. */
function tightens({ channel, args }: ActCall): boolean {
  switch (channel) {
    case "desk.switch":
      return args[0] === "stopped";
    case "desk.announce":
    case "servers.enable":
    case "fixtures.switch":
      return !args[1];
    default:
      return false;
  }
}
