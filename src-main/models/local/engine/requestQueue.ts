// The queue of requests for the local engine: their order and places; each is settled once.
import type { GenerationProgress } from "#shared/models/local/local.ts";
import type { ModelFailure, Outcome } from "#shared/outcome.ts";
import type { EngineAnswer, EngineRequest } from "./protocol.ts";

export interface EngineRun {
  signal: AbortSignal;
  onDelta(text: string, reasoning: string): void;
  /** Reports its place in the queue, then what is done before the first token. */
  onProgress?(progress: GenerationProgress): void;
}

/** A request from when it is queued until it is settled. */
export interface Pending {
  id: string;
  request: EngineRequest;
  run: EngineRun;
  text: string;
  reasoning: string;
  /** Sent to the process. */
  posted: boolean;
  stopping: NodeJS.Timeout | null;
  settle(outcome: Outcome<EngineAnswer, ModelFailure>): void;
}

/** Reports its progress, unless it was stopped. */
export function reportProgress(pending: Pending, progress: GenerationProgress): void {
  if (!pending.run.signal.aborted) pending.run.onProgress?.(progress);
}

/** First come, first served. */
export class RequestQueue {
  readonly #queue: Pending[] = [];
  #lastId = 0;

  get length(): number {
    return this.#queue.length;
  }

  add(request: EngineRequest, run: EngineRun, done: Pending["settle"]): Pending {
    const pending: Pending = {
      id: String((this.#lastId += 1)),
      request,
      run,
      text: "",
      reasoning: "",
      posted: false,
      stopping: null,
      settle: (outcome) => {
        if (pending.stopping !== null) clearTimeout(pending.stopping);
        done(outcome);
      },
    };
    this.#queue.push(pending);
    return pending;
  }

  shift(): Pending | undefined {
    return this.#queue.shift();
  }

  remove(pending: Pending): void {
    const at = this.#queue.indexOf(pending);
    if (at >= 0) this.#queue.splice(at, 1);
  }

  takeAll(): Pending[] {
    return this.#queue.splice(0);
  }

  /** Reports to each request how many are before it, including the running one. */
  tellPlaces(): void {
    this.#queue.forEach((pending, index) => {
      reportProgress(pending, { kind: "queued", ahead: index + 1 });
    });
  }
}

/** The response of a request that was stopped. */
export function stoppedAnswer(text: string, reasoning: string): EngineAnswer {
  return {
    text,
    reasoning,
    toolCalls: [],
    stop: { kind: "stopped" },
    usage: { inputTokens: 0, outputTokens: 0 },
    timings: { loadMs: 0, promptMs: 0, generateMs: 0 },
  };
}
