// What llama.cpp's server reports about its model (tools/server/README.md, GET /props).
import { isJsonObject, type JsonObject } from "#shared/json.ts";
import type { Serving } from "#shared/models/local/serving.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import { askHost, count, withoutUndefined, objectIn, served, type Host } from "./ask.ts";

/** Its model with its abilities; null if this is not llama.cpp, or one that serves several models. */
export async function describeLlamaCpp(
  host: Host,
  listed: ListedModel[],
): Promise<ListedModel[] | null> {
  const props = await askHost(host, "/props");
  if (props === null || !isJsonObject(props["default_generation_settings"])) return null;
  return listed.length === 1 ? listed.map((model) => describe(model, props)) : listed;
}

function describe(model: ListedModel, props: JsonObject): ListedModel {
  // The context of one slot: a single request gets no more.
  const contextTokens = count(objectIn(props, "default_generation_settings")["n_ctx"]);
  const serving = withoutUndefined<Serving>({
    program: "llama.cpp",
    contextTokens,
    contextFrom: contextTokens === undefined ? undefined : "loaded",
    maxContextTokens: model.abilities.contextTokens,
    loaded: true,
  });
  const { vision, audio } = objectIn(props, "modalities");
  const tools = objectIn(props, "chat_template_caps")["supports_tools"];
  return served(model, serving, {
    ...(typeof vision === "boolean" ? { images: vision } : {}),
    ...(typeof audio === "boolean" ? { audio } : {}),
    ...(typeof tools === "boolean" ? { tools } : {}),
  });
}
