// Knows which program stands behind an OpenAI-compatible address, and lets it say more of its models than that address does.
import type { ServingProgram } from "../../../src-shared/models/serving.ts";
import type { ListedModel } from "../../services/modelPorts.ts";
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

/** The program by what its list says, or null. */
export function programOf(ownedBy: string | undefined): ServingProgram | null {
  return ownedBy === undefined ? null : (OWNERS[ownedBy] ?? null);
}

/**
 * The list with what its program adds. An address that is none of them, or a program that does not answer in its own
 * words, leaves the list as it is.
 */
export async function describeServed(
  host: Host,
  listed: ListedModel[],
  ownedBy: string | undefined,
): Promise<ListedModel[]> {
  switch (programOf(ownedBy)) {
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
