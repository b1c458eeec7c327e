// How a program's request ends whose provider failed.
import type { ModelFailure } from "../outcome.ts";
import { refusalFor } from "../sampling/checks/wire.ts";
import type { Refusal } from "../sampling/life/sample.ts";
import { WORDS_MAX } from "./providerError.ts";
import type { ProviderError } from "./providerError.ts";

/** The end of a program's request whose provider failed: the program gets just that error. */
export function refusalForFailure(failure: ModelFailure): Refusal {
  const refusal = refusalFor("generation-failed");
  const detail = "detail" in failure ? failure.detail : "";
  const words = WORDS[failure.kind] ?? "The model failed";
  const said: ProviderError = failure.said ?? {
    status: failure.kind === "model-timeout" ? 504 : 502,
    message: detail === "" ? `${words}.` : `${words}: ${detail}`.slice(0, WORDS_MAX),
  };
  return { ...refusal, message: said.message, provider: said };
}

const WORDS: Readonly<Partial<Record<ModelFailure["kind"], string>>> = {
  "model-unreachable": "The provider could not be reached",
  "model-interrupted": "The provider's response broke off",
  "model-timeout": "The provider did not respond in time",
  "model-unsupported-content": "The model can't take this request",
  "model-malformed-answer": "The provider's response can't be read",
};
