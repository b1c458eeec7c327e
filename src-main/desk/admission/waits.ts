// Requests that nobody decides in time: each waits so long at a gate, by the person's own limit, then it is refused.
// Nothing is ever approved by a clock.
import { isGenerating } from "../../../src-shared/sampling/life/attempts.ts";
import type { Holding } from "../../../src-shared/policy/limits/limits.ts";
import type { Sample } from "../../../src-shared/sampling/life/sample.ts";

/**
 * Timers of the system stand still while the machine sleeps; the clock on the wall does not. It is looked at this
 * often, so that what ran out during a night is refused at once in the morning, as its row says.
 */
const LOOK_MS = 15_000;

export interface WaitParts {
  nowMs(): number;
  /** These have waited too long. */
  ranOut(sampleIds: readonly string[]): void;
}

interface Wait {
  most: Holding;
  /** At which gate it waits now; null while a model works or nothing waits for the person. */
  gate: 1 | 2 | null;
  atMs: number;
}

export class Waits {
  readonly #parts: WaitParts;
  readonly #waits = new Map<string, Wait>();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: WaitParts) {
    this.#parts = parts;
  }

  /** A request came, of a server whose requests wait so long. */
  begin(sampleId: string, most: Holding): void {
    this.#waits.set(sampleId, { most, gate: null, atMs: 0 });
  }

  /** The sample with the end of its wait, where it waits for a person now: anew at each gate. */
  follow(sample: Sample): Sample {
    const wait = this.#waits.get(sample.id);
    if (wait === undefined) return sample;
    if (sample.phase.kind === "ended") {
      this.#waits.delete(sample.id);
      return without(sample);
    }
    const gate = gateOf(sample);
    if (gate === null) {
      wait.gate = null;
      return without(sample);
    }
    if (gate !== wait.gate) {
      wait.gate = gate;
      wait.atMs = this.#parts.nowMs() + wait.most.limit;
      this.#arm();
    }
    const { atMs, most } = wait;
    if (sample.waits?.atMs === atMs) return sample;
    return { ...sample, waits: { atMs, totalMs: most.limit, scope: most.scope } };
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #arm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const waiting = [...this.#waits.values()].filter(({ gate }) => gate !== null);
    if (waiting.length === 0) return;
    const next = waiting.reduce((least, { atMs }) => Math.min(least, atMs), Infinity);
    const left = Math.max(0, next - this.#parts.nowMs());
    this.#timer = setTimeout(() => this.#look(), Math.min(left, LOOK_MS));
    this.#timer.unref();
  }

  #look(): void {
    const nowMs = this.#parts.nowMs();
    const over = [...this.#waits].filter(([, { gate, atMs }]) => gate !== null && atMs <= nowMs);
    // Told once: they are being refused.
    for (const [, wait] of over) wait.gate = null;
    if (over.length > 0) this.#parts.ranOut(over.map(([id]) => id));
    this.#arm();
  }
}

/** Where it waits for a person. An approved answer waits for others, not for them. */
function gateOf(sample: Sample): 1 | 2 | null {
  if (sample.phase.kind === "request") return 1;
  return sample.phase.kind === "response" && !isGenerating(sample) ? 2 : null;
}

function without(sample: Sample): Sample {
  if (sample.waits === undefined) return sample;
  const { waits: _over, ...rest } = sample;
  return rest;
}
