// What LM Studio reports about its models (lmstudio.ai/docs/developer/rest, /api/v0/models).
import type { JsonObject } from "#shared/json.ts";
import type { Serving } from "#shared/models/local/serving.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import {
  askHost,
  count,
  withoutUndefined,
  objectsIn,
  served,
  shortString,
  type Host,
} from "./ask.ts";

/** The models that generate text, each with its abilities; null if this is not LM Studio. */
export async function describeLmStudio(
  host: Host,
  listed: ListedModel[],
): Promise<ListedModel[] | null> {
  const answer = await askHost(host, "/api/v0/models");
  if (!Array.isArray(answer?.["data"])) return null;
  const byId = new Map(objectsIn(answer, "data").map((entry) => [entry["id"], entry]));
  return listed.flatMap((model) => {
    const entry = byId.get(model.modelId);
    if (entry === undefined) return [model];
    return entry["type"] === "embeddings" ? [] : [describe(model, entry)];
  });
}

function describe(model: ListedModel, entry: JsonObject): ListedModel {
  const loaded = count(entry["loaded_context_length"]);
  const max = count(entry["max_context_length"]);
  const told = entry["capabilities"];
  const serving = withoutUndefined<Serving>({
    program: "lm-studio",
    // The context of a model that is not loaded is set in LM Studio, and its API does not report it.
    contextTokens: loaded,
    contextFrom: loaded === undefined ? undefined : "loaded",
    maxContextTokens: max,
    loaded: entry["state"] === "loaded",
    quantization: shortString(entry["quantization"]),
  });
  return served(model, serving, {
    ...(max === undefined ? {} : { contextTokens: max }),
    images: entry["type"] === "vlm",
    ...(Array.isArray(told) ? { tools: told.includes("tool_use") } : {}),
  });
}
