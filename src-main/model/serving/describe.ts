// Knows which program stands behind an OpenAI-compatible address, and lets it say more of its models than that address does.
import type { ServingProgram } from "../../../src-shared/models/local/serving.ts";
import type { ListedModel } from "../../services/models/modelPorts.ts";
import { served, type Host } from "./ask.ts";
import { describeLlamaCpp } from "./llamaCpp.ts";
import { describeLmStudio } from "./lmStudio.ts";
import { describeOllama } from "./ollama.ts";

/** Who the entries of `/v1/models` say that they belong to. */
const OWNERS: Readonly<Record<string, ServingProgram>> = {
  library: "ollama",
  organization_owner: "lm-studio",
  llamacpp: "llama.cpp",
  vllm: "vllm",
};

/** The port that Ollama has everywhere: a model of somebody's own is not called by the library's name there. */
const OLLAMA_PORT = "11434";

/** The program by what its list says, or null. */
export function programOf(origin: string, owners: readonly string[]): ServingProgram | null {
  const owner = owners.find((name) => OWNERS[name] !== undefined);
  if (owner !== undefined) return OWNERS[owner] ?? null;
  return new URL(origin).port === OLLAMA_PORT ? "ollama" : null;
}

/**
 * The list with what its program adds. An address that is none of them, or a program that does not answer in its own
 * words, leaves the list as it is.
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

/** vLLM says everything in its list; what it was started with is what there is. */
function describeVllm(model: ListedModel): ListedModel {
  const { contextTokens } = model.abilities;
  return served(model, {
    program: "vllm",
    loaded: true,
    ...(contextTokens === undefined ? {} : { contextTokens, contextFrom: "loaded" as const }),
  });
}
