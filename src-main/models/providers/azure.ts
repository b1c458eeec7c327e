// Azure OpenAI (learn.microsoft.com/azure/ai-foundry/openai/reference): a model is addressed by the name of its
// deployment.
import { isJsonObject, type JsonObject } from "#shared/json.ts";
import { ok } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import type { Provider, ProviderSetup } from "./provider.ts";
import {
  dataPage,
  clientOf,
  keyOf,
  lazyModel,
  listPages,
  oneCall,
  patienceOf,
  textIn,
} from "./setup.ts";

/** The last API version whose list of deployments a key may read; newer ones require a sign-in with Azure. */
const DEPLOYMENTS_VERSION = "2023-03-15-preview";

/**
 * API versions named by a date have an address per deployment and only chat completions; `preview`, `latest` and `v1`
 * are versions of the address without one (learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle).
 */
const isDated = (version: string | undefined): version is string =>
  version !== undefined && /^\d{4}-\d{2}-\d{2}/.test(version);

export function azureProvider(given: ProviderSetup): Provider {
  const { apiVersion } = given;
  const setup = inVersion({ ...given, baseUrl: versioned(given.baseUrl) });
  const headers = { "api-key": keyOf(setup) };
  return {
    kind: "azure",
    patience: patienceOf(setup),
    async list(signal) {
      const deployments = await listPages(
        setup,
        `${setup.baseUrl.replace(/\/v1$/, "")}/deployments?api-version=${DEPLOYMENTS_VERSION}`,
        { headers, page: dataPage, model: readDeployment, signal },
      );
      const isGone = !deployments.ok && deployments.failure.kind === "model-other";
      if (!isGone) return deployments;
      // The fallback if that list is no longer available: every model that the resource could deploy.
      return listPages(setup, `${setup.baseUrl}/models`, {
        headers,
        page: dataPage,
        model: readBaseModel,
        signal,
      });
    },
    optionsFor: (options, document) => ({
      azure: {
        ...(isDated(apiVersion) ? {} : { store: false }),
        ...oneCall("parallelToolCalls", false, options, document),
      },
    }),
    // A deployment's name does not tell its model; the Responses API has one form for all models.
    languageModel: (modelId) =>
      ok(
        lazyModel("azure", modelId, async () => {
          const { createAzure } = await import("@ai-sdk/azure");
          if (!isDated(apiVersion)) return createAzure(clientOf(setup)).responses(modelId);
          const baseURL = setup.baseUrl.replace(/\/v1$/, "");
          const dated = { ...clientOf(setup), baseURL, apiVersion, useDeploymentBasedUrls: true };
          return createAzure(dated).chat(modelId);
        }),
      ),
  };
}

/** Requests for undated versions of the address name the version in the query; dated ones do so by themselves. */
function inVersion(setup: ProviderSetup): ProviderSetup {
  const { apiVersion } = setup;
  if (apiVersion === undefined || isDated(apiVersion)) return setup;
  const send = setup.fetch ?? globalThis.fetch;
  return {
    ...setup,
    fetch: (given, init) => {
      const url = new URL(given instanceof Request ? given.url : given);
      if (!url.searchParams.has("api-version")) url.searchParams.set("api-version", apiVersion);
      return send(url, init);
    },
  };
}

/** The address with its version path, which users leave out because the portal shows it without. */
function versioned(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (!url.hostname.endsWith(".azure.com") || url.pathname.startsWith("/api/projects/")) {
    return baseUrl;
  }
  return `${url.origin}/openai/v1`;
}

function readDeployment(entry: JsonObject): ListedModel | null {
  const modelId = textIn(entry, "id");
  const status = textIn(entry, "status");
  if (modelId === null || (status !== null && status !== "succeeded")) return null;
  const model = textIn(entry, "model");
  if (model !== null && /embedding|whisper|dall-e|tts|gpt-image/.test(model)) return null;
  return {
    modelId,
    name: model === null || model === modelId ? modelId : `${modelId} (${model})`,
    abilities: {},
  };
}

function readBaseModel(entry: JsonObject): ListedModel | null {
  const modelId = textIn(entry, "id");
  const capabilities = entry["capabilities"];
  const answers = isJsonObject(capabilities) ? capabilities["chat_completion"] : undefined;
  return modelId === null || answers === false ? null : { modelId, name: modelId, abilities: {} };
}
