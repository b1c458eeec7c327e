// What Ollama reports about its models (docs.ollama.com/api: tags, show, ps), above all how much of a prompt it
// reads.
import { isJsonObject, type JsonObject } from "#shared/json.ts";
import type { Serving } from "#shared/models/local/serving.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import {
  askHost,
  count,
  withoutUndefined,
  objectIn,
  objectsIn,
  served,
  shortString,
  type Host,
} from "./ask.ts";

/**
 * Ollama's default context if neither the model nor the user sets one; larger with 24 GiB of video memory or more
 * (docs.ollama.com/context-length).
 */
const USUAL_CONTEXT = 4096;
const ASKED_AT_ONCE = 4;

/** The models that generate text, each with its abilities; null if this is not Ollama. */
export async function describeOllama(
  host: Host,
  listed: ListedModel[],
): Promise<ListedModel[] | null> {
  const tags = await askHost(host, "/api/tags");
  if (!Array.isArray(tags?.["models"])) return null;
  const running = objectsIn(await askHost(host, "/api/ps"), "models");
  const byName = new Map(objectsIn(tags, "models").map((entry) => [entry["name"], entry]));
  const described: (ListedModel | null)[] = [];
  for (let at = 0; at < listed.length; at += ASKED_AT_ONCE) {
    const some = listed.slice(at, at + ASKED_AT_ONCE).map(async (model) => {
      const tag = byName.get(model.modelId) ?? {};
      const run = running.find((entry) => entry["name"] === model.modelId);
      const shown = await show(host, model.modelId, shortString(tag["digest"]));
      return shown === null ? model : describe(model, tag, shown, run);
    });
    described.push(...(await Promise.all(some)));
  }
  return described.filter((model): model is ListedModel => model !== null);
}

/** A model's properties never change under the same digest. */
async function show(
  host: Host,
  model: string,
  digest: string | undefined,
): Promise<JsonObject | null> {
  const key = `${host.origin} ${digest ?? ""}`;
  const known = digest === undefined ? undefined : host.cache.get(key);
  if (known !== undefined) return known;
  const shown = await askHost(host, "/api/show", { model });
  if (shown !== null && digest !== undefined) host.cache.set(key, shown);
  return shown;
}

/** Null for an embedding model. */
function describe(
  model: ListedModel,
  tag: JsonObject,
  shown: JsonObject,
  run: JsonObject | undefined,
): ListedModel | null {
  const told = shown["capabilities"];
  const can = Array.isArray(told) ? new Set(told) : null;
  if (can !== null && can.size > 0 && !can.has("completion")) return null;
  const details = { ...objectIn(tag, "details"), ...objectIn(shown, "details") };
  const serving = withoutUndefined<Serving>({
    program: "ollama",
    ...contextOf(shown, run),
    maxContextTokens: trainedContext(shown),
    cutsSilently: true,
    loaded: run !== undefined,
    parameters: shortString(details["parameter_size"]),
    quantization: shortString(details["quantization_level"]),
  });
  return served(
    model,
    serving,
    can === null
      ? {}
      : { images: can.has("vision"), tools: can.has("tools"), reasoning: can.has("thinking") },
  );
}

function contextOf(
  shown: JsonObject,
  run: JsonObject | undefined,
): Pick<Serving, "contextTokens" | "contextFrom"> {
  const loaded = count(run?.["context_length"]);
  if (loaded !== undefined) return { contextTokens: loaded, contextFrom: "loaded" };
  const set = setContext(shown);
  const trained = trainedContext(shown);
  if (set !== undefined) return { contextTokens: set, contextFrom: "set" };
  // A model that runs at Ollama's own service has its full context.
  if (shortString(shown["remote_host"]) !== undefined && trained !== undefined) {
    return { contextTokens: trained, contextFrom: "set" };
  }
  return {
    contextTokens: Math.min(USUAL_CONTEXT, trained ?? USUAL_CONTEXT),
    contextFrom: "default",
  };
}

/** `num_ctx` of the model's own file: lines with a name and a value. */
function setContext(shown: JsonObject): number | undefined {
  const parameters = shown["parameters"];
  if (typeof parameters !== "string") return undefined;
  const digits = /^\s*num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1];
  return digits === undefined ? undefined : count(Number(digits));
}

/** `llama.context_length` and the like, prefixed with the architecture's name. */
function trainedContext(shown: JsonObject): number | undefined {
  const info = shown["model_info"];
  if (!isJsonObject(info)) return undefined;
  const architecture = shortString(info["general.architecture"]);
  return count(info[`${architecture ?? ""}.context_length`]);
}
