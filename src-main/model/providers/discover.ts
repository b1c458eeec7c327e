// Knows where programs that run models on this machine listen by default, and asks them whether they are there.
import type { Json } from "../../../src-shared/json.ts";
import type { FoundProvider } from "../../../src-shared/models/model.ts";
import { ownersOf, readModelList } from "./openaiCompatible.ts";
import { getJson } from "./getJson.ts";

/** A program to look for. Only addresses of this machine: nothing is asked over the network. */
export interface Place {
  name: string;
  baseUrl: string;
  /** What the program says as `owned_by`; needed where its port is used by many others too. */
  ownedBy?: string;
}

export const PLACES: readonly Place[] = [
  { name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1", ownedBy: "llamacpp" },
  { name: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", ownedBy: "vllm" },
];

const TIMEOUT_MS = 1_500;

/** The programs that answer with a list of models now. Those that do not answer so are not there. */
export async function discover(
  places: readonly Place[] = PLACES,
  send: typeof globalThis.fetch = globalThis.fetch,
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

/** True where the program is what its port suggests, as far as it can be known. */
function isOwnedBy(answer: Json, place: Place): boolean {
  if (place.ownedBy === undefined) return true;
  return ownersOf(answer)[0] === place.ownedBy;
}
