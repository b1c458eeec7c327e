// Knows the one exception of this room: a ModelFailure on its way through the AI SDK, which speaks in exceptions.
import type { ModelFailure } from "../../src-shared/outcome.ts";

/** Carries a failure as data; `generate` unpacks it. Never leaves this room. */
export class ModelError extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure) {
    super(failure.kind);
    this.name = "ModelError";
    this.failure = failure;
  }
}
