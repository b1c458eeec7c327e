// The only exception of this folder: carries a ModelFailure through the AI SDK, which uses exceptions.
import type { ModelFailure } from "#shared/outcome.ts";

/** Carries a failure as data; `generate` unpacks it. Never leaves this folder. */
export class ModelError extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure) {
    super(failure.kind);
    this.name = "ModelError";
    this.failure = failure;
  }
}
