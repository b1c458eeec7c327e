// Asks a program on the user's machine for its own, richer model description, besides its OpenAI-compatible API.
import { isJsonObject, type Json, type JsonObject } from "#shared/json.ts";
import type { Serving } from "#shared/models/local/serving.ts";
import type { ListedModel } from "#shared/models/listed.ts";
import { getJson } from "../providers/getJson.ts";

/** A local program responds at once or not at all. */
const TIMEOUT_MS = 2_000;

/** A program at an address; its earlier responses are reused where nothing can have changed. */
export interface Host {
  /** Scheme, host and port. */
  origin: string;
  /** The headers that its list was requested with. */
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
  cache: Map<string, JsonObject>;
}

/** The object that it responds with, or null. With `body` the request is a POST. */
export async function askHost(host: Host, path: string, body?: Json): Promise<JsonObject | null> {
  const answer = await getJson(`${host.origin}${path}`, {
    timeoutMs: TIMEOUT_MS,
    headers: host.headers,
    fetch: host.fetch,
    ...(body === undefined ? {} : { body }),
  });
  return answer.ok && isJsonObject(answer.value) ? answer.value : null;
}

/** The model with what the program reports; the actual context takes precedence over any other number. */
export function served(
  model: ListedModel,
  serving: Serving,
  abilities: ListedModel["abilities"] = {},
): ListedModel {
  const { contextTokens } = serving;
  return {
    ...model,
    abilities: {
      ...model.abilities,
      ...abilities,
      ...(contextTokens === undefined ? {} : { contextTokens }),
    },
    serving,
  };
}

export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : {};
}

export function objectsIn(object: JsonObject | null, name: string): JsonObject[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A positive integer, or undefined. */
export function count(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

export function shortString(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, 100) : undefined;
}

/** The object without fields that are undefined. */
export function withoutUndefined<T extends object>(object: {
  [K in keyof T]: T[K] | undefined;
}): T {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  // Only optional fields can be undefined here.
  return Object.fromEntries(entries) as T;
}
