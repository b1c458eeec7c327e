// Amazon Bedrock's Converse API (docs.aws.amazon.com/bedrock/latest/APIReference), with a Bedrock API key, or with an
// access key that signs each request (Signature Version 4), and a session token if it is temporary.
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";
import { awsKeysOf } from "#shared/models/providers/awsKeys.ts";
import { fail, ok } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { Provider, ProviderSetup } from "./provider.ts";
import {
  ask,
  entriesOf,
  guardedFetch,
  keyOf,
  ifKnown,
  lazyModel,
  listPages,
  patienceOf,
  textIn,
  type Page,
} from "./setup.ts";
import { withNames } from "#shared/models/listed.ts";

export function bedrockProvider(setup: ProviderSetup): Provider {
  return {
    kind: "bedrock",
    patience: patienceOf(setup),
    list: (signal) => listModels(setup, signal),
    languageModel: (modelId) => {
      if (lacksId(setup)) return fail({ kind: "model-key-unusable" });
      return ok(
        lazyModel("bedrock", modelId, async () => {
          const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
          return createAmazonBedrock({
            baseURL: setup.baseUrl,
            region: regionOf(setup.baseUrl),
            ...credentialsOf(setup),
            fetch: guardedFetch(setup),
            headers: setup.headers ?? {},
          }).languageModel(modelId);
        }),
      );
    },
  };
}

/** What requests are signed with; null if the key is a Bedrock API key. */
function signedWith({ key, keyId: entered }: Pick<ProviderSetup, "key" | "keyId">) {
  const { keyId = entered, secret, sessionToken } = awsKeysOf(key ?? "none");
  if (keyId === undefined) return null;
  const temporary = sessionToken === undefined ? {} : { sessionToken };
  return { accessKeyId: keyId, secretAccessKey: secret, ...temporary };
}

/** A secret and session token without an access key id would be sent as they are, as a plain key. */
const lacksId = (setup: ProviderSetup): boolean =>
  signedWith(setup) === null && awsKeysOf(setup.key ?? "").sessionToken !== undefined;

/** Set all of them: the adapter takes missing ones from the environment. */
const credentialsOf = (setup: ProviderSetup) => {
  const keys = signedWith(setup);
  return keys === null ? { apiKey: setup.key ?? "none" } : { apiKey: "", ...keys };
};

/** Signs requests for lists, which the adapter does not make. */
function signing(setup: ProviderSetup): ProviderSetup {
  const keys = signedWith(setup);
  if (keys === null) return setup;
  const send = setup.fetch ?? globalThis.fetch;
  return {
    ...setup,
    fetch: async (url, init) => {
      const { AwsV4Signer } = await import("aws4fetch");
      const signed = await new AwsV4Signer({
        ...keys,
        service: "bedrock",
        region: regionOf(setup.baseUrl),
        url: url instanceof Request ? url.url : String(url),
        ...(init?.headers === undefined ? {} : { headers: init.headers }),
      }).sign();
      return send(signed.url, { ...init, headers: signed.headers });
    },
  };
}

/** The region in the address, which is part of each signature. */
function regionOf(baseUrl: string): string {
  return /bedrock-runtime[.-]([a-z0-9-]+)\./.exec(baseUrl)?.[1] ?? "us-east-1";
}

/** The domains of AWS's partitions (docs.aws.amazon.com/general/latest/gr/rande.html). */
const AWS =
  /^bedrock-runtime(?=[.-]).*\.(amazonaws\.com|amazonaws\.com\.cn|api\.aws|api\.amazonwebservices\.com\.cn|amazonaws\.eu|c2s\.ic\.gov|sc2s\.sgov\.gov|csp\.hci\.ic\.gov|cloud\.adc-e\.uk)$/;

/** Where AWS lists models. For any other host, that host: the key was entered for it only. */
function controlOf(baseUrl: string): string {
  return AWS.test(new URL(baseUrl).hostname)
    ? baseUrl.replace("://bedrock-runtime", "://bedrock")
    : baseUrl;
}

/** Models that can be asked at once, and the inference profiles by which the others are asked. */
async function listModels(given: ProviderSetup, signal: AbortSignal | undefined) {
  if (lacksId(given)) return fail({ kind: "model-key-unusable" as const });
  const setup = signing(given);
  const control = controlOf(setup.baseUrl);
  const headers: Record<string, string> =
    signedWith(setup) === null ? { Authorization: `Bearer ${keyOf(setup)}` } : {};
  const all = await ask(setup, `${control}/foundation-models`, headers, signal);
  if (!all.ok) return all;
  const summaries = (entriesOf(all.value, "modelSummaries") ?? []).filter(isJsonObject);
  const byId = new Map(summaries.map((entry) => [textIn(entry, "modelId"), entry]));
  const direct = summaries.flatMap((entry) => readModel(entry) ?? []);
  const profiles = `${control}/inference-profiles?maxResults=1000`;
  const listed = await listPages({ ...setup, modelNames: [] }, profiles, {
    headers,
    page: (answer) => readProfiles(answer, profiles),
    model: (entry) => readProfile(entry, byId),
    signal,
  });
  if (!listed.ok) return listed;
  return ok(withNames(setup.modelNames ?? [], [...listed.value, ...direct]));
}

function readModel(entry: JsonObject): ListedModel | null {
  const modelId = textIn(entry, "modelId");
  const types = entry["inferenceTypesSupported"];
  if (modelId === null || !writesText(entry)) return null;
  if (!Array.isArray(types) || !types.includes("ON_DEMAND")) return null;
  return { modelId, name: nameOf(entry, modelId), abilities: abilitiesOf(entry) };
}

function readProfiles(answer: Json, list: string): Page | null {
  const entries = entriesOf(answer, "inferenceProfileSummaries");
  if (entries === null || !isJsonObject(answer)) return null;
  const token = textIn(answer, "nextToken");
  return { entries, ...ifKnown("next", token && `${list}&nextToken=${encodeURIComponent(token)}`) };
}

function readProfile(
  entry: JsonObject,
  byId: ReadonlyMap<string | null, JsonObject>,
): ListedModel | null {
  const modelId = textIn(entry, "inferenceProfileId");
  if (modelId === null || entry["status"] !== "ACTIVE") return null;
  const [first] = entriesOf(entry, "models") ?? [];
  const arn = isJsonObject(first) ? textIn(first, "modelArn") : null;
  const behind = byId.get(arn?.replace(/^.*foundation-model\//, "") ?? null);
  if (behind !== undefined && !writesText(behind)) return null;
  return {
    modelId,
    name: textIn(entry, "inferenceProfileName") ?? modelId,
    abilities: behind === undefined ? {} : abilitiesOf(behind),
  };
}

function writesText(entry: JsonObject): boolean {
  const outputs = entry["outputModalities"];
  return Array.isArray(outputs) && outputs.includes("TEXT");
}

function nameOf(entry: JsonObject, modelId: string): string {
  const name = [textIn(entry, "providerName"), textIn(entry, "modelName")].filter(Boolean);
  return name.length === 0 ? modelId : name.join(" ");
}

function abilitiesOf(entry: JsonObject): ListedModel["abilities"] {
  const inputs = entry["inputModalities"];
  return Array.isArray(inputs) ? { images: inputs.includes("IMAGE") } : {};
}
