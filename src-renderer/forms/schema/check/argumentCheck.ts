// Checks tool-call arguments one at a time in a worker, which is terminated when a check takes too long.
import type { Fault } from "#shared/findings/arguments.ts";
import { hasPatterns } from "#shared/findings/arguments.ts";
import type { JsonObject } from "#shared/json.ts";
import type { CheckRequest, CheckResult } from "./arguments.worker.ts";

/** The result of checking a call's arguments. */
export type ArgumentCheck =
  | {
      kind: "checked";
      /** Keyed by JSON Pointer fragment (`#/city`), at most 20. */
      faults: readonly [string, Fault][];
      more: number;
      /** True if the schema has regular expressions that were not evaluated. */
      withoutPatterns: boolean;
    }
  /** `too-slow`: the check timed out. `schema`: the schema cannot be used, `detail` is the validator's message. */
  | { kind: "unchecked"; because: "too-slow" | "schema"; detail: string };

/** True if the arguments certainly violate the schema. */
export const hasFaults = (check: ArgumentCheck | null): boolean =>
  check?.kind === "checked" && check.faults.length > 0;

/** The window's side of a worker; tests pass their own. */
export interface Helper {
  send(request: CheckRequest): void;
  end(): void;
}
export type StartHelper = (told: (message: CheckResult) => void) => Helper;

/** Time limit of one check, in milliseconds; starting the worker has its own limit. */
const CHECK_MS = 1000;
const START_MS = 10_000;

export class ArgumentChecker {
  readonly #start: StartHelper;
  readonly #checkMs: number;
  readonly #startMs: number;
  #helper: Begun | null = null;
  #told: (message: CheckResult) => void = () => undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(start: StartHelper, checkMs = CHECK_MS, startMs = START_MS) {
    this.#start = start;
    this.#startMs = startMs;
    this.#checkMs = checkMs;
  }

  /** Checks with the schema's regular expressions first, then without them if they time out or do not compile. */
  check(schema: JsonObject, input: JsonObject): Promise<ArgumentCheck> {
    const work = this.#queue.then(() => this.#check(schema, input));
    this.#queue = work.catch(() => undefined);
    return work;
  }

  async #check(schema: JsonObject, input: JsonObject): Promise<ArgumentCheck> {
    const patterns = hasPatterns(schema);
    const first = await this.#checkOnce({ schema, input, patterns });
    if (first?.kind === "checked") return { ...first, withoutPatterns: false };
    const second = patterns ? await this.#checkOnce({ schema, input, patterns: false }) : first;
    if (second?.kind === "checked") return { ...second, withoutPatterns: true };
    return second?.kind === "unchecked"
      ? second
      : { kind: "unchecked", because: "too-slow", detail: "" };
  }

  /** Null on timeout: the worker is then terminated. */
  async #checkOnce(request: CheckRequest): Promise<CheckResult | null> {
    this.#helper ??= this.#begin();
    const { helper, ready } = this.#helper;
    if (!(await within(ready, this.#startMs))) return this.#end(helper);
    const result = new Promise<CheckResult>((resolve) => {
      this.#told = resolve;
    });
    helper.send(request);
    return (await within(result, this.#checkMs)) ?? this.#end(helper);
  }

  #end(helper: Helper): null {
    helper.end();
    this.#helper = null;
    return null;
  }

  #begin(): Begun {
    let isReady: (ready: true) => void = () => undefined;
    const ready = new Promise<true>((resolve) => {
      isReady = resolve;
    });
    const helper = this.#start((message) => {
      // A terminated worker's last message belongs to no pending check.
      if (this.#helper?.helper !== helper) return;
      if (message.kind === "ready") isReady(true);
      else this.#told(message);
    });
    return { helper, ready };
  }
}

interface Begun {
  helper: Helper;
  ready: Promise<true>;
}

/** Resolves with the work's result, or null on timeout. */
async function within<V>(work: Promise<V>, ms: number): Promise<V | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  const first = await Promise.race([work, late]);
  clearTimeout(timer);
  return first;
}
