// A local OpenAI-compatible address that lists many models, with the details that some servers give.
import {
  answersStatus,
  startScriptedModelServer,
  type Script,
} from "../../src-main/models/testing/scriptedModelServer.ts";

/** A model as `GET /models` lists it (OpenRouter's fields). */
export interface ListedEntry {
  id: string;
  context_length?: number;
  architecture?: { input_modalities: string[] };
  supported_parameters?: string[];
}

/** @param script answers every generation */
export async function startManyModels(list: readonly ListedEntry[], script: Script) {
  const data = list.map((entry) => ({ object: "model", ...entry }));
  const server = await startScriptedModelServer((seen, response) =>
    seen.url.endsWith("/models")
      ? answersStatus(200, { object: "list", data })(seen, response)
      : script(seen, response),
  );
  return {
    baseUrl: server.baseUrl,
    asked: () => server.seen.filter(({ url }) => url.endsWith("/chat/completions")),
    close: () => server.close(),
  };
}
