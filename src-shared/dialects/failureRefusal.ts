// How a program's request ends whose provider failed.
import type { ModelFailure } from "../outcome.ts";
import { refusalFor } from "../request/checks/wire.ts";
import type { Refusal } from "../request/life/heldRequest.ts";
import { WORDS_MAX } from "./providerError.ts";
import type { ProviderError } from "./providerError.ts";

/** The end of a program's request whose provider failed: the program gets just that error. */
export function refusalForFailure(failure: ModelFailure): Refusal {
  const refusal = refusalFor("generation-failed");
  const detail = "detail" in failure ? failure.detail : "";
  const words = WORDS[failure.kind];
  const said: ProviderError = failure.said ?? {
    status: failure.kind === "model-timeout" ? 504 : 502,
    message: detail === "" ? `${words}.` : `${words}: ${detail}`.slice(0, WORDS_MAX),
  };
  return { ...refusal, message: said.message, provider: said };
}

const WORDS: Readonly<Record<ModelFailure["kind"], string>> = {
  "model-unreachable": "The provider could not be reached",
  "model-certificate": "The provider's certificate can't be verified, so nothing was sent",
  "model-proxy": "The proxy refused the request, so it did not reach the provider",
  "model-redirect": "The provider's address redirects elsewhere, which Countersign doesn't follow",
  "model-no-variable": "The environment variable with the provider's key isn't set",
  "model-variable-elsewhere": "The environment variable was chosen for another address",
  "model-no-key": "Countersign has no key for the provider",
  "model-key-unusable": "The provider's key has characters that no key has, so nothing was sent",
  "model-wrong-key": "The provider refused Countersign's key",
  "model-forbidden": "The provider doesn't permit this with Countersign's key",
  "model-no-credit": "The provider's account has no credit left",
  "model-rate-limited": "The provider accepts no more requests for now",
  "model-overloaded": "The provider is overloaded or down",
  "model-filtered": "The provider's content filter blocked the response",
  "model-too-large": "The request is too large for the provider",
  "model-interrupted": "The provider's response broke off",
  "model-context-too-long": "The request is longer than the model's context",
  "model-gone": "The provider has no such model",
  "model-timeout": "The provider did not respond in time",
  "model-malformed-answer": "The provider's response can't be read",
  "model-unsupported-content": "The model can't take this request",
  "model-engine-crashed": "The local engine crashed",
  "model-desk-ended": "Countersign ended during the generation",
  "model-load-crashed": "The local engine crashed while it loaded the model",
  "model-engine-killed": "The system killed the local engine, usually because memory ran out",
  "model-memory": "The local model needs more memory than there is",
  "model-file-missing": "The local model's file is missing",
  "model-file-changed": "The local model's file was changed or damaged",
  "model-template-stuck": "The local model's chat template did not end",
  "model-unsupported-platform": "The local engine doesn't run on this system",
  "model-file-invalid": "The local model's file can't be read",
  "model-held-back": "The team's desk that holds the request did not run it",
  "model-other": "The model failed",
};
