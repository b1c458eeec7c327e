// Sends requests through a family's real adapter over a real loopback connection, and records them.
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import { traitsOf } from "#shared/models/ranking/traits.ts";
import { ok } from "#shared/outcome.ts";
import type { Block, RequestDocument } from "#shared/request/document/message.ts";
import type { GenerateResult } from "../../core/ports.ts";
import { createGenerator } from "../generation/generate.ts";
import type { ProviderSetup, ModelPatience } from "../providers/provider.ts";
import { openProvider } from "../providers/open.ts";
import { startScriptedModelServer, type Script, type SeenRequest } from "./scriptedModelServer.ts";
import type { Family } from "./wire/families.ts";
import type { Recorded } from "./wire/frames.ts";

/** A script that replays a recorded stream. */
export function replays(recorded: Recorded): Script {
  return (_seen, response) => {
    response.writeHead(200, { "content-type": recorded.contentType });
    response.end(recorded.body);
  };
}

/** Sends one request to a family; `seen`: the requests that the loopback server received. */
export async function askFamily(
  family: Family,
  document: RequestDocument,
  script: Script,
  more: {
    options?: GenerationOptions;
    setup?: Partial<ProviderSetup>;
    patience?: Partial<ModelPatience>;
    modelId?: string;
  } = {},
): Promise<{
  result: GenerateResult;
  seen: SeenRequest[];
  media: string[];
  /** Blocks of reasoning that are part of the response, as they came. */
  reasoned: Block[];
}> {
  const server = await startScriptedModelServer(script);
  const origin = new URL(server.baseUrl).origin;
  const provider = openProvider({
    id: "p",
    kind: family.kind,
    baseUrl: `${origin}${family.base}`,
    key: "KEY",
    ...more.setup,
    ...(more.patience === undefined ? {} : { patience: more.patience }),
  });
  const generator = createGenerator({
    resolve: ({ modelId }) => {
      const model = provider.languageModel(modelId);
      if (!model.ok) return model;
      const traits = traitsOf(provider.kind, modelId);
      const { patience, optionsFor, exactModel } = provider;
      return ok({
        model: model.value,
        traits,
        patience,
        ...(exactModel === undefined ? {} : { exactModel }),
        ...(optionsFor === undefined ? {} : { optionsFor }),
      });
    },
  });
  const media: string[] = [];
  const reasoned: Block[] = [];
  try {
    const result = await generator.generate({
      model: { providerId: "p", modelId: more.modelId ?? family.modelId },
      document,
      media: () => null,
      putMedia: (base64) => `medium:${media.push(base64)}`,
      signal: new AbortController().signal,
      onPiece: () => undefined,
      onReasoning: (block) => void reasoned.push(block),
      ...(more.options === undefined ? {} : { options: more.options }),
    });
    return { result, seen: [...server.seen], media, reasoned };
  } finally {
    await server.close();
  }
}
