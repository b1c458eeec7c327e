// Detects programs that serve models on this machine, at their default ports.
import type { Json } from "#shared/json.ts";
import type { FoundProvider } from "#shared/models/model.ts";
import { ownersOf, readModelList } from "./openaiCompatible.ts";
import { getJson } from "./getJson.ts";

/** A program to look for. Addresses of this machine only: nothing is sent over the network. */
export interface Place {
  name: string;
  baseUrl: string;
  /** The `owned_by` that the program reports; needed if many others use its port too. */
  ownedBy?: string;
}

export const PLACES: readonly Place[] = [
  { name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1", ownedBy: "llamacpp" },
  { name: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", ownedBy: "vllm" },
];

const TIMEOUT_MS = 1_500;

/** The programs that respond with a list of models now; all others count as missing. */
export async function discover(
  places: readonly Place[],
  send: typeof globalThis.fetch,
): Promise<FoundProvider[]> {
  const found = await Promise.all(
    places.map(async (place): Promise<FoundProvider[]> => {
      const answer = await getJson(`${place.baseUrl}/models`, {
        timeoutMs: TIMEOUT_MS,
        fetch: send,
      });
      const models = answer.ok ? readModelList(answer.value) : null;
      if (!answer.ok || models === null) return [];
      const name = isOwnedBy(answer.value, place) ? place.name : new URL(place.baseUrl).host;
      return [{ name, baseUrl: place.baseUrl, models: models.length }];
    }),
  );
  return found.flat();
}

/** True if the program is what its port suggests, as far as that can be determined. */
function isOwnedBy(answer: Json, place: Place): boolean {
  if (place.ownedBy === undefined) return true;
  return ownersOf(answer)[0] === place.ownedBy;
}
