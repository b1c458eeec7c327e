// Shared by providers over HTTP: a fetch that follows no redirect, lists with names added by hand, and models whose
// adapter is loaded on first use.
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";
import type { GenerationOptions } from "#shared/models/providers/options.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import { fail, ok, type ModelFailure, type Outcome } from "#shared/outcome.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import { ModelError } from "../generation/modelError.ts";
import type { ProviderSetup, ModelPatience } from "./provider.ts";
import { messageIn, shorten } from "../generation/statusFailures.ts";
import { withExactBody } from "../generation/exactBody.ts";
import { tolerant } from "../streams/tolerant.ts";
import { getJson } from "./getJson.ts";
import { withNames } from "#shared/models/listed.ts";

/** Hosted models start within a minute or two, reasoning models after many. */
const HOSTED: ModelPatience = { firstTokenMs: 290_000, idleMs: 120_000 };
/** Lists are quick everywhere; a provider that takes longer has a problem. */
const LIST_TIMEOUT_MS = 10_000;
/** A list with more pages than this is not a list of models. */
const MAX_PAGES = 50;

/** Follows no redirects: an approved request is only sent to the approved address. */
export function guardedFetch({
  fetch: inner = globalThis.fetch,
  connectMs,
}: Pick<ProviderSetup, "fetch" | "connectMs">): typeof globalThis.fetch {
  // `createFetch` accepts this additional field; the built-in fetch ignores it.
  const patience = connectMs === undefined ? {} : { connectMs };
  return async (url, init) => {
    const exact = withExactBody(init);
    const response = await inner(url, { ...exact, ...patience, redirect: "error" });
    if (!response.ok) return response;
    return tolerant(url instanceof Request ? url.url : String(url), await refusePage(response));
  };
}

/** An HTML page instead of a response comes from a gateway, or a network that requires a sign-in. */
async function refusePage(response: Response): Promise<Response> {
  if (!/^text\/html\b/i.test(response.headers.get("content-type") ?? "")) return response;
  const detail = shorten(messageIn(await response.text()));
  throw new ModelError({ kind: "model-malformed-answer", detail });
}

export function patienceOf(setup: ProviderSetup, usual: ModelPatience = HOSTED): ModelPatience {
  return { ...usual, ...setup.patience };
}

/** The key for the adapters, which read the environment if they get none. */
export const keyOf = (setup: ProviderSetup): string => setup.key ?? "";

/** Options of an adapter: address, key and `fetch`. */
export function clientOf(setup: ProviderSetup) {
  return {
    baseURL: setup.baseUrl,
    apiKey: keyOf(setup),
    fetch: guardedFetch(setup),
    headers: setup.headers ?? {},
  };
}

/** A model whose adapter is loaded on first use, so that it does not slow down the start, and then cached. */
export function lazyModel(
  provider: string,
  modelId: string,
  load: () => Promise<LanguageModelV4>,
): LanguageModelV4 {
  let loading: Promise<LanguageModelV4> | null = null;
  const loaded = async (): Promise<LanguageModelV4> => {
    loading ??= load();
    try {
      return await loading;
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  return {
    specificationVersion: "v4",
    provider,
    modelId,
    // Countersign sends bytes, never URLs for a provider to fetch.
    supportedUrls: {},
    doGenerate: async (options) => (await loaded()).doGenerate(options),
    doStream: async (options) => (await loaded()).doStream(options),
  };
}

/** The adapter's option for one tool call at a time, if the user has set it. */
export function oneCall(
  name: string,
  value: boolean,
  options: GenerationOptions,
  document: RequestDocument,
): Record<string, boolean> {
  const isSet = options.parallelToolCalls === false && (document.tools?.length ?? 0) > 0;
  return isSet ? { [name]: value } : {};
}

/** GETs a page of a list, relative to the provider's address. */
export function ask(
  setup: ProviderSetup,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Outcome<Json, ModelFailure>> {
  return getJson(url, {
    timeoutMs: LIST_TIMEOUT_MS,
    fetch: guardedFetch(setup),
    headers: { ...setup.headers, ...headers },
    signal,
  });
}

/** A page of a list: its entries, and the address of the next page if there is one. */
export interface Page {
  entries: Json[];
  next?: string;
}

/**
 * All pages of a list; `model` converts an entry (null: skip it). `page` returns null for a response that is not a
 * list. Names added by hand come first.
 */
export async function listPages(
  setup: ProviderSetup,
  first: string,
  options: {
    headers: Record<string, string>;
    page(answer: Json): Page | null;
    model(entry: JsonObject): ListedModel | null;
    signal?: AbortSignal | undefined;
  },
): Promise<Outcome<ListedModel[], ModelFailure>> {
  const models: ListedModel[] = [];
  let url: string | undefined = first;
  for (let count = 0; url !== undefined; count += 1) {
    const answer: Outcome<Json, ModelFailure> = await ask(
      setup,
      url,
      options.headers,
      options.signal,
    );
    if (!answer.ok) return answer;
    const page = options.page(answer.value);
    if (page === null || count >= MAX_PAGES) return emptyModelList(url);
    for (const entry of page.entries) {
      const model = isJsonObject(entry) ? options.model(entry) : null;
      if (model !== null) models.push(model);
    }
    url = page.next;
  }
  return ok(withNames(setup.modelNames ?? [], models));
}

export function emptyModelList(url: string): Outcome<ListedModel[], ModelFailure> {
  const detail = `${url.replace(/\?.*$/, "")} gave no list of models`;
  return fail({ kind: "model-malformed-answer", detail });
}

/** The entries in the field `member`, or null if there is none. */
export function entriesOf(answer: Json, field: string): Json[] | null {
  const entries = isJsonObject(answer) ? answer[field] : undefined;
  return Array.isArray(entries) ? entries : null;
}

/** A list without pages in the field `data`, like OpenAI's. */
export function dataPage(answer: Json): Page | null {
  const entries = entriesOf(answer, "data");
  return entries && { entries };
}

export function textIn(entry: JsonObject, field: string): string | null {
  const value = entry[field];
  return typeof value === "string" && value !== "" ? value : null;
}

export function countIn(entry: JsonObject, field: string): number | null {
  const value = entry[field];
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : null;
}

/** `{ name: value }`, or an empty object if the value is unknown. */
export function ifKnown<N extends string, V>(name: N, value: V | null): Partial<Record<N, V>> {
  return value === null ? {} : ({ [name]: value } as Partial<Record<N, V>>);
}
