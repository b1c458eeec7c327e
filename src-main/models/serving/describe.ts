// Detects which program is behind an OpenAI-compatible address, and asks it for more about its models than that API
// tells.
import type { ServingProgram } from "#shared/models/local/serving.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import { served, type Host } from "./ask.ts";
import { describeLlamaCpp } from "./llamaCpp.ts";
import { describeLmStudio } from "./lmStudio.ts";
import { describeOllama } from "./ollama.ts";

/** Programs by the owner that entries of `/v1/models` name. */
const OWNERS: Readonly<Record<string, ServingProgram>> = {
  library: "ollama",
  organization_owner: "lm-studio",
  llamacpp: "llama.cpp",
  vllm: "vllm",
};

/** Ollama's default port: the user's own models there do not have the library's names. */
const OLLAMA_PORT = "11434";

/** The program, judging by its list, or null. */
export function programOf(origin: string, owners: readonly string[]): ServingProgram | null {
  const owner = owners.find((name) => OWNERS[name] !== undefined);
  if (owner !== undefined) return OWNERS[owner] ?? null;
  return new URL(origin).port === OLLAMA_PORT ? "ollama" : null;
}

/**
 * The list with what its program adds. If the program is unknown or does not respond in its own format, the list
 * stays as it is.
 */
export async function describeServed(
  host: Host,
  listed: ListedModel[],
  owners: readonly string[],
): Promise<ListedModel[]> {
  switch (programOf(host.origin, owners)) {
    case "ollama":
      return (await describeOllama(host, listed)) ?? listed;
    case "lm-studio":
      return (await describeLmStudio(host, listed)) ?? listed;
    case "llama.cpp":
      return (await describeLlamaCpp(host, listed)) ?? listed;
    case "vllm":
      return listed.map(describeVllm);
    case null:
      return listed;
  }
}

/** vLLM's list is complete: it describes what it was started with. */
function describeVllm(model: ListedModel): ListedModel {
  const { contextTokens } = model.abilities;
  return served(model, {
    program: "vllm",
    loaded: true,
    ...(contextTokens === undefined ? {} : { contextTokens, contextFrom: "loaded" as const }),
  });
}
